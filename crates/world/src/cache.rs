//! The cache of a world: lists, scratch and spare memory that only serve speed.

use crate::continuous::EventLoop;
use crate::pairs::PairCache;
use crate::solver::Solver;

/// What only serves speed. The future is the same, bit for bit, if it is dropped between two steps, but for the grid of
/// what stands still in `pairs`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cache {
    /// Which pairs may meet.
    pub(crate) pairs: PairCache,
    pub(crate) solver: Solver,
    pub(crate) event_loop: EventLoop,
}
