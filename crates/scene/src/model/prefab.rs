//! Prefabs: a part that is used twice is written once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Body, Goal, Link, PlacedBall, Point, is_default};

/// A part: bodies, balls, links and goals that are placed together. It may use other parts, but not itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Prefab {
    /// Its bodies.
    #[serde(skip_serializing_if = "is_default")]
    pub bodies: Vec<Body>,
    /// Its balls.
    #[serde(skip_serializing_if = "is_default")]
    pub balls: Vec<PlacedBall>,
    /// Its links; they name bodies and balls of the part.
    #[serde(skip_serializing_if = "is_default")]
    pub links: Vec<Link>,
    /// Its goals.
    #[serde(skip_serializing_if = "is_default")]
    pub goals: Vec<Goal>,
    /// The parts that it is made of.
    #[serde(skip_serializing_if = "is_default")]
    pub instances: Vec<Instance>,
}

/// A part in its place. Names inside it follow the name of the use and a dot: `left.flipper`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// Name of the part in the scene's `prefabs`.
    pub prefab: String,
    /// A name of its own. May be left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Where its origin goes, length units. Default (0, 0).
    #[serde(default, skip_serializing_if = "is_default")]
    pub position: Point,
    /// By how much it is turned. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub angle: f32,
    /// Whether left and right change places, before it is turned. Default no.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mirror: bool,
    /// Names for the inputs that it names: `{"button": "left"}`.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "super::unique::table")]
    pub inputs: std::collections::BTreeMap<String, String>,
}
