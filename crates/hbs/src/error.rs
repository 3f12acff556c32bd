//! What is wrong with a file, and where.

use std::fmt;

use crate::limits::MAX_BYTES;

/// Why a stadium could not be read or built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The file is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    TooLong {
        /// Its length; for a file that grows while it is read, what was seen of it.
        bytes: u64,
    },
    /// The file could not be read at all.
    Unreadable {
        /// What the system says.
        message: String,
    },
    /// The text is no JSON5, or nested too deep, or too large.
    Syntax {
        /// Line, from 1; 0 if it is not known.
        line: usize,
        /// Column in characters, from 1; 0 if it is not known.
        column: usize,
        /// What was expected, with line and column.
        message: String,
    },
    /// A value is not one that a stadium may have.
    Value {
        /// Where, as a path: `segments[12].curve`.
        place: String,
        /// What stands there.
        found: String,
        /// What is allowed, in words.
        allowed: String,
    },
    /// What the world refused.
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
