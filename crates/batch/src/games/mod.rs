//! Games for agents that learn: observations, actions, rewards, and the ends of episodes.

mod air_hockey;
mod billiards;
mod pinball;
mod plinko;

use carom::glam::Vec2;
use rand_pcg::Pcg64;

use crate::run::Run;

pub(crate) use air_hockey::AirHockey;
pub(crate) use billiards::Billiards;
pub(crate) use pinball::Pinball;
pub(crate) use plinko::Plinko;

/// The result of a step of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// The reward of each player.
    pub(crate) rewards: [f64; 2],
    /// Whether the episode has ended.
    pub(crate) over: bool,
}

/// A game. It is the same for every episode; the changing part is in the run.
pub(crate) trait Play: std::fmt::Debug + Send + Sync {
    /// The world before it is made ready for an episode.
    fn start(&self) -> &Run;
    /// How many agents play.
    fn players(&self) -> usize {
        1
    }
    /// How many numbers a player sees.
    fn observations(&self) -> usize;
    /// How many numbers a player acts by.
    fn actions(&self) -> usize;
    /// Makes a world that is at its start ready for an episode.
    fn begin(&self, run: &mut Run, chance: &mut Pcg64);
    /// Carries out the actions of all players and takes `skip` steps, or as many as a move of the game takes.
    fn play(&self, run: &mut Run, actions: &[f32], skip: u32) -> Outcome;
    /// Writes the observations of all players, one behind the other.
    fn observe(&self, run: &Run, out: &mut [f32]);
}

/// A number that is finite and within bounds, for any number of an agent.
fn bounded(number: f32, low: f32, high: f32) -> f32 {
    if number.is_nan() { 0.5 * (low + high) } else { number.clamp(low, high) }
}

/// Writes numbers to the front of the rest, and advances it.
fn write(out: &mut [f32], numbers: &[f32]) {
    for (place, number) in out.iter_mut().zip(numbers) {
        *place = *number;
    }
}

/// A place in a box, as numbers from -1 to 1.
fn scaled(place: Vec2, center: Vec2, half: Vec2) -> [f32; 2] {
    ((place - center) / half).to_array()
}
