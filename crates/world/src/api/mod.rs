//! Calls of a game: `impl World`, one subject a file. Every number is checked here.
//!
//! May use `base`, `bodies`, `config`, `contacts`, `context`, `error`, `events`, `floor`, `geometry`, `id`, `limits`, `links`,
//! `model`, `observe`, `pairs`, `profile`, `recording`, `sleep`, `state`, `step` and `world`.
//!
//! Promises: a call that is refused has changed nothing.

// In the order of use, which is that of `World`'s page: calls that add,
pub(crate) mod bodies;

pub(crate) mod shapes;

pub(crate) mod joints;

pub(crate) mod links;

pub(crate) mod fields;

pub(crate) mod floor;

// calls that read,
pub(crate) mod motion;

pub(crate) mod sensors;

pub(crate) mod debug;

pub(crate) mod loads;
pub(crate) mod periodic;

// calls that change,
pub(crate) mod control;

pub(crate) mod balls;

pub(crate) mod impulses;

pub(crate) mod enabling;

pub(crate) mod hold;

pub(crate) mod sleep;

pub(crate) mod table;

// queries,
pub(crate) mod queries;
pub(crate) mod query_filter;

pub(crate) mod overlaps;
pub(crate) mod prediction;

pub(crate) mod paths;

// and helpers of these.
pub(crate) mod interpolation;
pub(crate) mod materials;
pub(crate) mod stepper;
