//! The whole of a scene file.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Ball, Body, Field, Floor, Goal, InputPress, Instance, Link, Material, MaterialPair, Nudge, Paint,
    PlacedBall, Player, Prefab, Report, Settings, Spawner, State, Units, is_default, unique,
};

/// Version of the format that this crate reads and writes.
pub const VERSION: u32 = 1;

/// A scene: its objects, their motions, its scores and its reports.
///
/// Files whose name ends in `.ron` are RON, with comments (`//` and `/* */`); files with `.json` are JSON with the
/// same names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Version of the format: 1.
    pub carom: u32,
    /// Its name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: String,
    /// Its subject, in a sentence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub about: String,
    /// The units of its numbers.
    #[serde(default, skip_serializing_if = "is_default")]
    pub units: Units,
    /// Files with materials, kinds and prefabs to be used here, relative to this file.
    #[serde(default, skip_serializing_if = "is_default")]
    pub include: Vec<String>,
    /// How it is run, unless the command line says otherwise.
    #[serde(default, skip_serializing_if = "is_default")]
    pub run: Run,
    /// Settings of the world.
    #[serde(default, skip_serializing_if = "is_default")]
    pub world: Settings,
    /// The floor of a game seen from above. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<Floor>,
    /// Names of layers, at most 31, for `layers` and `collides_with`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub layers: Vec<String>,
    /// Surfaces by name.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "unique::table")]
    pub materials: BTreeMap<String, Material>,
    /// The combinations of pairs of materials.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material_pairs: Vec<MaterialPair>,
    /// Kinds of balls by name.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "unique::table")]
    pub kinds: BTreeMap<String, Ball>,
    /// Parts by name.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "unique::table")]
    pub prefabs: BTreeMap<String, Prefab>,
    /// Bodies that carry shapes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bodies: Vec<Body>,
    /// Parts in their places.
    #[serde(default, skip_serializing_if = "is_default")]
    pub instances: Vec<Instance>,
    /// Fields: magnets, wind, water.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fields: Vec<Field>,
    /// Shoves of the table, by buttons.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nudges: Vec<Nudge>,
    /// Balls that are there at the start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub balls: Vec<PlacedBall>,
    /// Rods, ropes and springs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub links: Vec<Link>,
    /// Balls that come in rows or streams.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spawners: Vec<Spawner>,
    /// Places where a ball counts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub goals: Vec<Goal>,
    /// Lines and areas of pictures. No ball meets them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub paint: Vec<Paint>,
    /// Balls of the same kind that become one of another when they meet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub merges: Vec<Merge>,
    /// Buttons that are pressed by the clock.
    #[serde(default, skip_serializing_if = "is_default")]
    pub inputs: Vec<InputPress>,
    /// Fingers on buttons.
    #[serde(default, skip_serializing_if = "is_default")]
    pub players: Vec<Player>,
    /// The report of a run.
    #[serde(default, skip_serializing_if = "is_default")]
    pub report: Report,
    /// The point at which a scene that was saved while it ran continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            carom: VERSION,
            name: String::new(),
            about: String::new(),
            units: Units::default(),
            include: Vec::new(),
            run: Run::default(),
            world: Settings::default(),
            floor: None,
            layers: Vec::new(),
            materials: BTreeMap::new(),
            material_pairs: Vec::new(),
            kinds: BTreeMap::new(),
            prefabs: BTreeMap::new(),
            bodies: Vec::new(),
            instances: Vec::new(),
            fields: Vec::new(),
            nudges: Vec::new(),
            balls: Vec::new(),
            links: Vec::new(),
            spawners: Vec::new(),
            goals: Vec::new(),
            paint: Vec::new(),
            merges: Vec::new(),
            inputs: Vec::new(),
            players: Vec::new(),
            report: Report::default(),
            state: None,
        }
    }
}

/// How a scene is run, unless the command line says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Run {
    /// How long, seconds, 0 to 1e6. Default 10.
    pub seconds: f64,
    /// Steps per second, 1 to 1e6. Default 60.
    pub rate: f64,
    /// Seed of all random numbers. Default 1.
    pub seed: u64,
}

impl Default for Run {
    fn default() -> Self {
        Self { seconds: 10.0, rate: 60.0, seed: 1 }
    }
}

/// Two balls of one kind that meet become one of another, between them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// The kind of both.
    pub kind: String,
    /// The kind of ball that replaces them; if omitted, they vanish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<String>,
    /// Points. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub points: i64,
}
