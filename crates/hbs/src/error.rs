//! Errors of a file, and their places.

use std::fmt;

use crate::limits::MAX_BYTES;

/// Why a stadium could not be read or built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The file is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    TooLong {
        /// Its length; for a file that grows while it is read, the part read so far.
        bytes: u64,
    },
    /// The file could not be read at all.
    Unreadable {
        /// The message of the system.
        message: String,
    },
    /// The text is no JSON5, or nested too deep, or too large.
    Syntax {
        /// Line, from 1; 0 if it is not known.
        line: usize,
        /// Column in characters, from 1; 0 if it is not known.
        column: usize,
        /// The expected text, with line and column.
        message: String,
    },
    /// A value is not one that a stadium may have.
    Value {
        /// Where, as a path: `segments[12].curve`.
        place: String,
        /// The found text.
        found: String,
        /// The allowed range, in words.
        allowed: String,
    },
    /// The error of the world.
    World(carom::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => {
                write!(f, "the file has {bytes} bytes, but a stadium may have {MAX_BYTES} at most")
            }
            Self::Unreadable { message } | Self::Syntax { message, .. } => f.write_str(message),
            Self::Value { place, found, allowed } => write!(f, "{place} is {found}, but must be {allowed}"),
            Self::World(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<carom::Error> for Error {
    fn from(error: carom::Error) -> Self {
        Self::World(error)
    }
}
