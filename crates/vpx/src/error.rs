//! Errors of a table, and their places. Files are named as they are in the table, whose own path the caller knows.

use std::fmt;

/// Why a table could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read at all.
    Unreadable {
        /// Which of the table's files; empty if it is the table itself.
        file: String,
        /// The message of the system, or the missing part.
        message: String,
    },
    /// More than a table may have.
    TooMuch {
        /// The thing or the file that is too large.
        what: String,
        /// How much is allowed.
        most: u64,
    },
    /// A file is no JSON, or nested too deep.
    Syntax {
        /// Which.
        file: String,
        /// The expected text, with line and column.
        message: String,
    },
    /// A value is not one that a table may have.
    Value {
        /// Where, as a file and a path: `gameitems/Wall.Wall1.json: height_top`.
        place: String,
        /// The found text.
        found: String,
        /// The allowed range, in words.
        allowed: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { file, message } if file.is_empty() => f.write_str(message),
            Self::Unreadable { file, message } | Self::Syntax { file, message } => {
                write!(f, "{file}: {message}")
            }
            Self::TooMuch { what, most } => {
                write!(f, "{what} is too large for a table: it must be at most {most}")
            }
            Self::Value { place, found, allowed } => write!(f, "{place} is {found}, but must be {allowed}"),
        }
    }
}

impl std::error::Error for Error {}
