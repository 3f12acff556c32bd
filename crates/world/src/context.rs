//! The numbers of a step, worked out once: length of a substep, which speeds are slow, which depths are left alone.

use core::cmp::Ordering;

use crate::base::Torus;

/// Most passes with springs in a substep. A step in two of them has half as many substeps. Below, with one: settled piles
/// take a third more. Above: fewer than four substeps. Shown by `cargo run --release -p carom-benches --bin instructions`.
pub(crate) const MOST_PASSES: u32 = 2;

/// A number of substeps, and of passes with springs in each. Ordered by how much contacts bear in them: by the passes of
/// the whole step, then by substeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SubstepCount {
    pub(crate) substeps: u32,
    pub(crate) passes: u32,
}

impl SubstepCount {
    /// This number, with one pass in each.
    pub(crate) const fn all(substeps: u32) -> Self {
        Self { substeps, passes: 1 }
    }

    /// Passes of the whole step.
    pub(crate) fn total(self) -> u32 {
        self.substeps * self.passes
    }

    /// As many passes in the step as there may be substeps, in half as many substeps if `most` of them is even.
    pub(crate) fn top(most: u32) -> Self {
        if most.is_multiple_of(MOST_PASSES) {
            Self { substeps: most / MOST_PASSES, passes: MOST_PASSES }
        } else {
            Self::all(most)
        }
    }

    /// The next one up to the top, with twice as many passes in the step.
    pub(crate) fn next(self, most: u32) -> Self {
        if 2 * self.substeps < most { Self::all(2 * self.substeps) } else { Self::top(most) }
    }
}

impl Ord for SubstepCount {
    fn cmp(&self, other: &Self) -> Ordering {
        self.total().cmp(&other.total()).then(self.substeps.cmp(&other.substeps))
    }
}

impl PartialOrd for SubstepCount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The numbers of all substeps of a step, worked out once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepContext {
    /// Length of the step, seconds.
    pub(crate) dt: f64,
    /// Number of substeps.
    pub(crate) substeps: u32,
    /// Passes with springs in a substep.
    pub(crate) passes: u32,
    /// Whether balls that touch nothing fly once, to the end of the step. Where friction, a nudge or a field changes
    /// how they fly, all trajectories end with the substep.
    pub(crate) trajectories_span_step: bool,
    /// Length of the substep, seconds.
    pub(crate) h: f64,
    /// Length of a substep at the configured number; sets the limit of slow speeds.
    pub(crate) nominal: f64,
    /// The most speed that a ball may gain within the step, by nudges as well; bounds how far it may come.
    pub(crate) pair_fall: f64,
    /// Speed that gravity gives a ball within a nominal substep.
    pub(crate) fall: f64,
    /// A rebound comes back within the step if what presses the pair together takes its speed within this time,
    /// seconds: half the step, or two nominal substeps if those are longer.
    pub(crate) half_return: f64,
    /// Depth at which a resting contact is left alone, in radii.
    pub(crate) slop: f64,
    /// Depth at which slow contacts are stopped dead, in radii.
    pub(crate) max_penetration: f64,
    /// Weighted impacts after which the contact solver handles a ball.
    pub(crate) max_inelastic_impacts: f64,
    /// Work on impacts after which balls that are struck again and again stop for the rest of the substep.
    pub(crate) max_work: u64,
    /// Speed above which no ball flies.
    pub(crate) max_speed: f64,
    /// Speed up to which balls may fall asleep at the end of the step, as a share of the root of pull times radius; 0 if
    /// something disturbs them.
    pub(crate) sleep_speed: f64,
    /// Whether a floor supports the balls.
    pub(crate) on_floor: bool,
    /// How the plane repeats.
    pub(crate) torus: Torus,
}

/// One substep; times are seconds since the start of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Substep {
    pub(crate) start: f64,
    pub(crate) until: f64,
}

/// Overlap that a substep may add to a resting contact, radii: sets the limit of slow speeds. Below: slower bounces
/// are impacts, and a heap that settles has more of them. Above: bouncing balls count as resting. Shown by the laws
/// `bounce` and `pile`.
const SINK_PER_SUBSTEP: f64 = 0.01;

/// Part of it against a surface that gains speed, no unit. Above: a flipper throws too slowly, by the limit of slow
/// speeds. Below: a ball on a flipper at rest trembles. Shown by the laws `flipper` and `stroke`.
const ACCELERATED_SHARE: f64 = 0.0625;

impl StepContext {
    /// The most that a ball is accelerated for long, length units per second squared.
    #[inline]
    pub(crate) fn pull(&self) -> f64 {
        self.fall / self.nominal
    }

    /// Whether anything in the world is pulled for long.
    #[inline]
    pub(crate) fn is_pulled(&self) -> bool {
        self.fall > 0.0
    }

    /// All substeps in their order. The last ends with the step, to the last bit.
    pub(crate) fn each_substep(&self) -> impl Iterator<Item = Substep> {
        (0..self.substeps).map(move |index| {
            let at = |n: u32| if n == self.substeps { self.dt } else { f64::from(n) * self.h };
            Substep { start: at(index), until: at(index + 1) }
        })
    }

    /// How near a ball of this radius may come to a collider: at the largest depth.
    #[inline]
    pub(crate) fn least_distance(&self, radius: f64) -> f64 {
        radius * (1.0 - self.max_penetration)
    }

    /// The highest approach speed that may count as slow: a pair of this radius does not sink far by it.
    #[inline]
    pub(crate) fn sink(&self, radius: f64) -> f64 {
        SINK_PER_SUBSTEP * radius / self.nominal
    }

    /// Approach speed below which a pair of this restitution is in contact and does not bounce, where `press` is the
    /// acceleration that presses the two together along their normal: the rebound would come back within the step.
    /// None is higher than `sink`.
    #[inline]
    pub(crate) fn slow(&self, press: f64, restitution: f64, sink: f64) -> f64 {
        let rebound = self.half_return * press.max(0.0);
        if rebound < restitution * sink { rebound / restitution } else { sink }
    }

    /// [`sink`](Self::sink) against a surface that gains speed by `gain` along the normal. Slow hits there are errors
    /// of the speed at which a flipper throws, so the limit is lower.
    #[inline]
    pub(crate) fn sink_against(&self, gain: f64, radius: f64) -> f64 {
        if gain == 0.0 { self.sink(radius) } else { ACCELERATED_SHARE * self.sink(radius) }
    }

    /// Separation up to which a pair counts as touching.
    #[inline]
    pub(crate) fn touch(&self, radius: f64) -> f64 {
        self.slop * radius
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// All numbers from the least one to the top, as substeps and passes.
    fn ladder(least: u32, most: u32) -> Vec<(u32, u32)> {
        let top = SubstepCount::top(most);
        let next = |count: &SubstepCount| (*count < top).then(|| count.next(most));
        let counts: Vec<_> = core::iter::successors(Some(SubstepCount::all(least)), next).collect();
        assert!(counts.is_sorted_by(|a, b| a < b), "each bears more than the one before: {counts:?}");
        assert!(top <= SubstepCount::all(most), "all substeps with one pass each bear the most");
        counts.into_iter().map(|count| (count.substeps, count.passes)).collect()
    }

    #[test]
    fn passes_double_and_go_into_half_of_the_substeps() {
        assert_eq!(ladder(2, 8), [(2, 1), (4, 1), (4, 2)]);
        assert_eq!(ladder(2, 6), [(2, 1), (4, 1), (3, 2)]);
        assert_eq!(ladder(2, 5), [(2, 1), (4, 1), (5, 1)]);
        assert_eq!(ladder(2, 4), [(2, 1), (2, 2)]);
        for most in 3..=64 {
            let counts = ladder(2, most);
            assert!(counts.iter().all(|&(substeps, passes)| substeps * passes <= most), "{most}");
            assert_eq!(counts.last().map(|count| count.0 * count.1), Some(most));
        }
    }
}
