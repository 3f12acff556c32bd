//! Numbers out of bytes: mostly such as games use, now and then the worst there are.

use carom::glam::{Vec2, vec2};

/// The rest of a case's bytes; zeros when they are used up.
#[derive(Clone, Debug)]
pub(super) struct Source<'a>(pub(super) &'a [u8]);

/// Unexpected numbers.
const ODD: [f32; 24] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e8,
    -1e8,
    1e6,
    -1e6,
    1e-6,
    -1e-6,
    1e12,
    1e-12,
    0.5,
    f32::EPSILON,
    3.3e7,
    1e-3,
];

impl Source<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    pub(super) fn short(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    pub(super) fn word(&mut self) -> u32 {
        u32::from(self.short()) | u32::from(self.short()) << 16
    }

    /// A number from `low` to `high`.
    pub(super) fn sane(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (f32::from(self.short()) / 65535.0)
    }

    /// A number from `low` to `high`, one time in thirty any number at all.
    pub(super) fn number(&mut self, low: f32, high: f32) -> f32 {
        match self.byte() {
            0..4 => f32::from_bits(self.word()),
            4..8 => ODD[usize::from(self.byte()) % ODD.len()],
            _ => self.sane(low, high),
        }
    }

    pub(super) fn point(&mut self, half: f32) -> Vec2 {
        vec2(self.number(-half, half), self.number(-half, half))
    }

    pub(super) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let at = usize::from(self.short());
        list.get(at % list.len().max(1)).copied()
    }
}
