//! Constants that decide how many substeps a step takes. Each one states its unit, the failure below and above it,
//! and the command that shows it. `cargo run --release --example laws -- pile odd-pile cannonball` and `cargo bench
//! -p carom-benches --bench step` show them together.

/// Fewest substeps where contacts bear next to nothing. Below: nothing is left to hold a ball that comes to rest
/// within a step. Above: light contacts cost more. Shown by `cargo bench -p carom-benches --bench step`.
pub(crate) const MIN_SUBSTEPS: u32 = 2;

/// How many balls a contact may bear for each pass of a step, by their weight. A pass takes a push from one contact to
/// the next, so that a taller heap needs more of them. Above, at 4: pyramids of 12 rows without friction creep. Below:
/// more substeps for nothing. Shown by `laws -- pyramid`.
pub(crate) const BORNE_BY_A_PASS: f64 = 1.0;

/// Depth of a loaded contact of two balls beyond which a step takes all substeps, with one pass in each, as a share
/// of [`Config::max_penetration`](crate::Config::max_penetration). Above, at 0.7: balls in zigzag in narrow bins sink
/// to the largest depth, with thousands of impacts a step. Below, at 0.25: piles that settle take all substeps. Shown
/// by `cargo run --release -p carom-proof --bin worst_step`.
pub(crate) const MAX_DEPTH: f64 = 0.5;

/// Largest turn within a substep, radians, of a surface that a ball may reach. Above: contacts with a fast blade are a
/// substep late. Below: more substeps for every blade. Shown by `laws -- spinner`.
pub(crate) const MAX_TURN: f64 = 0.02;

/// Longest way of a ball in a step that the game has placed onto another, radii of the smaller ball. Above: it may come
/// behind a wall or a ball. Below: a high [`Config::max_push_speed`](crate::Config::max_push_speed) is not reached.
/// Shown by `cargo test -p carom-world --test all initial_overlaps`.
pub(crate) const MAX_PARTING: f64 = 0.5;

/// Least distance at which two balls in one place touch, as a share of the sum of their radii: contacts divide by it.
/// Above: their spring pushes. Below: rounding. Shown by the same test.
pub(crate) const LEAST_REACH: f64 = 1e-6;
