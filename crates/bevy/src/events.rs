//! The events of a step, as messages and for observers on entities.

use bevy_app::App;
use bevy_ecs::event::Trigger;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use carom::{BodyId, Dropped, Limit, ShapeId};

use crate::world::Carom;

/// A bounce or a landing, faster than the threshold.
///
/// It is written as a message once, with the ball as `entity` and what it struck as `other`; of two balls either. As an
/// event it is triggered for both sides, the ball and the shape or ball that was struck, each as `entity`; from a shape
/// it goes up to the body that carries it and beyond, as events of Bevy do. So an observer of the whole app runs several
/// times for one impact: count by messages.
///
/// ```
/// use bevy_carom::Material;
/// use bevy_carom::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// fn bumper(mut commands: Commands) {
///     commands.spawn((Body::Fixed, Shape::circle(0.03), Material { kick: 1.5, ..Material::default() })).observe(
///         |hit: On<Impact>| println!("{} struck the bumper at {} m/s", hit.other, hit.approach_speed),
///     );
/// }
/// ```
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
#[entity_event(propagate, auto_propagate)]
pub struct Impact {
    /// Whose event this is.
    pub entity: Entity,
    /// The other side: a ball, or the entity of a shape.
    pub other: Entity,
    /// Where the surfaces met, length units.
    pub point: Vec2,
    /// From `other` to `entity`, unit.
    pub normal: Vec2,
    /// Speed at which they approached along the normal, length units per second, positive.
    pub approach_speed: f32,
    /// Impulse along the normal, mass units times length units per second. Sounds scale with it.
    pub normal_impulse: f32,
    /// Impulse of friction, in the same units.
    pub tangent_impulse: f32,
    /// When, seconds since the start of the step.
    pub time: f32,
}

/// Approach speed below which impacts of this entity are not reported, length units per second, in place of
/// [`CaromPlugin::impact_threshold`](crate::CaromPlugin::impact_threshold). Of two sides the lower counts.
///
/// A pile of falling balls has hundreds of weak impacts in a step, too quiet for a sound.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component, Default, Clone, PartialEq))]
pub struct ImpactThreshold(pub f32);

#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;

/// A ball came into a [`Sensor`](crate::Sensor). Triggered for the sensor's entity, from which it goes up.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
#[entity_event(propagate, auto_propagate)]
pub struct SensorEntered {
    /// The sensor.
    pub entity: Entity,
    /// The ball.
    pub ball: Entity,
    /// When, seconds since the start of the step; 0 for a ball that was put inside.
    pub time: f32,
    /// Where the ball's centre was then, length units.
    pub position: Vec2,
    /// The ball's velocity then, length units per second.
    pub velocity: Vec2,
}

/// A ball went out of a [`Sensor`](crate::Sensor), or ball or sensor was despawned. Triggered for the sensor's entity, from
/// which it goes up.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
#[entity_event(propagate, auto_propagate)]
pub struct SensorExited {
    /// The sensor.
    pub entity: Entity,
    /// The ball.
    pub ball: Entity,
    /// When, seconds since the start of the step.
    pub time: f32,
    /// Where the ball's centre was then, length units.
    pub position: Vec2,
    /// The ball's velocity then, length units per second.
    pub velocity: Vec2,
}

/// A [`Joint`](crate::Joint) came to a limit.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct JointLimitHit {
    /// The joint.
    pub entity: Entity,
    /// Which limit.
    pub limit: Limit,
    /// Speed at which it came, radians or length units per second, positive.
    pub speed: f32,
    /// When, seconds since the start of the step.
    pub time: f32,
}

/// A [`Link`](crate::Link) that was slack came to its longest or shortest length.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct LinkTaut {
    /// The entity of the link.
    pub entity: Entity,
    /// Speed at which its ends came to it, length units per second, positive.
    pub speed: f32,
    /// When, seconds since the start of the step.
    pub time: f32,
}

/// A ball that something would have crushed: the body that moved onto it was stopped, or the ball itself. Once a step for
/// each ball and body.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Crushed {
    /// The ball.
    pub entity: Entity,
    /// The body that moves onto it; `None` if the ball was stopped and no body that moves touches it.
    pub mover: Option<Entity>,
    /// The ball or body that it is pressed against; `None` if it touches nothing else.
    pub against: Option<Entity>,
    /// Whether the ball was stopped for the rest of a substep; else it was the mover.
    pub frozen: bool,
    /// Where the ball's centre was, length units.
    pub point: Vec2,
    /// When, seconds since the start of the step.
    pub time: f32,
}

/// A ball was found outside of `Config::bounds`. Reported once until it has been inside again.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBounds {
    /// The ball.
    pub entity: Entity,
}

/// A ball has hardly moved for `Config::stuck_after`.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The ball.
    pub entity: Entity,
}

/// A ball came to rest or roll on something. Triggered for both sides, written once with the ball as `entity`.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
#[entity_event(propagate, auto_propagate)]
pub struct ContactStarted {
    /// Whose event this is.
    pub entity: Entity,
    /// The other side: a ball, or the entity of a shape.
    pub other: Entity,
}

/// A ball no longer rests or rolls on something, or one of the two was despawned. Triggered for both sides that are there,
/// written once with the ball as `entity`.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
#[entity_event(propagate, auto_propagate)]
pub struct ContactEnded {
    /// Whose event this is.
    pub entity: Entity,
    /// The other side: a ball, or the entity of a shape.
    pub other: Entity,
}

/// Work that a step had to drop; none in ordinary games.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct WorkDropped(pub Dropped);

/// An event with two sides.
trait Mutual {
    /// The same, seen from the other side.
    fn swapped(self) -> Self;
}

impl Mutual for Impact {
    fn swapped(self) -> Self {
        Self { entity: self.other, other: self.entity, normal: -self.normal, ..self }
    }
}

impl Mutual for ContactStarted {
    fn swapped(self) -> Self {
        Self { entity: self.other, other: self.entity }
    }
}

impl Mutual for ContactEnded {
    fn swapped(self) -> Self {
        Self { entity: self.other, other: self.entity }
    }
}

pub(crate) fn register(app: &mut App) {
    app.add_message::<Impact>()
        .add_message::<SensorEntered>()
        .add_message::<SensorExited>()
        .add_message::<JointLimitHit>()
        .add_message::<LinkTaut>()
        .add_message::<Crushed>()
        .add_message::<OutOfBounds>()
        .add_message::<Stuck>()
        .add_message::<ContactStarted>()
        .add_message::<ContactEnded>()
        .add_message::<WorkDropped>();
}

/// The events of a step, by entities, before observers change anything.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    impacts: Vec<Impact>,
    entered: Vec<SensorEntered>,
    exited: Vec<SensorExited>,
    limits: Vec<JointLimitHit>,
    taut: Vec<LinkTaut>,
    crushed: Vec<Crushed>,
    out: Vec<OutOfBounds>,
    stuck: Vec<Stuck>,
    started: Vec<ContactStarted>,
    ended: Vec<ContactEnded>,
}

/// Reports what has happened in the last step. Messages are written first; then observers run, in the order in which things happened within
/// each kind. An observer may despawn what it likes.
pub(crate) fn report(
    world: &mut World,
    thresholds: &mut QueryState<&'static ImpactThreshold>,
    mut reports: Local<'_, Reports>,
) {
    thresholds.update_archetypes(world);
    collect(world, thresholds, &mut reports);
    world.resource_mut::<Carom>().bypass_change_detection().removed.clear();
    write(world, &reports.impacts);
    write(world, &reports.entered);
    write(world, &reports.exited);
    write(world, &reports.limits);
    write(world, &reports.taut);
    write(world, &reports.crushed);
    write(world, &reports.out);
    write(world, &reports.stuck);
    write(world, &reports.started);
    write(world, &reports.ended);
    let dropped = world.resource::<Carom>().events().dropped();
    if dropped.any() {
        world.write_message(WorkDropped(dropped));
    }
    mutual(world, &mut reports.impacts);
    single(world, &mut reports.entered);
    single(world, &mut reports.exited);
    single(world, &mut reports.limits);
    single(world, &mut reports.taut);
    single(world, &mut reports.crushed);
    single(world, &mut reports.out);
    single(world, &mut reports.stuck);
    mutual(world, &mut reports.started);
    mutual(world, &mut reports.ended);
}

fn write<M: Message + Copy>(world: &mut World, reports: &[M]) {
    if !reports.is_empty() {
        world.write_message_batch(reports.iter().copied());
    }
}

/// Runs the observers of an event, and the commands that they give: the next one finds what this one has done.
fn trigger<E: EntityEvent>(world: &mut World, event: E)
where
    for<'a> <E as Event>::Trigger<'a>: Trigger<E> + Default,
{
    // An observer before may have despawned it.
    if world.get_entity(event.event_target()).is_ok() {
        world.trigger(event);
        world.flush();
    }
}

fn single<E: EntityEvent>(world: &mut World, reports: &mut Vec<E>)
where
    for<'a> <E as Event>::Trigger<'a>: Trigger<E> + Default,
{
    for event in reports.drain(..) {
        trigger(world, event);
    }
}

fn mutual<E: EntityEvent + Mutual + Copy>(world: &mut World, reports: &mut Vec<E>)
where
    for<'a> <E as Event>::Trigger<'a>: Trigger<E> + Default,
{
    for event in reports.drain(..) {
        trigger(world, event);
        trigger(world, event.swapped());
    }
}

fn collect(world: &World, thresholds: &QueryState<&'static ImpactThreshold>, reports: &mut Reports) {
    let carom = world.resource::<Carom>();
    let events = carom.events();
    let removed = &carom.removed;
    let entity = |body: BodyId| carom.entity(body).or_else(|| removed.bodies.get(&body).copied());
    let shape_entity = |id: ShapeId| carom.shape_entity(id).or_else(|| removed.shapes.get(&id).copied());
    let struck = |body: BodyId, shape: Option<ShapeId>| shape.and_then(shape_entity).or_else(|| entity(body));
    let threshold = |entity: Entity| thresholds.get_manual(world, entity).ok().map(|threshold| threshold.0);
    // A step has many impacts that are not reported: most games have one threshold for all.
    let has_own = thresholds.iter_manual(world).next().is_some();
    reports.impacts.extend(events.impacts().iter().filter_map(|impact| {
        if !has_own && impact.approach_speed < carom.impact_threshold {
            return None;
        }
        let other = struck(impact.body_a, impact.shape_a)?;
        let ball = entity(impact.body_b)?;
        let own = [threshold(ball), threshold(other)].into_iter().flatten().reduce(f32::min);
        let is_reported = impact.approach_speed >= own.unwrap_or(carom.impact_threshold);
        is_reported.then_some(Impact {
            entity: ball,
            other,
            point: impact.point,
            normal: impact.normal,
            approach_speed: impact.approach_speed,
            normal_impulse: impact.normal_impulse,
            tangent_impulse: impact.tangent_impulse,
            time: impact.time,
        })
    }));
    let crossing =
        |event: &carom::SensorEvent| Some((struck(event.body, Some(event.shape))?, entity(event.ball)?));
    reports.entered.extend(events.sensor_entered().iter().filter_map(|event| {
        let ((entity, ball), carom::SensorEvent { time, position, velocity, .. }) =
            (crossing(event)?, *event);
        Some(SensorEntered { entity, ball, time, position, velocity })
    }));
    reports.exited.extend(events.sensor_exited().iter().filter_map(|event| {
        let ((entity, ball), carom::SensorEvent { time, position, velocity, .. }) =
            (crossing(event)?, *event);
        Some(SensorExited { entity, ball, time, position, velocity })
    }));
    reports.limits.extend(events.joint_limits().iter().filter_map(|hit| {
        let entity = carom.entity(hit.body)?;
        Some(JointLimitHit { entity, limit: hit.limit, speed: hit.speed, time: hit.time })
    }));
    reports.taut.extend(events.taut_links().iter().filter_map(|taut| {
        let entity = carom.link_entity(taut.link)?;
        Some(LinkTaut { entity, speed: taut.speed, time: taut.time })
    }));
    reports.crushed.extend(events.crushed().iter().filter_map(|crushed| {
        let carom::Crushed { ball, mover, against, frozen, point, time, .. } = *crushed;
        let (mover, against) = (mover.and_then(entity), against.and_then(entity));
        Some(Crushed { entity: entity(ball)?, mover, against, frozen, point, time })
    }));
    reports.out.extend(
        events.out_of_bounds().iter().filter_map(|&ball| Some(OutOfBounds { entity: carom.entity(ball)? })),
    );
    reports
        .stuck
        .extend(events.stuck().iter().filter_map(|&ball| Some(Stuck { entity: carom.entity(ball)? })));
    let pair = |pair: &carom::ContactPair| Some((entity(pair.body_b)?, struck(pair.body_a, pair.shape_a)?));
    reports.started.extend(events.contacts_started().iter().filter_map(|contact| {
        let (entity, other) = pair(contact)?;
        Some(ContactStarted { entity, other })
    }));
    reports.ended.extend(events.contacts_ended().iter().filter_map(|contact| {
        let (entity, other) = pair(contact)?;
        Some(ContactEnded { entity, other })
    }));
}
