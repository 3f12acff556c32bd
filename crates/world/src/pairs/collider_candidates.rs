//! Which colliders may be in contact with balls that begin a flight.

use alloc::vec::Vec;

use crate::base::{Sort, cloned, merge, room};
use crate::bodies::{BallRow, Trajectories};
use crate::contacts::{Other, PairKey, WallBatches};
use crate::context::StepContext;
use crate::pairs::PairCache;

/// Balls and colliders that a substep tests, sorted so that their contacts come in the order of keys.
#[derive(Debug, Default)]
pub(crate) struct ColliderCandidates {
    /// Ascending by key, some pairs twice, each with its place among the active pairs, or `u32::MAX`.
    pub(crate) list: Vec<(PairKey, u32)>,
    /// Pairs that were found out of this order.
    of_overrun_balls: Vec<(PairKey, u32)>,
}

cloned!(ColliderCandidates { list, of_overrun_balls });

impl ColliderCandidates {
    /// Empty lists with room for those of a small game.
    pub(crate) fn with_room() -> Self {
        Self { list: room::list(), of_overrun_balls: room::list() }
    }

    /// Adds pairs that must be tested at any distance.
    pub(crate) fn add(&mut self, keys: impl Iterator<Item = PairKey>) {
        self.list.extend(keys.map(|key| (key, u32::MAX)));
        self.list.order();
    }

    /// Finds all pairs that may touch in this substep, except pairs in batches.
    pub(crate) fn gather(
        &mut self,
        pairs: &PairCache,
        walls: &WallBatches,
        flights: &Trajectories,
        rows: &[BallRow],
        step: &StepContext,
    ) {
        let Self { list, of_overrun_balls } = self;
        let active = &pairs.active;
        list.clear();
        of_overrun_balls.clear();
        let mut last = PairKey::default();
        let mut add = |ball: u32, collider: u32, n: u32| {
            let key = PairKey::new(ball, Other::collider(collider));
            if key < last {
                of_overrun_balls.push((key, n));
            } else {
                list.push((key, n));
                last = key;
            }
        };
        for (n, pair) in (0..).zip(&active.colliders) {
            if walls.has(pair.ball, pair.collider) {
                continue;
            }
            let left = || active.proxies[pair.ball as usize].budget_left - active.ways[pair.ball as usize];
            if !flights[pair.ball].spans_step && left() <= pair.budget_floor {
                add(pair.ball, pair.collider, n);
            }
        }
        for &i in active.overrun.iter().filter(|&&i| !flights[i].spans_step) {
            let row = &rows[i as usize];
            let way = f64::from(active.ways[i as usize]) + step.touch(row.r);
            for (k, _) in pairs.colliders_within(i, row.x, way) {
                if !walls.has(i, k) {
                    add(i, k, u32::MAX);
                }
            }
            pairs.lists[i as usize].movers.iter().for_each(|&k| add(i, k, u32::MAX));
        }
        if !of_overrun_balls.is_empty() {
            self.of_overrun_balls.order();
            merge(&mut self.list, &mut self.of_overrun_balls);
        }
    }
}
