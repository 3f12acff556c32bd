//! Spawners: many balls at once, or a stream over time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ball, Point, is_default};

/// Sources of balls. The seed of the run decides their random values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Spawner {
    /// Rows and columns of balls at the start.
    Grid(Grid),
    /// Balls one by one.
    Stream(Stream),
}

/// Rows and columns of balls at the start, row by row upwards.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// The properties of each ball.
    pub ball: Ball,
    /// Centre of the first ball, length units.
    pub position: Point,
    /// How many stand in a row, 1 to 1 000 000.
    pub columns: u32,
    /// How many rows, 1 to 1 000 000. At most 1 000 000 balls in all.
    pub rows: u32,
    /// From ball to ball to the right and upwards, length units.
    pub spacing: Point,
    /// Share of the spacing by which every other row is shifted, 0 to 1. Default 0; 0.5 makes triangles.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stagger: f32,
    /// How far chance moves each ball off its place at most, length units, in both directions. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub jitter: f32,
    /// Share by which chance changes each radius at most, 0 to 0.9. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub uneven: f32,
    /// Velocity of all, length units per second. Default (0, 0).
    #[serde(default, skip_serializing_if = "is_default")]
    pub velocity: Point,
    /// Largest speed that chance adds in both directions, length units per second. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub speed: f32,
}

/// Balls one by one, at most one a step. A ball waits while its place is taken; those after it come when they would have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// The properties of each ball. Of several, chance takes one each time.
    pub balls: Vec<Ball>,
    /// Where they come in, length units.
    pub position: Point,
    /// How far chance moves each ball off its place at most, length units, in either direction. Default (0, 0).
    #[serde(default, skip_serializing_if = "is_default")]
    pub spread: Point,
    /// How many, 1 to 1 000 000.
    pub count: u32,
    /// Seconds between two, 0 to 1e6.
    pub every: f32,
    /// When the first comes, seconds. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: f32,
    /// Velocity at which they come in, length units per second. Default (0, 0).
    #[serde(default, skip_serializing_if = "is_default")]
    pub velocity: Point,
    /// Largest speed that chance adds in both directions, length units per second. Default 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub speed: f32,
}
