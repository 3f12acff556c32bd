//! Where a ball and a shape are closest, and how far apart they are.

use super::real::{Real, Vec2, sqrt};

/// The closest approach of a ball to a shape at one instant.
///
/// Lengths are in the unit of the shapes. A shape or ball that was built with non-finite numbers gives
/// non-finite fields and never a panic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The point of the shape's surface that is closest to the ball.
    pub point: Vec2,
    /// Unit vector from the shape to the ball: the direction that pushes the ball out.
    pub normal: Vec2,
    /// Signed gap between the surfaces; negative is overlap.
    pub separation: Real,
}

impl Contact {
    /// The shortest displacement that takes the ball out of the shape: overlap times direction.
    ///
    /// Zero where the two do not overlap.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, HalfPlane, Vec2};
    /// let floor = HalfPlane::new(Vec2::ZERO, Vec2::Y).unwrap();
    /// let sunk = floor.contact(&Circle { center: Vec2::new(3.0, 0.75), radius: 1.0 });
    /// assert_eq!(sunk.penetration(), Vec2::new(0.0, 0.25));
    /// ```
    #[inline]
    #[must_use]
    pub fn penetration(&self) -> Vec2 {
        self.normal * (-self.separation).max(0.0)
    }

    /// Of a ball at `distance` from the point `core` of a core curve, in direction `normal`; the curve
    /// is inflated by `inflation`.
    #[inline]
    pub(crate) fn of_core(
        core: Vec2,
        normal: Vec2,
        distance: Real,
        inflation: Real,
        ball_radius: Real,
    ) -> Self {
        Self { point: core + normal * inflation, normal, separation: distance - inflation - ball_radius }
    }
}

/// The unit vector along `v`; `fallback` where `v` is zero, too short to square, or NaN.
#[inline]
pub(crate) fn unit_or(v: Vec2, fallback: Vec2) -> Vec2 {
    unit_and_length(v, fallback).0
}

/// [`unit_or`] with the length of `v`.
#[inline]
pub(crate) fn unit_and_length(v: Vec2, fallback: Vec2) -> (Vec2, Real) {
    let square = v.length_squared();
    let length = sqrt(square);
    if square >= Real::MIN_POSITIVE { (v / length, length) } else { (fallback, length) }
}

/// The unit vector along a `v` that is too short to square: scaled by the larger component first.
///
/// Out of line, which keeps the choice a branch where one in a million calls needs it.
#[cold]
#[inline(never)]
pub(crate) fn unit_of_short(v: Vec2, fallback: Vec2) -> Vec2 {
    let scale = v.abs().max_element();
    if scale > 0.0 { unit_or(v / scale, fallback) } else { fallback }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn penetration_is_overlap_times_direction() {
        let mut c = Contact { point: Vec2::ZERO, normal: Vec2::new(0.6, 0.8), separation: -2.0 };
        assert!((c.penetration() - Vec2::new(1.2, 1.6)).length() < 1e-6, "{}", c.penetration());
        c.separation = 0.5;
        assert_eq!(c.penetration(), Vec2::ZERO);
    }

    #[test]
    fn no_direction_falls_back() {
        assert_eq!(unit_or(Vec2::ZERO, Vec2::X), Vec2::X);
        assert_eq!(unit_or(Vec2::splat(Real::NAN), Vec2::X), Vec2::X);
        assert_eq!(unit_or(Vec2::new(0.0, -3.0), Vec2::X), -Vec2::Y);
    }

    #[test]
    fn short_vectors_have_a_direction() {
        let tiny = sqrt(Real::MIN_POSITIVE) * 1e-3;
        let n = unit_of_short(Vec2::new(3.0, -4.0) * tiny, Vec2::X);
        assert!((n - Vec2::new(0.6, -0.8)).length() < 1e-6, "{n}");
        assert_eq!(unit_of_short(Vec2::ZERO, Vec2::X), Vec2::X);
    }
}
