//! A seeded generator of random numbers.
#![allow(dead_code, reason = "each test takes what it needs")]

/// A small seeded generator (splitmix64; Steele, Lea, Flood 2014).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// `0..1`.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.roll() >> 40) as f32 / (1_u64 << 24) as f32
    }

    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// In a square about the origin.
    pub(crate) fn point(&mut self, half: f32) -> glam::Vec2 {
        glam::vec2(self.within(-half, half), self.within(-half, half))
    }

    pub(crate) fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.roll() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| list[self.roll() as usize % list.len()])
    }
}
