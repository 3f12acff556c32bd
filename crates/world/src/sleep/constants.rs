//! Numbers that decide which balls sleep, each with its unit, what fails below and above it, and the command that shows
//! it.

/// For how long a ball is at rest before it sleeps, as a multiple of the root of radius over pull: half a second for a
/// ball of 0.5 m. Below: what turns round, or is about to tip, is stopped. Above: heaps stay awake for longer. Shown by
/// `laws -- pile odd-pile`.
pub(crate) const REST_TIME: f64 = 2.0;
