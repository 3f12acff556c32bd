//! The world and the step of Carom.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod advance;
mod ball;
mod body;
mod config;
mod contact;
mod curve;
mod direct;
mod error;
mod events;
mod filter;
mod flight;
mod follow;
mod foresee;
mod hash;
mod impact;
mod joints;
mod kick;
pub mod limits;
mod material;
mod near;
mod outline;
mod path;
mod quarantine;
mod query;
mod queue;
mod report;
mod row;
mod shape;
mod sight;
mod slots;
mod solid;
mod solve;
mod step;
mod stepper;
mod validate;
mod world;

pub use ball::Ball;
pub use body::{Body, BodyId, BodyKind, ShapeId};
pub use config::Config;
pub use error::Error;
pub use events::{Dropped, Events, Impact, Touch};
pub use filter::Filter;
pub use glam;
pub use material::Material;
pub use outline::{ContactPoint, Outline};
pub use path::{Path, Side};
pub use query::{CastHit, Closest};
pub use shape::Shape;
pub use step::LONGEST_STEP;
pub use stepper::Stepper;
pub use world::World;
