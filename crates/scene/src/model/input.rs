//! Inputs: buttons that are pressed by the clock, or by a player who watches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Region, is_default};

/// A button that is pressed at a time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InputPress {
    /// Name of the input, as motions name it.
    pub input: String,
    /// When it is pressed first, seconds.
    pub at: f32,
    /// How long it is held, seconds, more than 0.
    pub hold: f32,
    /// Seconds until it is pressed again, at least `hold`. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<f32>,
    /// How often it is pressed. Default: once, or without end if there is an `every`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

/// A finger on a button: it presses when a ball is in an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Name of the input.
    pub input: String,
    /// Where it looks for balls.
    pub watches: Region,
    /// Slowest reaction, seconds; chance decides between this and none. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reaction: f32,
    /// How long it holds the button, seconds, more than 0.
    pub hold: f32,
    /// How long it rests afterwards, seconds. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rest: f32,
    /// A ball that rises faster than this is left alone, length units per second. Default: none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rising: Option<f32>,
    /// A ball that is faster than this is left alone, length units per second. Default: none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slower_than: Option<f32>,
}
