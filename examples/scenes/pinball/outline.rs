//! A path and the polygon that follows it, drawn with one pen.

use carom::prelude::*;

/// Corners per arc: the polygon is off by less than 0.2 mm on the largest arc of the table.
const CORNERS: usize = 64;

/// Draws a wall and remembers where it runs, so that a lost ball can be found without asking the engine.
#[derive(Clone, Debug)]
pub(super) struct Pen {
    path: Chain,
    corners: Vec<Vec2>,
}

impl Pen {
    pub(super) fn down(start: Vec2) -> Self {
        Self { path: Chain::start(start), corners: vec![start] }
    }

    pub(super) fn line_to(mut self, end: Vec2) -> Self {
        self.path = self.path.line_to(end);
        self.corners.push(end);
        self
    }

    /// The arc that bulges to the right of the way to `end` by `height`, at most half of the way's length.
    /// A negative height bulges to the left.
    pub(super) fn bulge_to(mut self, height: f32, end: Vec2) -> Self {
        let start = self.corners.last().copied().unwrap_or(end);
        let chord = end - start;
        let out = -chord.perp().normalize_or_zero();
        self.path = self.path.arc_to(0.5 * (start + end) + out * height, end);
        // By the chord theorem: the radius, and with it the centre, from half chord and height.
        let half = 0.5 * chord.length();
        let radius = (half * half + height * height) / (2.0 * height);
        let center = 0.5 * (start + end) + out * (height - radius);
        let (from, to) = (start - center, end - center);
        // Of the two ways round it is the shorter one; for half a circle the height tells which.
        let sweep = libm::atan2f(from.perp_dot(to), from.dot(to)).abs() * height.signum();
        for k in 1..=CORNERS {
            let (sin, cos) = libm::sincosf(sweep * k as f32 / CORNERS as f32);
            self.corners.push(center + vec2(cos, sin).rotate(from));
        }
        self
    }

    /// The closed path, and the corners of its polygon.
    pub(super) fn close(self) -> (Chain, Vec<Vec2>) {
        (self.path.close(), self.corners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_lie_on_the_arc() {
        let pen = Pen::down(vec2(1.0, 0.0)).bulge_to(1.0, vec2(-1.0, 0.0));
        for corner in &pen.corners {
            assert!((corner.length() - 1.0).abs() < 1e-5 && corner.y > -1e-5, "{corner}");
        }
        let pen = Pen::down(vec2(0.0, 2.0)).bulge_to(-0.5, vec2(0.0, 0.0));
        assert!(pen.corners.iter().all(|p| p.x > -1e-5 && p.x < 0.500_01), "{:?}", pen.corners);
        assert!(pen.corners.iter().any(|p| (*p - vec2(0.5, 1.0)).length() < 1e-5), "{:?}", pen.corners);
    }
}
