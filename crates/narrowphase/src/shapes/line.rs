//! The endless straight line and the signed distance to it.

use super::check;
use super::circle::Circle;
use super::contact::Contact;
use super::error::ShapeError;
use super::impact::Impact;
use super::real::{Real, Vec2};
use super::roots::close_gap;

/// A line through a point, endless both ways and without thickness.
///
/// Its front is to the left of its direction; distances are positive there. A direction that is not a
/// unit vector scales every distance by its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Any point on the line.
    pub point: Vec2,
    /// Unit vector along the line.
    pub direction: Vec2,
}

impl Line {
    /// A line through `point` along `direction`, which is brought to unit length.
    ///
    /// # Errors
    /// A number that is not finite, or a direction of length zero.
    pub fn new(point: Vec2, direction: Vec2) -> Result<Self, ShapeError> {
        Ok(Self {
            point: check::finite("point", point)?,
            direction: check::direction("direction", direction)?,
        })
    }

    /// The line from `a` towards `b`.
    ///
    /// # Errors
    /// A number that is not finite, or two equal points.
    pub fn through(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        check::finite("b", b)?;
        Ok(Self { point: check::finite("a", a)?, direction: check::direction("b - a", b - a)? })
    }

    /// Unit normal on the front, to the left of the direction.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.direction.perp()
    }

    /// Distance of `p`, positive in front (left of the direction), negative behind.
    ///
    /// The cross product of the direction with `p - point` is twice the area of their triangle over a
    /// base of one, so no point on the line is formed and no digits cancel.
    ///
    /// ```
    /// use carom_narrowphase::{Line, Vec2};
    /// let line = Line::through(Vec2::ZERO, Vec2::new(3.0, 4.0)).unwrap();
    /// assert!((line.signed_distance(Vec2::new(-4.0, 3.0)) - 5.0).abs() < 1e-6);
    /// ```
    #[inline]
    #[must_use]
    pub fn signed_distance(&self, p: Vec2) -> Real {
        self.direction.perp_dot(p - self.point)
    }

    /// Position along the line of the foot of `p`, in length from `point`.
    #[inline]
    #[must_use]
    pub fn project(&self, p: Vec2) -> Real {
        self.direction.dot(p - self.point)
    }

    /// The point of the line closest to `p`.
    #[inline]
    #[must_use]
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        self.point + self.direction * self.project(p)
    }

    /// Closest approach of a ball to the line, solid from both sides. A ball exactly on the line is
    /// pushed to the front.
    #[inline]
    #[must_use]
    pub fn contact(&self, ball: &Circle) -> Contact {
        let distance = self.signed_distance(ball.center);
        let normal = if distance < 0.0 { -self.normal() } else { self.normal() };
        Contact::of_core(self.closest_point(ball.center), normal, distance.abs(), 0.0, ball.radius)
    }

    /// [`Line::contact`] of a line that is solid from the front only: `None` for a centre behind it.
    #[inline]
    #[must_use]
    pub fn contact_one_sided(&self, ball: &Circle) -> Option<Contact> {
        (self.signed_distance(ball.center) >= 0.0).then(|| self.contact(ball))
    }

    /// Whether a ball and the line overlap; touching is not yet overlap.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, ball: &Circle) -> bool {
        self.signed_distance(ball.center).abs() < ball.radius
    }

    /// First touch of a ball that moves by `motion`, from either side.
    #[inline]
    #[must_use]
    pub fn sweep(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.sweep_within(ball, motion, 1.0)
    }

    /// [`Line::sweep`] of a line that is solid from the front only: a ball whose centre starts behind it
    /// passes.
    #[inline]
    #[must_use]
    pub fn sweep_one_sided(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        if self.signed_distance(ball.center) >= 0.0 { self.sweep(ball, motion) } else { None }
    }

    /// The [sweep](Self::sweep) within `limit` times the motion, of which the time of impact counts the
    /// multiples: with a velocity for the motion, both are times.
    #[inline]
    #[must_use]
    pub fn sweep_within(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<Impact> {
        let distance = self.signed_distance(ball.center);
        let normal = if distance < 0.0 { -self.normal() } else { self.normal() };
        let gap = distance.abs() - ball.radius;
        let time = close_gap(gap, normal.dot(motion))?;
        let point = self.closest_point(ball.center + motion * time);
        Impact { time, point, normal, overlapped: gap < 0.0 }.within(limit)
    }

    /// Smallest and largest corner: infinite, but for the axis that the line runs across at right angles.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let extent = Vec2::select(self.direction.cmpeq(Vec2::ZERO), Vec2::ZERO, Vec2::INFINITY);
        (self.point - extent, self.point + extent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(x: Real, y: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius: 1.0 }
    }

    #[test]
    fn distance_has_the_sign_of_the_side() {
        let line = Line::new(Vec2::new(0.0, 1.0), Vec2::new(5.0, 0.0)).unwrap();
        assert_eq!(line.normal(), Vec2::Y);
        assert_eq!(line.signed_distance(Vec2::new(7.0, 3.0)), 2.0);
        assert_eq!(line.signed_distance(Vec2::new(7.0, -3.0)), -4.0);
        assert_eq!(line.closest_point(Vec2::new(7.0, -3.0)), Vec2::new(7.0, 1.0));
        assert_eq!(Line::through(Vec2::ONE, Vec2::ONE).unwrap_err().field, "b - a");
    }

    #[test]
    fn both_sides_stop_and_one_side_passes() {
        let line = Line { point: Vec2::ZERO, direction: Vec2::X };
        let down = line.sweep(&ball(0.0, 3.0), Vec2::new(4.0, -4.0)).unwrap();
        assert_eq!((down.time, down.normal, down.point), (0.5, Vec2::Y, Vec2::new(2.0, 0.0)));
        let up = line.sweep(&ball(0.0, -3.0), Vec2::new(0.0, 4.0)).unwrap();
        assert_eq!((up.time, up.normal), (0.5, -Vec2::Y));
        assert_eq!(line.sweep_one_sided(&ball(0.0, -3.0), Vec2::new(0.0, 9.0)), None);
        assert!(line.sweep_one_sided(&ball(0.0, 3.0), Vec2::new(0.0, -9.0)).is_some(), "from the front");
        assert_eq!(line.sweep(&ball(0.0, 1.0), Vec2::X), None, "parallel motion is no impact");
        assert_eq!(line.sweep(&ball(0.0, 0.5), Vec2::Y), None, "overlapped and separating");
        assert!(
            line.sweep(&ball(0.0, 0.5), -Vec2::Y).is_some_and(|i| i.time == 0.0 && i.overlapped),
            "pressed in"
        );
    }

    #[test]
    fn centre_on_the_line_is_pushed_to_the_front() {
        let line = Line { point: Vec2::ZERO, direction: Vec2::X };
        let c = line.contact(&ball(4.0, 0.0));
        assert_eq!((c.point, c.normal, c.separation), (Vec2::new(4.0, 0.0), Vec2::Y, -1.0));
        assert!(line.contact_one_sided(&ball(4.0, -0.1)).is_none(), "behind");
        assert!(
            line.overlaps(&ball(0.0, -0.9)) && !line.overlaps(&ball(0.0, 1.0)),
            "touching is not overlap"
        );
    }

    #[test]
    fn bounds_of_a_level_line_are_level() {
        let (low, high) = Line { point: Vec2::new(1.0, 2.0), direction: Vec2::X }.bounds();
        assert_eq!((low.y, high.y, low.x, high.x), (2.0, 2.0, Real::NEG_INFINITY, Real::INFINITY));
    }
}
