//! What an engine must be able to do, and the engines by name.

use carom::glam::Vec2;

use crate::scene::Scene;
use crate::{box2d, ours, rapier};

/// A ball as it is now.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub place: Vec2,
    pub velocity: Vec2,
}

/// A world of one engine.
pub trait Engine {
    /// Turns blades, radians per second each.
    fn spin(&mut self, blade: usize, spin: f32);
    fn step(&mut self);
    fn state(&self, disc: usize) -> State;
    /// Counts and times of phases, nanoseconds, of the last step, if the engine tells.
    fn profile(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// An engine with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Carom,
    Rapier,
    Box2d,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Carom, Self::Rapier, Self::Box2d];

    pub fn name(self) -> &'static str {
        match self {
            Self::Carom => "carom",
            Self::Rapier => "rapier",
            Self::Box2d => "box2d",
        }
    }

    /// The settings, in words.
    pub fn config(self) -> &'static str {
        match self {
            Self::Carom => "defaults",
            Self::Rapier => match (cfg!(feature = "rapier-simd8"), cfg!(feature = "rapier-parallel")) {
                (false, false) => "defaults, no sleep",
                (true, false) => "simd8, no sleep",
                (false, true) => "parallel, no sleep",
                (true, true) => "simd8, parallel, no sleep",
            },
            Self::Box2d => "4 substeps, AVX2, no sleep",
        }
    }

    /// Threads that the engine can make use of.
    pub fn most_threads(self) -> usize {
        match self {
            Self::Carom if !cfg!(feature = "parallel") => 1,
            Self::Rapier if !cfg!(feature = "rapier-parallel") => 1,
            Self::Carom | Self::Rapier | Self::Box2d => usize::MAX,
        }
    }

    /// The scene in a world of this engine. Threads are those of the pool that the caller is in; Box2D has its own.
    pub fn build(self, scene: &Scene, threads: usize, profiled: bool) -> Box<dyn Engine> {
        match self {
            Self::Carom => Box::new(ours::Carom::new(scene, profiled)),
            Self::Rapier => Box::new(rapier::Rapier::new(scene)),
            Self::Box2d => Box::new(box2d::Box2d::new(scene, threads)),
        }
    }
}
