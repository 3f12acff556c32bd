//! Descriptions from the game: balls, bodies, joints, links, shapes, materials, filters, fields and floors as plain
//! data.
//!
//! May use `base`, `error`, `id` and `limits`.
//!
//! Promises: no behaviour and no state of a step. A description that passes `check` can be simulated.

pub(crate) mod ball;
pub(crate) mod body;
pub(crate) mod chain;
pub(crate) mod field;
pub(crate) mod filter;
pub(crate) mod floor;
pub(crate) mod joint;
pub(crate) mod link;
pub(crate) mod material;
pub(crate) mod region;
pub(crate) mod restitution;
pub(crate) mod shape;
#[cfg(feature = "serde")]
mod shape_data;

pub(crate) use ball::Ball;
pub(crate) use body::{Body, BodyKind, BodyType};
pub(crate) use chain::{Chain, Side};
pub(crate) use field::Field;
pub(crate) use filter::Filter;
pub(crate) use floor::{Floor, FloorSurface, FloorZone};
pub(crate) use joint::{Joint, JointKind, Limit, Motor};
pub(crate) use link::{Link, LinkEnd};
pub(crate) use material::Material;
pub(crate) use region::Region;
pub(crate) use restitution::{RestitutionCurve, interpolate};
pub(crate) use shape::{Shape, ShapeRow};
