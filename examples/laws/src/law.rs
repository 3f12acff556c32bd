//! A law of motion: a set-up with an exact answer, the engine's result, and the tolerance between the two.

use serde::Serialize;

use crate::sample::Sample;
use crate::watch::Watch;

/// How many trials a law is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// A few, for `cargo test`.
    Test,
    /// As many as the law asks for at least.
    Quick,
    /// All seeds: minutes to hours.
    Full,
}

impl Effort {
    /// One of three, by effort.
    #[must_use]
    pub fn pick<T>(self, test: T, quick: T, full: T) -> T {
        match self {
            Self::Test => test,
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}

/// A law and how to measure it.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Short name, by which it is chosen.
    pub name: &'static str,
    /// Its statement, in one line.
    pub says: &'static str,
    /// Carries out its cases.
    pub run: fn(Effort) -> Vec<Case>,
}

impl Law {
    /// Carries out every case.
    #[must_use]
    pub fn cases(&self, effort: Effort) -> Vec<Case> {
        let mut cases = (self.run)(effort);
        for case in &mut cases {
            case.law = self.name;
        }
        cases
    }
}

/// A measured value against an exact one.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    exact: f64,
    measured: f64,
    error: f64,
    bar: f64,
}

impl Figure {
    /// Within `bar` of the exact value, as a share of it.
    #[must_use]
    pub fn relative(exact: f64, measured: f64, bar: f64) -> Self {
        Self { exact, measured, error: (measured / exact - 1.0).abs(), bar }
    }

    /// At least `exact`, less `bar` of it.
    #[must_use]
    pub fn at_least(exact: f64, measured: f64, bar: f64) -> Self {
        Self { exact, measured, error: (1.0 - measured / exact).max(0.0), bar }
    }

    /// An error that should be zero and may be `bar`.
    #[must_use]
    pub fn error(error: f64, bar: f64) -> Self {
        Self { exact: 0.0, measured: error, error, bar }
    }

    /// Exactly this count.
    #[must_use]
    pub fn count(exact: u64, measured: u64) -> Self {
        let (exact, measured) = (exact as f64, measured as f64);
        Self { exact, measured, error: (measured - exact).abs(), bar: 0.0 }
    }

    /// A mean within three standard errors of the exact value. The error counts standard errors. Few runs may be four off:
    /// that happens by chance in one case of 16 000, three in one of 370.
    #[must_use]
    pub fn sampled(exact: f64, sample: &Sample, effort: Effort) -> Self {
        Self::compared(&Sample::known(exact, 0.0), sample, effort)
    }

    /// The same against a mean that has an error of its own.
    #[must_use]
    pub fn compared(known: &Sample, sample: &Sample, effort: Effort) -> Self {
        let error = libm::hypot(known.error(), sample.error());
        let (exact, measured) = (known.mean(), sample.mean());
        Self { exact, measured, error: (measured - exact).abs() / error, bar: effort.pick(4.0, 3.0, 3.0) }
    }

    /// At most `bar`, where nothing exact is known.
    #[must_use]
    pub fn at_most(bar: f64, measured: f64) -> Self {
        Self { exact: bar, measured, error: measured, bar }
    }
}

/// The outcome of one case of a law.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// Name of the law.
    pub law: &'static str,
    /// The varied parameters.
    pub case: String,
    /// Number of runs, or of things counted.
    pub trials: u64,
    /// The exact answer; 0 for errors and misses.
    pub exact: f64,
    /// The engine's result.
    pub measured: f64,
    /// How far off that is, in the terms of the bar.
    pub error: f64,
    /// Largest error allowed.
    pub bar: f64,
    /// Whether the error is within the bar, and nothing was dropped where nothing may be.
    pub pass: bool,
    /// The world's counts of dropped things: bodies frozen, stalled or put back.
    pub dropped: u64,
    /// Longest step as a multiple of the median step of the same scenes. A scheduler's interruptions count.
    pub worst_step: f64,
    /// Most impacts within one step.
    pub most_impacts: u64,
}

impl Case {
    /// A case whose steps were taken by `watch`.
    #[must_use]
    pub fn new(case: impl Into<String>, trials: u64, watch: &Watch, figure: Figure) -> Self {
        let Figure { exact, measured, error, bar } = figure;
        Self {
            law: "",
            case: case.into(),
            trials,
            exact,
            measured,
            error,
            bar,
            // A NaN fails.
            pass: error <= bar && (watch.dropped() == 0 || watch.may_drop()),
            dropped: watch.dropped(),
            worst_step: watch.worst_step(),
            most_impacts: watch.most_impacts(),
        }
    }
}
