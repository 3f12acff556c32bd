//! Animations: pictures one after the other, as animated PNG or as GIF.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use ::png::{BlendOp, ColorType, Compression, EncodingError, Filter};
use gif::{EncodingError as GifError, Repeat};

use crate::canvas::Canvas;
use crate::error::Error;
use crate::png;

/// How an animation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Film {
    /// Animated PNG: all colours. Every viewer of PNG shows at least the first frame.
    Png,
    /// GIF: at most 256 colours a frame, and frames last whole hundredths of a second.
    Gif,
}

/// An animation that is written while it is made: of a frame only the changes since the one before.
///
/// ```
/// use carom::prelude::*;
/// use carom_draw::{Animation, Bounds, Film, Picture};
///
/// let mut world = World::new(Config::default())?;
/// world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1))?;
/// // One size and one view for all frames.
/// let view = Bounds::new(vec2(-1.0, -1.0), vec2(1.0, 1.0));
/// let picture = Picture::new().size(200, 200).show(view);
/// let mut bytes = Vec::new();
/// let mut animation = Animation::new(&mut bytes, Film::Png, (200, 200), 30, 15)?;
/// for _ in 0..15 {
///     world.step(1.0 / 60.0);
///     world.step(1.0 / 60.0);
///     animation.push(&picture.draw(&world))?;
/// }
/// animation.finish()?;
/// assert_eq!(&bytes[1..4], b"PNG");
/// // or: Animation::create("ball.gif", (200, 200), 30, 15)?
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Animation<W: Write> {
    encoder: Encoder<W>,
    width: u32,
    height: u32,
    rate: u32,
    frames: u32,
    pushed: u32,
    /// Pixels of the last frame.
    last: Vec<u8>,
}

enum Encoder<W: Write> {
    Png(Box<::png::Writer<W>>),
    Gif(Box<gif::Encoder<W>>),
}

impl<W: Write> std::fmt::Debug for Encoder<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Png(_) => "Png",
            Self::Gif(_) => "Gif",
        })
    }
}

/// Bytes a pixel.
const RGB: usize = 3;

/// A part of a frame: upper left corner and size, pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Animation<BufWriter<File>> {
    /// Begins an animation in a file: animated PNG if its name ends in `.png` or `.apng`, GIF for `.gif`.
    ///
    /// # Errors
    /// [`Error::Extension`] for another name, [`Error::Write`] if the file can't be made, and those of
    /// [`new`](Self::new).
    pub fn create(path: impl AsRef<Path>, size: (u32, u32), rate: u32, frames: u32) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let film = match extension.to_str() {
            Some("png" | "apng") => Film::Png,
            Some("gif") => Film::Gif,
            _ => return Err(Error::Extension(path.to_owned())),
        };
        let file = File::create(path).map_err(|source| Error::Write { path: path.to_owned(), source })?;
        Self::new(BufWriter::new(file), film, size, rate, frames)
    }
}

impl<W: Write> Animation<W> {
    /// Begins an animation of `frames` frames, with width and height in pixels and a rate in frames per second. It
    /// runs for ever.
    ///
    /// # Errors
    /// [`Error::Size`] if a side is 0 or more than 16384 pixels, [`Error::Frames`] unless there are 1 to 100
    /// frames a second and 1 to 1 000 000 in all, [`Error::Encode`] if it can't be written.
    pub fn new(out: W, film: Film, size: (u32, u32), rate: u32, frames: u32) -> Result<Self, Error> {
        let (width, height) = size;
        png::check_size(width, height)?;
        if !(1..=100).contains(&rate) || !(1..=1_000_000).contains(&frames) {
            return Err(Error::Frames { rate, frames });
        }
        let encoder = match film {
            Film::Png => {
                let mut header = ::png::Encoder::new(out, width, height);
                header.set_color(ColorType::Rgb);
                header.set_compression(Compression::Balanced);
                // Flat colours repeat themselves best as they are.
                header.set_filter(Filter::NoFilter);
                header.set_animated(frames, 0).map_err(encode)?;
                header.set_frame_delay(1, rate as u16).map_err(encode)?;
                header.set_blend_op(BlendOp::Source).map_err(encode)?;
                Encoder::Png(Box::new(header.write_header().map_err(encode)?))
            }
            Film::Gif => {
                let (wide, high) = (width as u16, height as u16);
                let mut encoder = gif::Encoder::new(out, wide, high, &[]).map_err(encode_gif)?;
                encoder.set_repeat(Repeat::Infinite).map_err(encode_gif)?;
                Encoder::Gif(Box::new(encoder))
            }
        };
        Ok(Self { encoder, width, height, rate, frames, pushed: 0, last: Vec::new() })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// [`Error::Size`] if it has not the size of the animation, [`Error::Frames`] if there are as many frames as
    /// were announced, [`Error::Encode`] if it can't be written.
    pub fn push(&mut self, canvas: &Canvas) -> Result<(), Error> {
        let (width, height) = (canvas.width(), canvas.height());
        if (width, height) != (self.width, self.height) {
            return Err(Error::Size { width, height });
        }
        let pixels = png::pixels(canvas)?;
        self.write(pixels)
    }

    /// Ends the animation. Frames that were announced and not pushed repeat the last one.
    ///
    /// # Errors
    /// [`Error::Frames`] if no frame was pushed, [`Error::Encode`] if the end can't be written.
    pub fn finish(mut self) -> Result<(), Error> {
        if self.pushed == 0 {
            return Err(Error::Frames { rate: self.rate, frames: 0 });
        }
        while self.pushed < self.frames {
            let pixels = self.last.clone();
            self.write(pixels)?;
        }
        match self.encoder {
            Encoder::Png(writer) => writer.finish().map_err(encode),
            Encoder::Gif(encoder) => {
                let mut out = encoder.into_inner().map_err(|error| Error::Encode(error.to_string()))?;
                out.flush().map_err(|error| Error::Encode(error.to_string()))
            }
        }
    }

    fn write(&mut self, pixels: Vec<u8>) -> Result<(), Error> {
        if self.pushed == self.frames {
            return Err(Error::Frames { rate: self.rate, frames: self.frames.saturating_add(1) });
        }
        let part = changed(&self.last, &pixels, self.width, self.height);
        let bytes = cut(&pixels, self.width, part);
        match &mut self.encoder {
            Encoder::Png(writer) => {
                if self.pushed > 0 {
                    writer.set_frame_position(0, 0).map_err(encode)?;
                    writer.set_frame_dimension(part.width, part.height).map_err(encode)?;
                    writer.set_frame_position(part.x, part.y).map_err(encode)?;
                }
                writer.write_image_data(&bytes).map_err(encode)?;
            }
            Encoder::Gif(encoder) => {
                // Speed 30 of 30: with up to 256 colours, which is the rule here, nothing is lost by it.
                let (wide, high) = (part.width as u16, part.height as u16);
                let mut frame = gif::Frame::from_rgb_speed(wide, high, &bytes, 30);
                (frame.left, frame.top) = (part.x as u16, part.y as u16);
                // Ends of frames rounded, so that the whole is as long as it should be.
                let end = |n: u32| (100 * u64::from(n) + u64::from(self.rate) / 2) / u64::from(self.rate);
                frame.delay = (end(self.pushed + 1) - end(self.pushed)) as u16;
                encoder.write_frame(&frame).map_err(encode_gif)?;
            }
        }
        self.last = pixels;
        self.pushed += 1;
        Ok(())
    }
}

fn encode(error: EncodingError) -> Error {
    Error::Encode(error.to_string())
}

fn encode_gif(error: GifError) -> Error {
    Error::Encode(error.to_string())
}

/// The smallest part that holds all pixels that differ; one pixel if none does, all if there is no old frame.
fn changed(old: &[u8], new: &[u8], width: u32, height: u32) -> Part {
    let row = width as usize * RGB;
    if old.len() != new.len() {
        return Part { x: 0, y: 0, width, height };
    }
    let rows = || old.chunks_exact(row).zip(new.chunks_exact(row));
    let top = rows().position(|(a, b)| a != b);
    let Some(top) = top else {
        return Part { x: 0, y: 0, width: 1, height: 1 };
    };
    let bottom = rows().rposition(|(a, b)| a != b).unwrap_or(top);
    let (mut left, mut right) = (width as usize - 1, 0);
    for (a, b) in rows().skip(top).take(bottom - top + 1) {
        let pixels = || a.as_chunks::<RGB>().0.iter().zip(b.as_chunks::<RGB>().0);
        if let Some(first) = pixels().take(left).position(|(a, b)| a != b) {
            left = first;
        }
        if let Some(last) = pixels().rposition(|(a, b)| a != b) {
            right = right.max(last);
        }
    }
    let left = left.min(right);
    Part {
        x: left as u32,
        y: top as u32,
        width: (right - left + 1) as u32,
        height: (bottom - top + 1) as u32,
    }
}

/// The pixels of a part.
fn cut(pixels: &[u8], width: u32, part: Part) -> Vec<u8> {
    let (row, from) = (width as usize * RGB, part.x as usize * RGB);
    let rows = pixels.chunks_exact(row).skip(part.y as usize).take(part.height as usize);
    rows.flat_map(|row| &row[from..from + part.width as usize * RGB]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Item;
    use crate::color::Color;
    use carom::glam::vec2;

    /// Discs that run across: the whole size of a frame counts, and nothing that was before stays.
    fn frames() -> Vec<Canvas> {
        let disc = |x: f32, y: f32, radius, fill| Item::Disc { center: vec2(x, y), radius, fill };
        (0..12)
            .map(|n| {
                let mut canvas = Canvas::new(90, 60, Color::WHITE);
                let x = 10.0 + 6.0 * (n / 2) as f32;
                canvas.push(disc(x, 20.0, 8.0, Color::BLUE));
                canvas.push(disc(80.0 - x, 40.0, 5.0, Color::ORANGE));
                canvas
            })
            .collect()
    }

    fn animate(film: Film, frames: &[Canvas]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut animation = Animation::new(&mut bytes, film, (90, 60), 30, frames.len() as u32).unwrap();
        for frame in frames {
            animation.push(frame).unwrap();
        }
        animation.finish().unwrap();
        bytes
    }

    /// Puts a part into the pixels that are there.
    fn paste(pixels: &mut [u8], part: Part, bytes: &[u8]) {
        for (n, row) in bytes.chunks_exact(part.width as usize * RGB).enumerate() {
            let at = ((part.y as usize + n) * 90 + part.x as usize) * RGB;
            pixels[at..at + row.len()].copy_from_slice(row);
        }
    }

    #[test]
    fn a_viewer_of_png_sees_every_frame() {
        let frames = frames();
        let bytes = animate(Film::Png, &frames);
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().map(|control| control.num_frames), Some(12));
        let mut seen = vec![0; 90 * 60 * RGB];
        for frame in &frames {
            let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
            let size = reader.next_frame(&mut buffer).unwrap().buffer_size();
            let control = reader.info().frame_control().unwrap();
            assert_eq!((control.delay_num, control.delay_den), (1, 30));
            let part = Part {
                x: control.x_offset,
                y: control.y_offset,
                width: control.width,
                height: control.height,
            };
            paste(&mut seen, part, &buffer[..size]);
            assert_eq!(seen, png::pixels(frame).unwrap());
        }
        assert!(bytes.len() < 12 * 90 * 60, "{} bytes", bytes.len());
    }

    #[test]
    fn a_viewer_of_gif_sees_every_frame_at_its_time() {
        let frames = frames();
        let bytes = animate(Film::Gif, &frames);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(&bytes[..]).unwrap();
        let (mut seen, mut time) = (vec![0; 90 * 60 * RGB], 0);
        for (n, frame) in frames.iter().enumerate() {
            let shown = reader.read_next_frame().unwrap().expect("a frame");
            let part = Part {
                x: shown.left.into(),
                y: shown.top.into(),
                width: shown.width.into(),
                height: shown.height.into(),
            };
            let rgb: Vec<u8> = shown.buffer.chunks_exact(4).flat_map(|p| p[..3].to_vec()).collect();
            time += u32::from(shown.delay);
            assert_eq!(time, (100.0 * (n as f64 + 1.0) / 30.0).round() as u32, "end of frame {n}");
            paste(&mut seen, part, &rgb);
            assert_eq!(seen, png::pixels(frame).unwrap(), "frame {n}");
        }
        assert!(reader.read_next_frame().unwrap().is_none(), "no more frames");
    }

    #[test]
    fn only_what_changed_is_written() {
        let (width, height) = (7, 5);
        let old = vec![9; 7 * 5 * RGB];
        let mut new = old.clone();
        assert_eq!(changed(&old, &new, width, height), Part { x: 0, y: 0, width: 1, height: 1 });
        for (x, y) in [(2, 1), (5, 3), (3, 2)] {
            new[(y * 7 + x) * RGB + 1] = 0;
        }
        let part = changed(&old, &new, width, height);
        assert_eq!(part, Part { x: 2, y: 1, width: 4, height: 3 });
        assert_eq!(cut(&new, width, part).len(), 4 * 3 * RGB);
        new[(4 * 7 + 6) * RGB] = 0;
        new[0] = 0;
        assert_eq!(changed(&old, &new, width, height), Part { x: 0, y: 0, width, height });
        assert_eq!(changed(&[], &new, width, height), Part { x: 0, y: 0, width, height });
    }

    #[test]
    fn sizes_rates_and_counts_are_checked() {
        let begin = |size, rate, frames| Animation::new(Vec::new(), Film::Gif, size, rate, frames);
        assert!(matches!(begin((0, 5), 30, 1), Err(Error::Size { .. })));
        assert!(matches!(begin((5, 20_000), 30, 1), Err(Error::Size { .. })));
        assert!(matches!(begin((5, 5), 0, 1), Err(Error::Frames { .. })));
        assert!(matches!(begin((5, 5), 101, 1), Err(Error::Frames { .. })));
        assert!(matches!(begin((5, 5), 30, 0), Err(Error::Frames { .. })));
        assert!(matches!(begin((5, 5), 30, 1).unwrap().finish(), Err(Error::Frames { .. })), "no frame");
        let mut animation = begin((5, 5), 30, 2).unwrap();
        assert!(matches!(animation.push(&Canvas::new(5, 6, Color::WHITE)), Err(Error::Size { .. })));
        animation.push(&Canvas::new(5, 5, Color::WHITE)).unwrap();
        animation.push(&Canvas::new(5, 5, Color::WHITE)).unwrap();
        let refused = animation.push(&Canvas::new(5, 5, Color::WHITE));
        assert!(matches!(refused, Err(Error::Frames { .. })), "one too many");
        assert!(animation.finish().is_ok());
        assert!(matches!(Animation::create("a.svg", (5, 5), 30, 1), Err(Error::Extension(_))));
    }
}
