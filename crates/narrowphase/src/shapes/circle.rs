//! The circle: a point with a radius. It is the ball, the bumper, and from inside the round wall.

use super::check;
use super::contact::{Contact, unit_and_length, unit_of_short};
use super::error::ShapeError;
use super::impact::Impact;
use super::real::{Real, Vec2, sqrt};
use super::roots::{enter_circle_at, escape_circle_at};

/// A circle, solid (`contact`, `sweep`) or as the rim of a round hole (`contact_inside`, `sweep_inside`).
///
/// Every moving ball of this crate is a `Circle`. A radius of zero is a point. Fields that [`Circle::new`]
/// would refuse give meaningless results but never a panic or an endless loop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Centre.
    pub center: Vec2,
    /// Radius, >= 0.
    pub radius: Real,
}

impl Circle {
    /// A circle with a finite centre and a finite radius >= 0.
    ///
    /// # Errors
    /// Names the field that is out of range.
    pub fn new(center: Vec2, radius: Real) -> Result<Self, ShapeError> {
        Ok(Self { center: check::finite("center", center)?, radius: check::radius("radius", radius)? })
    }

    /// A circle of radius zero.
    #[inline]
    #[must_use]
    pub const fn point(center: Vec2) -> Self {
        Self { center, radius: 0.0 }
    }

    /// The point of the rim closest to `p`, from inside as well as from outside.
    ///
    /// For `p` at the centre all are equally close; the one in direction +y is returned.
    #[inline]
    #[must_use]
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        self.contact(&Self::point(p)).point
    }

    /// Closest approach of a ball to the solid disc. A ball at the centre is pushed out along +y.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, Vec2};
    /// let bumper = Circle::new(Vec2::ZERO, 2.0).unwrap();
    /// let contact = bumper.contact(&Circle { center: Vec2::new(5.0, 0.0), radius: 1.0 });
    /// assert_eq!((contact.point, contact.normal, contact.separation), (Vec2::new(2.0, 0.0), Vec2::X, 2.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn contact(&self, ball: &Self) -> Contact {
        let d = ball.center - self.center;
        let square = d.length_squared();
        let distance = sqrt(square);
        let normal = if square >= Real::MIN_POSITIVE { d / distance } else { unit_of_short(d, Vec2::Y) };
        Contact::of_core(self.center, normal, distance, self.radius, ball.radius)
    }

    /// Closest approach of a ball to the rim of a round hole, everything outside of which is solid.
    ///
    /// The normal points to the centre. A ball wider than the hole overlaps it wherever it is. For a
    /// ball at the centre all points of the rim are equally close; the normal is then +y.
    #[inline]
    #[must_use]
    pub fn contact_inside(&self, ball: &Self) -> Contact {
        let (outward, distance) = unit_and_length(ball.center - self.center, -Vec2::Y);
        Contact {
            point: self.center + outward * self.radius,
            normal: -outward,
            separation: self.radius - ball.radius - distance,
        }
    }

    /// Whether a ball and the solid disc overlap; touching is not yet overlap.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, ball: &Self) -> bool {
        // Without the square root; the sum of radii is exact enough against the squared distance.
        let reach = self.radius + ball.radius;
        (ball.center - self.center).length_squared() < reach * reach
    }

    /// Whether a ball reaches over the rim of a round hole; touching it from inside is not yet overlap.
    #[inline]
    #[must_use]
    pub fn overlaps_inside(&self, ball: &Self) -> bool {
        self.contact_inside(ball).separation < 0.0
    }

    /// First touch of a ball that moves by `motion` with the solid disc at rest.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, Vec2};
    /// let bumper = Circle::new(Vec2::ZERO, 2.0).unwrap();
    /// let ball = Circle { center: Vec2::new(-7.0, 0.0), radius: 1.0 };
    /// let impact = bumper.sweep(&ball, Vec2::new(8.0, 0.0)).unwrap();
    /// assert_eq!((impact.time, impact.point, impact.normal), (0.5, Vec2::new(-2.0, 0.0), -Vec2::X));
    /// ```
    #[inline]
    #[must_use]
    pub fn sweep(&self, ball: &Self, motion: Vec2) -> Option<Impact> {
        self.sweep_within(ball, motion, 1.0)
    }

    /// The [sweep](Self::sweep) within `limit` times the motion, of which the time of impact counts the
    /// multiples: with a velocity for the motion, both are times.
    #[inline]
    #[must_use]
    pub fn sweep_within(&self, ball: &Self, motion: Vec2, limit: Real) -> Option<Impact> {
        let touch = enter_circle_at(ball.center - self.center, motion, self.radius + ball.radius)?;
        Impact::of_point(self.center, self.radius, touch).within(limit)
    }

    /// First touch of two moving balls: this one moves by `own_motion`, `ball` by `motion`.
    ///
    /// The normal points from this ball to the other, and the point lies on this ball at that time.
    #[inline]
    #[must_use]
    pub fn sweep_moving(&self, own_motion: Vec2, ball: &Self, motion: Vec2) -> Option<Impact> {
        let mut impact = self.sweep(ball, motion - own_motion)?;
        impact.point += own_motion * impact.time;
        Some(impact)
    }

    /// First touch of a moving ball with the rim of a round hole, everything outside of which is solid.
    ///
    /// A ball that starts in the solid and moves inwards has its impact where it would next go deeper:
    /// at the far side of the hole or, if it passes the hole by or does not fit into it, at its closest
    /// approach to the centre.
    #[inline]
    #[must_use]
    pub fn sweep_inside(&self, ball: &Self, motion: Vec2) -> Option<Impact> {
        let room = (self.radius - ball.radius).max(0.0);
        let touch = escape_circle_at(ball.center - self.center, motion, room)?;
        Impact {
            time: touch.time,
            point: self.center + touch.direction * self.radius,
            normal: -touch.direction,
            overlapped: touch.overlapped || ball.radius > self.radius,
        }
        .within(1.0)
    }

    /// Smallest and largest corner of the box around the disc.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> (Vec2, Vec2) {
        (self.center - self.radius, self.center + self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Circle = Circle { center: Vec2::ZERO, radius: 1.0 };

    fn ball(x: Real, y: Real, radius: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius }
    }

    #[test]
    fn constructor_names_the_field() {
        assert_eq!(Circle::new(Vec2::ZERO, -1.0).unwrap_err().field, "radius");
        assert_eq!(Circle::new(Vec2::new(0.0, Real::NAN), 1.0).unwrap_err().field, "center");
    }

    #[test]
    fn same_centres_push_up() {
        let c = UNIT.contact(&ball(0.0, 0.0, 0.5));
        assert_eq!((c.normal, c.separation, c.point), (Vec2::Y, -1.5, Vec2::Y));
        assert_eq!(c.penetration(), Vec2::new(0.0, 1.5));
        assert!(UNIT.overlaps(&ball(0.0, 0.0, 0.0)), "a point in the middle");
        assert!(!UNIT.overlaps(&ball(3.0, 0.0, 2.0)), "touching is not overlap");
    }

    #[test]
    fn a_ball_in_a_hole_touches_the_rim_from_inside() {
        let hole = ball(0.0, 0.0, 5.0);
        let c = hole.contact_inside(&ball(3.0, 0.0, 1.0));
        assert_eq!((c.separation, c.normal, c.point), (1.0, -Vec2::X, Vec2::new(5.0, 0.0)));
        assert_eq!(hole.contact_inside(&ball(0.0, 0.0, 1.0)).separation, 4.0);
        assert_eq!(hole.contact_inside(&ball(1.0, 0.0, 7.0)).separation, -3.0);
        assert!(!hole.overlaps_inside(&ball(4.0, 0.0, 1.0)), "touching is not overlap");
        assert!(
            hole.overlaps_inside(&ball(4.5, 0.0, 1.0)) && hole.overlaps_inside(&ball(0.0, 0.0, 5.5)),
            "over"
        );
        let hit = hole.sweep_inside(&ball(3.0, 0.0, 1.0), Vec2::new(-14.0, 0.0)).unwrap();
        assert_eq!((hit.time, hit.normal, hit.point), (0.5, Vec2::X, Vec2::new(-5.0, 0.0)));
        assert!(!hit.overlapped, "it started inside");
    }

    #[test]
    fn a_ball_in_the_wall_of_a_hole_may_come_back() {
        let hole = ball(0.0, 0.0, 5.0);
        let stuck = ball(4.5, 0.0, 1.0);
        let out = hole.sweep_inside(&stuck, Vec2::X).unwrap();
        assert!(out.time == 0.0 && out.overlapped && out.normal == -Vec2::X, "{out:?}");
        assert_eq!(hole.sweep_inside(&stuck, -Vec2::X), None);
        let far = hole.sweep_inside(&stuck, Vec2::new(-17.0, 0.0)).unwrap();
        assert_eq!((far.time, far.overlapped), (0.5, true));
        let wide = hole.sweep_inside(&ball(-1.0, 0.0, 7.0), Vec2::new(4.0, 0.0)).unwrap();
        assert_eq!((wide.time, wide.overlapped), (0.25, true));
    }

    #[test]
    fn balls_meet_in_the_moving_frame() {
        let (a, b) = (ball(0.0, 0.0, 1.0), ball(10.0, 0.0, 1.0));
        let hit = a.sweep_moving(Vec2::new(8.0, 2.0), &b, Vec2::new(-8.0, 2.0)).unwrap();
        assert_eq!((hit.time, hit.normal, hit.point), (0.5, Vec2::X, Vec2::new(5.0, 1.0)));
        assert_eq!(a.sweep_moving(Vec2::X, &b, Vec2::X), None);
    }

    #[test]
    fn grazing_counts_and_overlap_follows_the_rule() {
        let hit = UNIT.sweep(&ball(-4.0, 2.0, 1.0), Vec2::new(8.0, 0.0)).unwrap();
        assert_eq!((hit.time, hit.normal), (0.5, Vec2::Y));
        assert_eq!(UNIT.sweep(&ball(1.5, 0.0, 1.0), Vec2::X), None);
        let hit = UNIT.sweep(&ball(1.5, 0.0, 1.0), -Vec2::X).unwrap();
        assert!(hit.time == 0.0 && hit.overlapped && hit.normal == Vec2::X, "{hit:?}");
        assert_eq!(UNIT.sweep(&ball(4.0, 0.0, 1.0), -Vec2::X), None);
    }
}
