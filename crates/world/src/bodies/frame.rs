//! The frame in which the curves of a body are written.

use glam::DVec2;

use crate::base::{Curve, Pose};

/// The frame of a body's curves: that of the world for a fixed body, wherever it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame(pub(crate) Option<Pose>);

impl Frame {
    /// A place of the world in this frame.
    #[inline]
    pub(crate) fn to_local(self, at: DVec2) -> DVec2 {
        self.0.map_or(at, |pose| pose.to_local(at))
    }

    #[inline]
    pub(crate) fn direction_to_local(self, direction: DVec2) -> DVec2 {
        self.0.map_or(direction, |pose| pose.direction_to_local(direction))
    }

    #[inline]
    pub(crate) fn direction_to_world(self, direction: DVec2) -> DVec2 {
        self.0.map_or(direction, |pose| pose.turn.rotate(direction))
    }

    /// A curve of this frame in the world.
    pub(crate) fn placed(self, curve: Curve) -> Curve {
        self.0.map_or(curve, |pose| curve.placed(pose))
    }
}
