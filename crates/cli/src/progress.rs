//! The progress bar: on a terminal only, and only when it takes long.

use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// How long a run must take before there is a bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How a bar looks that counts these things.
fn style(things: &str) -> Result<ProgressStyle, indicatif::style::TemplateError> {
    let template = format!("{{bar:40}} {{percent}}% {{speed}} {things} a second, {{eta}} left");
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:.0}", state.per_sec());
    };
    Ok(ProgressStyle::with_template(&template)?.with_key("speed", speed))
}

/// A bar on standard error.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    steps: u64,
    start: Instant,
    shown: Cell<bool>,
}

impl Progress {
    pub(crate) fn new(steps: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(ProgressBar::hidden);
        Self { bar, steps, start: Instant::now(), shown: Cell::new(false) }
    }

    pub(crate) fn advance(&self, step: u64) {
        let Some(bar) = &self.bar else { return };
        // The clock is read seldom: a step may take less than a microsecond.
        if !step.is_multiple_of(64) {
            return;
        }
        if !self.shown.get() && self.start.elapsed() > PATIENCE {
            bar.set_length(self.steps);
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
            if let Ok(style) = style("steps") {
                bar.set_style(style);
            }
            self.shown.set(true);
        }
        if self.shown.get() {
            bar.set_position(step);
        }
    }

    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar whose owner reports the progress of other threads from time to time.
#[derive(Debug)]
pub(crate) struct Bar {
    bar: Option<ProgressBar>,
}

impl Bar {
    /// A bar of this many things.
    pub(crate) fn new(count: u64, things: &str) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new(count));
        if let (Some(bar), Ok(style)) = (&bar, style(things)) {
            bar.set_style(style);
        }
        Self { bar }
    }

    pub(crate) fn show(&self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
