//! The owner of a world: its Python object alone, or a scene that drives it.

use std::sync::{Arc, Mutex, PoisonError};

use carom::World;
use carom_batch::Run;
use carom_scene::Stage;
use pyo3::Python;

/// A world, shared by the objects of Python that reach it.
#[derive(Clone, Debug)]
pub(crate) struct Shared(Arc<Mutex<Owner>>);

/// The owner of a world.
#[derive(Debug)]
pub(crate) enum Owner {
    Alone(Box<World>),
    Staged(Box<Stage>),
}

impl Shared {
    pub(crate) fn alone(world: World) -> Self {
        Self(Arc::new(Mutex::new(Owner::Alone(Box::new(world)))))
    }

    pub(crate) fn staged(stage: Stage) -> Self {
        Self(Arc::new(Mutex::new(Owner::Staged(Box::new(stage)))))
    }

    /// Works with the owner. Python runs meanwhile: a thread that holds the lock never waits for it.
    pub(crate) fn owner<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Owner) -> T + Send) -> T {
        py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Works with the world.
    pub(crate) fn world<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut World) -> T + Send) -> T {
        self.owner(py, |owner| match owner {
            Owner::Alone(world) => work(world),
            Owner::Staged(stage) => work(&mut stage.world),
        })
    }

    /// Works with the stage. Only a [`Scene`](crate::scene::Scene) asks, which owns one for good.
    pub(crate) fn stage<T: Send + Default>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Stage) -> T + Send,
    ) -> T {
        self.owner(py, |owner| match owner {
            Owner::Alone(_) => T::default(),
            Owner::Staged(stage) => work(stage),
        })
    }
}

impl Owner {
    /// A copy that a batch steps. A world alone needs the length of its steps.
    pub(crate) fn run(&self, dt: f32) -> Result<Run, carom::Error> {
        match self {
            Self::Alone(world) => Run::alone((**world).clone(), dt),
            Self::Staged(stage) => Ok(Run::Staged(stage.clone())),
        }
    }
}
