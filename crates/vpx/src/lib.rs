//! Visual Pinball tables in Carom.
//!
//! [`Table::read`] takes the folder of JSON files that `vpxtool extract` writes, a VPZ archive, or with the feature
//! `vpx` a `.vpx` file, and gives a [`Scene`](carom_scene::Scene): named bodies in metres, y up, which any tool of
//! Carom takes. Smooth outlines become tangent arcs, so that balls meet no corners on them. A plunger, fingers and
//! a drain play the table, as its script is not run. `docs/tables.md` lists the differences from the program.
//!
//! It promises an [`ItemReport`] for every item, with the reason where it is left out or is otherwise; and for any
//! input an answer within the limits of [`limits`]: a table, or an [`Error`] with file, field, value and allowed range.
//! It may use `carom-scene` and `carom-biarc`, and no engine.
//!
//! ```no_run
//! use carom_vpx::{Options, Table};
//!
//! let table = Table::read("exampleTable", Options::default())?;
//! println!("{} of {} items, {} arcs", table.report.carried(), table.report.len(), table.curves.arcs);
//! print!("{}", table.report);
//! let stage = table.scene.stage().expect("what is made is sound");
//! # Ok::<(), carom_vpx::Error>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "vpx")]
mod binary;
mod bot;
mod bumper;
mod error;
mod fields;
mod flipper;
mod gate;
mod kicker;
pub mod limits;
mod mesh;
mod path;
mod plunger;
mod points;
mod primitive;
mod ramp;
mod report;
mod rubber;
mod scene_builder;
mod slice;
mod source;
mod surface;
mod table;
mod target;
mod trigger;
pub mod units;
mod wall;

pub use error::Error;
pub use flipper::FlipperFigures;
pub use path::Curves;
pub use points::TOLERANCE;
pub use report::{ImportReport, ItemReport, Outcome};
pub use table::{Options, Table};
