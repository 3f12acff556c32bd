//! Goals: places where a ball counts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, is_default};

/// A named place where a ball counts: a pocket, a drain, a bin, a goal. It is an area, which notices the centre of a
/// ball, or a sensor, which notices its edge, at any time within a step and at any speed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Its name. A run reports how many balls entered it.
    pub name: String,
    /// Where it is, if it is an area. Its outline must not cross itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Name of its sensor, if it is one: the shape's name; `body.shape` if the body has a name. In a part, without the
    /// name of the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensor: Option<String>,
    /// Points for each ball that enters. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub points: i64,
    /// The fate of a ball that enters. Default Keep.
    #[serde(default, skip_serializing_if = "is_default")]
    pub then: GoalAction,
    /// The kinds of balls that count. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<String>>,
}

/// An area. A ball is in it when its centre is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Region {
    /// A disc.
    Circle {
        /// Centre, length units.
        center: Point,
        /// Radius, length units, 1e-6 to 1e6.
        radius: f32,
    },
    /// A rectangle with sides along the axes.
    Box {
        /// Lower left corner, length units.
        min: Point,
        /// Upper right corner, length units.
        max: Point,
    },
    /// A polygon.
    Polygon {
        /// Its corners in order, at least three, length units.
        points: Vec<Point>,
    },
}

/// The fate of a ball that enters a goal, at the end of the step. Later events of the ball in that step are
/// ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum GoalAction {
    /// It continues.
    #[default]
    Keep,
    /// It is removed.
    Remove,
    /// It is put somewhere else.
    Return {
        /// Where its centre goes, length units.
        position: Point,
        /// Its velocity then, length units per second. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        velocity: Point,
    },
    /// It is held, and thrown out after a while, as by a hole or a saucer. The hole has room for one ball; others
    /// continue.
    Hold {
        /// Where its centre is held, length units.
        position: Point,
        /// How long, seconds, 0 to 1e6.
        seconds: f32,
        /// Velocity with which it is thrown out, length units per second.
        velocity: Point,
        /// A ball that comes in faster than this is not held, length units per second. Default: none does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slower_than: Option<f32>,
    },
    /// It is in other layers from the end of the step on, and meets others, as at the foot of a ramp.
    Switch {
        /// The layers that it is in then, by name. Default: the one layer that has no name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        layers: Option<Vec<String>>,
        /// The layers that it meets then, by name. Default: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        collides_with: Option<Vec<String>>,
    },
}
