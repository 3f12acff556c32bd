//! Numbers that decide which balls sleep, each with its unit, what fails below and above it, and the command that shows
//! it.

/// Speed up to which a ball rests, as a share of that of a fall through its radius. A way in a step won't do: in a
/// short step a ball that turns round in a bowl goes no further. Below: the balls of a settled pile that rock in their
/// hollows stay awake. Above: what moves slowly for long is stopped. Shown by `cargo run --release --example laws --
/// pile bowl`.
pub(crate) const SLEEP_SPEED: f64 = 2e-4;

/// Speed up to which it still rests after the first substep, in the same unit; more, as the first substep pushes apart
/// what overlaps. Below: piles wake by their own springs. Above: what was struck is stopped. Shown by `laws -- pile`.
pub(crate) const WAKE_SPEED: f64 = 8e-4;

/// No ball sleeps while more loaded balls than this are moving, and more than [`MAX_AWAKE_FRACTION`]. Below: a large
/// pile, of which a few balls rock for ever, never sleeps. Above: a pile that is still settling sleeps, and settles
/// eight times as slowly, as sleepers lose motion in one substep of eight. Shown by `laws -- pile` and `cargo bench -p
/// carom-benches`.
pub(crate) const MAX_AWAKE_BALLS: usize = 10;

/// The same as a share of the loaded balls at rest, no unit.
pub(crate) const MAX_AWAKE_FRACTION: f64 = 0.08;
