//! The options of a scene.

use carom::{Config, Error};

/// Options that every scene understands. An omitted value is the scene's own choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    balls: Option<usize>,
    seed: u64,
    substeps: Option<u32>,
}

impl Options {
    /// How many balls.
    #[must_use]
    pub const fn balls(mut self, balls: usize) -> Self {
        self.balls = Some(balls);
        self
    }

    /// Seed of everything that is left to chance. Default 0.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Substeps per step, `1..=64`.
    #[must_use]
    pub const fn substeps(mut self, substeps: u32) -> Self {
        self.substeps = Some(substeps);
        self
    }

    /// The seed.
    pub(crate) const fn chosen_seed(&self) -> u64 {
        self.seed
    }

    /// The number of balls, refused if it is not one that the scene can hold.
    pub(crate) fn balls_or(
        &self,
        default: usize,
        range: std::ops::RangeInclusive<usize>,
        allowed: &'static str,
    ) -> Result<usize, Error> {
        let count = self.balls.unwrap_or(default);
        if range.contains(&count) {
            Ok(count)
        } else {
            Err(Error::WrongCount { field: "balls", count, allowed })
        }
    }

    /// A source of chance for one purpose; the scene is the same for ever for the same seed.
    pub(crate) fn chance(&self, purpose: u64) -> rand_pcg::Pcg64 {
        rand_pcg::Pcg64::new(u128::from(self.seed), u128::from(purpose))
    }

    /// The scene's settings with the options applied.
    pub(crate) fn config(&self, config: Config) -> Config {
        Config { max_substeps: self.substeps.unwrap_or(config.max_substeps), ..config }
    }
}
