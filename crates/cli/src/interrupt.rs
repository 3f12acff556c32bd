//! Runs that Ctrl-C or the clock stops early, and that keep their results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);

/// Causes that stop a run.
#[derive(Debug)]
pub(crate) struct Interrupt {
    end: Option<Instant>,
}

impl Interrupt {
    /// Ctrl-C, and the clock after this number of seconds.
    pub(crate) fn new(seconds: Option<f64>) -> Self {
        // Pressed once more it ends the program. Where it cannot be caught it ends it at once.
        let pressed = || {
            if PRESSED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        let _ = ctrlc::set_handler(pressed);
        let end = seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs_f64(seconds)));
        Self { end }
    }

    pub(crate) fn is_due(&self) -> bool {
        PRESSED.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}
