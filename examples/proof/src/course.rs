//! The scenes whose every bit is compared between targets, and the checkpoints at which it is.

use carom::{Error, World};
use scenes::{Options, Scene};

use crate::corpus::{self, Play};
use crate::mill::Mill;
use crate::traffic::Traffic;

#[cfg(feature = "scenes")]
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$((concat!($name, ".ron"), include_str!(concat!("../../scenes/", $name, ".ron")))),*]
    };
}

/// Steps after which the state is hashed: early ones tell where a difference began.
const CHECKPOINTS: [u32; 6] = [1, 10, 100, 300, 1000, 3000];

/// Games of the corpus, two of each kind.
const GAMES: usize = 30;

/// Scenes that are code.
const CODED: [&str; 7] = ["pinball", "galton", "pile", "gas", "large_static", "mill", "traffic"];

/// Scenes that are files: name and text. None without their reader.
#[cfg(feature = "scenes")]
pub(crate) const FILES: [(&str, &str); 14] = files![
    "air_hockey",
    "billiards",
    "break_shot",
    "brick_breaker",
    "cradle",
    "galton",
    "gas",
    "marble_run",
    "pachinko",
    "pi",
    "pinball",
    "pinball_parts",
    "suika",
    "wrecking_ball",
];
#[cfg(not(feature = "scenes"))]
const FILES: [(&str, &str); 0] = [];

/// The includes of such files: parts of a pinball table.
#[cfg(feature = "scenes")]
const PARTS: &str = include_str!("../../scenes/include/pinball.ron");

/// The name of the scene with this number; `None` beyond the last.
#[must_use]
pub fn name(number: usize) -> Option<String> {
    let file = number.checked_sub(CODED.len()).and_then(|n| FILES.get(n)).map(|(name, _)| *name);
    let scene = CODED.get(number).copied().or(file).map(str::to_owned);
    scene.or_else(|| game(number).map(corpus::name))
}

/// The number of scenes and games.
#[must_use]
pub const fn count() -> usize {
    CODED.len() + FILES.len() + GAMES
}

/// The number in the corpus of the game with this number.
fn game(number: usize) -> Option<usize> {
    number.checked_sub(CODED.len() + FILES.len()).filter(|game| *game < GAMES)
}

/// Steps after which the scene with this number is hashed. Games of the corpus are short.
#[must_use]
pub fn checkpoints(number: usize) -> &'static [u32] {
    if game(number).is_some() { &CHECKPOINTS[..4] } else { &CHECKPOINTS }
}

/// A scene that is being played.
pub struct Runner {
    kind: Kind,
    steps: u32,
}

enum Kind {
    Scene(Box<Scene>),
    Mill(Box<Mill>),
    Traffic(Box<Traffic>),
    Game(Box<Play>),
    #[cfg(feature = "scenes")]
    Stage(Box<carom_scene::Stage>),
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("steps", &self.steps).finish_non_exhaustive()
    }
}

impl Runner {
    /// The scene with this number; `None` beyond the last.
    ///
    /// # Errors
    /// An error of the world: a fault of the scene.
    pub fn new(number: usize) -> Result<Option<Self>, Box<dyn std::error::Error + Send + Sync>> {
        let scene = |build: fn(&Options) -> Result<Scene, Error>, balls: usize| {
            build(&Options::default().balls(balls)).map(|scene| Kind::Scene(Box::new(scene)))
        };
        if let Some(game) = game(number) {
            return Ok(Some(Self { kind: Kind::Game(Box::new(corpus::game(game)?)), steps: 0 }));
        }
        let Some(name) = CODED.get(number) else { return Self::from_file(number - CODED.len()) };
        let kind = match *name {
            "pinball" => scene(scenes::pinball::build, 4)?,
            "galton" => scene(scenes::galton::build, 100)?,
            "pile" => scene(scenes::pile::build, 150)?,
            "gas" => scene(scenes::gas::build, 100)?,
            "large_static" => scene(scenes::large_static::build, 100)?,
            "mill" => Kind::Mill(Box::new(Mill::new()?)),
            _ => Kind::Traffic(Box::new(Traffic::new()?)),
        };
        Ok(Some(Self { kind, steps: 0 }))
    }

    /// The scene of this file.
    #[cfg(feature = "scenes")]
    fn from_file(number: usize) -> Result<Option<Self>, Box<dyn std::error::Error + Send + Sync>> {
        let Some((_, text)) = FILES.get(number) else { return Ok(None) };
        let mut scene = carom_scene::Scene::from_ron(text)?;
        // There are no files on wasm32.
        for _ in scene.include.drain(..) {
            let parts = carom_scene::Scene::from_ron(PARTS)?;
            scene.materials.extend(parts.materials);
            scene.kinds.extend(parts.kinds);
            scene.prefabs.extend(parts.prefabs);
        }
        let stage = scene.stage()?;
        Ok(Some(Self { kind: Kind::Stage(Box::new(stage)), steps: 0 }))
    }

    #[cfg(not(feature = "scenes"))]
    fn from_file(_: usize) -> Result<Option<Self>, Box<dyn std::error::Error + Send + Sync>> {
        Ok(None)
    }

    /// The world as it is now.
    #[must_use]
    pub fn world(&self) -> &World {
        match &self.kind {
            Kind::Scene(scene) => &scene.world,
            Kind::Mill(mill) => &mill.world,
            Kind::Traffic(traffic) => &traffic.world,
            Kind::Game(play) => play.world(),
            #[cfg(feature = "scenes")]
            Kind::Stage(stage) => &stage.world,
        }
    }

    /// Steps until `steps` have been taken, and hashes the state.
    ///
    /// # Errors
    /// An error of the world in the scene's script.
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
                Kind::Game(play) => {
                    play.step()?;
                    play.world()
                }
                #[cfg(feature = "scenes")]
                Kind::Stage(stage) => {
                    stage.step();
                    &stage.world
                }
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
        for number in 0..count() {
            let name = name(number);
            let run = || Runner::new(number).unwrap().unwrap().run_to(30).unwrap();
            assert_eq!(run(), run(), "{name:?}");
        }
        assert!(Runner::new(count()).unwrap().is_none(), "there is none beyond the last");
    }

    #[cfg(feature = "scenes")]
    #[test]
    fn every_scene_file_is_compared() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenes");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap().to_owned();
            assert!(
                !name.ends_with(".ron") || FILES.iter().any(|(known, _)| *known == name),
                "{name} is not compared"
            );
        }
    }
}
