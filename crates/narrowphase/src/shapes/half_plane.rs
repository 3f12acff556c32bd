//! The half-space: everything behind an endless line is solid.

use super::check;
use super::circle::Circle;
use super::contact::Contact;
use super::error::ShapeError;
use super::impact::Impact;
use super::real::{Real, Vec2};
use super::roots::close_gap;

/// A solid half of the plane, free on the side to which `normal` points.
///
/// A normal that is not a unit vector scales every distance by its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Any point on the surface.
    pub point: Vec2,
    /// Unit vector out of the solid.
    pub normal: Vec2,
}

impl HalfPlane {
    /// The half-space behind the surface through `point`; `normal` is brought to unit length.
    ///
    /// # Errors
    /// A number that is not finite, or a normal of length zero.
    pub fn new(point: Vec2, normal: Vec2) -> Result<Self, ShapeError> {
        Ok(Self { point: check::finite("point", point)?, normal: check::direction("normal", normal)? })
    }

    /// Distance of `p` from the surface; negative in the solid.
    #[inline]
    #[must_use]
    pub fn signed_distance(&self, p: Vec2) -> Real {
        // Relative to a point instead of an offset from the origin: nothing cancels far away from it.
        self.normal.dot(p - self.point)
    }

    /// The point of the surface closest to `p`.
    #[inline]
    #[must_use]
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        p - self.normal * self.signed_distance(p)
    }

    /// Closest approach of a ball to the solid, at any depth.
    #[inline]
    #[must_use]
    pub fn contact(&self, ball: &Circle) -> Contact {
        let distance = self.signed_distance(ball.center);
        Contact {
            point: ball.center - self.normal * distance,
            normal: self.normal,
            separation: distance - ball.radius,
        }
    }

    /// Whether a ball and the solid overlap; touching is not yet overlap.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, ball: &Circle) -> bool {
        self.signed_distance(ball.center) < ball.radius
    }

    /// First touch of a ball that moves by `motion`.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, HalfPlane, Vec2};
    /// let floor = HalfPlane::new(Vec2::ZERO, Vec2::Y).unwrap();
    /// let ball = Circle { center: Vec2::new(0.0, 3.0), radius: 1.0 };
    /// let impact = floor.sweep(&ball, Vec2::new(2.0, -4.0)).unwrap();
    /// assert_eq!((impact.time, impact.point), (0.5, Vec2::new(1.0, 0.0)));
    /// ```
    #[inline]
    #[must_use]
    pub fn sweep(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.sweep_within(ball, motion, 1.0)
    }

    /// The [sweep](Self::sweep) within `limit` times the motion, of which the time of impact counts the
    /// multiples: with a velocity for the motion, both are times.
    #[inline]
    #[must_use]
    pub fn sweep_within(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<Impact> {
        let gap = self.signed_distance(ball.center) - ball.radius;
        let time = close_gap(gap, self.normal.dot(motion))?;
        let point = self.closest_point(ball.center + motion * time);
        Impact { time, point, normal: self.normal, overlapped: gap < 0.0 }.within(limit)
    }

    /// Smallest and largest corner: infinite, but for the side to which an axis-aligned normal points.
    #[must_use]
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let (mut low, mut high) = (Vec2::NEG_INFINITY, Vec2::INFINITY);
        if self.normal.x == 0.0 {
            if self.normal.y > 0.0 { high.y = self.point.y } else { low.y = self.point.y }
        } else if self.normal.y == 0.0 {
            if self.normal.x > 0.0 { high.x = self.point.x } else { low.x = self.point.x }
        }
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: HalfPlane = HalfPlane { point: Vec2::new(0.0, 1.0), normal: Vec2::Y };

    fn ball(x: Real, y: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius: 1.0 }
    }

    #[test]
    fn depth_is_unlimited() {
        let c = FLOOR.contact(&ball(5.0, -9.0));
        assert_eq!(
            (c.point, c.separation, c.penetration()),
            (Vec2::new(5.0, 1.0), -11.0, Vec2::new(0.0, 11.0))
        );
        assert!(
            FLOOR.overlaps(&ball(0.0, 1.9)) && !FLOOR.overlaps(&ball(0.0, 2.0)),
            "touching is not overlap"
        );
    }

    #[test]
    fn overlap_follows_the_rule() {
        assert_eq!(FLOOR.sweep(&ball(0.0, -9.0), Vec2::Y), None);
        assert!(
            FLOOR.sweep(&ball(0.0, -9.0), -Vec2::Y).is_some_and(|i| i.time == 0.0 && i.overlapped),
            "pressed in"
        );
        assert!(
            FLOOR.sweep(&ball(0.0, 2.0), -Vec2::Y).is_some_and(|i| i.time == 0.0 && !i.overlapped),
            "touching"
        );
        assert_eq!(FLOOR.sweep(&ball(0.0, 2.0), Vec2::X), None);
    }

    #[test]
    fn bounds_end_at_a_level_surface() {
        assert_eq!(FLOOR.bounds(), (Vec2::NEG_INFINITY, Vec2::new(Real::INFINITY, 1.0)));
        assert_eq!(
            HalfPlane::new(Vec2::ZERO, Vec2::ONE).unwrap().bounds(),
            (Vec2::NEG_INFINITY, Vec2::INFINITY)
        );
        assert_eq!(HalfPlane::new(Vec2::ZERO, Vec2::ZERO).unwrap_err().field, "normal");
    }
}
