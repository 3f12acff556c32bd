//! Rows of the bodies that carry shapes, and how they move within a substep.

use alloc::vec::Vec;
use glam::DVec2;

use crate::body::{BodyId, BodyKind};

/// Place and turn of a body's frame. The turn is kept as (cos, sin).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) origin: DVec2,
    pub(crate) turn: DVec2,
}

impl Pose {
    #[inline]
    pub(crate) fn to_local(self, world: DVec2) -> DVec2 {
        self.direction_to_local(world - self.origin)
    }

    #[inline]
    pub(crate) fn direction_to_local(self, direction: DVec2) -> DVec2 {
        DVec2::new(self.turn.x, -self.turn.y).rotate(direction)
    }
}

/// A fixed or kinematic body.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) id: BodyId,
    pub(crate) kind: BodyKind,
    /// Pose at the start of the substep.
    pub(crate) pose: Pose,
    /// Angle belonging to `pose.turn`, radians; kept so that a body that turns for ever stays exact.
    pub(crate) angle: f64,
    pub(crate) velocity: DVec2,
    pub(crate) spin: f64,
    /// Pose to be reached at the end of the next step, and the angle that goes with it.
    pub(crate) target: Option<(DVec2, f64)>,
    /// Time within the substep at which the body was stopped because a ball was about to be crushed.
    pub(crate) stalled: Option<f64>,
    pub(crate) cores: Vec<u32>,
    pub(crate) user_data: u64,
}

impl Solid {
    /// Whether balls must be carried into this body's frame.
    #[inline]
    pub(crate) fn is_mover(&self) -> bool {
        self.kind != BodyKind::Fixed
    }

    #[inline]
    pub(crate) fn is_moving(&self) -> bool {
        self.velocity != DVec2::ZERO || self.spin != 0.0
    }

    #[inline]
    fn moved_for(&self, t: f64) -> f64 {
        self.stalled.map_or(t, |stop| stop.min(t))
    }

    /// Pose at `t` seconds into the substep.
    pub(crate) fn pose_at(&self, t: f64) -> Pose {
        if !self.is_moving() {
            return self.pose;
        }
        let t = self.moved_for(t);
        let origin = self.pose.origin + self.velocity * t;
        if self.spin == 0.0 {
            return Pose { origin, turn: self.pose.turn };
        }
        let (sin, cos) = libm::sincos(self.spin * t);
        Pose { origin, turn: DVec2::new(cos, sin).rotate(self.pose.turn) }
    }

    /// Velocity of the body's matter at a point, at `t` seconds into the substep.
    #[inline]
    pub(crate) fn velocity_at(&self, point: DVec2, t: f64) -> DVec2 {
        if !self.is_moving() || self.stalled.is_some_and(|stop| t >= stop) {
            return DVec2::ZERO;
        }
        self.velocity + self.spin * (point - self.pose.origin - self.velocity * t).perp()
    }

    /// Moves the body to the end of a substep of `h` seconds.
    pub(crate) fn advance(&mut self, h: f64) {
        if self.is_moving() {
            let moved = self.moved_for(h);
            self.pose.origin += self.velocity * moved;
            if self.spin != 0.0 {
                self.angle += self.spin * moved;
                self.pose.turn = turn(self.angle);
            }
        }
        self.stalled = None;
    }
}

/// (cos, sin) of an angle in radians.
pub(crate) fn turn(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}
