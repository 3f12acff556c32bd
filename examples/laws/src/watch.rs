//! Takes the steps of a case, and records their cost and their dropped things.

use std::time::Instant;

use carom::World;

/// Length of a step, seconds.
pub const DT: f32 = 1.0 / 60.0;

/// Buckets per doubling of a step's duration.
const FINENESS: f64 = 16.0;
const BUCKETS: usize = 640;

/// Takes steps and keeps a histogram of their durations.
#[derive(Clone, Debug)]
pub struct Watch {
    durations: Vec<u64>,
    longest: f64,
    dropped: u64,
    may_drop: bool,
    most_impacts: u64,
}

impl Default for Watch {
    fn default() -> Self {
        Self { durations: vec![0; BUCKETS], longest: 0.0, dropped: 0, may_drop: false, most_impacts: 0 }
    }
}

impl Watch {
    /// For scenes in which time or momentum may have to be dropped.
    #[must_use]
    pub fn lenient() -> Self {
        Self { may_drop: true, ..Self::default() }
    }

    /// One step of [`DT`].
    pub fn step(&mut self, world: &mut World) {
        self.step_of(world, DT);
    }

    /// One step of another length, seconds.
    pub fn step_of(&mut self, world: &mut World, dt: f32) {
        let before = Instant::now();
        world.step(dt);
        let seconds = before.elapsed().as_secs_f64();
        self.longest = self.longest.max(seconds);
        let bucket = (libm::log2(seconds.max(1e-9) * 1e9) * FINENESS) as usize;
        self.durations[bucket.min(BUCKETS - 1)] += 1;
        let events = world.events();
        self.dropped += u64::from(events.dropped().count());
        self.most_impacts = self.most_impacts.max(events.impacts().len() as u64);
    }

    /// Several steps.
    pub fn steps(&mut self, world: &mut World, count: usize) {
        for _ in 0..count {
            self.step(world);
        }
    }

    /// Things dropped so far.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Whether dropping is part of the case.
    #[must_use]
    pub fn may_drop(&self) -> bool {
        self.may_drop
    }

    /// Most impacts in one step.
    #[must_use]
    pub fn most_impacts(&self) -> u64 {
        self.most_impacts
    }

    /// The longest step as a multiple of the median.
    #[must_use]
    pub fn worst_step(&self) -> f64 {
        let total: u64 = self.durations.iter().sum();
        let mut below = 0;
        for (bucket, count) in self.durations.iter().enumerate() {
            below += count;
            if 2 * below >= total && total > 0 {
                return self.longest * 1e9 / libm::exp2((bucket as f64 + 0.5) / FINENESS);
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::Config;

    #[test]
    fn the_median_step_is_in_the_middle() {
        let mut watch = Watch::default();
        assert_eq!(watch.worst_step(), 0.0, "no step, no multiple");
        let mut world = World::new(Config::default()).unwrap();
        watch.steps(&mut world, 101);
        assert!(watch.worst_step() >= 0.9, "{}", watch.worst_step());
        assert_eq!(watch.dropped(), 0);
    }
}
