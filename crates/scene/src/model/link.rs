//! Links: rods, ropes and springs between a ball and a ball, a point or a body.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, is_default};

/// A massless link between two ends, at least one of them a ball. A length that is left out is the distance of the
/// ends at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Link {
    /// Keeps its length.
    Rod(RodOrRope),
    /// Only pulls, at its length.
    Rope(RodOrRope),
    /// Pulls and pushes towards its length.
    Spring(Spring),
}

/// The ends and the length of a rod or a rope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RodOrRope {
    /// One end.
    pub a: End,
    /// The other end.
    pub b: End,
    /// Length, length units, 1e-6 to 1e8. Default: the distance at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f32>,
    /// Whether its two ends never touch each other. Default no.
    #[serde(default, skip_serializing_if = "is_default")]
    pub apart: bool,
}

/// The ends and the figures of a spring.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spring {
    /// One end.
    pub a: End,
    /// The other end.
    pub b: End,
    /// Length at which it does not pull, length units, 0 to 1e8. Default: the distance at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_length: Option<f32>,
    /// Force per length, mass units per second squared, 0 to 1e12.
    pub stiffness: f32,
    /// Force against the speed at which the length changes, mass units per second, 0 to 1e12. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damping: f32,
    /// Shortest length, length units. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub min_length: f32,
    /// Longest length, length units. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<f32>,
    /// Whether its two ends never touch each other. Default no.
    #[serde(default, skip_serializing_if = "is_default")]
    pub apart: bool,
}

/// The object at an end of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum End {
    /// The centre of a ball, by its name.
    Ball(String),
    /// A point of the world, length units.
    Point(Point),
    /// A body, by its name, at a point in its own frame, length units. The body does not feel the link.
    Body(String, Point),
}
