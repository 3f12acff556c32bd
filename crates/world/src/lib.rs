//! The world and the step of Carom: balls bounce at their true times, resting contacts are constraints.
//!
//! A [`World`] holds [`Ball`]s, the only free bodies, and [`Body`]s that carry [`Shape`]s. [`World::step`]
//! moves it on; [`World::events`] tells what happened, in the order of time. Impacts are found in closed
//! form and carried out one after the other at their exact times, as many as there are within a step, so
//! that nothing tunnels and no time is lost. What rests or rolls is held by a soft contact solver.
//!
//! Units are the game's own; metres, kilograms and seconds are meant by default. Angles are in radians,
//! counter-clockwise, y points up. Whatever is not finite or out of range is refused with an [`Error`] that
//! names field, value and range; a step never fails, and what it had to drop is in [`Dropped`].
//!
//! Games depend on the crate `carom`, which re-exports all of this. Feature `std` (default) changes no
//! result; without it the crate needs `alloc` only. Feature `serde` serialises a world as its snapshot.
//!
//! Feature `parallel` lets a step of a large world (from about a thousand balls on) run on several threads: those of the
//! [rayon](https://docs.rs/rayon) pool in which it is called, as in `pool.install(|| world.step(dt))`, and those of
//! rayon's global pool outside of any. A world knows of no threads and has no setting for them: any number of them, one
//! in this step and eight in the next, gives the same bits, which are those of a build without the feature. What happens
//! one after the other, impacts above all, stays so.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod advance;
mod area;
mod arena;
mod asked;
mod ball;
mod body;
mod chain;
mod chance;
mod circle_path;
mod cluster;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;
mod config;
mod contact;
mod control;
mod curve;
mod direct;
mod doze;
mod drive;
mod error;
mod events;
mod falloff;
mod field;
mod fields;
mod filter;
mod finish;
mod flight;
mod floor;
mod flush;
mod follow;
mod foresee;
mod frame;
mod gap;
mod ground;
mod guide;
mod guided;
mod hash;
mod hit;
mod hold;
mod id;
mod impact;
mod in_turn;
mod joints;
mod kick;
mod lanes;
mod lay;
pub mod limits;
mod link;
mod links;
mod list;
mod material;
mod movers;
mod near;
mod open;
mod outline;
mod outset;
mod over;
mod pack;
mod pair;
mod pass;
mod passage;
mod path;
mod predict;
mod press;
mod profile;
mod quarantine;
mod query;
mod queue;
mod report;
mod rides;
mod ring;
mod rouse;
mod row;
mod rub;
mod runaway;
mod save;
mod save_balls;
mod scatter;
mod sense;
mod sensor;
#[cfg(feature = "serde")]
mod serial;
#[cfg(feature = "parallel")]
mod shadow;
mod shape;
mod shove;
mod side;
mod skyline;
mod slots;
mod snapshot;
mod solid;
mod solve;
mod spot;
mod spring;
mod stays;
mod step;
mod stepper;
mod substeps;
mod surfaces;
mod surroundings;
mod swing;
mod table;
mod threads;
mod tie;
mod tied;
mod travel;
mod validate;
mod vigil;
mod way;
mod wide;
mod world;

pub use area::Area;
pub use ball::Ball;
pub use body::{Body, BodyId, BodyKind, ShapeId};
pub use config::Config;
pub use error::Error;
pub use events::{Crossing, Dropped, Events, Impact, Limit, LimitHit, Tightening, Touch};
pub use falloff::{Falloff, SpeedCurve};
pub use field::{Attractor, Field};
pub use filter::Filter;
pub use floor::{Floor, FloorZone, Surface};
pub use glam;
pub use guide::{Guide, Motor};
pub use id::{FieldId, LinkId, ZoneId};
pub use link::{Link, LinkEnd};
pub use material::{KickProfile, Material};
pub use outline::{ContactPoint, Outline};
pub use path::{Path, Side};
pub use predict::{Aim, PathEnd, PathPoint, Prediction};
#[cfg(feature = "std")]
pub use profile::nanoseconds;
pub use profile::{Clock, PhaseTimes, Profile};
pub use query::{CastHit, Closest};
pub use ring::Ring;
pub use shape::Shape;
pub use step::{LONGEST_STEP, SHORTEST_STEP};
pub use stepper::Stepper;
pub use world::World;
