//! Plain twins of the hot core: each answers one of its questions in the slowest and shortest way there is, and shares
//! no formula with it.
//!
//! They are compiled into the crate, since they read data that no game sees.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod arrivals;
mod event_queue;
mod pair_lists;
mod plain_distance;
