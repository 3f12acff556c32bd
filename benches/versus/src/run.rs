//! A run of a comparison: an engine with its settings.

use crate::engine::{Kind, Settings};

/// An engine with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub kind: Kind,
    pub threads: usize,
    /// Whether resting bodies may sleep.
    pub sleep: bool,
}

impl Run {
    /// The settings for the engine.
    pub fn settings(self, profiled: bool) -> Settings {
        Settings { threads: self.threads, sleep: self.sleep, profiled }
    }
}
