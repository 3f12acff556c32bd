//! A world that is stepped at one length.

use carom::{Error, MAX_DT, MIN_DT, World};
use carom_scene::Stage;

/// A world that is stepped at one length: alone, or with its drives.
#[derive(Debug)]
pub enum Run {
    /// A world alone.
    Alone {
        /// The world.
        world: Box<World>,
        /// Length of a step, seconds.
        dt: f32,
    },
    /// A scene's world, with its inputs, motions, streams and goals.
    Staged(Box<Stage>),
}

impl Clone for Run {
    fn clone(&self) -> Self {
        match self {
            Self::Alone { world, dt } => Self::Alone { world: world.clone(), dt: *dt },
            Self::Staged(stage) => Self::Staged(stage.clone()),
        }
    }

    /// Takes the place of another run. A run that goes back to its start uses its memory again.
    fn clone_from(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Alone { world, dt }, Self::Alone { world: from, dt: length }) => {
                world.clone_from(from);
                *dt = *length;
            }
            (Self::Staged(stage), Self::Staged(from)) if stage.is_alike(from) => stage.rewind(from),
            _ => *self = other.clone(),
        }
    }
}

impl Run {
    /// A world alone, stepped by `dt` seconds, 1e-9 to 1.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if `dt` is out of its range.
    pub fn alone(world: World, dt: f32) -> Result<Self, Error> {
        if (MIN_DT..=MAX_DT).contains(&dt) {
            return Ok(Self::Alone { world: Box::new(world), dt });
        }
        Err(Error::OutOfRange { field: "dt", value: f64::from(dt), allowed: "between 1e-9 and 1 s" })
    }

    /// Its world.
    #[must_use]
    pub fn world(&self) -> &World {
        match self {
            Self::Alone { world, .. } => world,
            Self::Staged(stage) => &stage.world,
        }
    }

    /// Its world, to be changed.
    pub fn world_mut(&mut self) -> &mut World {
        match self {
            Self::Alone { world, .. } => world,
            Self::Staged(stage) => &mut stage.world,
        }
    }

    /// The stage, if it is one.
    #[must_use]
    pub fn stage(&self) -> Option<&Stage> {
        match self {
            Self::Alone { .. } => None,
            Self::Staged(stage) => Some(stage),
        }
    }

    /// The stage, if it is one, to be changed.
    pub fn stage_mut(&mut self) -> Option<&mut Stage> {
        match self {
            Self::Alone { .. } => None,
            Self::Staged(stage) => Some(stage),
        }
    }

    /// Length of a step, seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        match self {
            Self::Alone { dt, .. } => *dt,
            Self::Staged(stage) => stage.dt(),
        }
    }

    /// One step.
    pub fn step(&mut self) {
        match self {
            Self::Alone { world, dt } => _ = world.step(*dt),
            Self::Staged(stage) => stage.step(),
        }
    }
}

impl From<Stage> for Run {
    fn from(stage: Stage) -> Self {
        Self::Staged(Box::new(stage))
    }
}
