//! The floor of a game seen from above: its zones, and how a ball slides, rolls and spins down on it.
//!
//! May use `base`, `bodies`, `id` and `model`.
//!
//! Promises: motion over a floor is in closed form, for a step of any length.

mod constants;
pub(crate) mod sliding;
pub(crate) mod trajectory;
pub(crate) mod zones;

pub(crate) use sliding::travel;
pub(crate) use trajectory::FloorTrajectory;
pub(crate) use zones::{BallOnFloor, Decelerations, FloorZones, Stance};
