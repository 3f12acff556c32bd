//! Legends: the meanings of the marks, in rows.

use carom::glam::{Vec2, vec2};

use crate::canvas::{Anchor, Canvas, Item, text_width};
use crate::color::Color;
use crate::marker::Marker;

/// The mark before the words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Swatch {
    Line {
        dash: f32,
        marker: Option<Marker>,
    },
    Marker(Marker),
    Block,
    /// A line with bristles.
    Ticks,
}

/// Swatches with words, laid out in as many rows as the width asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Legend {
    entries: Vec<(Swatch, Color, String)>,
}

const SWATCH: f32 = 1.8;
const LINE: f32 = 1.5;

impl Legend {
    pub(crate) fn add(&mut self, swatch: Swatch, color: Color, label: &str) {
        if !label.is_empty() {
            self.entries.push((swatch, color, label.to_owned()));
        }
    }

    /// Places of the entries, in rows of at most this width; and the height of all. Lengths in pixels, `em`
    /// is the size of the text.
    fn layout(&self, width: f32, em: f32) -> (Vec<Vec2>, f32) {
        let mut places = Vec::with_capacity(self.entries.len());
        let mut at = Vec2::ZERO;
        for (_, _, label) in &self.entries {
            let wide = text_width(label, em) + (SWATCH + 0.5) * em;
            if at.x > 0.0 && at.x + wide > width {
                at = vec2(0.0, at.y + LINE * em);
            }
            places.push(at);
            at.x += wide + 1.2 * em;
        }
        (places, if self.entries.is_empty() { 0.0 } else { at.y + LINE * em })
    }

    pub(crate) fn height(&self, width: f32, em: f32) -> f32 {
        self.layout(width, em).1
    }

    pub(crate) fn paint(&self, canvas: &mut Canvas, corner: Vec2, width: f32, em: f32, ink: Color) {
        let (places, _) = self.layout(width, em);
        for ((swatch, color, label), place) in self.entries.iter().zip(places) {
            let middle = corner + place + vec2(0.0, 0.5 * LINE * em);
            let right = middle + vec2(SWATCH * em, 0.0);
            let center = 0.5 * (middle + right);
            let thick = 0.16 * em;
            match *swatch {
                Swatch::Line { dash, marker } => {
                    canvas.push(Item::Line {
                        points: vec![middle, right],
                        width: thick,
                        color: *color,
                        dash,
                    });
                    if let Some(marker) = marker {
                        marker.paint(canvas, center, 0.3 * em, *color);
                    }
                }
                Swatch::Marker(marker) => marker.paint(canvas, center, 0.36 * em, *color),
                Swatch::Block => {
                    let half = vec2(0.5 * SWATCH * em, 0.35 * em);
                    canvas.rectangle(center - half, center + half, *color);
                }
                Swatch::Ticks => {
                    canvas.line(middle, right, thick, *color);
                    for n in 0..3 {
                        let foot = middle + vec2((0.4 + 0.5 * n as f32) * em, 0.0);
                        canvas.line(foot, foot - vec2(0.0, 0.45 * em), 0.7 * thick, *color);
                    }
                }
            }
            canvas.text(right + vec2(0.5 * em, 0.36 * em), em, Anchor::Start, ink, label);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_wrap_and_stay_within_the_width() {
        let mut legend = Legend::default();
        assert_eq!(legend.height(100.0, 10.0), 0.0);
        for n in 0..7 {
            legend.add(Swatch::Block, Color::BLUE, &format!("entry {n}"));
        }
        let (places, height) = legend.layout(200.0, 10.0);
        let wide = text_width("entry 0", 10.0) + (SWATCH + 0.5) * 10.0;
        assert!(places.iter().all(|p| p.x + wide <= 200.0 && p.y + 15.0 <= height + 1e-3), "{places:?}");
        assert!(height > 15.0 && height < 7.0 * 15.0, "{height}");
        assert_eq!(legend.layout(1.0, 10.0).1, 7.0 * 15.0, "too narrow: one to a row");
    }
}
