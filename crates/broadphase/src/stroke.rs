//! The stroke: a thick segment, by which the grid knows a curve.
use crate::aabb::Aabb;
use crate::disc::{Disc, Entry, LIMIT};
use glam::{DVec2, Vec2, Vec2Swizzles};

/// All points within `radius` of the segment from `a` to `b`; with `a` equal to `b` a disc.
///
/// A curve is handed to the grid as strokes that together cover it. A stroke takes part if its ends are
/// finite and its radius finite and not negative, all at most [`LIMIT`]; any other is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// One end of the core, length units.
    pub a: Vec2,
    /// The other end of the core, length units.
    pub b: Vec2,
    /// Half the thickness, length units.
    pub radius: f32,
}

impl Stroke {
    /// The stroke from `a` to `b`.
    #[must_use]
    pub const fn new(a: Vec2, b: Vec2, radius: f32) -> Self {
        Self { a, b, radius }
    }

    /// The smallest box around the stroke, up to rounding.
    #[must_use]
    pub fn bounds(self) -> Aabb {
        Aabb::from_points([self.a, self.b]).inflate(self.radius)
    }

    /// Whether stroke and disc share a point; touching counts. Rounding errs on the side of contact, by a
    /// millionth of the sum of the radii and 1e-12 of the stroke's coordinates.
    #[must_use]
    pub fn touches(self, disc: Disc) -> bool {
        self.is_valid() && Entry::new(disc, 0).is_valid() && self.touches_valid(disc)
    }

    /// The same for a stroke and a disc that are known to be valid.
    #[inline]
    pub(crate) fn touches_valid(self, disc: Disc) -> bool {
        let (a, d) = (self.a.as_dvec2(), self.b.as_dvec2() - self.a.as_dvec2());
        let p = disc.center.as_dvec2() - a;
        let to_center = p - d * nearest_fraction(p, d, 1.0);
        let reach = self.reach() + f64::from(disc.radius) * STRETCH;
        to_center.length_squared() <= reach * reach
    }

    /// Whether the core meets the box grown by the radius on every side. At the corners of the box this is
    /// up to 0.41 radii more than the stroke itself. Found by separating axes: x, y and the core's normal.
    #[must_use]
    pub fn may_touch_box(self, bounds: Aabb) -> bool {
        if !self.is_valid() || bounds.is_empty() {
            return false;
        }
        let (a, b, reach) = (self.a.as_dvec2(), self.b.as_dvec2(), self.reach());
        // Points outside the bounds of the core can't meet it; without this cut all numbers are of its size.
        let min = (bounds.min.as_dvec2() - reach).max(a.min(b));
        let max = (bounds.max.as_dvec2() + reach).min(a.max(b));
        if min.cmpgt(max).any() {
            return false;
        }
        let (d, center, half) = (b - a, (min + max) * 0.5, (max - min) * 0.5);
        let rounding = a.abs().max(b.abs()).max_element() * f64::EPSILON * 16.0;
        d.perp_dot(center - a).abs() <= d.abs().yx().dot(half + rounding)
    }

    /// Lowest and highest corner of the box around the stroke.
    pub(crate) fn exact_bounds(self) -> [DVec2; 2] {
        let (a, b, reach) = (self.a.as_dvec2(), self.b.as_dvec2(), self.reach());
        [a.min(b) - reach, a.max(b) + reach]
    }

    pub(crate) fn is_valid(self) -> bool {
        let limit = Vec2::splat(LIMIT);
        self.a.abs().cmple(limit).all()
            && self.b.abs().cmple(limit).all()
            && (0.0..=LIMIT).contains(&self.radius)
    }

    /// The radius, padded against the rounding of the tests above.
    pub(crate) fn reach(self) -> f64 {
        let size = f64::from(self.a.abs().max(self.b.abs()).max_element());
        f64::from(self.radius) * STRETCH + size * COORDINATE_PAD + TINY
    }
}

/// As for discs, in the units of f64 tests: generous against 2^-52, invisible beside f32 input.
pub(crate) const STRETCH: f64 = 1.0 + 1.0 / (1 << 20) as f64;
/// 2^-40 of the coordinates: a thousand roundings of f64, a ten-thousandth of one of f32.
pub(crate) const COORDINATE_PAD: f64 = 1.0 / (1_u64 << 40) as f64;
const TINY: f64 = 1e-18;

/// The fraction in `0..=max` at which the point that moves by `d` is nearest to `p`; zero if it rests.
pub(crate) fn nearest_fraction(p: DVec2, d: DVec2, max: f64) -> f64 {
    let length_squared = d.length_squared();
    if length_squared > 0.0 { (p.dot(d) / length_squared).min(max).max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn touches_along_the_core_and_around_the_ends() {
        let stroke = Stroke::new(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.25);
        assert!(stroke.touches(Disc::new(vec2(0.3, 0.75), 0.5)), "beside the core, touching");
        assert!(!stroke.touches(Disc::new(vec2(0.3, 0.751), 0.5)), "beside the core, apart");
        // Offset (0.6, 0.8) from the end: distance 1 = 0.25 + 0.75.
        assert!(stroke.touches(Disc::new(vec2(1.6, 0.8), 0.75)), "around the end, touching");
        assert!(!stroke.touches(Disc::new(vec2(1.6, 0.8), 0.749)), "around the end, apart");
        let point = Stroke::new(Vec2::ONE, Vec2::ONE, 0.0);
        assert!(point.touches(Disc::new(vec2(1.0, 3.0), 2.0)), "a point");
        assert!(!Stroke::new(Vec2::ONE, Vec2::NAN, 0.0).touches(Disc::new(Vec2::ONE, 1.0)), "NaN");
    }

    #[test]
    fn box_test_knows_the_diagonal() {
        let stroke = Stroke::new(Vec2::ZERO, vec2(10.0, 10.0), 0.1);
        let corner = |x: f32| Aabb::from((vec2(x, 0.0), vec2(10.0, 10.0 - x)));
        // The box's upper left corner (x, 10 - x) lies on the core at x = 5; grown by 0.1 it reaches 5.1.
        assert!(stroke.may_touch_box(corner(5.09)), "grown box reaches the core");
        assert!(!stroke.may_touch_box(corner(5.11)), "inside the bounding box, beside the stroke");
        assert!(stroke.may_touch_box(Aabb::from((Vec2::NEG_INFINITY, Vec2::INFINITY))), "all of the plane");
        assert!(!stroke.may_touch_box(Aabb::EMPTY), "the empty box");
    }
}
