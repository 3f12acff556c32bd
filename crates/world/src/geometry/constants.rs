//! Constants of joints between colliders, of the search for arrivals and of chords on round surfaces. Each one
//! states its unit, the failure below and above it, and the command that shows it. A law stands for `cargo run
//! --release --example laws -- NAME`.
//!
//! A figure stands for a measurement. The other statements describe the code: values that are not named were not
//! measured.

use crate::base::rounding;

/// How close two ends must lie to be one joint, as a share of the shorter collider. Below: outlines whose corners are
/// rounded to a few digits have gaps with two ends each, which are felt. Above: short steps between walls are
/// smoothed away. Shown by the laws `ghost-bumps` and `facets`.
pub(crate) const JOINT_TOLERANCE: f64 = 1e-5;

/// The same as a share of the coordinates, on top: both ends are numbers in single precision at the door, and come
/// out of one or two operations more. Below: walls far from the origin come apart. Above: walls that do not meet are
/// joined. Shown by the law `ghost-bumps`.
pub(crate) const JOINT_ROUNDING: f64 = rounding::single(8) as f64;

/// The most of that, as a share of the shorter collider. Below: far from the origin, walls of short segments come
/// apart. Above, from 1 on: its one end counts as the other, both fall silent, and balls sink in. Shown by `cargo
/// test -p carom-world --test all pressed_by_joints`.
pub(crate) const MOST_JOINT_ROUNDING: f64 = 0.25;

/// Sine of the angle up to which a joint has no corner. Below: rounding makes corners on a straight wall. Above: true
/// corners are passed without an impact. Shown by the law `facets`.
pub(crate) const FLAT_JOINT_SINE: f64 = 1e-6;

/// Sine of the angle up to which a cast leads along a surface: the rounding of a direction that was turned in
/// single precision. Below: a ball that is moved along its sloping floor meets it at once. Above: long casts pass
/// through walls. Shown by `cargo test -p carom-world --test all queries::`.
pub(crate) const ALONG_SINE: f64 = rounding::single(4) as f64;

/// Turn of a piece of an arc for the grid, radians: its chord stays within 8 % of the radius from it. Below: more
/// entries. Above: wider ones, so that more balls list the arc. Results do not change. Not measured.
pub(crate) const GRID_ARC_PIECE: f64 = core::f64::consts::FRAC_PI_4;

/// Radius of the search for joints around a stroke, in its radii; [`JOINT_TOLERANCE`] of its length comes on top.
/// Below 1: neighbors are not found. Above: more are tested. Not measured.
pub(crate) const JOINT_SEARCH: f32 = 1.001;

/// How far a point over an end may lie beyond the border of the face and still count as over the face, as a share
/// of its distance to the end. Below: a ball that slides along a bend hits an end at the border, by rounding.
/// Above: ends do not answer to balls just past them. Shown by `cargo test -p carom-world --lib seams`.
pub(crate) const FACE_BORDER: f64 = 1e-9;

/// Greatest distance or path that counts as zero by rounding, as a share of a radius. Below: rounding opens gaps,
/// counts as motion, and keeps searches for an arrival from their end; of two ends at one place none or both
/// answer. Above: balls bounce before they touch, and pass one-sided walls late. Shown by the laws `one-sided`,
/// `flush` and `first-impact` and by `cargo test -p carom-world --test all wedged_balls`.
pub(crate) const NO_DISTANCE: f64 = 1e-9;

/// Size of a ball's centre for sensors of centres, as a share of the radius: a single point would be on a line for
/// no time. Below, at [`NO_DISTANCE`]: rounding skips lines. Above: a centre counts that passes beside a place by
/// this share. Shown by `cargo test -p carom-world --test all of_centres`.
pub(crate) const CENTER_SHARE: f64 = 1e-6;

/// Most steps of a search for the time at which a gap opens or closes. Below: a ball that grazes for long is judged
/// by its end too soon. Above: costs more. Shown by the law `one-sided`.
pub(crate) const MAX_SEPARATION_STEPS: usize = 200;

/// Most careful steps of a search for the arrival at a collider that turns, for each of its turns; as many coarse
/// ones follow. Slow turns need about five; where a ball nearly grazes a fast one, a few per turn. Below: a touch
/// between two coarse steps may be passed. Above: costs more where bounds are bad. Shown by the laws `wheel` and
/// `gate`.
pub(crate) const MAX_ARRIVAL_STEPS: usize = 256;

/// Most turns that such a search allows for. Below: balls leave rooms that turn so often within a substep: with one,
/// a square room that turns 26 times loses two balls in twelve. Above: a search that comes to nothing takes longer
/// than a millisecond. Shown by `cargo test -p carom-world --test all nothing_leaves_a_box`.
pub(crate) const MAX_SEARCHED_TURNS: f64 = 32.0;

/// How much deeper a ball that overlaps may come in a step of that search, as a share of the reach; when it began to
/// approach is then found within the step. Below: a ball that lies on a turning body takes hundreds of steps, each
/// time another ball strikes that body. Above: it sinks by as much where it parts and comes back within a step. Shown
/// by `cargo test -p carom-world --lib collider`.
pub(crate) const OVERLAP_SLACK: f64 = 1e-5;

/// Halvings of the coarse step in which it arrives: one for each bit of a time and some more. Below: the ball is
/// brought into the collider. Above: nothing changes.
pub(crate) const ARRIVAL_HALVINGS: usize = 64;

/// Least distance to the middle of an arc, length units, far below the smallest radius of 1e-6: it keeps a quotient
/// finite. Below, at zero: a search is given no number for a step. Above: searches near the middle take shorter steps
/// than they need. Not measured.
pub(crate) const MIN_CENTER_DISTANCE: f64 = 1e-12;

/// Longest turn on one chord of a round surface, radians. Below: more chords, each of which is an event. Above: the
/// chord differs more from the arc, and meets other surfaces. Shown by the laws `bowl` and `loop`.
pub(crate) const MAX_CHORD_TURN: f64 = 0.5;

/// How deep the chord over a bulging surface may cut into it, radii of the ball. Below: more chords. Above: balls
/// sink into hills. Shown by the law `hill`.
pub(crate) const MAX_SAGITTA: f64 = 1e-3;

/// Longest stage of the integration along a round surface, as a share of the time in which the pull turns the ball by
/// a radian. The error grows with the fourth power. Below: costs more. Above: a pendulum gains or loses energy. Shown
/// by the law `bowl`.
pub(crate) const MAX_STAGE: f64 = 0.1;

/// Most stages of one path. Below: as above for [`MAX_STAGE`], in long steps under a strong pull. Above: costs more
/// there. Not measured.
pub(crate) const MAX_STAGES: f64 = 64.0;

/// Rounds of Newton's method for the time at which a chord comes to its largest turn. Below: a chord ends beside the
/// arc. Above: costs more. Shown by the law `loop`.
pub(crate) const CHORD_END_ROUNDS: usize = 3;

/// Halvings of the time at which a ball leaves a round surface. Below: it leaves late. Above: costs more. Shown by
/// the laws `hill` and `loop`.
pub(crate) const LEAVING_HALVINGS: usize = 40;

/// Least share of a substep, or of the requested time, that a chord along a surface takes. Below: chords without
/// progress follow each other at one instant, without end. Above: balls leave the surface before the edge of an arc
/// and the end of a substep, and follow a blade beyond its tip. Shown by the laws `bowl` and `flipper`.
pub(crate) const MIN_CHORD_TIME: f64 = 1e-6;

/// A ball that would turn by less than this about the middle of a surface in a substep is at rest, radians. Below:
/// balls that lie in a bowl are on a chord, and no contact. Above: slow swings end too soon. Shown by the law `bowl`.
pub(crate) const NO_TURN: f64 = 1e-7;

/// How far beyond the end of an arc a ball may stand and still be at the end, radians; one farther has more than half
/// a turn left. Below: rounding at the end sends it round the arc. Above: it stops before the end. Shown by the law
/// `loop`.
pub(crate) const ARC_END: f64 = 1e-6;

/// Rounds for the time at which a ball leaves the tip of a blade: it gains speed on the way. Below: its chord
/// continues beyond the blade, and loses the push of the blade. Above: costs more. Shown by the law `flipper`.
pub(crate) const EDGE_ROUNDS: usize = 2;

/// How often the chord along a surface that turns is halved, as long as it would part from the surface. Below: a ball
/// lands on a blade that turns into it and then away, again and again at once, until it is stopped. Above: costs more
/// where balls part. Shown by `cargo test -p carom-world --test all balls_follow_walls`.
pub(crate) const RISE_HALVINGS: usize = 8;

/// An approach this small is rounding, as a share of the speeds involved. Below: a ball that slides along a wall hits
/// it at every instant. Above: true approaches at tiny angles are not answered, and balls pass. Shown by the laws
/// `tunnel` and `torture`.
pub(crate) const APPROACH_NOISE: f64 = 1e-11;
