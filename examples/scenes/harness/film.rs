//! Animations of a scene.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use carom_draw::{Animation, Bounds, Error};

use super::picture::Camera;
use crate::Scene;

/// Frames a second.
const RATE: u32 = 30;
/// Largest width and height, pixels.
const SIZE: u32 = 640;

/// Films a run.
#[derive(Debug)]
pub(super) struct Film {
    path: PathBuf,
    animation: Animation<BufWriter<File>>,
    /// The frame of the picture, the same in all pictures of the film.
    shown: Option<Bounds>,
    size: (u32, u32),
    steps: u64,
    frames: u32,
    dt: f32,
    failed: Option<Error>,
}

impl Film {
    /// Begins to film a run of this many seconds, and makes missing folders.
    pub(super) fn new(
        path: &Path,
        scene: &Scene,
        camera: &Camera,
        seconds: f64,
        dt: f32,
    ) -> Result<Self, Error> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|source| Error::Write { path: path.to_owned(), source })?;
        }
        let shown = Bounds::of(&scene.world);
        let still = camera.picture(scene, 0.0).within(SIZE, SIZE).draw(&scene.world);
        let size = (still.width(), still.height());
        let total = (seconds * f64::from(RATE)).round().clamp(1.0, f64::from(u32::MAX)) as u32;
        let animation = Animation::create(path, size, RATE, total)?;
        let (path, failed) = (path.to_owned(), None);
        Ok(Self { path, animation, shown, size, steps: 0, frames: 0, dt, failed })
    }

    /// Takes in the last step: as many frames as are due.
    pub(super) fn record(&mut self, scene: &Scene, camera: &Camera) {
        self.steps += 1;
        let seconds = self.steps as f64 * f64::from(self.dt);
        let due = (seconds * f64::from(RATE) + 1e-3) as u32;
        while self.frames < due && self.failed.is_none() {
            let (width, height) = self.size;
            let mut picture = camera.picture(scene, seconds).size(width, height);
            if let Some(shown) = self.shown {
                picture = picture.show(shown);
            }
            let pushed = self.animation.push(&camera.draw(scene, &picture));
            self.failed = pushed.err();
            self.frames += 1;
        }
    }

    /// Ends the film; where it is.
    pub(super) fn finish(self) -> Result<PathBuf, Error> {
        match self.failed {
            Some(error) => Err(error),
            None => self.animation.finish().map(|()| self.path),
        }
    }
}
