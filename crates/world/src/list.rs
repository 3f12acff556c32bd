//! What may touch one ball, and for how long that holds.

use glam::DVec2;
use smallvec::SmallVec;

/// Where a ball was listed, and how far it may go from there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SafeCircle {
    pub(crate) origin: DVec2,
    pub(crate) margin: f64,
}

impl SafeCircle {
    /// Whether everything within `reach` of a point lies in the circle.
    #[inline]
    pub(crate) fn holds(&self, at: DVec2, reach: f64) -> bool {
        let room = self.margin - reach;
        room >= 0.0 && (at - self.origin).length_squared() <= room * room
    }
}

/// What may touch one ball.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    /// Rows of balls, ascending.
    pub(crate) balls: SmallVec<[u32; 12]>,
    /// Cores of fixed bodies, ascending.
    pub(crate) cores: SmallVec<[u32; 6]>,
    /// Cores of movers that pass within this step, ascending.
    pub(crate) movers: SmallVec<[u32; 2]>,
}
