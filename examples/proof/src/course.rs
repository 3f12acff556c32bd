//! The scenes whose every bit is compared between targets, and the checkpoints at which it is.

use carom::{Error, World};
use scenes::{Options, Scene};

use crate::mill::Mill;
use crate::traffic::Traffic;

/// Steps after which the state is hashed: early ones tell where a difference began.
pub const CHECKPOINTS: [u32; 6] = [1, 10, 100, 300, 1000, 3000];

/// Names of the scenes, in the order of their numbers.
pub const NAMES: [&str; 9] =
    ["pinball", "cradle", "break_shot", "galton", "pile", "gas", "large_static", "mill", "traffic"];

/// A scene on its way.
pub struct Runner {
    kind: Kind,
    steps: u32,
}

enum Kind {
    Scene(Box<Scene>),
    Mill(Box<Mill>),
    Traffic(Box<Traffic>),
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl Runner {
    /// The scene with this number in [`NAMES`]; `None` beyond the last.
    ///
    /// # Errors
    /// What the world refuses: a fault of the scene.
    pub fn new(number: usize) -> Result<Option<Self>, Error> {
        let scene = |build: fn(&Options) -> Result<Scene, Error>, balls: usize| {
            build(&Options::default().balls(balls)).map(|scene| Kind::Scene(Box::new(scene)))
        };
        let Some(name) = NAMES.get(number) else { return Ok(None) };
        let kind = match *name {
            "pinball" => scene(scenes::pinball::build, 4)?,
            "cradle" => scene(scenes::cradle::build, 5)?,
            "break_shot" => scene(scenes::break_shot::build, 15)?,
            "galton" => scene(scenes::galton::build, 100)?,
            "pile" => scene(scenes::pile::build, 150)?,
            "gas" => scene(scenes::gas::build, 100)?,
            "large_static" => scene(scenes::large_static::build, 100)?,
            "mill" => Kind::Mill(Box::new(Mill::new()?)),
            _ => Kind::Traffic(Box::new(Traffic::new()?)),
        };
        Ok(Some(Self { kind, steps: 0 }))
    }

    /// Steps until `steps` have been taken, and hashes the state.
    ///
    /// # Errors
    /// What the world refuses to the scene's script.
    pub fn run_to(&mut self, steps: u32) -> Result<u64, Error> {
        let dt = 1.0 / 60.0;
        let mut hash = 0;
        while self.steps < steps {
            self.steps += 1;
            let world: &World = match &mut self.kind {
                Kind::Scene(scene) => {
                    scene.step(dt)?;
                    &scene.world
                }
                Kind::Mill(mill) => mill.step(dt)?,
                Kind::Traffic(traffic) => traffic.step(dt)?,
            };
            if self.steps == steps {
                hash = world.state_hash();
            }
        }
        Ok(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_scene_and_two_runs_agree() {
        for (number, name) in NAMES.iter().enumerate() {
            let run = || Runner::new(number).unwrap().unwrap().run_to(30).unwrap();
            assert_eq!(run(), run(), "{name}");
        }
        assert!(Runner::new(NAMES.len()).unwrap().is_none(), "there is none beyond the last");
    }
}
