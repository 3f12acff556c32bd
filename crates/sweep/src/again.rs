//! The stage of a scene, made anew with other values.

use carom_scene::{Fault, Scene, Stage};

use crate::value::Value;

/// A scene whose values change from run to run, and the one stage that runs it.
#[derive(Debug)]
pub(crate) struct Again {
    scene: Scene,
    names: Vec<String>,
    stage: Option<Stage>,
}

impl Again {
    pub(crate) fn new(scene: Scene, names: Vec<String>) -> Self {
        Self { scene, names, stage: None }
    }

    /// The stage at its start, with these values in place of the scene's.
    pub(crate) fn start(&mut self, seed: Option<u64>, values: &[Value]) -> Result<&mut Stage, Fault> {
        let mut scene = self.scene.clone();
        for (name, value) in self.names.iter().zip(values) {
            scene.set(name, &value.to_string())?;
        }
        scene.run.seed = seed.unwrap_or(scene.run.seed);
        Ok(self.stage.insert(scene.stage()?))
    }
}
