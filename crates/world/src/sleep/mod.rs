//! Sleeping: islands of balls that have been at rest for long enough take no part in steps until something wakes
//! them. What a collision wakes is in `continuous/wake.rs`, since it wakes within the event loop.
//!
//! May use `base`, `bodies`, `contacts`, `context`, `pairs` and `solver`.
//!
//! Promises: a choice that follows from state alone. A ball sleeps together with all that it touches, and wakes with
//! it, before anything moves it.

mod constants;
pub(crate) mod islands;

pub(crate) use islands::Sleep;
