//! Numbers that decide which balls sleep, each with its unit, what fails below and above it, and the command that shows
//! it.

/// Speed up to which a ball is at rest, as a share of the root of pull times radius. A way in a step won't do: in a
/// short step a ball that turns round in a bowl goes no further. Below: balls of a settled pile that rock in their
/// hollows keep it awake. Above: what rolls slowly is stopped. Shown by `cargo run --release --example laws -- pile
/// bowl`.
pub(crate) const SLEEP_SPEED: f64 = 2e-4;

/// For how long a ball is at rest before it sleeps, as a multiple of the root of radius over pull: half a second for a
/// ball of 0.5 m. Below: what turns round, or is about to tip, is stopped. Above: heaps stay awake for longer. Shown by
/// `laws -- pile odd-pile`.
pub(crate) const REST_TIME: f64 = 2.0;
