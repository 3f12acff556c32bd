//! Shapes in the world: how far a ball is from a collider, when it arrives, and where colliders join without a
//! seam.
//!
//! May use `base`, `bodies`, `id` and `model`.
//!
//! Promises: nothing here changes a body. Distances and times of impact are conservative: no touch is stepped over.

mod arrival;
pub(crate) mod body_set;
pub(crate) mod casting;
pub(crate) mod chord;
pub(crate) mod circle_path;
pub(crate) mod closed_outline;
pub(crate) mod collider;
pub(crate) mod constants;
pub(crate) mod motion_bounds;
pub(crate) mod seams;
pub(crate) mod separation;
pub(crate) mod way;

pub(crate) use body_set::BodySet;
pub(crate) use casting::meet_disc;
pub(crate) use circle_path::{Along, Track, TrackForces};
pub(crate) use closed_outline::{bounds, encloses, sink};
pub(crate) use collider::{Collider, ColliderEnd, FacingSide, Nearest, Neighbor};
pub(crate) use motion_bounds::MotionBounds;
pub(crate) use separation::{Separation, Touch, turning_point};
pub(crate) use way::Way;
