//! How a kinematic body moves: by the clock, or by an input.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, is_default};

/// A motion. Places and angles are relative to where the body starts, along the axes of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Motion {
    /// The same velocity and spin for ever.
    Steady {
        /// Length units per second. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        velocity: Point,
        /// Angle per second, counter-clockwise. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        spin: f32,
    },
    /// To and fro as a sine, about the start: `by` and `turn` are the way from the start to either end.
    Swing {
        /// Largest way from the start, length units. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        by: Point,
        /// Largest angle from the start. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        turn: f32,
        /// Seconds for the way there and back, more than 0.
        period: f32,
        /// Share of a period by which it is ahead at the start, 0 to 1. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        phase: f32,
    },
    /// To another pose while an input is pressed, and back when it is let go: flippers, plungers, gates.
    Drive {
        /// Name of the input.
        input: String,
        /// Way to the other pose, length units. Default (0, 0).
        #[serde(default, skip_serializing_if = "is_default")]
        by: Point,
        /// Angle to the other pose. Default 0.
        #[serde(default, skip_serializing_if = "is_default")]
        turn: f32,
        /// Seconds for the way there, more than 0.
        out: f32,
        /// Seconds for the way back, more than 0. Default: as long as the way there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<f32>,
    },
    /// From key to key, straight and steadily.
    Keys {
        /// The keys, at least two, their times ascending.
        keys: Vec<Key>,
        /// Whether it starts anew after the last key. Default no: it stays there.
        #[serde(default, skip_serializing_if = "is_default")]
        again: bool,
    },
}

/// A pose at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Key {
    /// When, seconds.
    pub at: f32,
    /// Way from the start, length units. Default (0, 0).
    #[serde(skip_serializing_if = "is_default")]
    pub by: Point,
    /// Angle from the start. Default 0.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: f32,
}
