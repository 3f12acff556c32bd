//! The calls that a comparison needs of an engine, and the names of the engines.

use carom::glam::Vec2;

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
    /// Moves a blade, length units per second.
    fn push(&mut self, blade: usize, velocity: Vec2);
    fn step(&mut self);
    fn state(&self, disc: usize) -> State;
    /// Counts and times of phases, nanoseconds, of the last step, if the engine tells.
    fn profile(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// The settings of a run for an engine.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub threads: usize,
    /// Whether resting bodies may sleep.
    pub sleep: bool,
    /// Whether the engine times its phases, if it can.
    pub profiled: bool,
}

/// An engine, with its defaults, or tuned for fast balls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Carom,
    Rapier,
    /// With `ccd_enabled` for each ball.
    RapierCcd,
    /// With `soft_ccd_prediction` of twice the largest displacement in a step for all moving bodies.
    RapierSoft,
    Box2d,
    /// With `isBullet` for each ball, or for one of each pair: bullets are not swept against each other.
    Box2dBullet,
}

impl Kind {
    pub const ALL: [Self; 6] =
        [Self::Carom, Self::Rapier, Self::RapierCcd, Self::RapierSoft, Self::Box2d, Self::Box2dBullet];

    /// Whether it is tuned for fast balls.
    pub fn is_tuned(self) -> bool {
        matches!(self, Self::RapierCcd | Self::RapierSoft | Self::Box2dBullet)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Carom => "carom",
            Self::Rapier => "rapier",
            Self::RapierCcd => "rapier_ccd",
            Self::RapierSoft => "rapier_soft",
            Self::Box2d => "box2d",
            Self::Box2dBullet => "box2d_bullet",
        }
    }

    /// The settings beside threads and sleep, in words.
    pub fn config(self) -> &'static str {
        match self {
            Self::Carom => "defaults",
            Self::RapierCcd => "ccd_enabled",
            Self::RapierSoft => "soft_ccd_prediction",
            Self::Box2dBullet => "4 substeps, AVX2, isBullet",
            Self::Rapier => match (cfg!(feature = "rapier-simd8"), cfg!(feature = "rapier-parallel")) {
                (false, false) => "defaults",
                (true, false) => "simd8",
                (false, true) => "parallel",
                (true, true) => "simd8, parallel",
            },
            Self::Box2d => "4 substeps, AVX2",
        }
    }

    /// Threads that the engine can make use of.
    pub fn most_threads(self) -> usize {
        match self {
            Self::Carom if !cfg!(feature = "parallel") => 1,
            Self::Rapier | Self::RapierCcd | Self::RapierSoft if !cfg!(feature = "rapier-parallel") => 1,
            _ => usize::MAX,
        }
    }
}
