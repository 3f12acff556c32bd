//! The cubic curve, in the form of Bezier.

use glam::DVec2;

/// A cubic Bezier curve.
///
/// ```
/// use carom_biarc::{Cubic, fit};
/// use glam::dvec2;
/// // A quarter of a circle, as drawing programs write it.
/// let k = 0.552_284_75;
/// let quarter = Cubic::new([dvec2(1.0, 0.0), dvec2(1.0, k), dvec2(k, 1.0), dvec2(0.0, 1.0)]);
/// let chain = fit(&|t| quarter.at(t), 1e-3);
/// assert_eq!(chain.pieces.len(), 2);
/// assert!(chain.deviation < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cubic {
    /// Start, two control points, end.
    pub points: [DVec2; 4],
}

impl Cubic {
    /// The curve with these control points.
    #[must_use]
    pub const fn new(points: [DVec2; 4]) -> Self {
        Self { points }
    }

    /// The curve from `a` to `b` that leaves `a` with one velocity and arrives at `b` with another, in a time of 1.
    #[must_use]
    pub fn hermite(a: DVec2, leaving: DVec2, arriving: DVec2, b: DVec2) -> Self {
        Self { points: [a, a + leaving / 3.0, b - arriving / 3.0, b] }
    }

    /// The span from `b` to `c` of the Catmull-Rom curve through four points, with the square roots of the distances as
    /// times ("centripetal"). A point that is given twice stands for an end: the curve leaves it straight.
    #[must_use]
    pub fn catmull_rom([a, b, c, d]: [DVec2; 4]) -> Self {
        /// Times below this count as none.
        const NONE: f64 = 1e-4;
        let or = |time: f64, other: f64| if time < NONE { other } else { time };
        let middle = or(libm::sqrt(b.distance(c)), 1.0);
        let [before, after] = [(a, b), (c, d)].map(|(p, q)| or(libm::sqrt(p.distance(q)), middle));
        let leaving = (b - a) / before - (c - a) / (before + middle) + (c - b) / middle;
        let arriving = (c - b) / middle - (d - b) / (middle + after) + (d - c) / after;
        Self::hermite(b, leaving * middle, arriving * middle, c)
    }

    /// Where the curve is at a time from 0 to 1, and its direction: a unit vector, or zero where the curve has none.
    #[must_use]
    pub fn at(&self, t: f64) -> (DVec2, DVec2) {
        let [a, b, c, d] = self.points;
        let s = 1.0 - t;
        let place = a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t);
        let velocity = (b - a) * (s * s) + (c - b) * (2.0 * s * t) + (d - c) * (t * t);
        let size = self.points.iter().fold(0.0_f64, |size, point| size.max(point.distance(a)));
        if velocity.length() > 1e-9 * size {
            return (place, velocity.normalize_or_zero());
        }
        // At an end whose control point lies on it, the next one gives the direction.
        let direction = match t {
            0.0 if c != a => c - a,
            0.0 => d - a,
            1.0 if b != d => d - b,
            1.0 => d - a,
            _ => DVec2::ZERO,
        };
        (place, direction.normalize_or_zero())
    }
}
