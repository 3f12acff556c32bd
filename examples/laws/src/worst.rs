//! The worst of many runs, and where it was: laws over many sizes, speeds and steps report it.

use crate::law::{Case, Figure};
use crate::watch::Watch;

/// The largest error of many runs.
#[derive(Clone, Debug, Default)]
pub struct Worst {
    error: f64,
    at: String,
    trials: u64,
}

impl Worst {
    /// Takes the error of another run. A value that is not a number is the largest of all.
    pub fn add(&mut self, error: f64, at: impl FnOnce() -> String) {
        self.trials += 1;
        let error = if error.is_nan() { f64::INFINITY } else { error };
        if error > self.error {
            (self.error, self.at) = (error, at());
        }
    }

    /// The case: the error may be `bar`. It names the worst run only where that is more.
    #[must_use]
    pub fn case(&self, name: &str, watch: &Watch, bar: f64) -> Case {
        let name = if self.error > bar { format!("{name} [worst: {}]", self.at) } else { name.to_owned() };
        Case::new(name, self.trials, watch, Figure::error(self.error, bar))
    }
}

/// Runs that miss, counted, and the first of them.
#[derive(Clone, Debug, Default)]
pub struct Misses {
    count: u64,
    first: String,
    trials: u64,
}

impl Misses {
    /// Takes another run.
    pub fn add(&mut self, missed: bool, at: impl FnOnce() -> String) {
        self.trials += 1;
        if missed {
            if self.count == 0 {
                self.first = at();
            }
            self.count += 1;
        }
    }

    /// The case: none may miss. It names the first that did.
    #[must_use]
    pub fn case(&self, name: &str, watch: &Watch) -> Case {
        let name = if self.count > 0 { format!("{name} [first: {}]", self.first) } else { name.to_owned() };
        Case::new(name, self.trials, watch, Figure::count(0, self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_is_named_where_it_is_too_bad() {
        let mut worst = Worst::default();
        for error in [1e-6, 3e-3, 2e-3] {
            worst.add(error, || format!("{error}"));
        }
        let watch = Watch::default();
        let case = worst.case("speed", &watch, 1e-2);
        assert!(case.pass && case.case == "speed" && case.trials == 3, "{case:?}");
        let case = worst.case("speed", &watch, 1e-3);
        assert!(!case.pass && case.case == "speed [worst: 0.003]", "{case:?}");
        worst.add(f64::NAN, || "none".into());
        assert!(!worst.case("speed", &watch, 1e9).pass, "no number passes no bar");
    }

    #[test]
    fn the_first_miss_is_named() {
        let mut misses = Misses::default();
        for n in 0..5 {
            misses.add(n > 2, || n.to_string());
        }
        let case = misses.case("through", &Watch::default());
        assert!(!case.pass && case.case == "through [first: 3]" && case.error == 2.0, "{case:?}");
    }
}
