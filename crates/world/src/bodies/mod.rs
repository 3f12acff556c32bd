//! The rows that a step works on: balls, bodies, joints and materials, their trajectories, and the forces on them.
//!
//! May use `base`, `context`, `id`, `limits` and `model`.
//!
//! Promises: everything that moves has one row here, and rows stand in the order in which they were added.

pub(crate) mod ball;
pub(crate) mod body;
pub(crate) mod constants;
pub(crate) mod force_fields;
pub(crate) mod forces;
pub(crate) mod frame;
pub(crate) mod joint;
pub(crate) mod materials;
pub(crate) mod table_motion;
pub(crate) mod trajectory;

pub(crate) use ball::{BallInfo, BallRow, Balls, DisabledBall};
pub(crate) use body::{BodyRow, Target};
pub(crate) use forces::{Gravity, Pulls};
pub(crate) use frame::Frame;
pub(crate) use joint::{Drive, JointRow};
pub(crate) use materials::{CombinedMaterial, Materials};
pub(crate) use table_motion::{Nudge, SECONDS, TableMotion};
pub(crate) use trajectory::{Trajectories, faster};
