//! Many episodes of a game, side by side.

use carom_scene::Fault;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rayon::prelude::*;

use crate::games::{AirHockey, Billiards, Outcome, Pinball, Play, Plinko};
use crate::run::Run;

/// A game for agents that learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Two flippers keep a ball in play; a second earns 1.
    Pinball,
    /// A ball is dropped so that it falls into the slot that is asked for.
    Plinko,
    /// A cue ball is shot so that others fall into pockets.
    Billiards,
    /// Two players with a mallet each and a puck.
    AirHockey,
}

impl Game {
    fn open(self) -> Result<Box<dyn Play>, Fault> {
        Ok(match self {
            Self::Pinball => Box::new(Pinball::new()?),
            Self::Plinko => Box::new(Plinko::new().map_err(|error| Fault::at("board", error.to_string()))?),
            Self::Billiards => Box::new(Billiards::new()?),
            Self::AirHockey => Box::new(AirHockey::new()?),
        })
    }
}

/// When an episode that has ended is started again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autoreset {
    /// By the next step, which plays nothing and shows the new start.
    #[default]
    NextStep,
    /// In the step that ends it, which shows the new start; the end is in [`Arena::final_observations`].
    SameStep,
    /// By [`Arena::reset`] only.
    Disabled,
}

/// An episode, and the result of its last step.
#[derive(Clone, Debug)]
struct Seat {
    run: Run,
    seed: u64,
    /// How many episodes were begun.
    episodes: u64,
    /// Steps of this episode.
    steps: u32,
    outcome: Outcome,
    truncated: bool,
    observation: Vec<f32>,
    last: Vec<f32>,
}

impl Seat {
    /// Begins the next episode: its chance follows from the seed and its number.
    fn begin(&mut self, game: &dyn Play) {
        self.run.clone_from(game.start());
        let mut chance = Pcg64::from_seed(seed(self.seed, self.episodes));
        self.episodes += 1;
        self.steps = 0;
        game.begin(&mut self.run, &mut chance);
        game.observe(&self.run, &mut self.observation);
    }

    fn has_ended(&self) -> bool {
        self.outcome.over || self.truncated
    }

    fn step(&mut self, game: &dyn Play, actions: &[f32], rules: &Rules) {
        if self.has_ended() && rules.autoreset != Autoreset::Disabled {
            (self.outcome, self.truncated) = (Outcome::default(), false);
            if rules.autoreset == Autoreset::NextStep {
                self.begin(game);
                return;
            }
        }
        self.outcome = game.play(&mut self.run, actions, rules.skip);
        self.steps += 1;
        self.truncated = !self.outcome.over && self.steps >= rules.most_steps;
        game.observe(&self.run, &mut self.observation);
        if self.has_ended() {
            self.last.clone_from(&self.observation);
            if rules.autoreset == Autoreset::SameStep {
                self.begin(game);
            }
        }
    }
}

/// The bytes of a generator's seed.
fn seed(seed: u64, episode: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[16..24].copy_from_slice(&episode.to_le_bytes());
    bytes
}

/// The rules that all seats share.
#[derive(Clone, Copy, Debug)]
struct Rules {
    skip: u32,
    most_steps: u32,
    autoreset: Autoreset,
}

/// Many episodes of a game, side by side, on all threads of the pool in which it is stepped.
///
/// ```
/// use carom_batch::{Arena, Autoreset, Game};
///
/// let mut arena = Arena::new(Game::Pinball, 8, 4, 3600, Autoreset::NextStep)?;
/// arena.reset(Some(&[1, 2, 3, 4, 5, 6, 7, 8]), None);
/// for _ in 0..60 {
///     arena.step(&[0.0; 8]); // no flipper
/// }
/// assert!(arena.rewards().all(|earned| earned > 0.0), "all balls are in play after a second");
/// # Ok::<(), carom_scene::Fault>(())
/// ```
#[derive(Debug)]
pub struct Arena {
    game: Box<dyn Play>,
    seats: Vec<Seat>,
    rules: Rules,
}

impl Arena {
    /// `n` seats of a game, each with its number as its seed. A step of an agent is `skip` steps of the world where a move
    /// of the game is not longer, and an episode is cut after `most_steps` steps of the agent.
    ///
    /// # Errors
    /// None that is known: the scenes are part of this crate.
    pub fn new(
        game: Game,
        n: usize,
        skip: u32,
        most_steps: u32,
        autoreset: Autoreset,
    ) -> Result<Self, Fault> {
        let game = game.open()?;
        let width = game.players() * game.observations();
        let mut seat = Seat {
            run: game.start().clone(),
            seed: 0,
            episodes: 0,
            steps: 0,
            outcome: Outcome::default(),
            truncated: false,
            observation: vec![0.0; width],
            last: vec![0.0; width],
        };
        seat.observation.fill(0.0);
        let seats = (0..n).map(|n| Seat { seed: n as u64, ..seat.clone() }).collect();
        let rules = Rules { skip, most_steps, autoreset };
        let mut arena = Self { game, seats, rules };
        arena.reset(None, None);
        Ok(arena)
    }

    /// Number of seats.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether there are no seats.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// How many agents play in each seat.
    #[must_use]
    pub fn players(&self) -> usize {
        self.game.players()
    }

    /// How many numbers an agent sees.
    #[must_use]
    pub fn observation_width(&self) -> usize {
        self.game.observations()
    }

    /// How many numbers an agent acts by.
    #[must_use]
    pub fn action_width(&self) -> usize {
        self.game.actions()
    }

    /// Begins new episodes in all seats, or in those for which `which` is true. With `seeds`, one a seat, the
    /// random numbers start again.
    pub fn reset(&mut self, seeds: Option<&[u64]>, which: Option<&[bool]>) {
        let game = &*self.game;
        self.seats.par_iter_mut().enumerate().for_each(|(n, seat)| {
            if which.is_some_and(|which| !which.get(n).copied().unwrap_or(false)) {
                return;
            }
            if let Some(seed) = seeds.and_then(|seeds| seeds.get(n)) {
                (seat.seed, seat.episodes) = (*seed, 0);
            }
            (seat.outcome, seat.truncated) = (Outcome::default(), false);
            seat.begin(game);
        });
    }

    /// One step of all agents. `actions` holds those of the first seat's players, then the second's; an action that
    /// is missing or no number counts as the middle of its range.
    pub fn step(&mut self, actions: &[f32]) {
        let (game, rules) = (&*self.game, &self.rules);
        let width = game.players() * game.actions();
        self.seats.par_iter_mut().enumerate().for_each(|(n, seat)| {
            let own = actions.get(n * width..(n + 1) * width).unwrap_or_default();
            seat.step(game, own, rules);
        });
    }

    /// The observations of all agents, seat by seat, player by player.
    pub fn observations(&self) -> impl Iterator<Item = f32> {
        self.seats.iter().flat_map(|seat| seat.observation.iter().copied())
    }

    /// The observations at the end of their last episode.
    pub fn final_observations(&self) -> impl Iterator<Item = f32> {
        self.seats.iter().flat_map(|seat| seat.last.iter().copied())
    }

    /// The rewards of the last step, seat by seat, player by player.
    pub fn rewards(&self) -> impl Iterator<Item = f64> {
        let players = self.game.players();
        self.seats.iter().flat_map(move |seat| seat.outcome.rewards.into_iter().take(players))
    }

    /// Whether the last step ended the episode by the rules of the game, seat by seat.
    pub fn terminated(&self) -> impl Iterator<Item = bool> {
        self.seats.iter().map(|seat| seat.outcome.over)
    }

    /// Whether the last step cut the episode, seat by seat.
    pub fn truncated(&self) -> impl Iterator<Item = bool> {
        self.seats.iter().map(|seat| seat.truncated)
    }

    /// The run of a seat.
    ///
    /// # Panics
    /// If there is no seat of this number.
    #[must_use]
    pub fn run(&self, number: usize) -> &Run {
        &self.seats[number].run
    }

    /// Fingerprints of all worlds.
    pub fn state_hashes(&self) -> impl Iterator<Item = u64> {
        self.seats.iter().map(|seat| seat.run.world().state_hash())
    }
}
