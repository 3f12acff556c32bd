//! Scene files for Carom, in RON and JSON: read, checked, driven and saved.
//!
//! A [`Scene`] is data: bodies with shapes, balls, surfaces by name, parts used several times, streams of balls,
//! motions, goals, and inputs over time. [`Scene::stage`] makes a [`Stage`] of it: a world with the parts that
//! drive it from step to step. A stage can be saved in the middle of a run and continues bit for bit.
//!
//! ```
//! use carom_scene::Scene;
//!
//! let text = r#"(
//!     carom: 1,
//!     // A ball above a floor.
//!     bodies: [(shapes: [Segment(a: (-1, 0), b: (1, 0))])],
//!     balls: [(name: "cue", position: (0, 1), radius: 0.1)],
//! )"#;
//! let mut stage = Scene::from_ron(text)?.stage()?;
//! for _ in 0..60 {
//!     stage.step();
//! }
//! let cue = stage.find("cue").and_then(|id| stage.world.position(id));
//! assert!(cue.is_some_and(|place| place.y > 0.09));
//! # Ok::<(), carom_scene::Fault>(())
//! ```
//!
//! An error in a file is a [`Fault`]: file, line, column, the path inside, the found value and the allowed range.
//! Reading is bounded in time and memory for any file ([`limits`]).

mod again;
mod area;
mod buttons;
mod describe;
mod engine_errors;
mod expand;
mod fault;
mod fields;
mod files;
mod frame;
mod layers;
pub mod limits;
mod line_column;
mod links;
mod lint;
pub mod model;
mod motion;
mod names;
mod notation;
mod overlap_cost;
mod path;
mod populate;
mod random;
mod read;
mod recording;
mod renamed;
mod resolver;
mod results;
mod resume;
mod rules;
mod saved_world;
mod schema;
mod set_value;
mod stage;
mod stream;
mod tree;
mod write;

pub use fault::Fault;
pub use files::{Document, load, open};
pub use model::Scene;
pub use names::Names;
pub use notation::Format;
pub use recording::{Divergence, Recording};
pub use schema::schema;
pub use set_value::BallNumber;
pub use stage::Stage;
