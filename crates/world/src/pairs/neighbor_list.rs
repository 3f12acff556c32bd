//! Possible contacts of one ball, and how long the list holds.

use glam::DVec2;
use smallvec::SmallVec;

use crate::pairs::constants::{LEAD_STEPS, MAX_LEAD, STATIC_LEAD_STEPS, STATIC_MAX_LEAD};

/// Where a ball was listed, and how far it may go from there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SafeCircle {
    pub(crate) origin: DVec2,
    pub(crate) margin: f64,
}

impl SafeCircle {
    /// A circle that holds the position of a ball and leads it by some steps of `dt` seconds.
    #[inline]
    pub(crate) fn ahead(at: DVec2, velocity: DVec2, margin: f64, dt: f64) -> Self {
        Self { origin: at + way(velocity, LEAD_STEPS * dt, MAX_LEAD * margin), margin }
    }

    /// A wider circle around this one, farther ahead.
    #[inline]
    pub(crate) fn widened(&self, margin: f64, velocity: DVec2, dt: f64) -> Self {
        let ahead = way(velocity, STATIC_LEAD_STEPS * dt, STATIC_MAX_LEAD * (margin - self.margin));
        Self { origin: self.origin + ahead, margin }
    }

    /// Whether everything within `reach` of a point lies in the circle.
    #[inline]
    pub(crate) fn contains(&self, at: DVec2, reach: f64) -> bool {
        let room = self.margin - reach;
        room >= 0.0 && (at - self.origin).length_squared() <= room * room
    }
}

/// The displacement at a velocity in some seconds, cut to a length.
fn way(velocity: DVec2, seconds: f64, longest: f64) -> DVec2 {
    let length = velocity.length() * seconds;
    velocity * if length > longest { seconds * (longest / length) } else { seconds }
}

/// Possible contacts of one ball.
#[derive(Clone, Debug, Default)]
pub(crate) struct NeighborList {
    /// Rows of balls, ascending.
    pub(crate) balls: SmallVec<[u32; 12]>,
    /// Colliders of fixed bodies, ascending.
    pub(crate) colliders: SmallVec<[u32; 6]>,
    /// Colliders of movers that pass within this step, ascending.
    pub(crate) movers: SmallVec<[u32; 2]>,
}

impl NeighborList {
    /// Copies another list into the memory of this one.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let Self { balls, colliders, movers } = self;
        balls.clone_from(&other.balls);
        colliders.clone_from(&other.colliders);
        movers.clone_from(&other.movers);
    }
}
