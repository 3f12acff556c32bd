//! Films: frames one after the other, as GIF or as animated PNG.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use carom_draw::Canvas;

use crate::failure::Failure;
use crate::journal::file;

/// A film that is being written. Frames of an animated PNG are kept until the end, packed, because it must say
/// at its beginning how many there are.
pub(crate) struct Film {
    path: PathBuf,
    fps: u32,
    size: (u32, u32),
    reel: Reel,
}

enum Reel {
    Gif(Option<gif::Encoder<BufWriter<File>>>),
    Apng(Vec<Vec<u8>>),
}

impl std::fmt::Debug for Film {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Film").field("path", &self.path).field("size", &self.size).finish_non_exhaustive()
    }
}

impl Film {
    pub(crate) fn gif(path: &Path, fps: u32) -> Self {
        Self { path: path.to_owned(), fps, size: (0, 0), reel: Reel::Gif(None) }
    }

    pub(crate) fn apng(path: &Path, fps: u32) -> Self {
        Self { path: path.to_owned(), fps, size: (0, 0), reel: Reel::Apng(Vec::new()) }
    }

    pub(crate) fn add(&mut self, canvas: &Canvas) -> Result<(), Failure> {
        let refused = |error: &dyn std::fmt::Display| Failure::write(&self.path, error);
        let mut pixels = canvas.to_rgba().map_err(|error| refused(&error))?;
        let (width, height) = (canvas.width(), canvas.height());
        if self.size == (0, 0) {
            self.size = (width, height);
        }
        match &mut self.reel {
            Reel::Gif(encoder) => {
                let small = |side: u32| u16::try_from(side).map_err(|error| refused(&error));
                let (width, height) = (small(width)?, small(height)?);
                if encoder.is_none() {
                    let mut begun = gif::Encoder::new(file(&self.path)?, width, height, &[])
                        .map_err(|error| refused(&error))?;
                    begun.set_repeat(gif::Repeat::Infinite).map_err(|error| refused(&error))?;
                    *encoder = Some(begun);
                }
                let mut frame = gif::Frame::from_rgba_speed(width, height, &mut pixels, 30);
                // In hundredths of a second, as the format has it.
                frame.delay = (100 / self.fps.max(1)) as u16;
                match encoder {
                    Some(encoder) => encoder.write_frame(&frame).map_err(|error| refused(&error)),
                    None => Ok(()),
                }
            }
            Reel::Apng(frames) => {
                let rgb = pixels.as_chunks::<4>().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]);
                frames.push(rgb.collect());
                Ok(())
            }
        }
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self { path, fps, size: (width, height), reel } = self;
        let frames = match reel {
            Reel::Gif(_) => return Ok(()),
            Reel::Apng(frames) => frames,
        };
        let refused = |error: png::EncodingError| Failure::write(&path, &error);
        let mut out = file(&path)?;
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(frames.len().max(1) as u32, 0).map_err(refused)?;
        encoder.set_frame_delay(1, fps as u16).map_err(refused)?;
        let mut writer = encoder.write_header().map_err(refused)?;
        for frame in &frames {
            writer.write_image_data(frame).map_err(refused)?;
        }
        writer.finish().map_err(refused)?;
        out.flush().map_err(|error| Failure::write(&path, &error))
    }
}
