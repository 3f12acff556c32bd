//! Shapes of bodies: walls, rails, bumpers, ground.

use carom::glam::{Vec2, vec2};
use carom::{ShapeGeometry, Side};

use crate::canvas::{Canvas, Item};
use crate::color::Color;
use crate::view::View;

/// How to paint an outline.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brush {
    pub(crate) color: Color,
    pub(crate) ground: Color,
    /// Pixels per pixel of a picture of 800 px.
    pub(crate) px: f32,
}

impl Brush {
    /// Thickness of a line for a shape of this radius: never so thin that it is not seen.
    fn width(&self, view: &View, radius: f32) -> f32 {
        view.length(2.0 * radius).max(2.2 * self.px)
    }

    /// The inside of a solid shape.
    pub(crate) fn inside(&self) -> Color {
        self.soft(0.72)
    }

    /// The area behind an edge without end.
    pub(crate) fn beyond(&self) -> Color {
        self.soft(0.86)
    }

    fn soft(&self, part: f32) -> Color {
        self.color.mix(self.ground, part)
    }
}

/// Distance and length of bristles and hatches, pixels.
const TICK_STEP: f32 = 13.0;
const TICK: f32 = 4.5;
const HATCH_STEP: f32 = 11.0;
const HATCH: f32 = 9.0;

/// The same outline without bristles.
pub(crate) fn two_sided(outline: ShapeGeometry) -> ShapeGeometry {
    let mut outline = outline;
    if let ShapeGeometry::Segment { side, .. } | ShapeGeometry::Arc { side, .. } = &mut outline {
        *side = Side::Both;
    }
    outline
}

pub(crate) fn paint(canvas: &mut Canvas, view: &View, outline: &ShapeGeometry, brush: &Brush) {
    match *outline {
        ShapeGeometry::Circle { center, radius } => disc(canvas, view, center, radius, brush),
        ShapeGeometry::Segment { a, b, radius, side } => {
            let width = brush.width(view, radius);
            let Some((a, b)) = view.segment(a, b, width) else { return };
            canvas.line(a, b, width, brush.color);
            let along = (b - a).normalize_or_zero();
            // Left in the world, where y points up, is (y, -x) in the picture.
            let bristle = match side {
                Side::Left => vec2(along.y, -along.x),
                Side::Right => vec2(-along.y, along.x),
                Side::Both => return,
            };
            let length = (b - a).length();
            let count = (length / (TICK_STEP * brush.px)).floor().max(1.0);
            for n in 0..count as u32 {
                let foot = a + along * (length * (n as f32 + 0.5) / count);
                tick(canvas, foot, bristle, width, brush);
            }
        }
        ShapeGeometry::Arc { center, arc_radius, start, sweep, radius, side } => {
            let width = brush.width(view, radius);
            let (center, r) = (view.point(center), view.length(arc_radius));
            canvas.push(Item::Arc { center, radius: r, start, sweep, width, color: brush.color });
            let inward = match side {
                Side::Left => 1.0,
                Side::Right => -1.0,
                Side::Both => return,
            };
            let count = (r * sweep / (TICK_STEP * brush.px)).floor().clamp(1.0, 10_000.0);
            for n in 0..count as u32 {
                let angle = start + sweep * (n as f32 + 0.5) / count;
                let out = vec2(libm::cosf(angle), -libm::sinf(angle));
                tick(canvas, center + r * out, -inward * out, width, brush);
            }
        }
        ShapeGeometry::HalfPlane { normal, offset } => half_plane(canvas, view, normal, offset, brush),
    }
}

fn disc(canvas: &mut Canvas, view: &View, center: Vec2, radius: f32, brush: &Brush) {
    let center = view.point(center);
    let radius = view.length(radius).max(1.8 * brush.px);
    let edge = (2.2 * brush.px).min(radius);
    canvas.push(Item::Disc { center, radius, fill: brush.inside() });
    // The outer edge of the line is the edge of the shape.
    canvas.ring(center, radius - 0.5 * edge, edge, brush.color);
}

fn tick(canvas: &mut Canvas, foot: Vec2, direction: Vec2, width: f32, brush: &Brush) {
    let tip = foot + direction * (0.5 * width + TICK * brush.px);
    canvas.line(foot, tip, 1.2 * brush.px, brush.color);
}

fn half_plane(canvas: &mut Canvas, view: &View, normal: Vec2, offset: f32, brush: &Brush) {
    let (low, high) = view.corners();
    let middle = 0.5 * (low + high);
    let reach = (high - low).length();
    // The edge's point that is nearest to the middle; from an edge far away only the side matters.
    let off = (view.point(normal * offset) - middle).dot(vec2(normal.x, -normal.y));
    let out = vec2(normal.x, -normal.y);
    let foot = middle + out * off.clamp(-2.0 * reach, 2.0 * reach);
    let along = vec2(-out.y, out.x);
    let (a, b) = (foot - along * reach, foot + along * reach);
    let deep = -out * (4.0 * reach);
    canvas.push(Item::Polygon { points: vec![a, b, b + deep, a + deep], fill: brush.beyond() });
    let slant = (along - out).normalize_or_zero() * (HATCH * brush.px);
    for n in 0..(2.0 * reach / (HATCH_STEP * brush.px)) as u32 {
        let foot = a + along * (n as f32 * HATCH_STEP * brush.px);
        canvas.line(foot, foot + slant, 1.1 * brush.px, brush.color);
    }
    canvas.line(a, b, 2.2 * brush.px, brush.color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::png::tests::{decode, pixel};
    use crate::view::Bounds;

    const BRUSH: Brush = Brush { color: Color::BLACK, ground: Color::WHITE, px: 1.0 };

    /// The world from (-1, -1) to (1, 1) on 200 pixels.
    fn painted(outline: &ShapeGeometry) -> (Canvas, tiny_skia::Pixmap) {
        let mut canvas = Canvas::new(200, 200, Color::WHITE);
        let view = View::new(Bounds::new(vec2(-1.0, -1.0), vec2(1.0, 1.0)), Vec2::ZERO, Vec2::splat(200.0));
        paint(&mut canvas, &view, outline, &BRUSH);
        let pixmap = decode(&canvas.to_png().unwrap());
        (canvas, pixmap)
    }

    #[test]
    fn thickness_is_true_but_never_invisible() {
        let (a, b, side) = (vec2(-0.5, 0.5), vec2(0.5, 0.5), Side::Both);
        let (_, pixmap) = painted(&ShapeGeometry::Segment { a, b, radius: 0.1, side });
        for (y, ink) in [(38, false), (41, true), (58, true), (61, false)] {
            assert_eq!(pixel(&pixmap, 100, y) == Color::BLACK, ink, "y {y}");
        }
        let (_, pixmap) = painted(&ShapeGeometry::Segment { a, b, radius: 0.0, side });
        assert_eq!(pixel(&pixmap, 100, 50), Color::BLACK);
    }

    #[test]
    fn an_arc_is_where_the_engine_says() {
        let quarter = std::f32::consts::FRAC_PI_2;
        let (_, pixmap) = painted(&ShapeGeometry::Arc {
            center: Vec2::ZERO,
            arc_radius: 0.8,
            start: quarter,
            sweep: quarter,
            radius: 0.05,
            side: Side::Both,
        });
        // 80 px from the middle: up and left is drawn, the three other diagonals are not.
        for (x, y, ink) in [(43, 43, true), (157, 43, false), (43, 157, false), (157, 157, false)] {
            assert_eq!(pixel(&pixmap, x, y) == Color::BLACK, ink, "{x},{y}");
        }
    }

    #[test]
    fn bristles_stand_on_the_solid_side() {
        let (a, b) = (vec2(-0.5, 0.0), vec2(0.5, 0.0));
        for (side, above) in [(Side::Left, true), (Side::Right, false)] {
            let (canvas, _) = painted(&ShapeGeometry::Segment { a, b, radius: 0.0, side });
            let bristles = &canvas.items()[1..];
            assert!(!bristles.is_empty());
            for item in bristles {
                let Item::Line { points, .. } = item else { panic!("{item:?}") };
                assert_eq!(points[1].y < 100.0, above, "{side:?}: {points:?}");
            }
            // A counter-clockwise arc has its left inside.
            let (canvas, _) = painted(&ShapeGeometry::Arc {
                center: Vec2::ZERO,
                arc_radius: 0.5,
                start: 0.0,
                sweep: 3.0,
                radius: 0.0,
                side,
            });
            for item in &canvas.items()[1..] {
                let Item::Line { points, .. } = item else { panic!("{item:?}") };
                let inside = points[1].distance(Vec2::splat(100.0)) < 50.0;
                assert_eq!(inside, above, "{side:?}: {points:?}");
            }
        }
    }

    #[test]
    fn a_half_plane_fills_its_side_wherever_its_edge_is() {
        let diagonal = vec2(0.6, 0.8);
        for (normal, offset, upper, lower) in [
            (Vec2::Y, 0.0, false, true),
            (Vec2::NEG_Y, 0.0, true, false),
            (diagonal, 0.0, false, true),
            (Vec2::Y, 1e6, true, true),
            (Vec2::Y, -1e6, false, false),
        ] {
            let (_, pixmap) = painted(&ShapeGeometry::HalfPlane { normal, offset });
            for (y, solid) in [(20, upper), (180, lower)] {
                let seen = pixel(&pixmap, 100, y) != Color::WHITE;
                assert_eq!(seen, solid, "normal {normal}, offset {offset}, y {y}");
            }
        }
    }
}
