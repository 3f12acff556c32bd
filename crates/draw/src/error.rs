//! Why a picture could not be made or written.

use std::path::PathBuf;
use std::{fmt, io};

/// Why a picture could not be made or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file name ends neither in `.svg` nor in `.png`.
    Extension(PathBuf),
    /// No pixels, or more than fit into memory.
    Size {
        /// Width, pixels.
        width: u32,
        /// Height, pixels.
        height: u32,
    },
    /// The pixels could not be encoded.
    Encode(String),
    /// The file could not be written.
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extension(path) => {
                write!(f, "{} must end in .svg or .png, so that the format is known", path.display())
            }
            Self::Size { width, height } => {
                write!(f, "a PNG of {width} x {height} pixels is not possible; each side must be 1 to 16384")
            }
            Self::Encode(why) => write!(f, "PNG could not be encoded: {why}"),
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
