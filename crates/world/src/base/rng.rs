//! Chance that is the same in every run: a number worked out from a seed and a count.

/// The number of draws so far, and their seed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rng {
    pub(crate) seed: u64,
    pub(crate) count: u64,
}

impl Rng {
    /// The next draw, uniform in `-1..1` (splitmix64; Steele, Lea, Flood 2014).
    pub(crate) fn draw(&mut self) -> f64 {
        self.count = self.count.wrapping_add(1);
        let z = self.seed.wrapping_add(self.count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let z = z ^ (z >> 31);
        (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_fill_their_range_evenly_and_follow_from_seed_and_count() {
        let mut chance = Rng { seed: 5, count: 0 };
        let draws: [f64; 1000] = core::array::from_fn(|_| chance.draw());
        assert!(draws.iter().all(|x| (-1.0..1.0).contains(x)));
        let (mean, square) = draws.iter().fold((0.0, 0.0), |(m, s), x| (m + x / 1e3, s + x * x / 1e3));
        assert!(mean.abs() < 0.06 && (square - 1.0 / 3.0).abs() < 0.04, "{mean} {square}");
        assert_eq!(Rng { seed: 5, count: 999 }.draw(), draws[999]);
        assert_ne!(Rng { seed: 6, count: 999 }.draw(), draws[999]);
    }
}
