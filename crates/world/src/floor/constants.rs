//! Constants of paths over a floor: how finely they are followed. Each one states its unit, the failure below and
//! above it, and the command that shows it: `cargo run --release --example laws -- floor cushion` and `cargo test
//! -p carom-world --test all floor::`.
//!
//! A figure stands for a measurement. The other statements describe the code: values that are not named were not
//! measured.

/// Greatest number of pieces of one flight; the rest is flown straight. Below: a ball that crosses many zones in a
/// step ignores the last. Above: costs more, and only there. Not measured.
pub(crate) const MAX_FLOOR_PIECES: usize = 64;

/// Share of the radius within which a border of a zone counts as crossed. Below: rounding puts a ball on alternate
/// sides of the border, and all pieces of a flight are used up. Above: zones begin earlier than they should.
pub(crate) const BORDER_WIDTH: f64 = 1e-6;

/// A border this near has been crossed already, as a share of the radius: that to which a ball was brought, and the
/// rounding of that. Below: a ball on a border comes to it again at once. Above: zones narrower than this are missed.
pub(crate) const CROSSED_BORDER: f64 = 2.0 * BORDER_WIDTH;

/// Rounds in which the way to a border is drawn again, each less bent. Below: a zone begins beside its border. Above:
/// costs more.
pub(crate) const BORDER_ROUNDS: usize = 4;

/// Largest turn of the direction of friction in one piece, radians. Below: more pieces. Above: the way across a slope
/// is off by the square of it.
pub(crate) const MAX_SLIP_TURN: f64 = 0.05;

/// Most such pieces; the last goes to the end. Below: a ball whose slip turns flies the rest straight. Above: costs
/// more. Eighty turn by four radians, and friction turns by less than half a turn.
pub(crate) const MAX_SLIP_PIECES: usize = 80;

/// Push across the slip that is none, as a share of friction and push along it. Below: rounding bends straight ways,
/// and they are no closed form any more. Above: ways that bend a little are straight. Not measured.
pub(crate) const STRAIGHT_PUSH: f64 = 1e-12;

/// Least share of a flight for a mean of friction. Below: a quotient of two roundings. Above: the last flights of a
/// substep are without friction. Not measured.
pub(crate) const MIN_FLIGHT_SHARE: f64 = 1e-9;

/// The largest part of a flight by which chord and way may differ in time for that to be put right; where it is more,
/// the ball hardly moves. Below: balls that are struck have the velocity of a little earlier or later. Above: a ball
/// that hardly moves is given that of another time altogether.
pub(crate) const MAX_LATENESS: f64 = 0.5;

/// Sine of the steepest line from an edge to the centre of a ball, no unit. Below: high cushions act as lower ones.
/// Above, towards 1: the ball would be clamped between edge and floor, and its impulses grow without bound. Shown by
/// the law `cushion`.
pub(crate) const MAX_CUSHION_SINE: f64 = 0.8;
