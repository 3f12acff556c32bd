//! A game's calls on its world, written down, with fingerprints of the states that they led to.
//!
//! May use `base`, `config`, `error`, `id` and `model`.
//!
//! Promises: a recording takes a few dozen bytes a call, and bytes that were damaged are refused.

pub(crate) mod call;
pub(crate) mod checkpoint;
pub(crate) mod tape;

pub(crate) use call::Call;
