//! The report of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Region, is_default};

/// The extra values in the report of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Report {
    /// The room that balls must not leave: a ball whose centre was outside has escaped, and the run fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Region>,
    /// Names of balls and bodies whose traces are written. Default: all balls that have a name.
    #[serde(skip_serializing_if = "is_default")]
    pub traces: Vec<String>,
    /// Whether kinetic and potential energy are reported, as shares of their initial values. Default no.
    #[serde(skip_serializing_if = "is_default")]
    pub energy: bool,
    /// Distributions over the balls at the end.
    #[serde(skip_serializing_if = "is_default")]
    pub histograms: Vec<Histogram>,
}

/// A distribution over the balls at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Histogram {
    /// How many balls lie in each of several bins along x, compared with the binomial distribution.
    Bins {
        /// Its name.
        name: String,
        /// Left edge of the first bin, length units.
        from: f32,
        /// Right edge of the last bin, length units.
        to: f32,
        /// How many bins, 2 to 1000.
        bins: u32,
        /// Only balls below this height count, length units.
        below: f32,
    },
    /// How many balls have which speed, compared with the law of Maxwell and Boltzmann in two dimensions.
    Speeds {
        /// Its name.
        name: String,
        /// How many bins of equal expectation, 2 to 1000.
        bins: u32,
    },
}
