//! Segments and arcs in double precision, which share no code with the engine.

use carom::glam::{DVec2, Vec2};

/// A straight line, or an arc that turns by `bend` radians, left if positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) a: Vec2,
    pub(super) b: Vec2,
    pub(super) bend: f32,
}

impl Piece {
    /// Centre and radius of an arc.
    fn circle(&self) -> Option<(DVec2, f64)> {
        if self.bend == 0.0 {
            return None;
        }
        let (a, b) = (self.a.as_dvec2(), self.b.as_dvec2());
        let (sin, cos) = libm::sincos(0.5 * f64::from(self.bend));
        let chord = b - a;
        Some((0.5 * (a + b) + chord.perp() * (0.5 * cos / sin), 0.5 * chord.length() / sin.abs()))
    }

    /// The place after a share of the way.
    pub(super) fn point(&self, share: f64) -> DVec2 {
        let (a, b) = (self.a.as_dvec2(), self.b.as_dvec2());
        let Some((center, _)) = self.circle() else { return a.lerp(b, share) };
        let (sin, cos) = libm::sincos(share * f64::from(self.bend));
        center + DVec2::new(cos, sin).rotate(a - center)
    }

    /// The direction in which it runs half way along.
    pub(super) fn heading(&self) -> DVec2 {
        // That of the chord, for arcs as well.
        (self.b - self.a).as_dvec2().normalize_or_zero()
    }

    pub(super) fn distance(&self, x: DVec2) -> f64 {
        let (a, b) = (self.a.as_dvec2(), self.b.as_dvec2());
        let Some((center, radius)) = self.circle() else {
            let d = b - a;
            let share = ((x - a).dot(d) / d.length_squared()).clamp(0.0, 1.0);
            return x.distance(a + share * d);
        };
        let (from, to) = (a - center, x - center);
        let angle = libm::atan2(from.perp_dot(to), from.dot(to)) * f64::from(self.bend.signum());
        let angle = if angle < 0.0 { angle + core::f64::consts::TAU } else { angle };
        if angle <= f64::from(self.bend.abs()) {
            (to.length() - radius).abs()
        } else {
            x.distance(a).min(x.distance(b))
        }
    }

    /// Chords that are nowhere further from it than `off`.
    fn chords(&self, off: f64) -> usize {
        let Some((_, radius)) = self.circle() else { return 1 };
        let angle = 2.0 * libm::acos((1.0 - off / radius).max(0.0));
        (f64::from(self.bend.abs()) / angle) as usize + 1
    }
}

/// An outline as its pieces and as chords.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    pieces: &'a [Piece],
    chords: Vec<[DVec2; 2]>,
    /// Where an open one starts and ends.
    ends: Option<[DVec2; 2]>,
}

impl<'a> Outline<'a> {
    /// Its chords are nowhere further from it than `off`.
    pub(super) fn new(pieces: &'a [Piece], off: f64) -> Self {
        let mut chords = Vec::new();
        for piece in pieces {
            let count = piece.chords(off);
            // The same corner has the same bits from both sides, so that no line slips between two chords.
            let corner = |n: usize| match n {
                0 => piece.a.as_dvec2(),
                n if n == count => piece.b.as_dvec2(),
                n => piece.point(n as f64 / count as f64),
            };
            chords.extend((0..count).map(|n| [corner(n), corner(n + 1)]));
        }
        let ends = [pieces[0].a, pieces[pieces.len() - 1].b];
        let ends = (ends[0] != ends[1]).then(|| ends.map(|end| end.as_dvec2()));
        Self { pieces, chords, ends }
    }

    pub(super) fn distance(&self, x: DVec2) -> f64 {
        self.nearest(x).1
    }

    /// The nearest piece and how far away it is.
    pub(super) fn nearest(&self, x: DVec2) -> (usize, f64) {
        let away = self.pieces.iter().map(|piece| piece.distance(x)).enumerate();
        away.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, f64::INFINITY))
    }

    /// Distance from the nearer end; infinite for a closed one.
    pub(super) fn end(&self, x: DVec2) -> f64 {
        self.ends.map_or(f64::INFINITY, |ends| x.distance(ends[0]).min(x.distance(ends[1])))
    }

    /// Whether a straight way crosses it an odd number of times: then its ends are on two sides, unless an end of the
    /// outline is near enough to go round it.
    pub(super) fn parts(&self, from: DVec2, to: DVec2) -> bool {
        let mut odd = false;
        let way = to - from;
        let left = |x: DVec2| way.perp_dot(x - from) > 0.0;
        let mut before: Option<(DVec2, bool)> = None;
        for &[a, b] in &self.chords {
            let start = match before {
                Some((x, side)) if x == a => side,
                _ => left(a),
            };
            let end = left(b);
            before = Some((b, end));
            if start == end {
                continue;
            }
            let d = b - a;
            odd ^= (d.perp_dot(from - a) > 0.0) != (d.perp_dot(to - a) > 0.0);
        }
        odd
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::glam::vec2;

    #[test]
    fn a_way_through_a_wall_parts_and_one_over_a_bump_does_not() {
        let line = |a, b| Piece { a, b, bend: 0.0 };
        let bump = [
            line(vec2(-2.0, 0.0), vec2(-1.0, 0.0)),
            Piece { a: vec2(-1.0, 0.0), b: vec2(1.0, 0.0), bend: -3.0 },
            line(vec2(1.0, 0.0), vec2(2.0, 0.0)),
        ];
        let outline = Outline::new(&bump, 1e-3);
        let at = |x, y| DVec2::new(x, y);
        assert!(!outline.parts(at(-1.5, 0.3), at(1.5, 0.3)), "in and out");
        assert!(outline.parts(at(-1.5, 0.3), at(0.0, 0.3)), "into the bump");
        assert!(outline.parts(at(-1.5, 0.3), at(-1.5, -0.3)), "through the line");
        assert!(outline.parts(at(-1.0, 0.3), at(-1.0, -0.3)), "through a corner: once and not twice");
        assert!((outline.end(at(2.0, 1.0)) - 1.0).abs() < 1e-12, "the nearer end");
        // Nearly a half circle: its top is about one above.
        assert!((outline.distance(at(0.0, 1.5)) - 0.568).abs() < 2e-3, "{}", outline.distance(at(0.0, 1.5)));
        assert!((outline.distance(at(-2.0, 0.25)) - 0.25).abs() < 1e-12, "above its start");
    }

    #[test]
    fn arcs_run_from_end_to_end() {
        for bend in [0.5_f32, -0.5, 3.5, -3.5] {
            let piece = Piece { a: vec2(1.0, 2.0), b: vec2(3.0, 1.0), bend };
            assert!(piece.point(1.0).distance(DVec2::new(3.0, 1.0)) < 1e-6, "{bend}");
            for n in 0..=8 {
                assert!(piece.distance(piece.point(f64::from(n) / 8.0)) < 1e-6, "{bend}");
            }
            // One that turns left runs to the right of its chord.
            let side = DVec2::new(2.0, -1.0).perp_dot(piece.point(0.5) - DVec2::new(1.0, 2.0));
            assert_eq!(side < 0.0, bend > 0.0, "{bend}");
        }
    }
}
