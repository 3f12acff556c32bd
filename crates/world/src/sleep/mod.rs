//! Sleeping: islands of balls that have been at rest for long enough take no part in steps until an event wakes
//! them. Wakes by collisions are in `continuous/wake.rs`, since they happen within the event loop.
//!
//! May use `base`, `bodies`, `contacts`, `context`, `pairs` and `solver`.
//!
//! Promises: a choice that follows from state alone. A ball sleeps together with all balls in contact with it, and
//! wakes with them, before anything moves it.

mod constants;
pub(crate) mod islands;

pub(crate) use islands::Sleep;
