//! Haxball stadiums (`.hbs`) in Carom.
//!
//! [`Stadium`] holds the contents of a file: JSON5 read within limits, traits resolved, defaults filled in, every
//! value checked. Each error names its place (`segments[12].curve`), the found value and the allowed range; each thing
//! that is not carried over unchanged is a [`Warning`] with its place.
//!
//! [`Pitch`] is a stadium in play: a [`World`](carom::World) with exact arcs, one-sided walls, filters, goals,
//! players and their kicks. With the feature `scene`, `Stadium::to_scene` gives a scene of `carom-scene`, a file
//! that any tool of Carom takes. `docs/tables.md` lists the differences from the game.
#![forbid(unsafe_code)]

mod background;
mod color;
mod disc;
mod error;
mod fields;
mod flags;
mod goal;
mod joint;
mod limits;
mod link;
mod overlaps;
#[cfg(feature = "scene")]
mod paint;
mod pitch;
mod plane;
mod player;
#[cfg(feature = "scene")]
mod scene;
mod segment;
mod stadium;
mod value;
mod vertex;
mod walls;
mod warnings;
mod world_disc;

pub use background::{Background, Ground};
pub use color::Color;
pub use disc::Disc;
pub use error::Error;
pub use flags::Flags;
pub use goal::{Goal, Team};
pub use joint::Joint;
pub use limits::{MAX_BYTES, MAX_DEPTH, MAX_ITEMS, MAX_VALUES};
pub use pitch::{Control, Pitch, Score};
pub use plane::Plane;
pub use player::PlayerPhysics;
pub use segment::Segment;
pub use stadium::Stadium;
pub use vertex::Vertex;
pub use walls::{Part, to_world};
pub use warnings::{Kind, Warning, Warnings};
