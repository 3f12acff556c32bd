//! Carom's promises, proved: the same bits on every target, and no input that can break it.
//!
//! [`course`] lists the scenes whose every bit is compared between targets; [`attack`] holds the attacks of fuzzers
//! and tests on the engine; [`soak`] runs for long; `stadiums` plays the maps of others.

#[cfg(feature = "files")]
pub mod attack;
pub mod corpus;
pub mod course;
pub mod crowd;
pub mod dice;
mod mill;
pub mod soak;
#[cfg(feature = "files")]
pub mod stadiums;
mod traffic;
