//! Scene files for Carom, in RON and JSON: read, checked, driven and saved.
//!
//! A [`Scene`] is data: bodies with shapes, balls, surfaces by name, parts used several times, streams of
//! balls, motions, goals, and inputs over time.
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
//! let scene = Scene::from_ron(text)?;
//! assert_eq!(scene.balls[0].name, "cue");
//! # Ok::<(), carom_scene::Fault>(())
//! ```
//!
//! What is wrong with a file is a [`Fault`]: file, line, column, the path inside, what was found and what is
//! allowed. Reading is bounded in time and memory whatever the file holds ([`limits`]).

mod fault;
mod files;
pub mod limits;
mod locate;
pub mod model;
mod read;
mod write;

pub use fault::Fault;
pub use files::load;
pub use model::Scene;
pub use read::Format;
