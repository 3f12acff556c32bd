//! What a game calls: `impl World`, one subject a file. Every number is checked here.
//!
//! May use `base`, `bodies`, `config`, `contacts`, `error`, `events`, `floor`, `geometry`, `id`, `limits`, `links`,
//! `model`, `observe`, `pairs`, `profile`, `sleep`, `state`, `step` and `world`.
//!
//! Promises: a call that is refused has changed nothing.

pub(crate) mod balls;
pub(crate) mod bodies;
pub(crate) mod control;
pub(crate) mod debug;
pub(crate) mod enabling;
pub(crate) mod fields;
pub(crate) mod floor;
pub(crate) mod hold;
pub(crate) mod impulses;
pub(crate) mod interpolation;
pub(crate) mod joints;
pub(crate) mod links;
pub(crate) mod materials;
pub(crate) mod motion;
pub(crate) mod overlaps;
pub(crate) mod paths;
pub(crate) mod prediction;
pub(crate) mod queries;
pub(crate) mod query_filter;
pub(crate) mod sensors;
pub(crate) mod shapes;
pub(crate) mod sleep;
pub(crate) mod stepper;
pub(crate) mod table;
