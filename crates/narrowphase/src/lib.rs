//! Ball against point, segment, capsule, arc, line and half-space: contacts and swept times of impact.
//!
//! Every shape is a *core curve with a radius*, and one party is always a ball ([`Circle`]). So a contact is
//! the closest point of the core, and a time of impact is that of a moving point against the core inflated
//! by the sum of the radii, in closed form. Only shapes that rotate meanwhile need a search, whose steps
//! cannot pass a touch ([`Capsule::sweep_rotating`]).
//!
//! - Lengths are in any unit of the caller, angles in rad counter-clockwise, y up. A motion is a displacement, and
//!   times are fractions of it, in [0, 1].
//! - A normal is a unit vector from the shape to the ball. A separation is negative where they overlap.
//! - Constructors refuse bad numbers with a [`ShapeError`]. Fields are public; unchecked values there give
//!   meaningless results at worst, never a panic or an endless loop.
//! - Everything exists twice, from one source: here in single precision, and under [`double`] in `f64`.
//!   All results are the same bits on every platform.
//!
//! It knows no bodies, no ids, no time step, and allocates nothing. Feature `std` (default) only takes the
//! square root from the standard library; without it the crate is `no_std`.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub mod double;
mod error;
pub(crate) mod real;
mod shapes;
mod side;
mod status;

pub use error::ShapeError;
pub use real::{Real, Vec2};
pub use shapes::*;
pub use side::{Face, Part};
pub use status::SweepStatus;
