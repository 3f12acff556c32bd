//! Errors of a drawing, and their places.

use std::fmt;

/// Why a drawing could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The file could not be read.
    Unreadable {
        /// The message of the system.
        message: String,
    },
    /// The text is no XML, or no SVG.
    Syntax {
        /// The expected text, with line and column.
        message: String,
    },
    /// The value of an attribute is out of its range.
    Value {
        /// Element and attribute, with the line.
        place: String,
        /// The found text.
        found: String,
        /// The allowed range, in words.
        allowed: &'static str,
    },
    /// A quantity of the drawing is too large.
    TooMuch {
        /// The quantity, as `the depth of groups`.
        what: &'static str,
        /// Its largest value.
        most: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { message } | Self::Syntax { message } => f.write_str(message),
            Self::Value { place, found, allowed } => write!(f, "{place} is {found:?}, but must be {allowed}"),
            Self::TooMuch { what, most } => {
                write!(f, "{what} is too large for a drawing: it must be at most {most}")
            }
        }
    }
}

impl std::error::Error for Error {}

/// The beginning of a text in a drawing, for a message.
pub(crate) fn brief(text: &str) -> String {
    text.chars().take(60).collect()
}
