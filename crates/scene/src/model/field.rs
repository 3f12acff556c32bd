//! Forces on balls beside gravity, and shoves of the table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, Region, is_default};

/// A force on balls beside gravity: an acceleration, a medium that drags, a magnet, or all of these.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// Where it acts, a Circle or a Box; a ball is where its centre is. Default: everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Acceleration of every ball, length units per second squared, independent of its mass. Default (0, 0).
    #[serde(skip_serializing_if = "is_default")]
    pub acceleration: Point,
    /// Rate at which the speed against the medium fades, per second, 0 to 1e6. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub drag: f32,
    /// Velocity of the medium, length units per second: wind or a current, if there is drag. Default (0, 0).
    #[serde(skip_serializing_if = "is_default")]
    pub flow: Point,
    /// A pull towards a point. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attractor: Option<Attractor>,
    /// The layers of balls on which it acts, by name. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<String>>,
    /// Name of the input without which it does nothing, as the coil of a magnet. Default: it acts always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

/// A pull towards a point, with the inverse square of the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attractor {
    /// Where it pulls to, length units.
    pub center: Point,
    /// Acceleration times distance squared far away, length units cubed per second squared; negative pushes away. At
    /// most 1e12 either way.
    pub strength: f32,
    /// Within about this distance the pull falls off towards the centre, length units, 1e-6 to 1e6.
    pub softening: f32,
}

/// A shove of the table when a button is pressed: out and back as a sine squared. Balls feel it the other way round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nudge {
    /// Name of the input.
    pub input: String,
    /// How far the table goes out, length units.
    pub displacement: Point,
    /// Seconds out and back, 0.001 to 60.
    pub seconds: f32,
}
