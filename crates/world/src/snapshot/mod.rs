//! Saved state: a world as bytes, its hash, its history, and the checks of a world from elsewhere.
//!
//! May use `base`, `bodies`, `config`, `contacts`, `context`, `error`, `floor`, `geometry`, `id`, `limits`, `model`,
//! `recording`, `sleep`, `solver`, `state`, `step` and `world`.
//!
//! Promises: a restored world has the same future bit for bit. Bytes that were damaged or forged are refused.

pub(crate) mod balls;
pub(crate) mod hash;
pub(crate) mod history;
pub(crate) mod layout;
#[cfg(feature = "serde")]
pub(crate) mod serde;
pub(crate) mod structure;
pub(crate) mod validate;
