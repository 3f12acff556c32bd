//! Visual Pinball tables in Carom.
//!
//! [`Table::read`] takes the folder of JSON files that `vpxtool extract` writes, a VPZ archive, or with the feature
//! `vpx` a `.vpx` file, and gives a [`Scene`](carom_scene::Scene): named bodies in metres, y up, which any tool of
//! Carom takes. Smooth outlines become tangent arcs, so that balls meet no corners on them. A plunger, fingers and
//! a drain play the table, as its script is not run. `docs/tables.md` lists the differences from the program.
//!
//! It promises an [`Account`] for every item, with the reason where it is left out or is otherwise; and for any
//! input an answer within the limits of [`limits`]: a table, or an [`Error`] with file, field, value and allowed range.
//! It may use `carom-scene` and `carom-biarc`, and no engine.
//!
//! ```no_run
//! use carom_vpx::{Options, Table};
//!
//! let table = Table::read("exampleTable", Options::default())?;
//! println!("{} of {} items, {} arcs", table.accounts.carried(), table.accounts.len(), table.curves.arcs);
//! print!("{}", table.accounts);
//! let stage = table.scene.stage().expect("what is made is sound");
//! # Ok::<(), carom_vpx::Error>(())
//! ```
#![forbid(unsafe_code)]

mod account;
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
mod maker;
mod mesh;
mod path;
mod plunger;
mod points;
mod primitive;
mod ramp;
mod rubber;
mod slice;
mod source;
mod surface;
mod table;
mod target;
mod trigger;
pub mod units;
mod wall;

pub use account::{Account, Accounts, Outcome};
pub use error::Error;
pub use flipper::FlipperFigures;
pub use path::Curves;
pub use points::TOLERANCE;
pub use table::{Options, Table};
