//! Recording a world, playing a recording again, and making one smaller.
//!
//! May use `error`, `id`, `recording`, `state` and `world`.
//!
//! Promises: a replay repeats the game, call by call, and names the first thing that differs.

mod minimize;
pub(crate) mod playback;
mod recorder;
