//! The world and the step of Carom: balls bounce at their true times, resting contacts are constraints.
//!
//! A [`World`] holds [`Ball`]s, the only free bodies, and [`Body`]s that carry [`Shape`]s. [`World::step`] advances
//! the world; [`World::events`] lists the events, in the order of time. Impacts are found in closed form and handled
//! one after the other at their exact times, any number of them within a step. So nothing tunnels, and no time is
//! lost. A soft contact solver holds balls that rest or roll.
//!
//! Units are the game's own; metres, kilograms and seconds are meant by default. Angles are in radians,
//! counter-clockwise, y points up. A call with a number that is not finite or out of range returns an [`Error`] that
//! names field, value and range. A step never fails; [`Dropped`] counts the parts that it could not resolve.
//!
//! Games depend on the crate `carom`, which re-exports all of this. Feature `std` (default) changes no
//! result; without it the crate needs `alloc` only. Feature `serde` serialises a world as its snapshot, and balls,
//! bodies, joints, links, shapes, materials, settings and ids as plain data. Feature `mint` turns vectors into those of
//! other crates.
//!
//! Feature `parallel` lets a step of a large world (from about a thousand balls on) run on several threads: those
//! of the [rayon](https://docs.rs/rayon) pool in which it is called, as in `pool.install(|| world.step(dt))`, or
//! else those of rayon's global pool. Any number of threads gives the same bits as a build without the feature, so a
//! world has no setting for threads. Impacts stay sequential.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

// The first part of `World`'s page; all others follow by name.
mod world;

mod step;

mod api;
mod base;
mod bodies;
mod cache;
#[cfg(test)]
#[path = "../tests/all/common/dice.rs"]
mod common;
mod config;
mod contacts;
mod context;
mod continuous;
mod error;
mod events;
mod floor;
mod geometry;
mod id;
pub mod limits;
mod links;
mod model;
mod observe;
mod pairs;
mod profile;
mod recording;
mod replay;
mod sleep;
mod snapshot;
mod solver;
mod state;
#[cfg(test)]
#[path = "../tests/twins/mod.rs"]
mod twins;

/// The codec of snapshots, for the state of crates beside this one. It may change with any version.
#[doc(hidden)]
pub mod codec {
    pub use crate::base::{Fault, Saved, Source, check, checksum, saved};
}

/// Events as lists of named values, for the crates that hand them on. It may change with any version.
#[doc(hidden)]
pub mod event_fields {
    pub use crate::events::fields::{EventFields, EventValue};
}

pub use api::debug::{ContactPoint, ShapeGeometry};
pub use api::interpolation::{Interpolation, Pose};
pub use api::loads::Load;
pub use api::motion::{Motion, Precise};
pub use api::paths::PredictedPaths;
pub use api::prediction::{PredictedTrajectory, TrajectoryEnd, TrajectoryPoint, TrajectoryQuery};
pub use api::queries::{CastHit, ClosestPoint};
pub use api::query_filter::QueryFilter;
pub use api::stepper::Stepper;
pub use config::Config;
pub use error::Error;
pub use events::*;
#[doc(no_inline)]
pub use glam;
pub use id::{BodyId, FieldId, LinkId, ShapeId, ZoneId};
pub use model::ball::Ball;
pub use model::body::{Body, BodyKind, BodyType};
pub use model::chain::{Chain, Side};
pub use model::field::{Attractor, Field};
pub use model::filter::Filter;
pub use model::floor::{Floor, FloorSurface, FloorZone};
pub use model::joint::{Joint, JointKind, Limit, Motor};
pub use model::link::{Link, LinkEnd};
pub use model::material::{KickProfile, Material};
pub use model::region::Region;
pub use model::restitution::{RestitutionCurve, SpeedCurve};
pub use model::shape::Shape;
#[cfg(feature = "std")]
pub use profile::monotonic_nanos;
pub use profile::{PhaseTimes, Profile, ProfilerClock};
pub use recording::checkpoint::{Checkpoint, Difference};
pub use recording::tape::Recording;
pub use replay::playback::{Divergence, Replay};
pub use snapshot::history::SnapshotRing;
pub use step::{MAX_DT, MIN_DT};
pub use world::World;
