//! The whole crate once more in double precision: `f64` and `DVec2` instead of `f32` and `Vec2`.
//!
//! The step of `carom-world` works with this one, so that a world of many bounces does not drift;
//! see `docs/ARCHITECTURE.md`. [`ShapeError`], [`Face`], [`Part`] and
//! [`SweepStatus`] carry no such numbers and are the same types in both.
#![expect(
    clippy::duplicate_mod,
    reason = "one source, two precisions: the folder is compiled twice on purpose"
)]

use crate::{error, side, status};

pub(crate) mod real;
#[path = "../shapes/mod.rs"]
mod shapes;

pub use error::ShapeError;
pub use real::{Real, Vec2};
pub use shapes::*;
pub use side::{Face, Part};
pub use status::SweepStatus;
