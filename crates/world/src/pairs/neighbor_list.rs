//! What may touch one ball, and for how long that holds.

use glam::DVec2;
use smallvec::SmallVec;

/// Where a ball was listed, and how far it may go from there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SafeCircle {
    pub(crate) origin: DVec2,
    pub(crate) margin: f64,
}

/// Circles lie ahead of what moves: it has farther to go until it leaves. This share of the margin at most, so that
/// there is room for a step in any direction.
const LEAD: f64 = 0.58;
/// And no farther than the ball flies in so many steps.
const STEPS_LED: f64 = 1.5;
/// The same for the circles of what stands still, which serve for longer.
const WIDER_LEAD: f64 = 0.95;
const WIDER_STEPS_LED: f64 = 6.0;

impl SafeCircle {
    /// A circle that holds the place where a ball is, ahead on its way in steps of `dt` seconds.
    #[inline]
    pub(crate) fn ahead(at: DVec2, velocity: DVec2, margin: f64, dt: f64) -> Self {
        Self { origin: at + way(velocity, STEPS_LED * dt, LEAD * margin), margin }
    }

    /// A wider circle around this one, farther ahead.
    #[inline]
    pub(crate) fn widened(&self, margin: f64, velocity: DVec2, dt: f64) -> Self {
        let ahead = way(velocity, WIDER_STEPS_LED * dt, WIDER_LEAD * (margin - self.margin));
        Self { origin: self.origin + ahead, margin }
    }

    /// Whether everything within `reach` of a point lies in the circle.
    #[inline]
    pub(crate) fn contains(&self, at: DVec2, reach: f64) -> bool {
        let room = self.margin - reach;
        room >= 0.0 && (at - self.origin).length_squared() <= room * room
    }
}

/// The way at a velocity in so many seconds, cut to a length.
fn way(velocity: DVec2, seconds: f64, longest: f64) -> DVec2 {
    let length = velocity.length() * seconds;
    velocity * if length > longest { seconds * (longest / length) } else { seconds }
}

/// What may touch one ball.
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
    /// Whether there is more than balls to meet.
    #[inline]
    pub(crate) fn names_colliders(&self) -> bool {
        !(self.colliders.is_empty() && self.movers.is_empty())
    }
}
