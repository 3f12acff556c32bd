//! The scenes that this program and `crates/bevy/versus` time, and how: numbers alone, for any physics engine.
//!
//! It names no version of Bevy: a program that includes this file brings a `Vec2` along.

use std::time::Instant;

use super::Vec2;

/// Balls of the gas and of the pile.
pub(crate) const BALLS: usize = 1000;
/// Steps that are timed.
pub(crate) const STEPS: u32 = 600;
/// Steps per second.
pub(crate) const HZ: f64 = 60.0;
/// Half of the side of the gas's box.
pub(crate) const HALF: f32 = 10.0;
/// Of the balls.
pub(crate) const RADIUS: f32 = 0.1;
/// Radius of the balls that the bat sweeps through.
pub(crate) const SMALL: f32 = 0.02;
/// Length of the bat, from its pivot.
pub(crate) const BAT_LENGTH: f32 = 1.0;
/// Half of the bat's width.
pub(crate) const BAT_RADIUS: f32 = 0.05;
/// Angle at which the bat starts, radians.
pub(crate) const BAT_START: f32 = -1.0;
/// Steps after the bat is gone.
pub(crate) const AFTER: u32 = 30;

/// How the bat sweeps: over 2.7 radians, so that it is gone before it comes round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    /// Radians per second.
    pub(crate) speed: f32,
    /// Steps.
    pub(crate) steps: u32,
}

/// In a step it turns by more than the balls are wide.
pub(crate) const FAST: Sweep = Sweep { speed: 40.0, steps: 4 };
/// The control: every engine strikes all balls.
pub(crate) const SLOW: Sweep = Sweep { speed: 1.0, steps: 160 };

/// Numerical Recipes' LCG on 64 bits.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 33) % (1 << 20)) as f32 / (1 << 20) as f32
    }
}

/// A ball of the gas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Molecule {
    /// Where it starts.
    pub(crate) place: Vec2,
    /// How fast.
    pub(crate) velocity: Vec2,
}

/// The gas: balls in rows that fly anywhere.
pub(crate) fn gas() -> Vec<Molecule> {
    let mut dice = Dice(1);
    (0..BALLS)
        .map(|n| Molecule {
            place: Vec2::new((n % 32) as f32, (n / 32) as f32) * 0.6 - Vec2::splat(9.3),
            velocity: Vec2::new(dice.between(-5.0, 5.0), dice.between(-5.0, 5.0)),
        })
        .collect()
}

/// Places of the balls at rest that the bat sweeps through.
pub(crate) fn row() -> Vec<Vec2> {
    (4..20).map(|n| Vec2::new(0.05 * n as f32, 0.0)).collect()
}

/// How many of the row the bat has passed without a stroke: they are where they were.
pub(crate) fn passed(places: impl Iterator<Item = Vec2>) -> usize {
    places.filter(|place| place.y.abs() < 0.05 && place.x > 0.0).count()
}

/// The middle one.
#[allow(dead_code, reason = "the peers have none to compare in pairs")]
pub(crate) fn median(times: Vec<f64>) -> f64 {
    quantile(times, 2)
}

/// The time that a tenth of them are below: other work of the machine stretches long updates more than short ones.
pub(crate) fn best_tenth(times: Vec<f64>) -> f64 {
    quantile(times, 10)
}

fn quantile(mut times: Vec<f64>, share: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / share]
}

/// Microseconds that a call takes.
pub(crate) fn microseconds(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e6
}

/// The result of one engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    /// Of an update with the gas, microseconds.
    pub(crate) update: f64,
    /// Energy of the gas after all steps, of 1.
    pub(crate) energy: f32,
    /// Balls that the fast bat has passed, and that the slow one has.
    pub(crate) passed: [usize; 2],
}

/// Prints a line of the table.
pub(crate) fn report(name: &str, shown: Shown) {
    println!(
        "{name:28} update {:7.0} us, {:.2} us a ball; energy after {:.0} s {:7.3} %; through the bat {} of {}, through a slow one {}",
        shown.update,
        shown.update / BALLS as f64,
        f64::from(STEPS) / HZ,
        100.0 * shown.energy,
        shown.passed[0],
        row().len(),
        shown.passed[1],
    );
}
