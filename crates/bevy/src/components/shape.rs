//! Shapes: the surfaces of bodies that are no balls.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use carom::{Error, ShapeId, Side};

use crate::frame::Frame;
use crate::queue;
use crate::world::Carom;

/// A shape of the nearest [`Body`](crate::Body) or [`Joint`](crate::Joint) on the same entity or above it, in the frame
/// of its own entity.
///
/// Each shape on an entity of its own has its own observers, [`Material`](crate::Material), [`Filter`](crate::Filter)
/// and [`Sensor`].
///
/// ```
/// use bevy_carom::prelude::*;
/// use bevy_math::{Vec2, vec2};
///
/// let floor = (Body::Fixed, Shape::half_plane(Vec2::Y));
/// let brick = (Body::Fixed, Shape::rect(vec2(0.6, 0.2)));
/// let lane = (Body::Fixed, Shape::from(Chain::start(vec2(1.0, 0.0)).line_to(vec2(1.0, 2.0)).tangent_arc_to(vec2(-1.0, 2.0))));
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[require(Transform)]
#[component(on_add = queue::add_shape, on_remove = remove_shape)]
pub struct Shape {
    /// The core curve. Default a point.
    pub geometry: Geometry,
    /// By how much the curve is inflated, length units, `0..=1e6`. Default 0.5.
    pub radius: f32,
    /// The side on which it stops balls, seen along the direction of its curve. Default both.
    #[cfg_attr(feature = "reflect", reflect(remote = crate::components::remote::Side))]
    pub side: Side,
    /// Whether a closed path is filled: balls stay outside, and a ball that is put into it is pushed out. Default no: a
    /// closed path is a room, solid from both sides.
    pub solid: bool,
}

/// The core curve of a [`Shape`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Default, Clone, PartialEq))]
pub enum Geometry {
    /// The origin of the entity. With a radius, a disc.
    #[default]
    Point,
    /// A segment between two points, length units.
    Segment {
        /// Its start.
        a: Vec2,
        /// Its end.
        b: Vec2,
    },
    /// An arc about the origin of the entity.
    Arc {
        /// Radius of the arc, length units.
        arc_radius: f32,
        /// Angle at which it starts, radians.
        start: f32,
        /// How far it turns, radians, counter-clockwise if positive, at most a full turn.
        sweep: f32,
    },
    /// A path of segments and arcs with smooth joints.
    Chain(Chain),
    /// All that lies below the entity's origin, where `normal` says what is above.
    HalfPlane {
        /// Outwards, of any length but zero.
        normal: Vec2,
    },
}

/// A path, drawn as with a pen, as [`carom::Chain`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Default, Clone, PartialEq))]
pub struct Chain {
    /// Where the pen is put down, length units.
    pub start: Vec2,
    /// The way from there.
    pub legs: Vec<Leg>,
    /// Whether a straight leg leads back to the start.
    pub closed: bool,
}

/// A leg of a [`Chain`]. Points are in length units.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, PartialEq))]
pub enum Leg {
    /// Straight to this point.
    Line(Vec2),
    /// Along an arc.
    Arc {
        /// A point on the way.
        through: Vec2,
        /// Its end.
        end: Vec2,
    },
    /// Along the arc to this point that leaves in the direction in which the path arrives.
    TangentArc(Vec2),
    /// Along the arc that turns by an angle on its way.
    ArcByAngle {
        /// Its end.
        end: Vec2,
        /// Radians, left if positive, less than a full turn.
        angle: f32,
    },
}

/// Marks the [`Shape`] of the same entity: it notices balls and never pushes them. It counts for no shape on an entity
/// below, and a ball is no sensor: beside neither it does nothing, and a [`CaromWarning`](crate::CaromWarning) says so.
///
/// [`SensorEntered`](crate::SensorEntered) and [`SensorExited`](crate::SensorExited) report balls that come in and go out,
/// at any speed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[component(on_add = queue::change, on_remove = queue::change)]
pub enum Sensor {
    /// A ball is in it while any part of the ball overlaps it.
    #[default]
    Edges,
    /// A ball is in it while the ball's centre is: a goal line that a ball has to cross by half, a hole.
    Centers,
}

/// The engine's shape of an entity with a [`Shape`](crate::Shape). Added by this crate; not to be written by games.
#[derive(Component, Clone, Debug)]
#[component(on_remove = forget_shape)]
pub struct ShapeHandle {
    pub(crate) id: ShapeId,
    /// The entity of its body.
    pub(crate) body: Entity,
    /// In the body's frame.
    pub(crate) frame: Frame,
    pub(crate) made: Shape,
    pub(crate) senses: Option<Sensor>,
}

impl ShapeHandle {
    /// For calls of [`Carom`].
    #[must_use]
    pub const fn id(&self) -> ShapeId {
        self.id
    }

    /// The entity whose body carries it.
    #[must_use]
    pub const fn body(&self) -> Entity {
        self.body
    }
}

/// The handle goes with its component.
fn remove_shape(world: DeferredWorld<'_>, context: HookContext) {
    queue::remove::<ShapeHandle>(world, &context);
}

fn forget_shape(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(id) = world.get::<ShapeHandle>(context.entity).map(ShapeHandle::id) else { return };
    let Some(mut carom) = world.get_resource_mut::<Carom>() else { return };
    if carom.shapes.get(id) == Some(&context.entity) {
        carom.shapes.remove(id);
        carom.removed.shapes.insert(id, context.entity);
        _ = carom.world.remove_shape(id);
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self::circle(0.5)
    }
}

impl From<Chain> for Shape {
    fn from(chain: Chain) -> Self {
        Self::of(Geometry::Chain(chain), 0.0)
    }
}

impl Shape {
    fn of(geometry: Geometry, radius: f32) -> Self {
        Self { geometry, radius, side: Side::Both, solid: false }
    }

    /// A solid disc about the entity's origin.
    #[must_use]
    pub fn circle(radius: f32) -> Self {
        Self::of(Geometry::Point, radius)
    }

    /// A thin wall.
    #[must_use]
    pub fn segment(a: Vec2, b: Vec2) -> Self {
        Self::capsule(a, b, 0.0)
    }

    /// A segment inflated by a radius.
    #[must_use]
    pub fn capsule(a: Vec2, b: Vec2, radius: f32) -> Self {
        Self::of(Geometry::Segment { a, b }, radius)
    }

    /// A thin arc about the entity's origin, from the angle `start` over `sweep` radians.
    #[must_use]
    pub fn arc(arc_radius: f32, start: f32, sweep: f32) -> Self {
        Self::of(Geometry::Arc { arc_radius, start, sweep }, 0.0)
    }

    /// All that lies below the entity's origin, where `normal` points up.
    #[must_use]
    pub fn half_plane(normal: Vec2) -> Self {
        Self::of(Geometry::HalfPlane { normal }, 0.0)
    }

    /// A path through these points by straight segments.
    #[must_use]
    pub fn polyline(points: &[Vec2]) -> Self {
        Chain::polyline(points).into()
    }

    /// A filled polygon with these corners, in either direction. Its outline must not cross itself.
    #[must_use]
    pub fn polygon(corners: &[Vec2]) -> Self {
        Self::from(Chain::polyline(corners).close()).solid()
    }

    /// A filled rectangle of this width and height about the entity's origin: a brick. [`hollow`](Self::hollow), a room.
    #[must_use]
    pub fn rect(size: Vec2) -> Self {
        let half = 0.5 * size;
        let across = Vec2::new(half.x, -half.y);
        Self::polygon(&[-half, across, half, -across])
    }

    /// The same, inflated by a radius: a rail in place of a line.
    #[must_use]
    pub fn radius(mut self, radius: f32) -> Self {
        self.radius = radius;
        self
    }

    /// The same, solid from one side of its direction only.
    #[must_use]
    pub fn side(mut self, side: Side) -> Self {
        self.side = side;
        self
    }

    /// The same, filled: balls stay outside of the closed path, and one that is put into it is pushed out.
    #[must_use]
    pub fn solid(mut self) -> Self {
        self.solid = true;
        self
    }

    /// The same, as its outline alone: balls inside of the closed path stay inside.
    #[must_use]
    pub fn hollow(mut self) -> Self {
        self.solid = false;
        self
    }

    /// The engine's shape at a frame of its body.
    pub(crate) fn placed(&self, frame: Frame) -> Result<carom::Shape, Error> {
        let shape = match &self.geometry {
            Geometry::Point => {
                let shape = carom::Shape::circle(frame.position, self.radius * frame.scale)?;
                return Ok(shape.side(self.side));
            }
            Geometry::Segment { a, b } => carom::Shape::segment(frame.point(*a), frame.point(*b))?,
            Geometry::Arc { arc_radius, start, sweep } => {
                carom::Shape::arc(frame.position, arc_radius * frame.scale, start + frame.angle, *sweep)?
            }
            Geometry::Chain(chain) => carom::Shape::chain(&chain.placed(frame))?,
            Geometry::HalfPlane { normal } => {
                return Ok(
                    carom::Shape::half_plane(frame.position, frame.direction(*normal))?.side(self.side)
                );
            }
        };
        let shape = shape.radius(self.radius * frame.scale).side(self.side);
        let shape = if self.solid { shape.solid()? } else { shape };
        shape.check()?;
        Ok(shape)
    }
}

impl Chain {
    /// Puts the pen down.
    #[must_use]
    pub fn start(start: Vec2) -> Self {
        Self { start, legs: Vec::new(), closed: false }
    }

    /// A path through these points by straight segments.
    #[must_use]
    pub fn polyline(points: &[Vec2]) -> Self {
        let start = points.first().copied().unwrap_or_default();
        Self { start, legs: points.iter().skip(1).copied().map(Leg::Line).collect(), closed: false }
    }

    fn then(mut self, leg: Leg) -> Self {
        self.legs.push(leg);
        self
    }

    /// A straight segment to `end`.
    #[must_use]
    pub fn line_to(self, end: Vec2) -> Self {
        self.then(Leg::Line(end))
    }

    /// The arc through `through` to `end`.
    #[must_use]
    pub fn arc_to(self, through: Vec2, end: Vec2) -> Self {
        self.then(Leg::Arc { through, end })
    }

    /// The arc to `end` that leaves in the direction in which the path arrives.
    #[must_use]
    pub fn tangent_arc_to(self, end: Vec2) -> Self {
        self.then(Leg::TangentArc(end))
    }

    /// The arc to `end` that turns by `angle` radians on its way, left if positive.
    #[must_use]
    pub fn arc_by_angle_to(self, end: Vec2, angle: f32) -> Self {
        self.then(Leg::ArcByAngle { end, angle })
    }

    /// A straight segment back to the start.
    #[must_use]
    pub fn close(mut self) -> Self {
        self.closed = true;
        self
    }

    fn placed(&self, frame: Frame) -> carom::Chain {
        let start = carom::Chain::start(frame.point(self.start));
        let chain = self.legs.iter().fold(start, |chain, leg| match *leg {
            Leg::Line(end) => chain.line_to(frame.point(end)),
            Leg::Arc { through, end } => chain.arc_to(frame.point(through), frame.point(end)),
            Leg::TangentArc(end) => chain.tangent_arc_to(frame.point(end)),
            Leg::ArcByAngle { end, angle } => chain.arc_by_angle_to(frame.point(end), angle),
        });
        if self.closed { chain.close() } else { chain }
    }
}
