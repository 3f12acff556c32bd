//! Where balls fall asleep. A ball that rests, among balls that rest, takes the first substep of a step and stands
//! for the others. What wakes it is in `continuous/wake.rs`, since it wakes within the event loop.
//!
//! May use `base`, `bodies`, `contacts`, `pairs` and `solver`.
//!
//! Promises: a choice that follows from state alone. A ball that is struck is awake before the impact is resolved.

mod constants;
pub(crate) mod fall_asleep;
