//! Constants of candidate lists: their reach and their life. Each one states its unit, the failure below and above
//! it, and the command that shows it. None of them changes a bit of motion, as `cargo test -p carom-world --test all
//! caches_change_no_bit` shows: they decide the cost alone.
//!
//! Where no other command is named it is `cargo run --release -p carom-benches --bin instructions`.
//!
//! A figure stands for a measurement. The other statements describe the code: values that are not named were not
//! measured.

/// Steps of flight that a safe circle holds, within the two bounds below, no unit. Below: balls leave their circles
/// sooner and are listed more often. Above: lists are longer; with four in place of 2.6 a Galton board costs 7 %
/// more, with eight 50 %.
pub(crate) const CIRCLE_STEPS: f64 = 2.6;

/// Least margin of a safe circle around its ball, radii. Below: balls that hardly move are listed often. Above: lists
/// of piles name balls that are never met.
pub(crate) const MIN_CIRCLE_MARGIN: f64 = 0.25;

/// Largest margin of a safe circle, radii. Below: fast balls are listed
/// several times a step. Above: a single fast ball lists half the table.
pub(crate) const MAX_CIRCLE_MARGIN: f64 = 4.0;

/// Greatest lead of a circle ahead of its ball, as a share of its margin, no unit. Below: a ball in free flight
/// leaves its circle sooner; with no lead a gas costs a tenth more. Above, towards 1: a ball that turns back leaves
/// it at once.
pub(crate) const MAX_LEAD: f64 = 0.58;

/// Greatest lead of a circle ahead of its ball, in steps of flight, no unit. Below: as for [`MAX_LEAD`]. Above:
/// slow balls in a heap, which turn back in each step, leave their circles.
pub(crate) const LEAD_STEPS: f64 = 1.5;

/// By how much the circle for colliders that stand still is wider than the other, as a multiple of the other's
/// margin; a radius comes on top. Below: colliders are looked up more often; with 1.4 in place of two a Galton board
/// costs 1 % more. Above: more of them are listed; with 2.8 balls that roll over short segments cost 2 % more.
pub(crate) const STATIC_CIRCLE_MARGIN: f64 = 2.0;

/// [`MAX_LEAD`] for that wider circle, as a share of the extra width. It is larger, as this circle need not hold
/// the ball, but the ball's own circle. Below: the ball's circle leaves it sooner. Above 1: it does not hold the
/// ball's circle, and is never used.
pub(crate) const STATIC_MAX_LEAD: f64 = 0.95;

/// [`LEAD_STEPS`] for that wider circle, which serves for longer. Below and above: as for the other.
pub(crate) const STATIC_LEAD_STEPS: f64 = 6.0;

/// Number of new lists of a ball within a step after which its circle is twice as wide, after as many more four
/// times, and so on. Below: lists grow where a few balls are merely fast. Above: a ball a thousandth of a millimetre
/// wide at the speed of sound leaves its circle a million times a step.
pub(crate) const RELISTINGS_BEFORE_WIDER: u16 = 8;

/// All balls are listed at once if more than this many will leave their circles, and more than one in this many;
/// number of balls. Below: a small game lists everything for a few fast balls. Above: balls are listed one by one
/// that the sorted grid would list for less.
pub(crate) const RELIST_ALL_FROM: usize = 8;

/// Distance that a ball may go beyond a step at its present speed before more than its active pairs are tested,
/// radii. Below: balls that contacts push overrun their budget, and their whole lists are tested. Above: more pairs
/// are active.
pub(crate) const TRAVEL_BUDGET: f64 = 0.05;

/// Roundings of a ball's remaining budget. Each of 64 substeps subtracts a flight, and a flight that bends is added
/// back and subtracted again. Then the budget is compared with a gap that has as many roundings as any filter. Below:
/// a wall may be tested too late by the last digit of a distance. Above: walls are tested for nothing. Not measured:
/// the slack is a hundred thousandth of the distance.
pub(crate) const BUDGET_ROUNDINGS: u16 = 3 * 64 + 16;

/// Colliders for which a list has room as soon as it names more than [`FEW_COLLIDERS`]. Below: a ball that comes to a
/// crowded place allocates in the middle of a game. Above: memory. Shown by `cargo test -p carom-examples --test all
/// allocation`.
pub(crate) const RESERVED_COLLIDERS: usize = 16;

/// Number of colliders of a ball by a wall or in a corner: a list of this length reserves no further memory. Below:
/// memory for all of them. Above the six for which a list has room of its own: lists grow one by one. Shown by the
/// same command.
pub(crate) const FEW_COLLIDERS: usize = 3;
