//! SVG drawings in Carom.
//!
//! [`Drawing::read`] makes a [`Scene`](carom_scene::Scene) of a drawing from a vector editor: paths, lines,
//! circles, ellipses, rectangles and polygons become shapes, curves become tangent arcs within a tenth of a
//! millimetre. Ids name bodies, classes name materials and parts (`ball`, `bumper`, `flipper-left`, ...):
//! `docs/tables.md` has the list.
//!
//! It promises a warning for each element that is not carried over, and for any input a drawing or an [`Error`]
//! within the limits of this crate. It may use `carom-scene` and `carom-biarc`, and no engine.
#![forbid(unsafe_code)]

mod clones;
mod context;
mod drawing;
mod elements;
mod entities;
mod error;
mod groups;
mod ink;
mod limits;
mod moving;
mod numbers;
mod outline;
mod page;
mod paint;
mod part;
mod scene_builder;
mod shapes;
mod style;

pub use drawing::Drawing;
pub use error::Error;
pub use limits::{MAX_BYTES, MAX_DEPTH, MAX_PIECES};
pub use outline::TOLERANCE;
pub use scene_builder::NO_BALL;
