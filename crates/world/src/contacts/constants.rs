//! Numbers that shape resting contacts: how they are laid out, and how they learn their loads.
//!
//! Each constant states its unit, the failure below and above it, and the command that shows it. They depend on
//! each other: after a change of one, run `cargo run --release --example laws -- pile odd-pile cannonball` and
//! `cargo bench -p carom-benches --bench step`.

use crate::base::rounding;

/// How deep a ball sinks into its support under its own weight, radii. Above: heaps of unlike balls do not come to rest, and
/// tall ones lie deep. Below: balls that a game puts down a little off push as stiff springs do, and heaps creep. Shown by
/// `laws -- odd-pile` and `cargo test -p carom-world --test all put_back`.
pub(crate) const SINK_OF_ONE_BALL: f64 = 7e-5;

/// Number of colours of batches of balls of about the same mass; those of very different masses have the colours
/// after these. Below: equal balls in a heap need six, so that more contacts are solved one by one. Above: memory,
/// and bits of the mask of each ball. Shown by `cargo run --release -p carom-benches --bin instructions`.
pub(crate) const EQUAL_COLORS: usize = 12;

/// Number of all colours. Below: a large ball among small ones has contacts that are solved one by one. Above: as for
/// [`EQUAL_COLORS`]. Shown by `cargo run --release -p carom-benches --bin instructions`.
pub(crate) const COLORS: usize = 28;

/// Rows of a block: contacts of balls of one block are solved before those between blocks, and threads work on blocks
/// side by side. It follows from no setting and no number of threads: the order in which contacts are solved shows in
/// the bits. Below: more contacts lie between blocks, which one thread solves. Above: worlds of some thousand balls
/// have too few blocks to share out. Shown by `carom-versus pile --sizes 10000 --threads 1,2`.
pub(crate) const BLOCK_ROWS: usize = 1024;

/// Number of colours that are made ready at once. Below: a crowd that is a little denser than any before allocates.
/// Above: passes look at empty colours. Shown by `cargo test -p carom-examples --test all allocation`.
pub(crate) const COLORS_AT_ONCE: usize = 4;

/// Depth beyond which a contact of two balls of about the same mass learns its load, radii. Below: tall heaps learn,
/// which sets them swinging. Above: they rest deeper. Shown by `laws -- pile`.
pub(crate) const DEEP_PENETRATION: f32 = 0.035;

/// The same for all other contacts, radii: the lighter ball bears many times its weight. Below: as above. Above:
/// light balls sink into heavy ones. Shown by `laws -- odd-pile`.
pub(crate) const DEEP_PENETRATION_UNEQUAL: f32 = 0.018;

/// Ratio of masses above which two balls do not count as about the same, no unit. Below: heaps of slightly unlike
/// balls take more passes than they need. Above: light balls under heavy ones sink. Shown by `laws -- odd-pile
/// unlike`.
pub(crate) const UNEQUAL_MASS_RATIO: f64 = 1.9;

/// Share of a contact's impulse beyond its learned load that it learns in a substep, no unit. Below: heavy loads
/// lie deep for longer. Above: learned loads push when the load is gone. Shown by `laws -- odd-pile`.
pub(crate) const LOAD_LEARNING_RATE: f32 = 0.002;

/// Speed up to which a contact is at rest, as a share of the highest speed that may be slow. Below: a load that
/// trembles is never learned. Above: loads are learned in motion. Shown by `laws -- odd-pile`.
pub(crate) const AT_REST_SPEED_SHARE: f32 = 0.05;

/// Bound on that speed, as a share of the speed that the strongest pull gives while a rebound comes back. Above:
/// large balls learn loads in motion, and columns of balls of 1 m swing for ever. Shown by `laws -- odd-pile`.
pub(crate) const AT_REST_PULL_SHARE: f64 = 0.5;

/// By how much more than its share two balls that part slowly take back of their impulse when velocities are relaxed,
/// no unit. Impulses are sums: those of a column carry on after it has come to a stop, and throw it up again. Below:
/// columns are thrown. Above 2: relaxation beyond the full share no longer converges (Young, "Iterative methods for
/// solving partial difference equations of elliptic type", 1954). Shown by `laws -- odd-pile`.
pub(crate) const SEPARATING_OVER_RELAXATION: f32 = 1.6;

/// Greatest distance that a game may move a ball without a loss of its contacts' impulses, radii. Below: a heap
/// whose balls a game puts back in rounded places never comes to rest. Above: the old impulses of a wedged ball
/// throw it at its new place. Shown by `cargo test -p carom-world --test all put_back`.
pub(crate) const SAME_PLACE: f64 = 0.01;

/// Rounding of a speed that contacts have changed, as a share of the speeds involved. Contacts are solved in single
/// precision, and the rounding error is no force and no landing. Four roundings. Below: it drives a pendulum in a
/// bowl. Above: weak friction is none. Shown by the law `bowl`.
pub(crate) const SOLVED_SPEED_NOISE: f64 = rounding::single(4) as f64;
