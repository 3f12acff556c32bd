//! The display list between drawing and formats: SVG and PNG show the same items.

use carom::glam::{Vec2, vec2};

use crate::color::Color;
use crate::font;

/// Where a text lies relative to its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts at the point.
    #[default]
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// Something on a canvas. Lengths are pixels, x to the right and y down from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// A filled disc.
    Disc {
        /// Centre.
        center: Vec2,
        /// Radius.
        radius: f32,
        /// Colour.
        fill: Color,
    },
    /// A part of a circle's line, with round ends.
    Arc {
        /// Centre.
        center: Vec2,
        /// Radius of the middle of the line.
        radius: f32,
        /// Angle at which it starts, radians, counter-clockwise as seen from the right.
        start: f32,
        /// Angle over which it runs counter-clockwise as seen, radians; 2 pi is a ring.
        sweep: f32,
        /// Thickness.
        width: f32,
        /// Colour.
        color: Color,
    },
    /// A line through points, with round ends and joints.
    Line {
        /// The points, at least two.
        points: Vec<Vec2>,
        /// Thickness.
        width: f32,
        /// Colour.
        color: Color,
        /// Length of dashes; 0 is an unbroken line.
        dash: f32,
    },
    /// A filled polygon.
    Polygon {
        /// Its corners, at least three.
        points: Vec<Vec2>,
        /// Colour.
        fill: Color,
    },
    /// One line of text.
    Text {
        /// A point on the baseline.
        at: Vec2,
        /// Size of the font.
        size: f32,
        /// Which part of the text is at the point.
        anchor: Anchor,
        /// Whether it reads upwards instead of to the right.
        upward: bool,
        /// Colour.
        color: Color,
        /// The text.
        text: String,
    },
}

impl Item {
    /// Upper left and lower right corner of its extent; `None` if it covers nothing or is not finite.
    fn extent(&self) -> Option<(Vec2, Vec2)> {
        let (points, reach): (&[Vec2], f32) = match self {
            Self::Disc { center, radius, .. } => (std::slice::from_ref(center), *radius),
            Self::Arc { center, radius, start, sweep, width, .. } => {
                if !(start.is_finite() && *sweep > 0.0 && sweep.is_finite()) {
                    return None;
                }
                (std::slice::from_ref(center), radius + 0.5 * width)
            }
            Self::Line { points, width, dash, .. } => {
                if points.len() < 2 || !(*dash >= 0.0 && dash.is_finite()) {
                    return None;
                }
                (points, 0.5 * width)
            }
            Self::Polygon { points, .. } => (if points.len() < 3 { &[] } else { points }, 0.0),
            Self::Text { at, size, text, .. } => (std::slice::from_ref(at), size * (1.0 + font::width(text))),
        };
        let (low, high) =
            (points.iter().copied().reduce(Vec2::min)?, points.iter().copied().reduce(Vec2::max)?);
        // `min` and `max` ignore NaN, so each point is checked.
        let sound = reach >= 0.0 && reach.is_finite() && points.iter().all(|p| p.is_finite());
        sound.then_some((low - reach, high + reach))
    }
}

/// A picture as a list of items, painted in their order.
///
/// ```
/// use carom_draw::{Canvas, Color, Item};
/// use carom::glam::vec2;
///
/// let mut canvas = Canvas::new(200, 100, Color::WHITE);
/// canvas.push(Item::Disc { center: vec2(100.0, 50.0), radius: 40.0, fill: Color::BLUE });
/// assert!(canvas.to_svg().contains("<circle"));
/// assert_eq!(&canvas.to_png()?[1..4], b"PNG");
/// # Ok::<(), carom_draw::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    width: u32,
    height: u32,
    ground: Color,
    items: Vec<Item>,
}

impl Canvas {
    /// An empty canvas of this size in pixels.
    #[must_use]
    pub fn new(width: u32, height: u32, ground: Color) -> Self {
        Self { width, height, ground, items: Vec::new() }
    }

    /// Width, pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height, pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Colour of the background.
    #[must_use]
    pub fn ground(&self) -> Color {
        self.ground
    }

    /// The painted items, first to last.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Paints an item over the others. An item that is not finite, has no extent or lies wholly off the canvas is
    /// left out.
    pub fn push(&mut self, item: Item) {
        if let Some((low, high)) = item.extent()
            && high.x >= 0.0
            && high.y >= 0.0
            && low.x <= self.width as f32
            && low.y <= self.height as f32
        {
            self.items.push(item);
        }
    }

    /// A straight, unbroken line.
    pub(crate) fn line(&mut self, a: Vec2, b: Vec2, width: f32, color: Color) {
        self.push(Item::Line { points: vec![a, b], width, color, dash: 0.0 });
    }

    /// A filled rectangle.
    pub(crate) fn rectangle(&mut self, low: Vec2, high: Vec2, fill: Color) {
        let points = vec![low, vec2(high.x, low.y), high, vec2(low.x, high.y)];
        self.push(Item::Polygon { points, fill });
    }

    /// A whole circle's line.
    pub(crate) fn ring(&mut self, center: Vec2, radius: f32, width: f32, color: Color) {
        let sweep = std::f32::consts::TAU;
        self.push(Item::Arc { center, radius, start: 0.0, sweep, width, color });
    }

    /// Text that reads to the right.
    pub(crate) fn text(&mut self, at: Vec2, size: f32, anchor: Anchor, color: Color, text: &str) {
        if !text.is_empty() {
            self.push(Item::Text { at, size, anchor, upward: false, color, text: text.to_owned() });
        }
    }
}

/// Width of a text in pixels at a size in pixels.
///
/// Exact in a PNG; an SVG viewer's own font may be a little wider or narrower.
#[must_use]
pub fn text_width(text: &str, size: f32) -> f32 {
    font::width(text) * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_or_off_the_canvas_is_left_out() {
        let mut canvas = Canvas::new(100, 100, Color::WHITE);
        let fill = Color::BLUE;
        canvas.push(Item::Disc { center: vec2(f32::NAN, 1.0), radius: 1.0, fill });
        canvas.push(Item::Disc { center: vec2(1.0, 1.0), radius: f32::INFINITY, fill });
        canvas.push(Item::Disc { center: vec2(1.0, 1.0), radius: -1.0, fill });
        canvas.push(Item::Disc { center: vec2(200.0, 1.0), radius: 50.0, fill });
        canvas.push(Item::Polygon { points: vec![vec2(1.0, 1.0), vec2(2.0, 2.0)], fill });
        let points = vec![vec2(1.0, 1.0), vec2(f32::NAN, 2.0), vec2(3.0, 3.0)];
        canvas.push(Item::Line { points, width: 1.0, color: fill, dash: 0.0 });
        canvas.line(vec2(1.0, 1.0), vec2(2.0, 2.0), f32::NAN, fill);
        assert_eq!(canvas.items(), []);
        canvas.push(Item::Disc { center: vec2(120.0, 1.0), radius: 50.0, fill });
        assert_eq!(canvas.items().len(), 1, "a disc that reaches in is kept");
    }
}
