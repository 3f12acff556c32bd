//! Numbers that decide which arrivals are events, what belongs to one instant and when balls are stopped for good,
//! each with its unit, what fails below and above it, and the command that shows it: a law stands for `cargo run
//! --release --example laws -- NAME`. Those of the law of impact are in [`impact`](crate::continuous::impact).
//!
//! Where a figure stands it was measured. All else is what the code does with the number: nothing is known of values
//! that are not named.

pub(crate) use crate::contacts::constants::SOLVED_SPEED_NOISE;

/// Impacts within the time in which no ball goes further than this are resolved together, radii. Below: a rack that
/// breaks is resolved in an order that rounding decides, and breaks without symmetry. Above: a ball is brought to its
/// second impact before its first is resolved, and passes a wall on the way. Shown by the laws `break` and `torture`.
pub(crate) const SAME_INSTANT_DISTANCE: f64 = 1e-3;

/// But not within more than the time of a ball that goes so far in a substep, radii. Below: what happens in slow
/// worlds within a long time is one instant. Above: less is, so that symmetric impacts fall apart by rounding. Shown
/// by the laws `break` and `order`.
pub(crate) const MIN_PACE: f64 = 100.0;

/// What an impact after no way at all costs at least, in plastic impacts. A ball in a row of touching ones is struck
/// as often at one instant as the row is long, and that costs nothing. Below: an elastic ball between two walls that
/// both overlap it goes to and fro until the largest number of impacts stops it. Above: rows of balls count as
/// caught. Shown by `cargo test -p carom-world --test wedged_balls` and the law `cradle`.
pub(crate) const WEDGED_IMPACT_COST: f64 = 0.0625;

/// What it costs a ball each time to be resolved between walls that wedge it, in plastic impacts. Below: a ball in a
/// nook that is too small for it is struck a thousand times in a substep before it is stopped. Above: more balls are
/// stopped that would come to rest: at 1, 7923 and not 4626 in 9000 steps. Shown by `cargo test -p carom-world --test
/// squeezed_balls`.
pub(crate) const WEDGE_COST: f64 = 0.25;

/// A ball that impacts again and again on less than this way is caught between others, radii. Below: an inelastic
/// collapse never ends. Above: bounces that are to be seen are taken for contacts. Shown by the laws `pile` and
/// `bounce`.
pub(crate) const CAUGHT_DISTANCE: f64 = 0.1;

/// Impulses of balls that bounce no more that are found together: two for a contact that rubs, one for any other. A
/// heap with more is resolved piece by piece. With the contacts of one more ball they are still few enough for
/// `DIRECT_SOLVER_MAX_UNKNOWNS`. Below: a heap is pushed back and forth for longer. Above: sweeps leave approaches,
/// each of which is an impact again at the same instant: at 1024 one grid of 1000 balls in 40 has a frozen ball, and
/// its worst step takes five times as long. Shown by the law `avalanche`.
pub(crate) const MAX_CLUSTER_UNKNOWNS: usize = 112;

/// Share of a radius by which a pair at the largest depth may creep on in a substep: a hair in a thousand hours.
/// Below: what rounding leaves of a cluster that has come to rest is an impact, in each substep. Above: piles sink.
/// Shown by the law `pile`.
pub(crate) const PENETRATION_CREEP: f64 = 1e-12;

/// A way that ends so far within a safe circle does not leave it, as a share of the margin. Below: rounding lets a
/// ball out that is not listed again. Above: balls are looked at for nothing. Not measured.
pub(crate) const INSIDE_CIRCLE: f64 = 1e-9;

/// A ball that a collider holds is looked at only if its way may bring it to the largest depth, less this, radii.
/// Below: rounding of ways and gaps lets it sink deeper for a substep. Above: more balls are looked at for nothing.
/// Not measured.
pub(crate) const HELD_BALL_SLACK: f64 = 1e-4;

/// A ball that has just landed parts from the surface only if it does so at more than this share of its speed, beside
/// what the pull gains. Below: rounding throws balls off that should roll. Above: balls that take off are kept. Shown
/// by the laws `loop` and `bowl`.
pub(crate) const LANDED_PARTING: f64 = 1e-6;

/// A ball rolls if it slips by no more than this share of the speeds of its middle and its rim: what single precision
/// leaves. Below: rolling balls slide by turns, and swing at the wrong period. Above: what slides slowly rolls at
/// once. Shown by the laws `bowl` and `incline`.
pub(crate) const ROLLING_SLIP: f64 = 1e-5;

/// Chords of what hangs together in a substep, after which it is stopped for the rest of it; none is shorter than the
/// substep by so many. Below: the tip of a whip is stopped. Above: links that contradict each other cost more before
/// they are. Shown by `cargo test -p carom-world --test link_attacks` and the law `links`.
pub(crate) const MAX_LINK_CHORDS: u32 = 256;

/// Largest way of a ball in the smallest difference between two times of a step, radii. A ball of any size that is
/// set to the largest speed goes less far, in the longest step. Below: fast balls are stopped whose impacts could be
/// told apart. Above: rounding of times carries a ball through a wall. Shown by `cargo test -p carom-world --test
/// nothing_leaves_a_box`.
pub(crate) const MAX_WAY_IN_A_TICK: f64 = 0.05;

/// How often a hollow side is looked for behind an end from which a ball at the largest depth parts. Below: a ball
/// that comes over the end, off the hollow and back into it sinks deeper. Above: nothing. Shown by `cargo run
/// --release -p carom-proof --bin attack -- outlines 1x 29625`.
pub(crate) const FACES_AFTER_AN_END: usize = 3;
