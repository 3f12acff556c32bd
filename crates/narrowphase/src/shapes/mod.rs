//! All shapes, each in a file. This folder is compiled once for each precision: `real` decides it.

use super::{error, real, side, status};

mod arc;
mod arc_sweep;
mod capsule;
mod check;
mod circle;
mod contact;
mod half_plane;
mod impact;
mod line;
pub mod parabola;
mod pose;
mod ray;
pub mod roots;
mod rotating;
mod segment;

pub use arc::Arc;
pub use capsule::Capsule;
pub use circle::Circle;
pub use contact::Contact;
pub use half_plane::HalfPlane;
pub use impact::Impact;
pub use line::Line;
pub use pose::{Motion, Pose};
pub use ray::{Crossing, Ray};
pub use rotating::{MAX_STEPS, RotatingSweep};
pub use segment::Segment;
