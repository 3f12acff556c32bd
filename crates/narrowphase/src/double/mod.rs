//! The whole crate once more in double precision: `f64` and `DVec2` instead of `f32` and `Vec2`.
//!
//! The step of `carom-world` works with this one, so that a world of many bounces does not drift;
//! see `docs/ARCHITECTURE.md`. [`ShapeError`], [`Face`], [`Part`] and
//! [`SweepStatus`] carry no such numbers and are the same types in both.
#![expect(
    clippy::duplicate_mod,
    reason = "one source, two precisions: each file is compiled twice on purpose"
)]

use crate::{error, side, status};

#[path = "../arc.rs"]
mod arc;
#[path = "../arc_sweep.rs"]
mod arc_sweep;
#[path = "../capsule.rs"]
mod capsule;
#[path = "../check.rs"]
mod check;
#[path = "../circle.rs"]
mod circle;
#[path = "../contact.rs"]
mod contact;
#[path = "../half_plane.rs"]
mod half_plane;
#[path = "../impact.rs"]
mod impact;
#[path = "../line.rs"]
mod line;
#[path = "../parabola.rs"]
pub mod parabola;
#[path = "../pose.rs"]
mod pose;
#[path = "../ray.rs"]
mod ray;
pub(crate) mod real;
#[path = "../roots.rs"]
pub mod roots;
#[path = "../rotating.rs"]
mod rotating;
#[path = "../segment.rs"]
mod segment;

pub use arc::Arc;
pub use capsule::Capsule;
pub use circle::Circle;
pub use contact::Contact;
pub use error::ShapeError;
pub use half_plane::HalfPlane;
pub use impact::Impact;
pub use line::Line;
pub use pose::{Motion, Pose};
pub use ray::{Crossing, Ray};
pub use real::{Real, Vec2};
pub use rotating::{MAX_STEPS, RotatingSweep};
pub use segment::Segment;
pub use side::{Face, Part};
pub use status::SweepStatus;
