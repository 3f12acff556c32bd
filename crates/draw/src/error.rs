//! Why a picture could not be made or written.

use std::path::PathBuf;
use std::{fmt, io};

/// Why a picture could not be made or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The end of the file's name is not one of a format that fits: `.svg` or `.png` for a picture, `.png`,
    /// `.apng` or `.gif` for an animation.
    Extension(PathBuf),
    /// No pixels, or more than fit into memory.
    Size {
        /// Width, pixels.
        width: u32,
        /// Height, pixels.
        height: u32,
    },
    /// An animation with too many frames or too few, or with frames too short or too long.
    Frames {
        /// Frames a second.
        rate: u32,
        /// Frames in all.
        frames: u32,
    },
    /// The pixels could not be encoded.
    Encode(String),
    /// The file could not be written.
    Write {
        /// Which file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extension(path) => {
                let allowed = ".svg or .png (.png, .apng or .gif for an animation)";
                write!(f, "{} must end in {allowed}, so that the format is known", path.display())
            }
            Self::Frames { rate, frames } => {
                write!(f, "{frames} frames at {rate} a second are not possible; ")?;
                f.write_str("there must be 1 to 100 a second, and as many as were announced")
            }
            Self::Size { width, height } => {
                write!(
                    f,
                    "{width} x {height} pixels are not possible; each side must be 1 to 16384, and all frames alike"
                )
            }
            Self::Encode(why) => write!(f, "the pixels could not be encoded: {why}"),
            Self::Write { path, source } => write!(f, "{} could not be written: {source}", path.display()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Write { source, .. } => Some(source),
            _ => None,
        }
    }
}
