//! Numbers that decide which balls sleep, each with its unit, what fails below and above it, and the command that
//! shows it.

use crate::base::rounding;

/// For how long a ball is at rest before it sleeps, as a multiple of the root of radius over pull: half a second for
/// a ball of 0.5 m. Below: what turns round, or is about to tip, is stopped. Above: heaps stay awake for longer.
/// Shown by `laws -- pile odd-pile`.
pub(crate) const REST_TIME: f64 = 2.0;

/// How fast what rises or falls may be at rest, as a share of what moves level: 0.55 mm/s by default for a ball of
/// 0.5 m. Below: heaps stay awake for longer. Above: what begins to roll or to tip is stopped. Shown by `laws -- pile
/// odd-pile pyramid`.
pub(crate) const STANDING_SHARE: f64 = 0.01;

/// How steep the way of a ball may be that counts as level, no unit: a twentieth of a degree. Below: what is pushed
/// out of the ground as it rolls counts as rising. Above: what begins to roll down a slope is stopped. Shown by
/// `cargo test -p carom-world --test sleeping`.
pub(crate) const LEVEL: f64 = 1e-3;

/// Part of gravity across the only contact of a ball on a round surface, as a share, from which on the ball rolls off it.
/// Below: rounding keeps balls awake that lie balanced, as in a column. Above: balls fall asleep on top of pegs. Shown by
/// `cargo test -p carom-world --test sleeping`.
pub(crate) const TOPPLING_SHARE: f32 = rounding::single(16);
