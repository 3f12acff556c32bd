//! The floor of a game seen from above.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, is_default};

/// The floor of a game seen from above, on which all balls lie. A ball that `is_sphere` slides until it rolls, and rolls
/// until it rests; any other slides like a disc.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Floor {
    /// Acceleration by which balls bear on it, length units per second squared, 0 to 1e6. Default 9.81.
    pub gravity: f32,
    /// Its surface. Default: the cloth of a pool table.
    pub surface: FloorSurface,
    /// Height at which the edges of bodies touch spheres, length units, 0 to 1e6. Default 0: as high as their centres.
    /// The nose of a cushion is 1.27 radii high.
    #[serde(skip_serializing_if = "is_default")]
    pub cushion_height: f32,
    /// Parts with another surface; where zones overlap, the last counts.
    #[serde(skip_serializing_if = "is_default")]
    pub zones: Vec<FloorZone>,
}

impl Default for Floor {
    fn default() -> Self {
        let carom::Floor { gravity, cushion_height: cushion, .. } = carom::Floor::default();
        Self { gravity, surface: FloorSurface::default(), cushion_height: cushion, zones: Vec::new() }
    }
}

/// Resistance of a floor to the motion of balls.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FloorSurface {
    /// Deceleration of balls that slide, as a multiple of the floor's gravity, 0 to 10. Default 0.2.
    pub sliding_friction: f32,
    /// Deceleration of balls that roll, as a multiple of the floor's gravity, 0 to 10. Default 0.01.
    pub rolling_friction: f32,
    /// Torque against spin about the vertical, as a multiple of weight times radius, 0 to 10. Default 0.0117.
    pub spinning_friction: f32,
}

impl Default for FloorSurface {
    fn default() -> Self {
        let carom::FloorSurface {
            sliding_friction: sliding,
            rolling_friction: rolling,
            spinning_friction: spinning,
        } = carom::FloorSurface::default();
        Self { sliding_friction: sliding, rolling_friction: rolling, spinning_friction: spinning }
    }
}

impl From<FloorSurface> for carom::FloorSurface {
    fn from(
        FloorSurface { sliding_friction: sliding, rolling_friction: rolling, spinning_friction: spinning }: FloorSurface,
    ) -> Self {
        Self { sliding_friction: sliding, rolling_friction: rolling, spinning_friction: spinning }
    }
}

/// A part of the floor with another surface: a rectangle with sides along the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorZone {
    /// Lower left corner, length units.
    pub min: Point,
    /// Upper right corner, length units.
    pub max: Point,
    /// Its surface.
    pub surface: FloorSurface,
}
