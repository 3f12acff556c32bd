//! Bodies that carry shapes.

use glam::Vec2;

use crate::base::{saved, setters};
use crate::error::Error;
use crate::limits;

/// The kind of a body in the world, as [`World::kind`](crate::World::kind) returns it.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::Vec2;
/// use carom::{Ball, BodyKind, Config, World};
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// assert_eq!(world.kind(ball), Some(BodyKind::Ball));
/// world.remove_body(ball)?;
/// assert_eq!(world.kind(ball), None);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum BodyKind {
    /// A ball: the only kind that moves freely.
    Ball,
    /// Never moves by itself; a game may place it elsewhere.
    Fixed,
    /// Moved only by the game; forces and collisions do not move it.
    Kinematic,
    /// Turns about a pivot, moved by forces and balls; see [`Joint`](crate::Joint).
    Hinge,
    /// Moves along an axis, moved by forces and balls; see [`Joint`](crate::Joint).
    Slider,
}

saved!(enum BodyKind, "no such kind of BodyKind" {
    Ball = 0, Fixed = 1, Kinematic = 2, Hinge = 3, Slider = 4
});

/// The kind of a body that carries shapes.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Body, BodyType};
///
/// assert_eq!(Body::fixed().kind, BodyType::Fixed);
/// assert_eq!(Body::kinematic().kind, BodyType::Kinematic);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum BodyType {
    /// Never moves by itself; a game may place it elsewhere.
    Fixed,
    /// Moves as the game says; forces and collisions do not move it.
    Kinematic,
}

saved!(enum BodyType, "no such kind of body" { Fixed = 0, Kinematic = 1 });

impl From<BodyType> for BodyKind {
    fn from(kind: BodyType) -> Self {
        match kind {
            BodyType::Fixed => Self::Fixed,
            BodyType::Kinematic => Self::Kinematic,
        }
    }
}

/// A body that carries shapes: walls, bumpers, platforms, paddles.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Body, Config, Shape, World};
/// use carom::glam::vec2;
///
/// let mut world = World::new(Config::default())?;
/// let paddle = world.add_body(Body::kinematic().position(vec2(0.0, 1.0)).angular_velocity(2.0))?;
/// world.add_shape(paddle, Shape::capsule(vec2(-1.0, 0.0), vec2(1.0, 0.0), 0.1)?)?;
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("static body", "wall", "RigidBody"))]
pub struct Body {
    /// The kind of the body. A hinge or slider that is read by [`World::body`](crate::World::body) is `Kinematic`
    /// here; [`World::kind`](crate::World::kind) tells the difference.
    pub kind: BodyType,
    /// Origin of the body's frame, length units, each coordinate `-1e8..=1e8`.
    pub position: Vec2,
    /// Turn of the body's frame, radians, counter-clockwise, no more than 1e6 either way.
    pub angle: f32,
    /// Velocity of the origin, length units per second, up to 1e8; kinematic bodies only.
    pub velocity: Vec2,
    /// Angular velocity about the origin, radians per second, counter-clockwise, up to 1e8 either way; kinematic
    /// bodies only.
    pub angular_velocity: f32,
    /// User data: a number that the engine stores and never reads.
    pub user_data: u64,
}

saved!(Body { kind, position, angle, velocity, angular_velocity, user_data });

impl Body {
    const fn of(kind: BodyType) -> Self {
        Self {
            kind,
            position: Vec2::ZERO,
            angle: 0.0,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            user_data: 0,
        }
    }

    /// A body that does not move, at the origin.
    #[must_use]
    pub const fn fixed() -> Self {
        Self::of(BodyType::Fixed)
    }

    /// A body that moves as it is set, at rest at the origin.
    #[must_use]
    pub const fn kinematic() -> Self {
        Self::of(BodyType::Kinematic)
    }

    setters! {
        [const]
        /// Places the origin of the body's frame, length units.
        position(position: Vec2);
        /// Turns the body's frame, radians.
        angle(angle: f32);
        /// Velocity of the origin, length units per second.
        velocity(velocity: Vec2);
        /// Angular velocity about the origin, radians per second.
        angular_velocity(spin: f32);
        /// User data: a number that the engine stores and never reads.
        user_data(user_data: u64);
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        limits::coordinate("body.position", self.position)?;
        limits::angle("body.angle", self.angle)?;
        limits::velocity("body.velocity", self.velocity)?;
        limits::spin("body.angular_velocity", self.angular_velocity)
    }
}
