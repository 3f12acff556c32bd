//! Torture: no ball passes through anything, at any speed, and every hit gives the impulse due.

mod cannon;
mod crowd;
mod flipper;
mod head_on;
mod obstacles;
mod slide;
mod wall;

use crate::law::{Case, Effort};

/// A trial counts as a miss if the velocity afterwards is off by more than this share of the speeds involved.
/// Far above the error of any hit, far below that of a missed one.
const MISS: f64 = 0.01;

/// Largest relative error of the velocity after a single bounce.
const BOUNCE: f64 = 1e-5;

/// Radius of every ball.
const RADIUS: f64 = 0.1_f32 as f64;

pub(crate) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(60, 1000, 1_000_000);
    let mut cases = obstacles::cases(trials);
    cases.extend(slide::cases(trials));
    cases.extend(head_on::cases(trials));
    cases.extend(flipper::cases(trials));
    cases.extend(wall::cases(trials));
    cases.extend(cannon::cases(trials));
    cases.extend(crowd::cases(effort.pick(20, 1000, 1_000_000)));
    cases
}

/// Counts misses and keeps the largest error.
#[derive(Clone, Debug, Default)]
struct Tally {
    misses: u64,
    errors: Vec<f64>,
}

impl Tally {
    /// Adds the relative error of a single bounce.
    fn bounce(&mut self, error: f64) {
        // Written so that a NaN is a miss.
        if error <= MISS {
            self.errors.push(error);
        } else {
            self.misses += 1;
        }
    }

    fn worst(&self) -> f64 {
        self.errors.iter().fold(0.0, |most, &error| most.max(error))
    }

    /// The error that a share of the hits stays within.
    fn quantile(&self, share: f64) -> f64 {
        let mut errors = self.errors.clone();
        errors.sort_by(f64::total_cmp);
        let last = errors.len().saturating_sub(1);
        errors.get((share * last as f64).ceil() as usize).copied().unwrap_or(0.0)
    }
}
