//! Constants of the solution of one instant's hits. Each one states its unit, the failure below and above it, and
//! the command that shows it. A law stands for `cargo run --release --example laws -- NAME`.
//!
//! A figure stands for a measurement. The other statements describe the code: values that are not named were not
//! measured.

/// Sweeps before the first elimination and after each. Below: after fewer than three it is open which hits stick,
/// slide and separate, so that more eliminations follow. Above: costs more. Shown by `cargo run --release -p
/// carom-benches --bin instructions`.
pub(crate) const SWEEPS_BEFORE_ELIMINATION: usize = 3;

/// Most eliminations of a cluster. Below: clusters whose modes still change are left to sweeps, which converge
/// slowly. Above: costs more where there is no solution. Not measured.
pub(crate) const MAX_ELIMINATIONS: usize = 4;

/// Most sweeps over a cluster where eliminations found nothing. Below: heaps under a flipper keep approaching, and
/// impact again at the same instant. Above: costs more: by sweeps alone a step of pinball with 64 balls takes 30 ms
/// at most. Shown by the law `split`.
pub(crate) const MAX_SWEEPS: usize = 200;

/// Share of the fastest approach that counts as no change of speed: sweeps with smaller changes end, and neither
/// hold nor release a hit. Below: rounding never lets sweeps end, and alternately releases and holds hits. Above: a
/// symmetric break is not symmetric, energy drifts, and hits pull. Shown by the laws `break` and `gas` and by
/// `cargo test -p carom-world --lib direct_solver`.
pub(crate) const SPEED_TOLERANCE: f64 = 1e-13;

/// Hits are resolved if no pair misses its speed by more than this share of the fastest approach. Pairs that
/// contradict each other, as those of a ball between walls from which it can't part both, miss theirs by any amount,
/// with impulses many million times too large. Below: sound solutions are turned down, sweeps crawl, and hits that
/// walls contradict are resolved again for nothing. Above: visible approaches are left, and those huge impulses are
/// taken for a solution. Shown by the law `split` and `cargo test -p carom-world --lib direct_solver`.
pub(crate) const RESOLVED_APPROACH: f64 = 1e-3;

/// Largest cluster for elimination, unknowns: two for a hit that rubs, one for any other. Below: larger ones crawl by
/// sweeps. Above: elimination costs the cube of the number. Shown by `cargo run --release -p carom-benches --bin
/// instructions`.
pub(crate) const DIRECT_SOLVER_MAX_UNKNOWNS: usize = 128;

/// Multiplications of equations that count as one unit of [`Config::max_work`](crate::Config::max_work), about the
/// time of a bounce of one ball. Below: steps with large clusters end too soon. Above: they take longer than the
/// settings say. Shown by `cargo run --release -p carom-proof --bin worst_step`.
pub(crate) const MULTIPLICATIONS_OF_WORK: u64 = 2048;

/// Multiplications that a hit in a sweep counts for. As `MULTIPLICATIONS_OF_WORK`.
pub(crate) const MULTIPLICATIONS_OF_A_HIT: u64 = 128;

/// Added to the diagonal for elimination, as a share of it. Below: two hits with the same equation leave it singular.
/// Above: speeds after the impact are off by as much. Shown by `cargo test -p carom-world --lib direct_solver`.
pub(crate) const DIAGONAL_REGULARIZATION: f64 = 1e-11;

/// Rounds in which hits are released, held again, stick or begin to slide. Below: clusters with many such changes
/// are left to sweeps. Above: costs more where they do not converge. Not measured.
pub(crate) const DIRECT_SOLVER_ROUNDS: usize = 8;

/// Least rate at which a variable of Lemke's method must fall to become zero next, speed per speed. Below: the method
/// divides by rounding errors of zero: at 1e-13 one more of 30 000 random clusters is lost, at 1e-9 none. Above: hits
/// that hardly change each other's speeds are left out. Shown by `cargo test -p carom-world --lib direct_solver`.
pub(crate) const LEAST_PIVOT: f64 = 1e-11;

/// Most exchanges of Lemke's method for each unknown. Clusters of 64 hits of unlike balls took up to 1.6. Below:
/// solutions are not found. Above: nothing, unless rounding leads in circles. Shown by the law `unlike`.
pub(crate) const PIVOTS_PER_UNKNOWN: usize = 4;

/// Largest cluster that is resolved hit by hit where the order makes no difference, hits. Below: long rows of equal
/// balls do not exchange their speeds. Above: costs the square of the number. Shown by the laws `triple` and
/// `cradle`.
pub(crate) const SEQUENTIAL_MAX_HITS: usize = 32;

/// Share of the fastest approach by which the results of both orders may differ. Below: rounding makes a difference,
/// and equal balls on a line do not exchange their speeds. Above: one order is taken where it matters. Shown by the
/// laws `triple` and `order`.
pub(crate) const SAME_RESULT: f64 = 1e-9;

/// Share of the fastest approach that counts as rounding. Below: rounding is reversed without end. Above: true
/// approaches are left. Shown by the law `triple`.
pub(crate) const NO_APPROACH: f64 = 1e-12;

/// Share of the work of hits of one instant that is rounding, no unit. Above: hits may make as much energy. Below:
/// rounding counts as energy, and takes some from elastic gases. Shown by the hashes of `gas`.
pub(crate) const MAX_WORK_GAIN: f64 = 1e-9;

/// Greatest speed at which moving surfaces may press balls out between them, as a multiple of their closing speed.
/// A wedge whose sides are within 7 degrees of parallel would exceed it; a friction of 1/16 holds a ball in it.
/// Below: balls that a flipper presses out of a corner are crushed. Above: balls are thrown at thousands of times
/// the speed of the surfaces, up to millions of units per second. Shown by `cargo test -p carom-world --test all
/// squeezed_balls`.
pub(crate) const MAX_PRESSED_SPEEDUP: f64 = 16.0;
