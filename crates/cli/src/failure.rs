//! Why a command did not succeed, and its exit code.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use carom_scene::Fault;

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The scene broke a rule.
    Found(String),
    /// The command line or a file is wrong.
    Input(String),
    /// The run was stopped after some of its steps.
    Stopped { taken: u64, steps: u64 },
    /// Something could not be written.
    Write(PathBuf, String),
    /// The reader of the output has closed it.
    Gone,
}

impl Failure {
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Found(_) => 1,
            Self::Input(_) => 2,
            Self::Write(..) => 3,
            Self::Stopped { .. } => 130,
            Self::Gone => 0,
        }
    }

    /// A file could not be written.
    pub(crate) fn write(path: &Path, error: &dyn fmt::Display) -> Self {
        Self::Write(path.to_owned(), error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found(what) | Self::Input(what) => f.write_str(what),
            Self::Write(path, error) => write!(f, "{} could not be written: {error}", path.display()),
            Self::Stopped { taken, steps } => {
                write!(f, "stopped after {taken} of {steps} steps; the results up to there were written")
            }
            Self::Gone => f.write_str("the reader of the output has closed it"),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Input(fault.to_string())
    }
}

/// Standard output that could not be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Gone,
            _ => Self::Write("standard output".into(), error.to_string()),
        }
    }
}
