//! The specification of a sweep.

use std::str::FromStr;

use carom_scene::Fault;
use serde::{Deserialize, Serialize};

use crate::distribution::Distribution;
use crate::philox::Chance;
use crate::stop::UntilCi;
use crate::until::Until;
use crate::value::Value;

/// A value that varies: its path in the scene, as `--set` names it, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The path.
    pub name: String,
    /// How it varies.
    pub distribution: Distribution,
}

impl FromStr for Parameter {
    type Err = Fault;

    /// Reads `NAME=DISTRIBUTION`, as in `balls[0].position[0]=normal(0.25,0.01)`.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let help = || Some("write it as in `balls[0].radius=uniform(0.01,0.02)`".to_owned());
        let (name, law) = text.split_once('=').ok_or_else(|| {
            Fault::at("", format!("{text:?} is not of the form NAME=DISTRIBUTION")).help(help())
        })?;
        let name = name.trim().to_owned();
        let distribution = Distribution::parse(law).map_err(|mut fault| {
            fault.path.clone_from(&name);
            fault
        })?;
        Ok(Self { name, distribution })
    }
}

/// An extra column of a run beside its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// `impact times`: when each impact was, seconds.
    ImpactTimes,
    /// `path`: the place of each named ball after each step, x and y in turn.
    Path,
}

impl FromStr for Record {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "impact times" | "impact_times" => Ok(Self::ImpactTimes),
            "path" => Ok(Self::Path),
            other => Err(format!("{other:?} cannot be recorded: known are `impact times` and `path`")),
        }
    }
}

/// The specification of a sweep.
///
/// ```
/// use carom_sweep::Spec;
///
/// let spec = Spec {
///     runs: 1000,
///     seed: 7,
///     vary: vec!["balls[0].velocity[0]=uniform(1,3)".parse()?],
///     ..Spec::default()
/// };
/// # Ok::<(), carom_scene::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// How many runs.
    pub runs: u64,
    /// From which all draws follow.
    pub seed: u64,
    /// The varied values. The order does not matter.
    pub vary: Vec<Parameter>,
    /// When a run ends, whichever comes first.
    pub until: Vec<Until>,
    /// Greatest length of a run, seconds, 0 to 1e6. Default: the scene's own.
    pub seconds: Option<f64>,
    /// The extra columns of each run beside its result.
    pub record: Vec<Record>,
    /// Whether all runs have the scene's own seed, so that they differ in the varied values alone. Default: each
    /// has a seed of its own, drawn as the values are.
    pub same_luck: bool,
    /// When enough is known, before all runs are done.
    pub until_ci: Option<UntilCi>,
    /// Rows of a table and of a file. Default 10 000.
    pub part_rows: u64,
}

impl Default for Spec {
    fn default() -> Self {
        Self {
            runs: 1,
            seed: 1,
            vary: Vec::new(),
            until: Vec::new(),
            seconds: None,
            record: Vec::new(),
            same_luck: false,
            until_ci: None,
            part_rows: 10_000,
        }
    }
}

impl Spec {
    /// In the one order that all have, and checked.
    pub(crate) fn sorted(mut self) -> Result<Self, Fault> {
        self.vary.sort_by(|a, b| a.name.cmp(&b.name));
        self.record.sort_unstable();
        self.record.dedup();
        for pair in self.vary.windows(2) {
            if pair[0].name == pair[1].name {
                return Err(Fault::at(&*pair[0].name, "it varies twice"));
            }
        }
        let dimension = |parameter: &Parameter| match parameter.distribution {
            Distribution::Sobol(_, _, dimension) => Some(dimension),
            _ => None,
        };
        for (n, parameter) in self.vary.iter().enumerate() {
            let taken =
                |other: &&Parameter| dimension(other).is_some() && dimension(other) == dimension(parameter);
            if let Some(other) = self.vary[..n].iter().find(taken) {
                let message = format!("{} has the same dimension of the Sobol sequence", other.name);
                let help = "give each its own, as in `sobol(0,1,0)` and `sobol(0,1,1)`".to_owned();
                return Err(Fault::at(&*parameter.name, message).help(Some(help)));
            }
        }
        if self.part_rows == 0 || self.part_rows > 10_000_000 {
            let message = format!("is {}, but must be between 1 and 1e7", self.part_rows);
            return Err(Fault::at("part_rows", message));
        }
        Ok(self)
    }

    /// How many combinations all grids have.
    #[must_use]
    pub fn combinations(&self) -> u64 {
        self.vary.iter().fold(1, |all, parameter| all.saturating_mul(parameter.distribution.steps()))
    }
}

/// The draws of a specification.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    laws: Vec<(Distribution, Chance, u64)>,
    seed: Option<Chance>,
}

impl Draws {
    pub(crate) fn new(spec: &Spec) -> Self {
        let mut stride = 1;
        let mut laws = Vec::with_capacity(spec.vary.len());
        for Parameter { name, distribution } in &spec.vary {
            let chance = Chance::new(spec.seed, distribution.source(name));
            laws.push((distribution.clone(), chance, stride));
            stride = distribution.steps().saturating_mul(stride);
        }
        let seed = (!spec.same_luck).then(|| Chance::new(spec.seed, "run.seed"));
        Self { laws, seed }
    }

    /// The values of a run, in place of the old contents of `values`.
    pub(crate) fn values(&self, run: u64, values: &mut Vec<Value>) {
        values.clear();
        values.extend(self.laws.iter().map(|(law, chance, stride)| law.draw(*chance, run, run / stride)));
    }

    /// The seed of a run, of 53 bits, so that a number of JSON holds it; `None` if that is the scene's own.
    pub(crate) fn seed(&self, run: u64) -> Option<u64> {
        self.seed.map(|chance| chance.words(run)[0] >> 11)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(vary: &[&str], run: u64) -> Vec<Value> {
        let vary = vary.iter().map(|text| text.parse().unwrap()).collect();
        let spec = Spec { runs: 100, vary, ..Spec::default() }.sorted().unwrap();
        let mut values = Vec::new();
        Draws::new(&spec).values(run, &mut values);
        values
    }

    #[test]
    fn a_draw_depends_on_its_name_and_run_alone() {
        let alone = values(&["b=uniform(0,1)"], 5);
        assert_eq!(values(&["a=normal(0,1)", "b=uniform(0,1)", "c=choice(x,y)"], 5)[1], alone[0]);
        assert_eq!(values(&["c=choice(x,y)", "b=uniform(0,1)"], 5)[0], alone[0]);
        assert_ne!(values(&["b=uniform(0,1)"], 6), alone);
    }

    #[test]
    fn grids_make_all_combinations() {
        let vary = ["a=grid(0:2:1)", "b=grid(0,1)"];
        let mut all: Vec<String> = (0..6).map(|run| format!("{:?}", values(&vary, run))).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 6);
        assert_eq!(values(&vary, 6), values(&vary, 0), "then they begin again");
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let refused = |vary: &[&str]| {
            let vary = vary.iter().map(|text| text.parse().unwrap()).collect();
            Spec { vary, ..Spec::default() }.sorted().expect_err("refused").to_string()
        };
        assert!(refused(&["a=uniform(0,1)", "a=grid(1,2)"]).contains("varies twice"));
        assert!(refused(&["a=sobol(0,1)", "b=sobol(0,1)"]).contains("sobol(0,1,1)"));
    }
}
