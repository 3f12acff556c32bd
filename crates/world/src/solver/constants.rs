//! Constants of contacts: when they begin and how often they are solved. Each one states its unit, the failure
//! below and above it, and the command that shows it. A law stands for `cargo run --release --example laws --
//! NAME`.
//!
//! A figure stands for a measurement. The other statements describe the code: values that are not named were not
//! measured.

/// Share of the highest slow speed below which the approach of a ball to a wall is rounding, no unit: no impact answers it
/// at the largest depth. Below: without gravity an elastic ball that lies deep in a wall neither bounces nor is pushed out.
/// Above: slower bounces are none. Shown by `cargo test -p carom-world --test all changing_balls`.
pub(crate) const ROUNDED_APPROACH: f64 = 1e-9;

/// Rounding of a speed at a limit in single precision, as a share of the speed that forces give in a substep.
/// Below: a hinge that lies at its limit trembles by the last digit, and never counts as still. Above: a hinge that
/// is just being lifted is held for a substep. Shown by the laws `hold` and `stroke`.
pub(crate) const LIMIT_SPEED_NOISE: f64 = 1e-6;

/// Passes over contacts of balls of very different masses and those with hinges and sliders, and over the other
/// contacts of these balls that are not in batches. Below: light balls under heavy ones are squashed, and a ball on a
/// flipper sinks into it, as limit and ball answer to each other. Above: costs more. Shown by the laws `odd-pile`,
/// `trap`, `seesaw` and `hold`.
pub(crate) const UNEQUAL_MASS_PASSES: usize = 4;

/// Greatest number of passes that stop approaches. Below, with 5: one heap of unlike balls in two hundred sinks to
/// the maximum penetration. Above: costs more, but only while a shock lasts. Shown by the laws `avalanche` and
/// `odd-pile`.
pub(crate) const SHOCK_PASSES: usize = 10;

/// Number of these passes in which contacts keep at least their impulses of the last substep. Below, with none:
/// contacts ahead of the shock part first, and a grid of 400 balls that lands has up to three times as many
/// impacts. Above, from 5 on: contacts whose load has fallen throw balls up, and columns in narrow bins have up to
/// a million impacts a step. Shown by `cargo test -p carom-world --test all -- impacts regressions`.
pub(crate) const RAISING_PASSES: usize = 2;

/// Factor of the impulses of every pass but the last one, no unit. It is the best factor of successive
/// over-relaxation for a chain of twice as many contacts as there are passes, `2 / (1 + sin(pi / (2
/// SHOCK_PASSES)))` (Young, "Iterative methods for solving partial difference equations of elliptic type", 1954).
/// Below, at 1, a block of a hundred balls sinks on those below it. Above, from 1.8 on: velocities swing, and
/// columns of balls in narrow bins shake each other. Shown by the laws `avalanche` and `odd-pile`.
pub(crate) const SHOCK_OVER_RELAXATION: f32 = 1.7295;

/// Greatest approach of two touching balls that is left to springs, as a share of the limit of slow speeds; and greatest
/// parting of two that their contact presses on each other. Below: a heap that settles is a shock throughout. Above: blocks
/// sink into those below them on springs alone, and pressed columns spring up. Shown by the law `avalanche`, and by
/// `cargo test -p carom-world --test all pressed_columns`.
pub(crate) const RESIDUAL_APPROACH: f32 = 0.25;

/// Approach that the solver leaves in a contact at rest, as a share of the highest speed that may be slow. Below: balls
/// at rest bounce off each other by rounding, and more heaps creep. Above: two balls that touch do not bounce off each
/// other as they are pushed together. Shown by the tests `put_back` and `slow_bounces`.
pub(crate) const SOLVED_APPROACH: f32 = 0.012;

/// Least approach or parting of a contact that takes part in a shock, as a share of an approach that begins one.
/// Below: passes shake contacts that rest: at a quarter of this three times as many piles of 300 simmer. Above:
/// small pushes are lost, and a heap of unlike balls sinks, by 0.08 radii at twice this. Shown by the laws `pile`
/// and `odd-pile`.
pub(crate) const SHOCK_SHARE: f32 = 0.25;

/// Largest normal impulse that a contact remembers, mass units times length units per second. Below: heavy loads are
/// forgotten; the heaviest are some 1e20. Above, from 1e27 on: impulses of a ball between walls that contradict each
/// other grow from substep to substep until no number holds them, and a snapshot is refused. Shown by `cargo run
/// --release -p carom-proof --bin attack -- stadiums 1x 15345`.
pub(crate) const MAX_STORED_IMPULSE: f32 = 1e25;

/// Cosine of the angle between the normals of two contacts of a ball, below which they wedge it and are solved
/// together. Below: a ball in a flat groove needs ever more passes. Above, towards 1: walls of a wide corner are
/// solved in pairs for nothing. Shown by the law `groove`.
pub(crate) const WEDGE_COSINE: f32 = -0.1;

/// Sine of that angle up to which the two walls are parallel: nothing holds a ball between them but friction. Below:
/// rounding decides in which direction a ball leaves a tight channel. Above: sharp grooves let balls slip. Shown by
/// the law `groove`.
pub(crate) const PARALLEL_WALLS_SINE: f64 = 1e-3;

/// Compliance of each of two walls that wedge a ball, as a share of the ball's inverse mass. Below: impulses
/// between walls that are nearly parallel grow until rounding turns them into speed along the walls. Above: the
/// ball sinks into the groove. Shown by the law `groove`.
pub(crate) const WEDGE_COMPLIANCE: f64 = 1e-8;

/// The same between walls that are parallel, where one impulse may be any number and the other with it. Below and
/// above: as for the other.
pub(crate) const PARALLEL_WALLS_COMPLIANCE: f64 = 1e-2;

/// Sine of the angle below which a ball does not bounce off a hollow arc but follows it, no unit. Below: a bounce
/// keeps its energy to a few parts in ten million, and comes again at once, without end. Above: true bounces at small
/// angles are lost. Shown by the laws `bowl` and `tunnel`.
pub(crate) const GRAZING_SPEED_SHARE: f64 = 1e-3;

/// Passes over balls that the game has placed onto each other, at most, a number. Below: balls beside them overlap
/// instead. Above: a thousand balls in one place take seconds a step. Shown by `cargo test -p carom-world --test all
/// initial_overlaps`.
pub(crate) const PARTING_PASSES: usize = 64;

/// Share of [`Config::slop`](crate::Config::slop) to which such balls are moved apart, no unit. Below: more passes.
/// Above: balls that touch keep some of the overlap. Shown by the same test.
pub(crate) const PARTING_TOLERANCE: f64 = 0.1;

/// Angle between the directions in which balls in one place part, radians: the golden angle, whose multiples lie
/// evenly. With a simple fraction of a turn, many balls part along few lines.
pub(crate) const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;

/// Gap up to which a ball touches a fixed point, end or round surface, as a share of its radius. Below: contacts are solved
/// in single precision, and rounding parts a ball that slides fast. Above: balls pass between posts a little closer than
/// their width. Shown by `cargo test -p carom-world --test all posts`.
pub(crate) const FIXED_TOUCH: f64 = 1e-6;
