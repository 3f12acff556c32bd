//! Placing a shape: a pose, and a motion that turns and shifts at a steady rate.

use super::arc::Arc;
use super::capsule::Capsule;
use super::circle::Circle;
use super::half_plane::HalfPlane;
use super::line::Line;
use super::real::{Real, Vec2, sin_cos};
use super::segment::Segment;

/// A rotation about the origin followed by a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where the origin of the shape's frame lies.
    pub position: Vec2,
    /// Cosine and sine of the angle, counter-clockwise.
    pub rotation: Vec2,
}

impl Pose {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self { position: Vec2::ZERO, rotation: Vec2::X };

    /// A pose of the given angle, rad, counter-clockwise.
    #[must_use]
    pub fn new(position: Vec2, angle: Real) -> Self {
        let (sin, cos) = sin_cos(angle);
        Self { position, rotation: Vec2::new(cos, sin) }
    }

    /// A shift without rotation.
    #[inline]
    #[must_use]
    pub const fn shift(position: Vec2) -> Self {
        Self { position, rotation: Vec2::X }
    }

    /// A point of the shape's frame in the outer frame.
    #[inline]
    #[must_use]
    pub fn point(&self, p: Vec2) -> Vec2 {
        self.rotation.rotate(p) + self.position
    }

    /// A direction of the shape's frame in the outer frame.
    #[inline]
    #[must_use]
    pub fn direction(&self, d: Vec2) -> Vec2 {
        self.rotation.rotate(d)
    }

    /// A point of the outer frame in the shape's frame.
    #[inline]
    #[must_use]
    pub fn inverse_point(&self, p: Vec2) -> Vec2 {
        self.inverse_direction(p - self.position)
    }

    /// A direction of the outer frame in the shape's frame.
    #[inline]
    #[must_use]
    pub fn inverse_direction(&self, d: Vec2) -> Vec2 {
        Vec2::new(self.rotation.x, -self.rotation.y).rotate(d)
    }
}

/// A steady rigid motion: the pivot moves by `translation` while the shape turns about it by `rotation`.
///
/// Rates are per whole motion, so at time `t` in [0, 1] the angle is `rotation * t`; several turns in one
/// motion are allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// The point about which the shape turns, where it is at time 0.
    pub pivot: Vec2,
    /// Displacement of the pivot over the motion.
    pub translation: Vec2,
    /// Angle turned over the motion, rad, counter-clockwise.
    pub rotation: Real,
}

impl Motion {
    /// A turn about a pivot at rest: a flipper, a gate, a spinner.
    #[inline]
    #[must_use]
    pub const fn turn(pivot: Vec2, rotation: Real) -> Self {
        Self { pivot, translation: Vec2::ZERO, rotation }
    }

    /// Where the shape's point that is at `p` at time 0 is at time `t`.
    #[inline]
    #[must_use]
    pub fn point_at(&self, p: Vec2, t: Real) -> Vec2 {
        self.pose_at(t).point(p - self.pivot)
    }

    /// The pose at time `t` of the frame that sits in the pivot and is upright at time 0.
    #[inline]
    #[must_use]
    pub fn pose_at(&self, t: Real) -> Pose {
        Pose::new(self.pivot + self.translation * t, self.rotation * t)
    }

    /// Velocity, per motion, of the shape's material point that is at `p` at time `t`.
    #[inline]
    #[must_use]
    pub fn velocity_at(&self, p: Vec2, t: Real) -> Vec2 {
        self.translation + (p - self.pivot - self.translation * t).perp() * self.rotation
    }
}

impl Circle {
    /// The circle, given in the frame of the pose, in the outer frame.
    #[inline]
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self { center: pose.point(self.center), radius: self.radius }
    }
}

impl Line {
    /// The line, given in the frame of the pose, in the outer frame.
    #[inline]
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self { point: pose.point(self.point), direction: pose.direction(self.direction) }
    }
}

impl HalfPlane {
    /// The half-space, given in the frame of the pose, in the outer frame.
    #[inline]
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self { point: pose.point(self.point), normal: pose.direction(self.normal) }
    }
}

impl Segment {
    /// The segment, given in the frame of the pose, in the outer frame.
    #[inline]
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self {
            a: pose.point(self.a),
            b: pose.point(self.b),
            direction: pose.direction(self.direction),
            length: self.length,
        }
    }
}

impl Capsule {
    /// The capsule, given in the frame of the pose, in the outer frame.
    #[inline]
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        self.core.transformed(pose).inflated(self.radius)
    }
}

impl Arc {
    /// The arc, given in the frame of the pose, in the outer frame.
    #[inline]
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        Self {
            center: pose.point(self.center),
            start: pose.direction(self.start),
            end: pose.direction(self.end),
            middle: pose.direction(self.middle),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::real::TAU;
    use super::*;

    fn close(a: Vec2, b: Vec2) -> bool {
        (a - b).length() < 1e-5
    }

    #[test]
    fn a_quarter_turn_and_back() {
        let pose = Pose::new(Vec2::new(1.0, 2.0), 0.25 * TAU);
        assert!(close(pose.point(Vec2::X), Vec2::new(1.0, 3.0)), "{}", pose.point(Vec2::X));
        assert!(close(pose.inverse_point(pose.point(Vec2::new(3.0, -4.0))), Vec2::new(3.0, -4.0)), "inverse");
        assert_eq!(Pose::IDENTITY.point(Vec2::X), Pose::shift(Vec2::X).point(Vec2::ZERO));
    }

    #[test]
    fn velocity_is_the_slope_of_the_way() {
        let m = Motion { pivot: Vec2::new(1.0, 1.0), translation: Vec2::new(2.0, -1.0), rotation: 1.5 };
        let (p, t, dt) = (Vec2::new(3.0, 0.5), 0.4, 1e-2);
        let slope = (m.point_at(p, t + dt) - m.point_at(p, t - dt)) / (2.0 * dt);
        let velocity = m.velocity_at(m.point_at(p, t), t);
        assert!((slope - velocity).length() < 1e-3, "{slope} {velocity}");
    }

    #[test]
    fn shapes_turn_as_their_points_do() {
        let pose = Pose::new(Vec2::new(-1.0, 0.5), 0.7);
        let p = Vec2::new(0.3, 2.0);
        let arc = Arc::new(Vec2::X, 2.0, 0.2, 1.0).unwrap();
        assert!(
            close(arc.transformed(&pose).closest_point(pose.point(p)), pose.point(arc.closest_point(p))),
            "arc"
        );
        let capsule = Capsule::new(Vec2::ZERO, Vec2::X, 0.2).unwrap();
        let turned = capsule.transformed(&pose);
        assert!(close(turned.closest_point(pose.point(p)), pose.point(capsule.closest_point(p))), "capsule");
        let plane = HalfPlane { point: Vec2::X, normal: Vec2::Y };
        let line = Line { point: Vec2::X, direction: Vec2::X };
        let q = pose.point(p);
        assert!(
            (plane.transformed(&pose).signed_distance(q) - plane.signed_distance(p)).abs() < 1e-5,
            "half-space"
        );
        assert!((line.transformed(&pose).signed_distance(q) - line.signed_distance(p)).abs() < 1e-5, "line");
        assert!(close(Circle::point(p).transformed(&pose).center, q), "circle");
    }
}
