//! Constants of the event loop: which arrivals are events, which arrivals share an instant, and when balls freeze.
//! Each one states its unit, the failure below and above it, and the command that shows it. A law stands for `cargo
//! run --release --example laws -- NAME`. Constants of the law of impact are in
//! [`impact`](crate::continuous::impact).
//!
//! A figure stands for a measurement. The other statements describe the code: values that are not named were not
//! measured.

pub(crate) use crate::contacts::constants::SOLVED_SPEED_NOISE;

/// Impacts within the time in which no ball goes further than this are resolved together, radii. Below: a rack that
/// breaks is resolved in an order that rounding decides, and breaks without symmetry. Above: a ball is brought to its
/// second impact before its first is resolved, and passes a wall on the way. Shown by the laws `break` and `torture`.
pub(crate) const SAME_INSTANT_DISTANCE: f64 = 1e-3;

/// Distance to the colliders that are tested first for the bounce of a ball, radii. Below: more rounds over the listed
/// colliders. Above: colliders are tested that lie beyond the bounce. It decides the cost alone. Shown by `cargo run
/// --release -p carom-proof --bin attack -- outlines 1x 1145`.
pub(crate) const FIRST_LOOK: f32 = 1.0 / 64.0;

/// How many times as far each further round of these tests looks, no unit. Below and above: as for [`FIRST_LOOK`].
pub(crate) const WIDER_LOOK: f32 = 8.0;

/// Least pace that sets the length of an instant, radii per substep: no instant is longer than a ball at this pace
/// takes for [`SAME_INSTANT_DISTANCE`]. Below: in slow worlds a long time is one instant. Above: instants are
/// shorter, so that rounding splits symmetric impacts. Shown by the laws `break` and `order`.
pub(crate) const MIN_PACE: f64 = 100.0;

/// Least cost of an impact without motion since the last one, in plastic impacts. A ball in a row of touching balls
/// is struck once for each of them at one instant, which must cost little. Below: an elastic ball between two walls
/// that both overlap it bounces between them until the largest number of impacts stops it. Above: rows of balls count
/// as caught. Shown by `cargo test -p carom-world --test all wedged_balls` and the law `cradle`.
pub(crate) const WEDGED_IMPACT_COST: f64 = 0.0625;

/// Cost of each solution of a ball between walls that wedge it, in plastic impacts. Below: a ball in a nook that is
/// too small for it is struck a thousand times in a substep before it is stopped. Above: balls are stopped that would
/// come to rest: at 1, 7923 balls in 9000 steps in place of 4626. Shown by `cargo test -p carom-world --test all
/// squeezed_balls`.
pub(crate) const WEDGE_COST: f64 = 0.25;

/// A ball that impacts again and again on less than this way is caught between others, radii. Below: an inelastic
/// collapse never ends. Above: visible bounces are taken for contacts. Shown by the laws `pile` and `bounce`.
pub(crate) const CAUGHT_DISTANCE: f64 = 0.1;

/// Work of a hit that is resolved with others, in bounces of one ball: most of it is the tests of pairs that may meet
/// next. Below: steps with many such hits take longer than [`Config::max_work`](crate::Config::max_work) says. Above:
/// they end too soon. Shown by `cargo run --release -p carom-proof --bin worst_step`.
pub(crate) const WORK_OF_A_HIT: u64 = 8;

/// Most unknown impulses that are found together for balls that bounce no more: two for a contact with friction, one
/// for any other. A heap with more is resolved piece by piece. Below: a heap is pushed back and forth for longer: at
/// 40 a disc that stirs 150 balls has 114 frozen in 1800 steps, at 56 ten, at 112 twenty-five. Above: equations cost
/// the cube of the number: at 112 those of the stirred balls take 10 times as many multiplications. Shown by the law
/// `avalanche` and `cargo run --release -p carom-proof --bin worst_step`.
pub(crate) const MAX_CLUSTER_UNKNOWNS: usize = 56;

/// Share of a radius by which a pair at the largest depth may creep on in a substep: at 480 substeps a second, a
/// thousandth of a radius takes 580 hours. Below: rounding in a cluster at rest is an impact, in each substep. Above:
/// piles sink. Shown by the law `pile`.
pub(crate) const PENETRATION_CREEP: f64 = 1e-12;

/// Allowance for rounding in the test whether a path leaves a safe circle, as a share of the margin of the circle.
/// Below: rounding takes a ball out of its circle, and it is not listed again. Above: balls are tested for nothing.
/// Not measured.
pub(crate) const INSIDE_CIRCLE: f64 = 1e-9;

/// A ball that a collider supports is tested only if its path may reach the largest depth, less this, radii. Below:
/// rounding of paths and gaps lets it sink deeper for a substep. Above: more balls are tested for nothing. Not
/// measured.
pub(crate) const HELD_BALL_SLACK: f64 = 1e-4;

/// Least parting speed at which a ball that has just landed leaves the surface, as a share of its speed, in addition
/// to the speed that the pull gives it. Below: rounding throws balls off that should roll. Above: balls that take off
/// are kept. Shown by the laws `loop` and `bowl`.
pub(crate) const LANDED_PARTING: f64 = 1e-6;

/// Greatest slip of a ball that rolls, as a share of the speeds of its middle and its rim: the rounding of single
/// precision. Below: rolling balls alternate between rolling and sliding, and swing at the wrong period. Above: a
/// ball that slides slowly rolls at once. Shown by the laws `bowl` and `incline`.
pub(crate) const ROLLING_SLIP: f64 = 1e-5;

/// Chords of an island in a substep, after which the island is frozen for the rest of it; no chord is shorter than
/// the substep divided by this number. Below: the tip of a whip is stopped. Above: links that contradict each other
/// cost more before they freeze. Shown by `cargo test -p carom-world --test all link_attacks` and the law `links`.
pub(crate) const MAX_LINK_CHORDS: u32 = 256;

/// Longest way of a ball within the rounding of a time at the end of the step, radii. Even the smallest ball at the
/// largest allowed speed stays below it in the longest step. Below: fast balls are stopped though the times of their
/// impacts differ. Above: rounding of times carries a ball through a wall. Shown by `cargo test -p carom-world --test
/// all nothing_leaves_a_box`.
pub(crate) const MAX_WAY_IN_A_TICK: f64 = 0.05;

/// How often a hollow side is sought behind an end from which a ball at the largest depth parts. Below: a ball that
/// comes over the end, off the hollow and back into it sinks deeper. Above: nothing. Shown by `cargo run --release -p
/// carom-proof --bin attack -- outlines 1x 29625`.
pub(crate) const FACES_AFTER_AN_END: usize = 3;
