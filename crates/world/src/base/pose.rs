//! Where a frame is and how it is turned.

use glam::DVec2;

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

    pub(crate) fn to_world(self, local: DVec2) -> DVec2 {
        self.origin + self.turn.rotate(local)
    }

    #[inline]
    pub(crate) fn direction_to_local(self, direction: DVec2) -> DVec2 {
        DVec2::new(self.turn.x, -self.turn.y).rotate(direction)
    }
}

/// (cos, sin) of an angle in radians.
pub(crate) fn turn(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}
