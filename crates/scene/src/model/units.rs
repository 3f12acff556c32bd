//! The units of the numbers of a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::is_default;

/// The units of the numbers of a file. Times are seconds always.
///
/// The engine takes lengths and masses as they are, so these two are names, for pictures and readers: gravity
/// on earth is 9.81 in metres and 9810 in millimetres. The unit of angles converts angles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Units {
    /// Name of the length unit. Default "m".
    pub length: String,
    /// Name of the mass unit. Default "kg".
    pub mass: String,
    /// Unit of all angles, sweeps and spins (per second). Default Radians.
    #[serde(skip_serializing_if = "is_default")]
    pub angle: Angle,
}

impl Default for Units {
    fn default() -> Self {
        Self { length: "m".to_owned(), mass: "kg".to_owned(), angle: Angle::Radians }
    }
}

/// Unit of angles; counter-clockwise is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Angle {
    /// Radians: a full turn is 6.2831855.
    #[default]
    Radians,
    /// Degrees: a full turn is 360.
    Degrees,
}

impl Angle {
    /// The file's angle in radians.
    #[must_use]
    pub fn radians(self, angle: f32) -> f32 {
        match self {
            Self::Radians => angle,
            Self::Degrees => (f64::from(angle) * (std::f64::consts::PI / 180.0)) as f32,
        }
    }
}
