//! The state of a scene that was saved while it ran.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::is_default;

/// Everything that decides the future of a scene that was saved while it ran, so that it continues bit for bit as
/// it would have. It is written by the engine and not meant for editing; without it the scene starts from the
/// beginning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Fingerprint of the rest of the scene, in hexadecimal: a scene that was edited has lost its state.
    pub of: String,
    /// Steps since the start.
    pub steps: u64,
    /// The world as `carom::World::snapshot` gives it, in Base64.
    pub world: String,
    /// Ids of the bodies, in the order of the expanded scene; 0 for one that was removed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bodies: Vec<u64>,
    /// Ids of the shapes, in the order of the expanded scene.
    #[serde(default, skip_serializing_if = "is_default")]
    pub shapes: Vec<u64>,
    /// Ids of the sensors of goals that are areas, in the order of the expanded scene, and of the bounds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub places: Vec<u64>,
    /// Ids of the fields, in the order of the scene.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fields: Vec<u64>,
    /// Ids of the balls that have a name or a kind, with both.
    #[serde(default, skip_serializing_if = "is_default")]
    pub balls: Vec<(u64, String, String)>,
    /// The state of the scene's drives, by name: counts, timers, random states, in words of 64 bits.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "super::unique::table")]
    pub drives: BTreeMap<String, Vec<u64>>,
}
