//! Numbers that decide how contacts are taken up and how often they are solved, each with its unit, what fails below
//! and above it, and the command that shows it: a law stands for `cargo run --release --example laws -- NAME`.
//!
//! Where a figure stands it was measured. All else is what the code does with the number: nothing is known of values
//! that are not named.

/// Speed, as a share of what forces give in a substep, that single precision leaves to what a limit holds. Below: a
/// hinge that lies at its limit trembles by the last digit, and never counts as still. Above: one that is just being
/// lifted is held for a substep. Shown by the laws `hold` and `stroke`.
pub(crate) const LIMIT_SPEED_NOISE: f64 = 1e-6;

/// Passes over the contacts with hinges and sliders and over their limits, beside the first. Below: a ball on a
/// flipper sinks into it, as limit and ball answer to each other. Above: costs more. Shown by the laws `trap`, `seesaw`
/// and `hold`.
pub(crate) const JOINT_PASSES: usize = 6;

/// Passes over contacts of balls of very different masses, and over all that are not in batches, where there are any
/// of those. Below: light balls under heavy ones are squashed. Above: costs more. Shown by the law `odd-pile`.
pub(crate) const UNEQUAL_MASS_PASSES: usize = 4;

/// Most passes that stop what approaches: a shock goes through about two balls in each. Below: with 8 or 12 a falling
/// pile of 10 000 takes 25 to 35 % fewer instructions, but slightly unlike balls that fall from a grid have over three
/// times the impacts of equal ones. Above: costs more, and only where a shock goes on. Shown by the law `avalanche`.
pub(crate) const SHOCK_PASSES: usize = 24;

/// So many of them take nothing back of what contacts bore in the last substep; the others do. Below: a deep heap
/// takes a hundred passes to bear itself again. Above: the top of a heap is thrown up where the shock is over. Shown by
/// the laws `avalanche` and `odd-pile`.
pub(crate) const RAISING_PASSES: usize = 20;

/// Approach of two balls that touch which is left to springs, as a share of what is slow. Below: a heap that settles
/// is a shock throughout. Above: blocks sink into those below them on springs alone. Shown by the law `avalanche`.
pub(crate) const RESIDUAL_APPROACH: f32 = 0.25;

/// Approach or change of speed from which on a ball takes part in a shock, as a share of an approach that begins one.
/// Above: many small pushes are lost, and what they would have stopped arrives as impacts. Below: passes shake contacts
/// that rest, since most of them only add. Shown by the laws `avalanche` and `odd-pile`.
pub(crate) const SHOCK_SHARE: f32 = 0.0625;

/// Cosine of the angle between the normals of two contacts of a ball, below which they wedge it and are solved
/// together. Below: a ball in a flat groove needs ever more passes. Above, towards 1: walls of a wide corner are solved
/// in pairs for nothing. Shown by the law `groove`.
pub(crate) const WEDGE_COSINE: f32 = -0.1;

/// Sine of that angle up to which the two walls are parallel: nothing holds a ball between them but friction. Below:
/// rounding decides in which direction a ball leaves a tight channel. Above: sharp grooves let balls slip. Shown by the
/// law `groove`.
pub(crate) const PARALLEL_WALLS_SINE: f64 = 1e-3;

/// Share by which a wedged ball gives way to each of two walls, beside its mass. Below: impulses between walls that are
/// nearly parallel grow until rounding turns them into speed along the walls. Above: the ball sinks into the groove.
/// Shown by the law `groove`.
pub(crate) const WEDGE_COMPLIANCE: f64 = 1e-8;

/// The same between walls that are parallel, where one impulse may be any number and the other with it. Below and
/// above: as for the other.
pub(crate) const PARALLEL_WALLS_COMPLIANCE: f64 = 1e-2;

/// Two distances that differ by less are equal, radii: of two ends at one place one answers. Below: rounding decides,
/// and none or both may. Above: an end answers for one that is nearer. Shown by the law `flush`.
pub(crate) const EQUAL_DISTANCES: f64 = 1e-9;

/// Sine of the angle below which a ball does not bounce off a hollow arc but follows it, no unit. Below: a bounce keeps
/// its energy to a few parts in ten million, and comes again at once, without end. Above: true bounces at small angles
/// are lost. Shown by the laws `bowl` and `tunnel`.
pub(crate) const GRAZING_SPEED_SHARE: f64 = 1e-3;
