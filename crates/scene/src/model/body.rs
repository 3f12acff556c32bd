//! Bodies: carriers of shapes, which stand still or move as their `motion` says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MaterialRef, Motion, Point, Shape, is_default};

/// A body with its shapes. It is kinematic if it has a motion, and fixed otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Body {
    /// A name of its own, to be found again. May be left out.
    #[serde(skip_serializing_if = "is_default")]
    pub name: String,
    /// Origin of its frame, length units. Default (0, 0).
    #[serde(skip_serializing_if = "is_default")]
    pub position: Point,
    /// Turn of its frame. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub angle: f32,
    /// Its shapes.
    pub shapes: Vec<Shape>,
    /// Surface of those of its shapes that have none of their own. Default: that of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<MaterialRef>,
    /// The layers that its shapes are in, by name. Default: the one layer that has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<String>>,
    /// The layers that its shapes meet, by name. Default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collides_with: Option<Vec<String>>,
    /// How it moves. Default: not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// Points for each impact on it. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub points: i64,
    /// Impacts after which it is removed, as a brick is. Default 0: never.
    #[serde(skip_serializing_if = "is_default")]
    pub lives: u32,
}
