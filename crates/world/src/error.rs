//! Errors of the interface: the fault, with field, value and allowed range.

use core::fmt;

use crate::id::{BodyId, FieldId, LinkId, ShapeId, ZoneId};

/// Why a call was refused. Nothing has changed in the world when a call returns one of these.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::Vec2;
/// use carom::{Ball, Config, Error, World};
///
/// let mut world = World::new(Config::default())?;
/// let refused = world.add_ball(Ball::new(Vec2::ZERO, -1.0));
/// assert!(matches!(refused, Err(Error::OutOfRange { value: -1.0, .. })));
/// println!("{}", refused.unwrap_err()); // names the field, the value and what is allowed
/// assert_eq!(world.ball_count(), 0);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A number is not finite or out of its range.
    OutOfRange {
        /// The field or argument.
        field: &'static str,
        /// The given value.
        value: f64,
        /// The allowed range, in words.
        allowed: &'static str,
    },
    /// A number of a point in a list is not finite or out of its range.
    PointOutOfRange {
        /// The field or argument.
        field: &'static str,
        /// Which point of the list, from 0. The start of a [`Chain`](crate::Chain) is point 0, and its first leg ends at
        /// point 1.
        index: usize,
        /// The given value.
        value: f64,
        /// The allowed range, in words.
        allowed: &'static str,
    },
    /// The body was removed, or never was in this world.
    UnknownBody(BodyId),
    /// The shape was removed, or never was in this world.
    UnknownShape(ShapeId),
    /// The zone was taken away, or never was in this world.
    UnknownZone(ZoneId),
    /// The field was removed, or never was in this world.
    UnknownField(FieldId),
    /// The link was removed, or never was in this world.
    UnknownLink(LinkId),
    /// The call asks for another kind of body.
    WrongKind {
        /// The body that was named.
        body: BodyId,
        /// The kinds that the call takes.
        expected: &'static str,
    },
    /// The bytes are no snapshot that can be restored.
    Snapshot {
        /// The fault, in words.
        fault: &'static str,
    },
    /// The bytes are a snapshot of another version of the engine, which lays it out in another way.
    SnapshotVersion {
        /// Of which layout version the snapshot is.
        found: u8,
        /// The layout version that is read here.
        readable: u8,
    },
    /// The bytes are no recording that can be read.
    Recording {
        /// The fault in words.
        fault: &'static str,
    },
    /// A shape is set to be solid on a side that it does not have.
    WrongSide {
        /// Name of the side that was given.
        side: &'static str,
        /// The allowed range, in words.
        allowed: &'static str,
    },
    /// A lower limit lies above the upper one.
    Swapped {
        /// The lower limit and the upper one.
        fields: [&'static str; 2],
        /// The given values.
        values: [f64; 2],
    },
    /// The box of [`Config::periodic`](crate::Config::periodic) would have to repeat it.
    Periodic {
        /// The thing that was given.
        field: &'static str,
        /// Why, and what serves in its place, in words.
        reason: &'static str,
    },
    /// A list has too few or too many entries.
    WrongCount {
        /// The list.
        field: &'static str,
        /// How many were given.
        count: usize,
        /// The allowed range, in words.
        allowed: &'static str,
    },
}

/// The ends of a link as one field: their message counts no entries.
pub(crate) const LINK_ENDS: &str = "link.a and link.b";

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OutOfRange { field, value, allowed } => {
                write!(f, "{field} is {}, but {}", Shown(value), Must(allowed))
            }
            Self::PointOutOfRange { field, index, value, allowed } => {
                write!(f, "{field} at point {index} is {}, but {}", Shown(value), Must(allowed))
            }
            Self::UnknownBody(id) => write!(f, "{id:?} is not a body of this world (removed?)"),
            Self::UnknownShape(id) => write!(f, "{id:?} is not a shape of this world (removed?)"),
            Self::UnknownZone(id) => write!(f, "{id:?} is not a zone of this world's floor (removed?)"),
            Self::UnknownField(id) => write!(f, "{id:?} is not a field of this world (removed?)"),
            Self::UnknownLink(id) => write!(f, "{id:?} is not a link of this world (removed?)"),
            Self::WrongKind { body, expected } => write!(f, "{body:?} is not {expected}"),
            Self::Snapshot { fault } => write!(f, "the snapshot can't be restored: {fault}"),
            Self::SnapshotVersion { found, readable } => write!(
                f,
                "the snapshot can't be restored: it is of layout version {found}, but this version of the engine reads {readable}"
            ),
            Self::Recording { fault } => write!(f, "the recording can't be read: {fault}"),
            Self::WrongSide { side, allowed } => write!(f, "shape.side is {side}, but {}", Must(allowed)),
            Self::Swapped { fields: [low, high], values: [below, above] } => {
                write!(
                    f,
                    "{low} is {} and {high} is {}, but {low} must not be above {high}",
                    Shown(below),
                    Shown(above)
                )
            }
            Self::Periodic { field, reason } => {
                write!(f, "{field} can't be in the box of config.periodic: {reason}")
            }
            Self::WrongCount { field: field @ LINK_ENDS, count, allowed } => {
                let found = if count == 0 { "both no balls" } else { "the same ball" };
                write!(f, "{field} are {found}, but {allowed}")
            }
            Self::WrongCount { field, count, allowed } => {
                let entries = if count == 1 { "entry" } else { "entries" };
                write!(f, "{field} has {count} {entries}, but must have {allowed}")
            }
        }
    }
}

impl core::error::Error for Error {}

impl Error {
    /// The error of a number of a single point, as that of a point in a list.
    pub(crate) fn at_point(self, index: usize) -> Self {
        match self {
            Self::OutOfRange { field, value, allowed } => {
                Self::PointOutOfRange { field, index, value, allowed }
            }
            other => other,
        }
    }
}

/// The allowed range, as a demand: `must not be zero` where `not zero` is allowed.
struct Must(&'static str);

impl fmt::Display for Must {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.strip_prefix("not ") {
            Some(forbidden) => write!(f, "must not be {forbidden}"),
            None => write!(f, "must be {}", self.0),
        }
    }
}

/// A number as people write it: with the digits of single precision where those are all, and with a power of ten where it
/// is very large or small.
struct Shown(f64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value) = *self;
        let single = value as f32;
        let is_plain = value == 0.0 || !value.is_finite() || (1e-4..1e7).contains(&value.abs());
        match (f64::from(single) == value, is_plain) {
            (true, true) => write!(f, "{single}"),
            (true, false) => write!(f, "{single:e}"),
            (false, true) => write!(f, "{value}"),
            (false, false) => write!(f, "{value:e}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use glam::Vec2;

    use crate::{Ball, Body, Chain, Config, Filter, Joint, Link, Shape, Side, SpeedCurve, World};

    use super::*;

    /// 0.1 in single precision was shown as 0.10000000149011612, and 1e30 with 31 digits.
    #[test]
    fn numbers_are_shown_as_they_are_written() {
        let shown = |value: f64| Shown(value).to_string();
        assert_eq!(shown(f64::from(-0.1_f32)), "-0.1");
        assert_eq!(shown(f64::from(1e30_f32)), "1e30");
        assert_eq!(shown(f64::from(1e-7_f32)), "1e-7");
        assert_eq!(shown(0.1), "0.1");
        assert_eq!(shown(1e300), "1e300");
        assert_eq!(shown(0.0), "0");
        assert_eq!(shown(f64::NAN), "NaN");
        assert_eq!(shown(f64::NEG_INFINITY), "-inf");
        assert_eq!(shown(2_500_000.0), "2500000");
    }

    #[test]
    fn messages_are_sentences() {
        let mut world = World::new(Config::default()).expect("the default");
        let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).expect("a ball");
        let fixed = world.add_body(Body::fixed()).expect("a body");
        let held = world.add_ball(Ball::new(Vec2::Y, 0.1)).expect("a ball");
        world.hold(held).expect("a ball");
        let (round, brick) = (Shape::circle(Vec2::ZERO, 1.0), Shape::rect(Vec2::ZERO, Vec2::ONE));
        let (round, brick) = (round.expect("a disc"), brick.expect("a rectangle"));
        let corner = Chain::polyline(&[Vec2::ZERO, Vec2::X, Vec2::Y]);
        let straight = Chain::start(Vec2::ZERO).arc_to(Vec2::X, 2.0 * Vec2::X);
        let cases = [
            (
                world.add_link(Link::rope(ball, ball, 1.0)).map(drop),
                "link.a and link.b are the same ball, but must be two different ends",
            ),
            (
                world.add_link(Link::rope(Vec2::X, Vec2::Y, 1.0)).map(drop),
                "link.a and link.b are both no balls, but at least one must be a ball",
            ),
            (
                Shape::chain(&straight).map(drop),
                "bend of arc at point 1 is 0, but must not be zero (the three points of an arc must differ and not lie on a line)",
            ),
            (
                Shape::arc(Vec2::ZERO, 1.0, 0.0, 0.0).map(drop),
                "arc.sweep is 0, but must be between -2 pi and 2 pi, and not zero",
            ),
            (
                Shape::chain(&corner).and_then(Shape::solid).map(drop),
                "gap of the open chain is 1, but must be 0 (a solid is a closed chain or a full circle)",
            ),
            (
                Shape::polygon(&[Vec2::ZERO, Vec2::X, Vec2::new(0.0, 2e8)]).map(drop),
                "chain.line_to at point 2 is 2e8, but must be finite, at most 1e8 in each coordinate",
            ),
            (
                Shape::chain(&Chain::polyline(&[Vec2::NAN, Vec2::X])).map(drop),
                "chain.start at point 0 is NaN, but must be finite, at most 1e8 in each coordinate",
            ),
            (
                Shape::chain(&Chain::polyline(&[Vec2::ZERO, Vec2::X, Vec2::X])).map(drop),
                "length of segment at point 2 is 0, but must be greater than zero (the end points must differ; for a point use a circle of radius 0)",
            ),
            (
                SpeedCurve::new(&[Vec2::ZERO, Vec2::ONE, Vec2::ONE]).map(drop),
                "curve.points speed at point 2 is 1, but must be higher than the one before",
            ),
            (
                world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).torque_curve([Vec2::X, Vec2::ZERO])).map(drop),
                "joint.torque_curve at point 1 is 0, but must be no less than the coordinate before",
            ),
            (
                World::from_snapshot(b"CAROM\x00...").map(drop),
                "the snapshot can't be restored: it is of layout version 0, but this version of the engine reads 1",
            ),
            (
                Shape::chain(&Chain::polyline(&[])).map(drop),
                "chain.legs has 0 entries, but must have at least one (a polyline has at least two points)",
            ),
            (
                Shape::polygon(&[Vec2::ZERO, Vec2::new(2.0, 2.0), Vec2::new(2.0, 0.0), Vec2::Y]).map(drop),
                "crossings of the outline at point 0 is 1, but must be 0 (the outline of a solid must not cross itself)",
            ),
            (
                Shape::half_plane(Vec2::ZERO, Vec2::ZERO).map(drop),
                "length of half_plane.normal is 0, but must be greater than zero",
            ),
            (
                world.add_shape(fixed, round.clone().side(Side::Left)).map(drop),
                "shape.side is Left, but must be Both (circles and half-planes are solid all round)",
            ),
            (
                world.add_shape(fixed, brick.side(Side::Left)).map(drop),
                "shape.side is Left, but must not be set (a solid stops balls from outside)",
            ),
            (
                world.add_link(Link::rope(ball, Vec2::Y, 1.0).limits(2.0, 1.0)).map(drop),
                "link.min_length is 2 and link.max_length is 1, but link.min_length must not be above link.max_length",
            ),
            (
                world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).limits(1.0, -1.0)).map(drop),
                "joint.limits[0] is 1 and joint.limits[1] is -1, but joint.limits[0] must not be above joint.limits[1]",
            ),
            (
                world.add_link(Link::rod(fixed, ball, 1.0)).map(drop),
                "BodyId(1v1) is not a ball (for the end of a link on a body: LinkEnd::Body(id, point))",
            ),
            (
                world.add_joint(Joint::hinge(Vec2::ZERO, 1.0).limits(0.1, 0.3)).map(drop),
                "joint.joint_position is 0, but must be between the limits (default 0)",
            ),
            (
                world.set_velocity(fixed, Vec2::X),
                "BodyId(1v1) is not a ball or a kinematic body (set_joint_position and set_motor move hinges and sliders)",
            ),
            (world.set_velocity(held, Vec2::X), "BodyId(2v1) is not free: it is held (release it first)"),
            (
                world.set_collision_exception(ball, ball, true),
                "BodyId(0v1) is not different from the first body",
            ),
            (
                world.cast_ray(Vec2::ZERO, Vec2::ZERO, Filter::default()).map(drop),
                "length of cast.delta is 0, but must be greater than zero",
            ),
        ];
        for (refused, says) in cases {
            assert_eq!(refused.expect_err(says).to_string(), says);
        }
    }
}
