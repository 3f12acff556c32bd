//! The cache of a world: lists, scratch and spare memory that only serve speed.

use crate::continuous::EventLoop;
use crate::pairs::PairCache;
use crate::solver::Solver;

/// Data that only save time. The future is the same, bit for bit, if they are dropped between two steps, except for
/// the grid of static colliders in `pairs`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cache {
    /// Which pairs may meet.
    pub(crate) pairs: PairCache,
    pub(crate) solver: Solver,
    pub(crate) event_loop: EventLoop,
}

impl Cache {
    /// Serves the world of another cache from now on, and has its grid. Memory stays.
    pub(crate) fn begin_again(&mut self, other: &Self) {
        self.pairs.begin_again(other.pairs.fixed.clone());
        self.event_loop.flights.begin_again();
    }
}
