//! Worlds of the engines by name.

use crate::engine::{Engine, Kind, Settings};
use crate::rapier::Ccd;
use crate::scene::Scene;
use crate::{box2d, ours, rapier};

impl Kind {
    /// The scene in a world of this engine. Threads are those of the pool that the caller is in; Box2D has its own.
    pub fn build(self, scene: &Scene, settings: Settings) -> Box<dyn Engine> {
        match self {
            Self::Carom => Box::new(ours::Carom::new(scene, settings)),
            Self::Rapier => Box::new(rapier::Rapier::new(scene, settings, Ccd::Fixed)),
            Self::RapierCcd => Box::new(rapier::Rapier::new(scene, settings, Ccd::Full)),
            Self::RapierSoft => Box::new(rapier::Rapier::new(scene, settings, Ccd::Soft)),
            Self::Box2d | Self::Box2dBullet => Box::new(box2d::Box2d::new(scene, settings, self.is_tuned())),
        }
    }
}
