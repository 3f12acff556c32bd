//! Constants of the motion of bodies, joints and targets. Each one states its unit, the failure below and above it,
//! and the command that shows it. A law stands for `cargo run --release --example laws -- NAME`.
//!
//! None of them was halved or doubled for a test: statements about other values describe the code.

/// A target that is due later than the step ends by no more than this factor is due with it, no unit: lengths of
/// steps add up with rounding errors. Below: a body comes to its target a step late, by the last digit of a sum.
/// Above: it arrives early. Shown by `cargo test -p carom-world`.
pub(crate) const TARGET_DUE_FACTOR: f64 = 1.0001;

/// Parts of a substep over which the force on a joint is summed up if its motor changes along the way. A flipper
/// passes its end-of-stroke switch within a tenth of a substep. Below: the stroke depends on where substeps begin.
/// Above: costs more: a quarter of a table with one ball. Shown by the laws `stroke` and `flipper`.
pub(crate) const FORCE_PARTS: u32 = 16;

/// Greatest speed after an impact with a limit at which a joint stays there, as a multiple of the speed that its
/// acceleration gives in a substep. Below: a flipper trembles on its rest. Above: slow rebounds are lost. Shown by
/// the law `stroke`.
pub(crate) const LIMIT_REST_SPEED: f64 = 2.0;

/// Share of the plastic impacts of one substep that is carried over to the next, no unit: a ball that is caught
/// between others stays so. Below: it is tried again in each substep, up to all the impacts that it may have. With
/// none, a ball that a flipper pinches has up to 86 in a step, not 33. Above: one that has come free is left to the
/// contact solver for longer. Shown by the laws `trap` and `avalanche`.
pub(crate) const INELASTIC_IMPACTS_KEPT: f64 = 0.75;

/// Impacts of a ball, a hinge or a slider in a substep at which it is stopped once the work of the step is used up. Below:
/// balls outside of the crush are stopped. Above: the step takes longer. Shown by `cargo test -p carom-world --test all
/// bounded_steps`.
pub(crate) const LATE_IMPACTS: u32 = 4;

/// Number of materials up to which those out of use are never looked for. Below: they are looked for often. Above: a
/// few more are kept in memory and snapshots. Shown by `cargo test -p carom-world --test all memory_is_bounded`.
pub(crate) const FEW_MATERIALS: usize = 64;
