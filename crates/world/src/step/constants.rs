//! Constants that decide how many substeps a step takes. Each one states its unit, the failure below and above it,
//! and the command that shows it. `cargo run --release --example laws -- pile odd-pile cannonball` and `cargo bench
//! -p carom-benches --bench step` show them together.

/// Fewest substeps where contacts bear next to nothing. Below: nothing is left to hold a ball that comes to rest
/// within a step. Above: light contacts cost more. Shown by `cargo bench -p carom-benches --bench step`.
pub(crate) const MIN_SUBSTEPS: u32 = 2;

/// Greatest fall of a ball between a first touch within a substep and the solution of its contact, radii. Above: it
/// sinks in by as much. Below: more substeps for nothing. Shown by `laws -- pile`.
pub(crate) const MAX_FALL: f64 = 0.02;

/// How far a contact may sink under its load beyond [`Config::slop`](crate::Config::slop), radii, if it is one with
/// a collider or of two balls of about the same mass. Above: piles lie deep, and balls that are pushed out of them
/// are thrown. Below: more substeps, which make up most of the cost of a falling pile. Shown by `laws -- pile` and the
/// benchmark.
pub(crate) const MAX_SINK: f64 = 0.025;

/// The same for two balls of very different masses, radii. Above: these contacts are the first to throw balls off;
/// a cannonball that was shot into a pile gained energy on the softer springs. Shown by `laws -- cannonball
/// odd-pile`.
pub(crate) const MAX_SINK_UNEQUAL: f64 = 0.014;

/// A contact sinks by `a h^2` over this under a load that would accelerate its lighter ball by `a`, no unit: the
/// depth of the spring at its default frequency and damping ratio. Above: loads are underestimated. Below: they are
/// overestimated. It is not adapted to other settings of the springs.
pub(crate) const STIFFNESS: f64 = 2.5;

/// Share of the largest depth above which the number of substeps does not decrease, no unit. Above: it alternates
/// between high and low; then contacts that sink in few substeps and are pushed out in many gain energy without
/// end. Below: it stays high for longer than need be. Shown by `laws -- odd-pile`.
pub(crate) const HYSTERESIS: f64 = 0.5;

/// How many balls a contact may bear in one substep of a step, by their weight: 16 in one, 128 in eight. A pass takes
/// a push from contact to contact, so that a taller column needs more of them. Above: of 630 columns that fall
/// loosely into a narrow bin 9 hop on for ever with 16, 12 with 20 and 96 without a bound. Below: more substeps for
/// nothing. Shown by `laws -- odd-pile`.
pub(crate) const MAX_BORNE: f64 = 16.0;

/// Depth of a loaded contact of two balls beyond which a step takes all substeps, with one pass in each, as a share
/// of [`Config::max_penetration`](crate::Config::max_penetration). Above, at 0.7: balls in zigzag in narrow bins sink
/// to the largest depth, with thousands of impacts a step. Below, at 0.25: piles that settle take all substeps. Shown
/// by `cargo run --release -p carom-proof --bin worst_step`.
pub(crate) const MAX_DEPTH: f64 = 0.5;

/// Largest turn within a substep, radians, of a surface that a ball may reach, and of a ball that rolls along a bend.
/// Above: contacts with a fast blade are a substep late, and friction along a ring gives to spin another share than
/// it takes from speed. Below: more substeps for every blade. Shown by `laws -- wheel spinner`.
pub(crate) const MAX_TURN: f64 = 0.02;

/// Longest way of a ball in a step that the game has placed onto another, radii of the smaller ball. Above: it may come
/// behind a wall or a ball. Below: a high [`Config::max_push_speed`](crate::Config::max_push_speed) is not reached.
/// Shown by `cargo test -p carom-world --test all initial_overlaps`.
pub(crate) const MAX_PARTING: f64 = 0.5;

/// Least distance at which two balls in one place touch, as a share of the sum of their radii: contacts divide by it.
/// Above: their spring pushes. Below: rounding. Shown by the same test.
pub(crate) const LEAST_REACH: f64 = 1e-6;
