//! Films: frames one after the other, as GIF or as animated PNG.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use carom_draw::{Animation, Canvas};

use crate::failure::Failure;
use crate::journal::file;

/// A film that is being written. Its first frame decides its size.
#[derive(Debug)]
pub(crate) struct Film {
    path: PathBuf,
    kind: carom_draw::Film,
    rate: u32,
    frames: u32,
    animation: Option<Animation<BufWriter<File>>>,
}

impl Film {
    /// A film with this number of frames and this rate in frames per second.
    pub(crate) fn new(path: &Path, kind: carom_draw::Film, rate: u32, frames: u32) -> Self {
        Self { path: path.to_owned(), kind, rate, frames, animation: None }
    }

    pub(crate) fn add(&mut self, canvas: &Canvas) -> Result<(), Failure> {
        let refused = |error: carom_draw::Error| Failure::write(&self.path, &error);
        let mut animation = match self.animation.take() {
            Some(animation) => animation,
            None => {
                let size = (canvas.width(), canvas.height());
                let out = file(&self.path)?;
                Animation::new(out, self.kind, size, self.rate, self.frames).map_err(refused)?
            }
        };
        animation.push(canvas).map_err(refused)?;
        self.animation = Some(animation);
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self { path, animation, .. } = self;
        animation.map_or(Ok(()), Animation::finish).map_err(|error| Failure::write(&path, &error))
    }
}
