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
