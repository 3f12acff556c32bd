//! The engine's world as a resource, and what ties its bodies to entities.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use bevy_ecs::change_detection::Tick;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use carom::{BodyId, BodyKind, FieldId, LinkId, ShapeId, World as Engine};
use slotmap::SecondaryMap;

use crate::components::motion::{AngularVelocity, Velocity};
use crate::frame::{self, Frame};

/// The engine's world. All that it can do stays at hand: this resource derefs to [`carom::World`].
///
/// A clone is a complete copy, with the same future to the bit: with [`state_hash`](carom::World::state_hash) as a checksum
/// that is all a rollback needs.
///
/// ```
/// use bevy_carom::carom::QueryFilter;
/// use bevy_carom::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_math::{Vec2, vec2};
///
/// fn aim(carom: Res<Carom>) {
///     let hit = carom.cast_ray(Vec2::ZERO, vec2(0.0, -10.0), Filter::default());
///     let below = hit.ok().flatten().and_then(|hit| carom.entity(hit.body));
///     // The nearest ball within 3 length units of a point, and no wall.
///     let balls = QueryFilter::default().only(&|_, shape| shape.is_none());
///     let near = carom.closest_point(vec2(1.0, 0.0), 3.0, balls);
///     let nearest = near.ok().flatten().and_then(|near| carom.entity(near.body));
/// }
/// ```
#[derive(Resource, Clone, Debug)]
pub struct Carom {
    /// The engine's world. Bodies that a game adds to it directly have no entities, and are none of this crate's business.
    pub world: Engine,
    /// Approach speed below which impacts are not reported, unless an entity says otherwise, length units per second.
    pub impact_threshold: f32,
    pub(crate) bodies: SecondaryMap<BodyId, Entity>,
    pub(crate) shapes: SecondaryMap<ShapeId, Entity>,
    pub(crate) links: SecondaryMap<LinkId, Entity>,
    pub(crate) fields: SecondaryMap<FieldId, Entity>,
    /// Whose bodies and shapes were removed since the last step: the next one reports what ended by it.
    pub(crate) removed: Removed,
    pub(crate) steps: u64,
    /// Length of the last step, seconds.
    pub(crate) dt: f32,
}

/// Entities of bodies and shapes that the engine no longer has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Removed {
    pub(crate) bodies: BTreeMap<BodyId, Entity>,
    pub(crate) shapes: BTreeMap<ShapeId, Entity>,
}

impl Removed {
    /// Forgets them, as a step has reported what ended by their removal.
    pub(crate) fn clear(&mut self) {
        self.bodies.clear();
        self.shapes.clear();
    }
}

impl Deref for Carom {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.world
    }
}

impl DerefMut for Carom {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.world
    }
}

impl Carom {
    pub(crate) fn new(world: Engine, impact_threshold: f32) -> Self {
        Self {
            world,
            impact_threshold,
            bodies: SecondaryMap::new(),
            shapes: SecondaryMap::new(),
            links: SecondaryMap::new(),
            fields: SecondaryMap::new(),
            removed: Removed::default(),
            steps: 0,
            dt: 0.0,
        }
    }

    /// The entity of a ball, body or joint; `None` if it has none.
    #[must_use]
    pub fn entity(&self, body: BodyId) -> Option<Entity> {
        self.bodies.get(body).copied()
    }

    /// The entity of a shape; `None` if it has none.
    #[must_use]
    pub fn shape_entity(&self, shape: ShapeId) -> Option<Entity> {
        self.shapes.get(shape).copied()
    }

    /// The entity of a link; `None` if it has none.
    #[must_use]
    pub fn link_entity(&self, link: LinkId) -> Option<Entity> {
        self.links.get(link).copied()
    }

    /// Steps that were taken since the app began.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }
}

/// Another world has come into the place of the one that all handles were made in: an id of before is another body's now.
#[cfg(feature = "scene")]
#[derive(Event, Clone, Copy, Debug)]
pub(crate) struct Replaced;

/// A place and a turn in the engine's world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pose {
    pub(crate) position: Vec2,
    pub(crate) angle: f32,
}

/// Where something was at a time within the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Knot {
    /// Seconds since the start of the step.
    pub(crate) time: f32,
    pub(crate) pose: Pose,
}

/// The part of a `Transform` that this crate writes. A value that differs from it was written by the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) position: Vec2,
    /// z and w of the rotation.
    pub(crate) turn: Vec2,
}

impl Shown {
    pub(crate) fn of(transform: &Transform) -> Self {
        Self {
            position: transform.translation.truncate(),
            turn: Vec2::new(transform.rotation.z, transform.rotation.w),
        }
    }
}

/// The components of a moving body. A step begins by reading the game's changes from them, and ends by writing them.
pub(crate) type Moved<'a> = (
    Entity,
    &'a mut BodyHandle,
    &'a mut BodyDetail,
    &'a mut Transform,
    Option<&'a mut Velocity>,
    Option<&'a mut AngularVelocity>,
);

/// Separates writes of the game to components from those of this crate, by their ticks: to compare ticks is cheaper than to
/// compare values.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Writes {
    /// When each of the systems of this crate that write to many entities has run last.
    pub(crate) own: [Tick; 3],
    /// Bodies that the game may have written since the last step.
    pub(crate) touched: Vec<Entity>,
    /// When the last step began.
    pub(crate) step_began: Tick,
    /// Whether bodies are drawn between steps, so that steps are to leave behind where they began.
    pub(crate) is_drawn: bool,
}

impl Writes {
    pub(crate) fn new(is_drawn: bool) -> Self {
        Self { is_drawn, ..Self::default() }
    }
}

/// Systems of this crate that write to many entities: places in [`Writes::own`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writer {
    Step,
    Restore,
    Draw,
}

/// The engine's body of an entity with a [`Ball`](crate::Ball), [`Body`](crate::Body) or [`Joint`](crate::Joint). Added by
/// this crate before the next step; not to be written by games.
///
/// For rollback it goes together with `Transform`: save both or neither.
#[derive(Component, Clone, Debug)]
#[component(on_remove = forget_body)]
#[require(BodyDetail)]
// The fields that each step reads of each ball fill a cache line. All others are in `BodyDetail`.
#[repr(align(64))]
pub struct BodyHandle {
    pub(crate) id: BodyId,
    pub(crate) kind: BodyKind,
    /// The last step has left it where it was.
    pub(crate) is_still: bool,
    /// It was drawn already where the next step leads it.
    pub(crate) driven: bool,
    /// Its entity has a parent, whose frame is in [`BodyDetail`].
    pub(crate) has_parent: bool,
    /// As the component was written last.
    pub(crate) angular_velocity: f32,
    /// As the component was written last.
    pub(crate) velocity: Vec2,
    pub(crate) shown: Shown,
    pub(crate) current: Pose,
    /// z and w of the rotation of `current`, without a parent: a sine costs more than all the rest.
    pub(crate) turn: Vec2,
    pub(crate) scale: f32,
}

/// Fields of the body of a [`BodyHandle`] that few steps read.
#[derive(Component, Clone, Debug, Default)]
pub(crate) struct BodyDetail {
    pub(crate) previous: Pose,
    /// z and w of the rotation of `previous`, without a parent.
    pub(crate) previous_turn: Vec2,
    /// Where the last step turned it round, in the order of time.
    pub(crate) knots: Vec<Knot>,
    /// Of the entity's parent, if it has one.
    pub(crate) parent: Option<Frame>,
    /// It has another parent than before, or its parent has carried it.
    pub(crate) rehung: bool,
}

impl BodyHandle {
    /// The two components that tie an entity to its body.
    pub(crate) fn new(
        id: BodyId,
        kind: BodyKind,
        transform: &Transform,
        parent: Option<Frame>,
        pose: Pose,
    ) -> (Self, BodyDetail) {
        let turn = frame::turn(pose.angle);
        let handle = Self {
            id,
            kind,
            is_still: true,
            driven: false,
            has_parent: parent.is_some(),
            angular_velocity: 0.0,
            velocity: Vec2::ZERO,
            shown: Shown::of(transform),
            current: pose,
            turn,
            scale: transform.scale.x,
        };
        let detail = BodyDetail { previous: pose, previous_turn: turn, parent, ..BodyDetail::default() };
        (handle, detail)
    }

    /// For calls of [`Carom`].
    #[must_use]
    pub const fn id(&self) -> BodyId {
        self.id
    }

    /// The kind of its body.
    #[must_use]
    pub const fn kind(&self) -> BodyKind {
        self.kind
    }

    /// It is there without having been on the way.
    pub(crate) fn jump(&mut self, detail: &mut BodyDetail, pose: Pose) {
        self.current.position = pose.position;
        self.turn_to(pose.angle);
        self.stand(detail);
    }

    /// Whether the game has written its place since. The rotation of a ball can't be set, so that a system that keeps its picture
    /// upright does not put the ball back to where it was drawn.
    #[inline]
    pub(crate) fn is_written(&self, transform: &Transform) -> bool {
        let now = Shown::of(transform);
        if self.kind == BodyKind::Ball { now.position != self.shown.position } else { now != self.shown }
    }

    /// A step begins.
    #[inline]
    pub(crate) fn begin(&self, detail: &mut BodyDetail) {
        (detail.previous, detail.previous_turn) = (self.current, self.turn);
        detail.knots.clear();
    }

    #[inline]
    pub(crate) fn turn_to(&mut self, angle: f32) {
        self.current.angle = angle;
        self.turn = frame::turn(angle);
    }

    /// It has not been on the way to where it is.
    pub(crate) fn stand(&mut self, detail: &mut BodyDetail) {
        self.begin(detail);
        self.is_still = true;
    }
}

impl BodyDetail {
    /// A frame in the engine's world, seen from the entity's parent.
    pub(crate) fn local(&self, pose: Pose) -> (Vec2, f32) {
        match self.parent {
            Some(parent) => (parent.local_point(pose.position), pose.angle - parent.angle),
            None => (pose.position, pose.angle),
        }
    }
}

/// The engine's link of an entity with a [`Link`](crate::Link). Added by this crate; not to be written by games.
#[derive(Component, Clone, Copy, Debug)]
#[component(on_remove = forget_link)]
pub struct LinkHandle(pub(crate) LinkId);

impl LinkHandle {
    /// For calls of [`Carom`].
    #[must_use]
    pub const fn id(&self) -> LinkId {
        self.0
    }
}

/// The engine's field of an entity with a [`Field`](crate::Field). Added by this crate; not to be written by games.
#[derive(Component, Clone, Copy, Debug)]
#[component(on_remove = forget_field)]
pub struct FieldHandle(pub(crate) FieldId);

impl FieldHandle {
    /// For calls of [`Carom`].
    #[must_use]
    pub const fn id(&self) -> FieldId {
        self.0
    }
}

/// A handle that goes takes its body along, unless the body has come to another entity by then: a rollback gives back
/// ids. An id that the engine no longer knows went with its body, or by a rollback.
fn forget_body(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(id) = world.get::<BodyHandle>(context.entity).map(BodyHandle::id) else { return };
    let Some(mut carom) = world.get_resource_mut::<Carom>() else { return };
    if carom.bodies.get(id) == Some(&context.entity) {
        carom.bodies.remove(id);
        carom.removed.bodies.insert(id, context.entity);
        _ = carom.world.remove_body(id);
    }
}

fn forget_link(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(id) = world.get::<LinkHandle>(context.entity).map(LinkHandle::id) else { return };
    let Some(mut carom) = world.get_resource_mut::<Carom>() else { return };
    if carom.links.get(id) == Some(&context.entity) {
        carom.links.remove(id);
        _ = carom.world.remove_link(id);
    }
}

fn forget_field(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(id) = world.get::<FieldHandle>(context.entity).map(FieldHandle::id) else { return };
    let Some(mut carom) = world.get_resource_mut::<Carom>() else { return };
    if carom.fields.get(id) == Some(&context.entity) {
        carom.fields.remove(id);
        _ = carom.world.remove_field(id);
    }
}
