//! A small seeded generator, so that a failure is found again by its seed.

use carom::glam::{Vec2, vec2};

/// Splitmix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Copy, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// The next 64 bits.
    pub const fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`.
    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.roll() >> 40) as f32 / (1_u64 << 24) as f32)
    }

    /// A point in the square from `-half` to `half`.
    pub fn point(&mut self, half: f32) -> Vec2 {
        vec2(self.within(-half, half), self.within(-half, half))
    }

    /// One of the list; `None` if it is empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let n = list.len().max(1) as u64;
        list.get((self.roll() % n) as usize).copied()
    }
}
