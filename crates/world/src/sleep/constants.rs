//! Constants that decide which balls sleep. Each one states its unit, the failure below and above it, and the
//! command that shows it.

use crate::base::rounding;

/// Time at rest before a ball sleeps, as a multiple of the root of radius over pull: half a second for a ball of
/// 0.5 m. Below: a ball that turns back, or is about to tip, is stopped. Above: heaps stay awake for longer. Shown
/// by `laws -- pile odd-pile`.
pub(crate) const REST_TIME: f64 = 2.0;

/// Greatest speed at rest of a ball that rises or falls, as a share of that of a ball that moves level: 0.55 mm/s
/// by default for a ball of 0.5 m. Below: heaps stay awake for longer. Above: a ball that begins to roll or to tip
/// is stopped. Shown by `laws -- pile odd-pile pyramid`.
pub(crate) const STANDING_SHARE: f64 = 0.01;

/// Greatest slope of a path that counts as level, no unit: a twentieth of a degree. Below: a rolling ball that the
/// ground pushes out counts as rising. Above: a ball that begins to roll down a slope is stopped. Shown by `cargo
/// test -p carom-world --test all sleeping`.
pub(crate) const LEVEL: f64 = 1e-3;

/// Part of gravity across the only contact of a ball on a round surface, as a share, above which the ball rolls
/// off. Below: rounding keeps balanced balls awake, as in a column. Above: balls fall asleep on top of pegs. Shown
/// by `cargo test -p carom-world --test all sleeping`.
pub(crate) const TOPPLING_SHARE: f32 = rounding::single(16);
