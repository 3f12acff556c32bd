//! Rows of the bodies that carry shapes, and how they move within a substep.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::{Pose, Shared, saved, turn};
use crate::bodies::Frame;
use crate::id::BodyId;
use crate::model::BodyKind;

/// A pose that a kinematic body moves to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) origin: DVec2,
    /// Angle at the end, radians.
    pub(crate) angle: f64,
    /// Seconds from now on until it is reached; at most a step for the next one.
    pub(crate) seconds: f64,
}

saved!(Target { origin, angle, seconds });

/// A body that carries shapes.
#[derive(Clone, Debug)]
pub(crate) struct BodyRow {
    pub(crate) id: BodyId,
    pub(crate) kind: BodyKind,
    /// Pose at time `t`.
    pub(crate) pose: Pose,
    /// Angle belonging to `pose.turn`, radians; kept so that a body that turns for ever stays exact.
    pub(crate) angle: f64,
    /// Velocity of the origin and spin at time `t`.
    pub(crate) velocity: DVec2,
    pub(crate) spin: f64,
    /// Acceleration of the origin and of the turn within this substep; only hinges and sliders have any.
    pub(crate) acceleration: DVec2,
    pub(crate) angular_acceleration: f64,
    /// Time to which the pose belongs, seconds since the start of the step.
    pub(crate) t: f64,
    /// Pose to be reached at the end of some step.
    pub(crate) target: Option<Target>,
    /// The body was stopped for the rest of the substep: it would have crushed a ball, or the work was used up.
    pub(crate) stalled: bool,
    /// Raised whenever the body's motion changes within a substep: earlier predictions no longer hold.
    pub(crate) stamp: u32,
    /// Whether its motion changed within the last substep.
    pub(crate) was_disturbed: bool,
    /// Whether it was stopped so within the last substep.
    pub(crate) was_stalled: bool,
    /// Its place among the hinges and sliders, if it is one.
    pub(crate) joint: Option<u32>,
    pub(crate) colliders: Shared<Vec<u32>>,
    /// Colliders that sense and never push.
    pub(crate) sensors: Shared<Vec<u32>>,
    /// Whether the game has left it enabled.
    pub(crate) enabled: bool,
    pub(crate) user_data: u64,
}

impl BodyRow {
    /// A body at rest without shapes.
    pub(crate) fn new(id: BodyId, kind: BodyKind, origin: DVec2, angle: f64) -> Self {
        Self {
            id,
            kind,
            pose: Pose { origin, turn: turn(angle) },
            angle,
            velocity: DVec2::ZERO,
            spin: 0.0,
            acceleration: DVec2::ZERO,
            angular_acceleration: 0.0,
            t: 0.0,
            target: None,
            stalled: false,
            stamp: 0,
            was_disturbed: false,
            was_stalled: false,
            joint: None,
            colliders: Shared::default(),
            sensors: Shared::default(),
            enabled: true,
            user_data: 0,
        }
    }

    /// Whether the body is kinematic or on a joint, even if it stands: balls are carried into its frame.
    #[inline]
    pub(crate) fn is_mover(&self) -> bool {
        self.kind != BodyKind::Fixed
    }

    #[inline]
    pub(crate) fn is_moving(&self) -> bool {
        self.velocity != DVec2::ZERO || self.spin != 0.0 || self.is_accelerating()
    }

    /// The frame of its curves.
    #[inline]
    pub(crate) fn frame(&self) -> Frame {
        Frame(self.is_mover().then_some(self.pose))
    }

    /// The same at a time, not before `self.t`.
    #[inline]
    pub(crate) fn frame_at(&self, time: f64) -> Frame {
        Frame(self.is_mover().then(|| self.pose_at(time)))
    }

    /// A place and a velocity in the frame of its curves at a time, the velocity against its matter.
    #[inline]
    pub(crate) fn against(&self, at: DVec2, velocity: DVec2, time: f64) -> (DVec2, DVec2) {
        let Frame(Some(pose)) = self.frame_at(time) else { return (at, velocity) };
        (pose.to_local(at), pose.direction_to_local(velocity - self.velocity_at(at, time)))
    }

    /// Whether it moves or may come to move within the step, struck by a ball.
    #[inline]
    pub(crate) fn may_move(&self) -> bool {
        self.is_moving() || self.joint.is_some()
    }

    #[inline]
    pub(crate) fn is_accelerating(&self) -> bool {
        self.acceleration != DVec2::ZERO || self.angular_acceleration != 0.0
    }

    /// Whether its surface turns, now or within the substep.
    #[inline]
    pub(crate) fn is_turning(&self) -> bool {
        self.spin != 0.0 || self.angular_acceleration != 0.0
    }

    /// How long it has moved since `self.t`, at a time.
    #[inline]
    fn moved_until(&self, time: f64) -> f64 {
        if self.stalled { 0.0 } else { time - self.t }
    }

    #[inline]
    fn origin_after(&self, t: f64) -> DVec2 {
        self.pose.origin + self.velocity * t + self.acceleration * (0.5 * t * t)
    }

    /// Pose at a time, not before `self.t`.
    pub(crate) fn pose_at(&self, time: f64) -> Pose {
        if !self.is_moving() {
            return self.pose;
        }
        let t = self.moved_until(time);
        let origin = self.origin_after(t);
        if !self.is_turning() {
            return Pose { origin, turn: self.pose.turn };
        }
        let turned = turn(self.spin * t + 0.5 * self.angular_acceleration * t * t);
        Pose { origin, turn: turned.rotate(self.pose.turn) }
    }

    /// Velocity of the body's matter at a point, at a time.
    #[inline]
    pub(crate) fn velocity_at(&self, point: DVec2, time: f64) -> DVec2 {
        if self.stalled || !self.is_moving() {
            return DVec2::ZERO;
        }
        let t = time - self.t;
        let spin = self.spin + self.angular_acceleration * t;
        self.velocity + self.acceleration * t + spin * (point - self.origin_after(t)).perp()
    }

    /// Greatest distance that its shapes can come nearer to a fixed point in this number of seconds of a step;
    /// without bound for a hinge or slider, which may be struck.
    pub(crate) fn most_approach(&self, point: DVec2, seconds: f64) -> f64 {
        if !self.is_mover() {
            return 0.0;
        }
        if self.joint.is_some() {
            return f64::INFINITY;
        }
        let slides = self.velocity.length() * seconds;
        // Seen from the body, the point slides and turns the other way round.
        slides + self.spin.abs() * seconds * ((point - self.pose.origin).length() + slides)
    }

    /// Acceleration of the body's matter at a point along a direction, as far as its motion gains speed.
    pub(crate) fn acceleration_along(&self, point: DVec2, direction: DVec2) -> f64 {
        (self.acceleration + self.angular_acceleration * (point - self.pose.origin).perp()).dot(direction)
    }

    /// Acceleration at which the body closes in along a direction on a point in straight flight, with this velocity
    /// relative to the body's matter. It is the body's acceleration, and the effect of its turn on motion across
    /// (Landau & Lifshitz, *Mechanics*, section 39).
    pub(crate) fn closing(&self, point: DVec2, relative: DVec2, direction: DVec2) -> f64 {
        let arm = point - self.pose.origin;
        let turned = self.angular_acceleration * arm.perp() + 2.0 * self.spin * relative.perp()
            - self.spin * self.spin * arm;
        (self.acceleration + turned).dot(direction)
    }

    /// Moves a kinematic body to a time.
    pub(crate) fn fly_to(&mut self, time: f64) {
        let t = self.moved_until(time);
        if self.is_moving() {
            self.pose.origin = self.origin_after(t);
            if self.spin != 0.0 {
                self.angle += self.spin * t;
                self.pose.turn = turn(self.angle);
            }
        }
        self.t = time;
    }

    /// Ends the substep; the next begins at `next`.
    pub(crate) fn end_substep(&mut self, next: f64) {
        self.t = next;
        self.was_stalled = core::mem::take(&mut self.stalled);
        self.was_disturbed = core::mem::take(&mut self.stamp) > 0;
        (self.acceleration, self.angular_acceleration) = (DVec2::ZERO, 0.0);
    }
}
