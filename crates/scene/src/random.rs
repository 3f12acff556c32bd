//! Random numbers without memory: each draw follows from the seed, its purpose, and its number.
//!
//! So a saved scene holds no generators. An object that is added or removed does not change the random numbers of the
//! others.

use rand::RngExt;
use rand_pcg::Pcg64;

/// The purposes of random numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Grid = 1,
    Stream = 2,
    Player = 3,
}

/// The source of chance for the `draw`th time that the `n`th thing of its kind asks.
pub(crate) fn chance(seed: u64, purpose: Purpose, n: usize, draw: u64) -> Pcg64 {
    let stream = (purpose as u128) << 96 | (n as u128) << 64 | u128::from(draw);
    Pcg64::new(u128::from(seed), stream)
}

/// A number between `-most` and `most`.
pub(crate) fn either_way(chance: &mut Pcg64, most: f32) -> f32 {
    if most > 0.0 && most.is_finite() { chance.random_range(-most..most) } else { 0.0 }
}
