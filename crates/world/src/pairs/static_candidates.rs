//! Which cores may be in contact with balls that begin a flight.

use alloc::vec::Vec;

use crate::base::room;
use crate::base::sort::Sort;
use crate::bodies::ball::BallRow;
use crate::bodies::trajectory::Trajectories;
use crate::contacts::pair_key::{Other, PairKey};
use crate::context::StepContext;
use crate::pairs::cache::PairCache;

/// Balls and cores to be looked at in a substep, so that their contacts come in the order of keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaticCandidates {
    /// Ascending by key, some pairs twice, with their places among the open ones; `u32::MAX` if they are not among them.
    pub(crate) list: Vec<(PairKey, u32)>,
    /// What came too late for its place.
    of_overrun_balls: Vec<(PairKey, u32)>,
}

impl StaticCandidates {
    /// Empty lists with room for those of a small game.
    pub(crate) fn with_room() -> Self {
        Self { list: room::list(), of_overrun_balls: room::list() }
    }

    /// Finds all pairs that the ways of this substep may bring together.
    pub(crate) fn gather(
        &mut self,
        near: &PairCache,
        flights: &Trajectories,
        rows: &[BallRow],
        step: &StepContext,
    ) {
        let Self { list, of_overrun_balls: late } = self;
        let open = &near.active;
        list.clear();
        late.clear();
        let mut last = PairKey::default();
        let mut ask = |ball: u32, core: u32, n: u32| {
            let key = PairKey::new(ball, Other::core(core));
            if key < last {
                late.push((key, n));
            } else {
                list.push((key, n));
                last = key;
            }
        };
        for (n, pair) in (0..).zip(&open.colliders) {
            let left = || open.proxies[pair.ball as usize].budget_left - open.ways[pair.ball as usize];
            if !flights.spans_step(pair.ball) && left() <= pair.min_distance {
                ask(pair.ball, pair.collider, n);
            }
        }
        for &i in open.overrun.iter().filter(|&&i| !flights.spans_step(i)) {
            let row = &rows[i as usize];
            let way = f64::from(open.ways[i as usize]) + step.touch(row.r);
            near.cores_within(i, row.x, way).for_each(|k| ask(i, k, u32::MAX));
            near.lists[i as usize].movers.iter().for_each(|&k| ask(i, k, u32::MAX));
        }
        if !late.is_empty() {
            self.merge();
        }
    }

    /// Puts what came late in its place: pairs of wild balls, and what was opened for them.
    fn merge(&mut self) {
        let Self { list, of_overrun_balls: late } = self;
        late.order();
        let mut sorted = list.len();
        list.resize(sorted + late.len(), (PairKey::default(), 0));
        // From the end, into the room behind.
        while let Some(&next) = late.last() {
            let place = sorted + late.len() - 1;
            if sorted > 0 && list[sorted - 1] > next {
                sorted -= 1;
                list[place] = list[sorted];
            } else {
                list[place] = next;
                late.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_late_finds_its_place() {
        let key = |n: u32| (PairKey::new(n / 4, Other::core(n % 4)), n);
        for step in 1..40 {
            let all: Vec<_> = (0..40).map(key).collect();
            let mut asked = StaticCandidates::default();
            asked.of_overrun_balls.extend(all.iter().rev().step_by(step));
            asked.list.extend(all.iter().filter(|pair| !asked.of_overrun_balls.contains(pair)));
            asked.merge();
            assert_eq!((&asked.list, asked.of_overrun_balls.len()), (&all, 0), "every {step}th came late");
        }
    }
}
