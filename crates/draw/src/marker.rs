//! Markers: the shapes that distinguish points of a chart without colour.

use carom::glam::{Vec2, vec2};

use crate::canvas::{Canvas, Item};
use crate::color::Color;

/// The shape of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marker {
    /// A disc.
    #[default]
    Disc,
    /// A square.
    Square,
    /// A triangle, point up.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A circle's line.
    Ring,
    /// A diagonal cross.
    Cross,
}

impl Marker {
    /// The markers in turn.
    pub(crate) fn nth(n: usize) -> Self {
        const ALL: [Marker; 6] =
            [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond, Marker::Ring, Marker::Cross];
        ALL[n % ALL.len()]
    }

    /// Paints it about as large as a disc of this radius, pixels.
    pub(crate) fn paint(self, canvas: &mut Canvas, at: Vec2, radius: f32, color: Color) {
        let mut polygon = |corners: &[(f32, f32)]| {
            let points = corners.iter().map(|&(x, y)| at + radius * vec2(x, y)).collect();
            canvas.push(Item::Polygon { points, fill: color });
        };
        match self {
            Self::Disc => canvas.push(Item::Disc { center: at, radius, fill: color }),
            Self::Square => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            Self::Triangle => polygon(&[(0.0, -1.25), (1.15, 0.8), (-1.15, 0.8)]),
            Self::Diamond => polygon(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            Self::Ring => canvas.ring(at, 0.85 * radius, 0.45 * radius, color),
            Self::Cross => {
                let d = 0.85 * radius;
                canvas.line(at + vec2(-d, -d), at + vec2(d, d), 0.45 * radius, color);
                canvas.line(at + vec2(-d, d), at + vec2(d, -d), 0.45 * radius, color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_marker_looks_different() {
        let drawn: Vec<Vec<Item>> = (0..6)
            .map(|n| {
                let mut canvas = Canvas::new(20, 20, Color::WHITE);
                Marker::nth(n).paint(&mut canvas, vec2(10.0, 10.0), 5.0, Color::BLUE);
                canvas.items().to_vec()
            })
            .collect();
        for (n, a) in drawn.iter().enumerate() {
            assert!(!a.is_empty());
            assert!(!drawn[..n].contains(a), "marker {n}");
        }
    }
}
