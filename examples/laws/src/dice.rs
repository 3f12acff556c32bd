//! Seeded draws. Every trial has its own seed, so that each can be repeated alone.

use carom::glam::DVec2;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// A seeded generator; its stream is fixed by the definition of PCG64 (O'Neill 2014).
#[derive(Clone, Debug)]
pub struct Dice(Pcg64);

impl Dice {
    /// The dice of trial number `trial` of a case.
    #[must_use]
    pub fn new(case: &str, trial: u64) -> Self {
        // FNV-1a keeps the streams of the cases apart.
        let name = case.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(Pcg64::seed_from_u64(name.wrapping_add(trial.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
    }

    /// Uniform in `low..high`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// Uniform in its logarithm.
    pub fn log_uniform(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.uniform(libm::log(low), libm::log(high)))
    }

    /// One of `0..count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.uniform(0.0, count as f64) as usize).min(count - 1)
    }

    /// Any direction.
    pub fn direction(&mut self) -> DVec2 {
        direction(self.uniform(0.0, core::f64::consts::TAU))
    }

    /// Normally distributed about 0 with deviation 1 (Box & Muller 1958).
    pub fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.uniform(0.0, 1.0)));
        radius * self.direction().x
    }

    /// Shuffles a list (Fisher & Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// The unit vector at an angle, radians.
#[must_use]
pub fn direction(angle: f64) -> DVec2 {
    DVec2::new(libm::cos(angle), libm::sin(angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_fill_their_range() {
        let mut dice = Dice::new("dice", 1);
        let draws: Vec<f64> = (0..10_000).map(|_| dice.uniform(-1.0, 3.0)).collect();
        assert!(draws.iter().all(|x| (-1.0..3.0).contains(x)));
        let mean = draws.iter().sum::<f64>() / 1e4;
        assert!((mean - 1.0).abs() < 0.05, "mean {mean}");
        let mut again = Dice::new("dice", 1);
        assert_eq!(again.uniform(-1.0, 3.0), draws[0], "same seed, same draw");
        let variance = (0..10_000).map(|_| dice.normal()).map(|x| x * x).sum::<f64>() / 1e4;
        assert!((variance - 1.0).abs() < 0.06, "variance {variance}");
    }
}
