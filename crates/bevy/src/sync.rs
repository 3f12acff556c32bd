//! Before a step: what the game has added or changed goes to the engine.

use bevy_ecs::change_detection::{ContiguousRef, Tick};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use bevy_transform::components::Transform;
use carom::{BodyId, BodyKind, Error};

use crate::components::ball::Ball;
use crate::components::body::Body;
use crate::components::field::Field;
use crate::components::filter::Filter;
use crate::components::joint::Joint;
use crate::components::link::Link;
use crate::components::material::Material;
use crate::components::motion::{AngularVelocity, Velocity};
use crate::components::play::OutOfPlay;
use crate::components::shape::{Sensor, Shape, ShapeHandle};
use crate::drawing;
use crate::frame::Frame;
use crate::queue::Queue;
use crate::warning::{Kind, Warnings};
use crate::world::{BodyDetail, BodyHandle, Carom, FieldHandle, LinkHandle, Moved, Pose, Shown, Writes};

type BodyChanged = (
    With<BodyHandle>,
    Or<(Changed<Ball>, Changed<Body>, Changed<Joint>, Changed<Material>, Changed<Filter>)>,
);
type ShapeChanged = (
    With<ShapeHandle>,
    Or<(Changed<Shape>, Changed<Sensor>, Changed<Transform>, Changed<Material>, Changed<Filter>)>,
);
type FieldChanged = (With<FieldHandle>, Or<(Changed<Field>, Changed<Transform>)>);
/// Entities that the engine refused. They are tried again when their numbers change.
type Refused = (Without<BodyHandle>, Or<(Changed<Ball>, Changed<Body>, Changed<Joint>)>);

/// Notes entities whose settings have changed.
pub(crate) fn notice(
    mut queue: ResMut<'_, Queue>,
    bodies: Query<'_, '_, Entity, BodyChanged>,
    shapes: Query<'_, '_, Entity, ShapeChanged>,
    links: Query<'_, '_, Entity, (With<LinkHandle>, Changed<Link>)>,
    fields: Query<'_, '_, Entity, FieldChanged>,
    refused: Query<'_, '_, Entity, Refused>,
) {
    let queue = queue.bypass_change_detection();
    queue.changed.extend(bodies.iter().chain(&shapes).chain(&links).chain(&fields));
    for entity in &refused {
        if !queue.bodies.contains(&entity) {
            queue.bodies.push(entity);
        }
    }
}

pub(crate) fn is_due(queue: Res<'_, Queue>) -> bool {
    !queue.is_empty()
}

/// The frame of an entity's parent in the world; `None` without a parent.
fn parent_frame(
    entity: Entity,
    parent: impl Fn(Entity) -> Option<Entity>,
    transform: impl Fn(Entity) -> Option<Transform>,
) -> Option<Frame> {
    let mut above = parent(entity)?;
    let mut frame = Frame::IDENTITY;
    loop {
        if let Some(transform) = transform(above) {
            frame = Frame::of(&transform).then(frame);
        }
        match parent(above) {
            Some(next) => above = next,
            None => return Some(frame),
        }
    }
}

type Hung<'a> = (Entity, &'a mut BodyHandle, &'a mut BodyDetail);

/// Brings the frames of parents up to date before a step, for bodies that have a parent.
pub(crate) fn frames(
    bodies: Query<'_, '_, Hung<'_>, With<ChildOf>>,
    parents: Query<'_, '_, &ChildOf>,
    transforms: Query<'_, '_, &Transform>,
) {
    update_frames(bodies, parents, transforms, |_| true);
}

/// The same after a step. A kinematic body stays in the frame that it was moved in: the next step carries it after its
/// parent, and balls in its path are struck.
pub(crate) fn frames_after_step(
    bodies: Query<'_, '_, Hung<'_>, With<ChildOf>>,
    parents: Query<'_, '_, &ChildOf>,
    transforms: Query<'_, '_, &Transform>,
) {
    update_frames(bodies, parents, transforms, |kind| kind != BodyKind::Kinematic);
}

fn update_frames(
    mut bodies: Query<'_, '_, Hung<'_>, With<ChildOf>>,
    parents: Query<'_, '_, &ChildOf>,
    transforms: Query<'_, '_, &Transform>,
    kinds: impl Fn(BodyKind) -> bool,
) {
    for (entity, mut handle, mut detail) in &mut bodies {
        if !kinds(handle.kind) {
            continue;
        }
        let parent = |entity| parents.get(entity).ok().map(ChildOf::parent);
        let transform = |entity| transforms.get(entity).ok().copied();
        let frame = parent_frame(entity, parent, transform);
        if detail.parent != frame {
            // Balls and joints move in the world, below whichever parent.
            detail.rehung |= matches!(handle.kind, BodyKind::Fixed | BodyKind::Kinematic);
            detail.parent = frame;
            handle.has_parent = frame.is_some();
        }
    }
}

/// A body that has no parent any longer is where its `Transform` says, and shapes may have lost their body.
pub(crate) fn orphaned(
    event: On<'_, '_, Remove<ChildOf>>,
    handles: Query<'_, '_, (&mut BodyHandle, &mut BodyDetail)>,
    shapes: Query<'_, '_, (), With<Shape>>,
    children: Query<'_, '_, &Children>,
    queue: ResMut<'_, Queue>,
) {
    rehang(event.entity, handles, shapes, children, queue);
}

/// Shapes below an entity with a new parent may have another body.
pub(crate) fn reparented(
    event: On<'_, '_, Insert<ChildOf>>,
    handles: Query<'_, '_, (&mut BodyHandle, &mut BodyDetail)>,
    shapes: Query<'_, '_, (), With<Shape>>,
    children: Query<'_, '_, &Children>,
    queue: ResMut<'_, Queue>,
) {
    rehang(event.entity, handles, shapes, children, queue);
}

fn rehang(
    entity: Entity,
    mut handles: Query<'_, '_, (&mut BodyHandle, &mut BodyDetail)>,
    shapes: Query<'_, '_, (), With<Shape>>,
    children: Query<'_, '_, &Children>,
    mut queue: ResMut<'_, Queue>,
) {
    if let Ok((mut handle, mut detail)) = handles.get_mut(entity) {
        (detail.parent, detail.rehung) = (None, true);
        handle.has_parent = false;
        return;
    }
    let mut below = vec![entity];
    while let Some(entity) = below.pop() {
        if shapes.contains(entity) {
            queue.changed.push(entity);
        }
        if let Ok(children) = children.get(entity) {
            below.extend(children.iter());
        }
    }
}

/// Carries out what was noted, and what is noted on the way.
pub(crate) fn apply(world: &mut World) {
    let mut waiting = Vec::new();
    loop {
        let queue = std::mem::take(&mut *world.resource_mut::<Queue>());
        if queue.is_empty() {
            break;
        }
        for &entity in &queue.bodies {
            add_body(world, entity);
        }
        for &entity in &queue.shapes {
            add_shape(world, entity);
        }
        for &entity in &queue.changed {
            update(world, entity);
        }
        for &entity in &queue.links {
            if !add_link(world, entity) {
                waiting.push(entity);
            }
        }
        for &entity in &queue.fields {
            add_field(world, entity);
        }
    }
    world.resource_mut::<Queue>().links.append(&mut waiting);
}

fn warn(world: &mut World, entity: Entity, kind: Kind, text: impl FnOnce() -> String) {
    world.resource_mut::<Warnings>().give(entity, kind, text);
}

fn refuse(world: &mut World, entity: Entity, what: &str, error: Error) {
    warn(world, entity, Kind::Refused, || format!("its {what} is refused: {error}"));
}

pub(crate) fn frame_of(world: &World, entity: Entity) -> (Frame, Option<Frame>) {
    let parent = parent_frame(
        entity,
        |entity| world.get::<ChildOf>(entity).map(ChildOf::parent),
        |entity| world.get::<Transform>(entity).copied(),
    );
    let own = world.get::<Transform>(entity).map_or(Frame::IDENTITY, Frame::of);
    (parent.map_or(own, |parent| parent.then(own)), parent)
}

fn warn_of_scale(world: &mut World, entity: Entity) {
    let scale =
        world.get::<Transform>(entity).filter(|transform| Frame::is_short_of(transform)).map(|t| t.scale);
    if let Some(scale) = scale {
        warn(world, entity, Kind::Scale, || {
            format!(
                "its scale of {scale} is not uniform and positive: the size of its x, {}, counts",
                scale.x.abs()
            )
        });
    }
}

/// Its own material and filter, or that of another entity, or the default.
fn surface(world: &World, entity: Entity, other: Entity) -> (carom::Material, carom::Filter) {
    let material = world.get::<Material>(entity).or_else(|| world.get(other)).copied();
    let filter = world.get::<Filter>(entity).or_else(|| world.get(other)).copied();
    (material.map(Into::into).unwrap_or_default(), filter.map(Into::into).unwrap_or_default())
}

/// The component that makes a body of an entity. A ball goes before a joint, and a joint before a body.
enum Made {
    Ball(Ball),
    Joint(Joint),
    Body(Body),
}

fn made(world: &World, entity: Entity) -> Option<(Made, usize)> {
    let ball = world.get::<Ball>(entity).copied().map(Made::Ball);
    let joint = world.get::<Joint>(entity).cloned().map(Made::Joint);
    let body = world.get::<Body>(entity).copied().map(Made::Body);
    let count = [&ball, &joint, &body].into_iter().flatten().count();
    Some((ball.or(joint).or(body)?, count))
}

fn add_body(world: &mut World, entity: Entity) {
    let Some((made, count)) = made(world, entity) else { return };
    if count > 1 {
        warn(world, entity, Kind::Doubled, || {
            "it has more than one of Ball, Joint and Body: the first of these counts, the others do nothing"
                .into()
        });
    }
    let known = world.get::<BodyHandle>(entity).map(BodyHandle::id);
    if let Some(id) = known {
        let mut carom = world.resource_mut::<Carom>();
        if carom.kind(id).is_some() {
            // A rollback may have given the body to a new entity.
            carom.bodies.insert(id, entity);
            return;
        }
    }
    warn_of_scale(world, entity);
    let (frame, parent) = frame_of(world, entity);
    let velocity = world.get::<Velocity>(entity).copied().unwrap_or_default().0;
    let spin = world.get::<AngularVelocity>(entity).copied().unwrap_or_default().0;
    let (material, filter) = surface(world, entity, entity);
    let is_out = world.get::<OutOfPlay>(entity).is_some();
    let mut carom = world.resource_mut::<Carom>();
    let added = match made {
        Made::Ball(ball) => {
            let ball = ball.placed(frame).velocity(velocity).angular_velocity(spin);
            carom.add_ball(ball.material(material).filter(filter))
        }
        Made::Joint(joint) => {
            let joint = joint.placed(frame, parent.unwrap_or(Frame::IDENTITY));
            carom.add_joint(joint)
        }
        Made::Body(body) => {
            let body = match body {
                Body::Fixed => carom::Body::fixed(),
                Body::Kinematic => carom::Body::kinematic().velocity(velocity).angular_velocity(spin),
            };
            carom.add_body(body.position(frame.position).angle(frame.angle))
        }
    };
    let id = match added {
        Ok(id) => id,
        Err(error) => return refuse(world, entity, "Ball, Joint or Body", error),
    };
    carom.bodies.insert(id, entity);
    if is_out {
        _ = carom.set_enabled(id, false);
    }
    let pose = pose_of(&carom, id);
    let kind = carom.kind(id).unwrap_or(BodyKind::Fixed);
    let (velocity, spin) =
        (carom.velocity(id).unwrap_or_default(), carom.angular_velocity(id).unwrap_or_default());
    let Some(mut transform) = world.get_mut::<Transform>(entity) else { return };
    let (mut handle, detail) = BodyHandle::new(id, kind, &transform, parent, pose);
    // A hinge turns to its coordinate.
    if detail.local(pose).1 != crate::frame::angle(transform.rotation) {
        drawing::show(&mut handle, &detail, &mut transform, pose);
    }
    (handle.velocity, handle.angular_velocity) = (velocity, spin);
    if let Some(mut own) = world.get_mut::<Velocity>(entity) {
        own.set_if_neq(Velocity(velocity));
    }
    if let Some(mut own) = world.get_mut::<AngularVelocity>(entity) {
        own.set_if_neq(AngularVelocity(spin));
    }
    world.entity_mut(entity).insert((handle, detail));
    // Shapes and links that have waited for this body, or have lost an earlier one.
    let mut below = vec![entity];
    let mut shapes = Vec::new();
    while let Some(entity) = below.pop() {
        if world.get::<Shape>(entity).is_some() {
            shapes.push(entity);
        }
        if let Some(children) = world.get::<Children>(entity) {
            below.extend(children.iter().filter(|child| made_nothing(world, *child)));
        }
    }
    let mut queue = world.resource_mut::<Queue>();
    queue.changed.extend(shapes);
}

fn made_nothing(world: &World, entity: Entity) -> bool {
    made(world, entity).is_none()
}

/// The entity at or above this one with a body, and the frame of this one in it.
pub(crate) fn carrier(world: &World, entity: Entity) -> Option<(Entity, Frame)> {
    let (mut at, mut frame) = (entity, Frame::IDENTITY);
    loop {
        let transform = world.get::<Transform>(at).map_or(Frame::IDENTITY, Frame::of);
        if world.get::<BodyHandle>(at).is_some() {
            // Of the body's own `Transform` the scale alone is not the engine's.
            let scale = frame_of(world, at).0.scale;
            return Some((at, Frame { scale, ..Frame::IDENTITY }.then(frame)));
        }
        frame = transform.then(frame);
        at = world.get::<ChildOf>(at)?.parent();
    }
}

fn add_shape(world: &mut World, entity: Entity) {
    let Some(shape) = world.get::<Shape>(entity).cloned() else { return };
    let known = world.get::<ShapeHandle>(entity).map(ShapeHandle::id);
    if known.is_some_and(|id| world.resource::<Carom>().shape_body(id).is_some()) {
        return;
    }
    let found = carrier(world, entity);
    let body = found.and_then(|(at, frame)| {
        world.get::<BodyHandle>(at).map(|handle| (at, frame, handle.id, handle.kind))
    });
    let Some((at, frame, id, _)) = body.filter(|body| body.3 != BodyKind::Ball) else {
        return warn(world, entity, Kind::NoBody, || match body {
            Some(_) => "its Shape does nothing on a Ball, which is a disc of its own".into(),
            None => "its Shape waits for a Body or Joint on the same entity or above it".into(),
        });
    };
    warn_of_scale(world, entity);
    let described = described(world, entity, &shape, at, frame);
    let senses = world.get::<Sensor>(entity).copied();
    // With a body on the same entity it is the body that is out of play.
    let is_out = at != entity && world.get::<OutOfPlay>(entity).is_some();
    let mut carom = world.resource_mut::<Carom>();
    match described.and_then(|described| carom.add_shape(id, described)) {
        Ok(id) => {
            carom.shapes.insert(id, entity);
            if is_out {
                _ = carom.set_shape_enabled(id, false);
            }
            world.entity_mut(entity).insert(ShapeHandle { id, body: at, frame, made: shape, senses });
        }
        Err(error) => refuse(world, entity, "Shape", error),
    }
}

/// The engine's shape for an entity, carried by the body at `at`.
fn described(
    world: &World,
    entity: Entity,
    shape: &Shape,
    at: Entity,
    frame: Frame,
) -> Result<carom::Shape, Error> {
    let (material, filter) = surface(world, entity, at);
    let described = shape.placed(frame)?.material(material).filter(filter);
    Ok(match world.get::<Sensor>(entity) {
        None => described,
        Some(Sensor::Edges) => described.sensor(),
        Some(Sensor::Centers) => described.sensor_of_centers(),
    })
}

/// Whether the link is settled, or waits for an end.
fn add_link(world: &mut World, entity: Entity) -> bool {
    let Some(link) = world.get::<Link>(entity).copied() else { return true };
    let known = world.get::<LinkHandle>(entity).map(LinkHandle::id);
    if known.is_some_and(|id| world.resource::<Carom>().link(id).is_some()) {
        return true;
    }
    let body = |entity| world.get::<BodyHandle>(entity).map(|handle| (handle.id, handle.kind));
    let link = match link.resolved(body) {
        Ok(link) => link,
        Err(end) => {
            let waits = world.get_entity(end).is_ok();
            warn(world, entity, Kind::NoEnd, || {
                let then =
                    if waits { "the link waits for it" } else { "the entity is gone, and the link with it" };
                format!("its Link has an end at entity {end}, which has no Ball, Body or Joint: {then}")
            });
            return !waits;
        }
    };
    let mut carom = world.resource_mut::<Carom>();
    match carom.add_link(link) {
        Ok(id) => {
            carom.links.insert(id, entity);
            world.entity_mut(entity).insert(LinkHandle(id));
        }
        Err(error) => refuse(world, entity, "Link", error),
    }
    true
}

fn add_field(world: &mut World, entity: Entity) {
    let Some(field) = world.get::<Field>(entity).copied() else { return };
    let known = world.get::<FieldHandle>(entity).map(FieldHandle::id);
    if known.is_some_and(|id| world.resource::<Carom>().field(id).is_some()) {
        return;
    }
    let field = field.placed(frame_of(world, entity).0);
    let mut carom = world.resource_mut::<Carom>();
    match carom.add_field(field) {
        Ok(id) => {
            carom.fields.insert(id, entity);
            world.entity_mut(entity).insert(FieldHandle(id));
        }
        Err(error) => refuse(world, entity, "Field", error),
    }
}

/// An entity that may have changed in any way but place and velocity.
fn update(world: &mut World, entity: Entity) {
    if world.get_entity(entity).is_err() {
        return;
    }
    if world.get::<Shape>(entity).is_some() {
        update_shape(world, entity);
    } else if world.get::<Sensor>(entity).is_some() {
        warn(world, entity, Kind::NoShape, || {
            "its Sensor does nothing: it is for the Shape of the same entity, which has none".into()
        });
    }
    if world.get::<BodyHandle>(entity).is_some() {
        update_body(world, entity);
    }
    if let (Some(id), Some(field)) =
        (world.get::<FieldHandle>(entity).map(FieldHandle::id), world.get::<Field>(entity).copied())
    {
        let field = field.placed(frame_of(world, entity).0);
        let mut carom = world.resource_mut::<Carom>();
        if carom.field(id) != Some(field)
            && let Err(error) = carom.set_field(id, field)
        {
            refuse(world, entity, "Field", error);
        }
    }
    if let (Some(id), Some(link)) =
        (world.get::<LinkHandle>(entity).map(LinkHandle::id), world.get::<Link>(entity).copied())
    {
        update_link(world, entity, id, link);
    }
}

fn update_link(world: &mut World, entity: Entity, id: carom::LinkId, link: Link) {
    let body = |entity| world.get::<BodyHandle>(entity).map(|handle| (handle.id, handle.kind));
    let resolved = link.resolved(body);
    let mut carom = world.resource_mut::<Carom>();
    match resolved {
        Ok(link) if carom.link(id) == Some(link) => {}
        Ok(link) if carom.link(id).is_some() => {
            if let Err(error) = carom.set_link(id, link) {
                refuse(world, entity, "Link", error);
            }
        }
        _ => {
            world.entity_mut(entity).remove::<LinkHandle>();
            world.resource_mut::<Queue>().links.push(entity);
        }
    }
}

/// The frame of a shape on the body that its handle names, if that is still the body that carries it.
fn frame_on_its_body(world: &World, entity: Entity, handle: &ShapeHandle) -> Option<Frame> {
    let (at, frame) = carrier(world, entity)?;
    let body = world.get::<BodyHandle>(at).map(BodyHandle::id)?;
    let carried = at == handle.body && world.resource::<Carom>().shape_body(handle.id) == Some(body);
    carried.then_some(frame)
}

/// Whether the engine's shape has the form and the sense that the components say.
fn is_up_to_date(world: &World, entity: Entity, handle: &ShapeHandle, frame: Frame) -> bool {
    let senses = world.get::<Sensor>(entity).copied();
    frame == handle.frame
        && senses == handle.senses
        && world.resource::<Carom>().is_sensor(handle.id) == senses.is_some()
        && world.get::<Shape>(entity) == Some(&handle.made)
}

fn update_shape(world: &mut World, entity: Entity) {
    let Some(handle) = world.get::<ShapeHandle>(entity) else { return add_shape(world, entity) };
    match frame_on_its_body(world, entity, handle) {
        Some(frame) if is_up_to_date(world, entity, handle, frame) => {
            let (id, at) = (handle.id, handle.body);
            set_surface(world, entity, id, at);
        }
        Some(frame) => set_shape(world, entity, frame),
        None => {
            world.entity_mut(entity).remove::<ShapeHandle>();
            add_shape(world, entity);
        }
    }
}

fn set_surface(world: &mut World, entity: Entity, id: carom::ShapeId, at: Entity) {
    let (material, filter) = surface(world, entity, at);
    let mut carom = world.resource_mut::<Carom>();
    let mut set = Ok(());
    if carom.shape_material(id) != Some(material) {
        set = carom.set_shape_material(id, material);
    }
    if carom.shape_filter(id) != Some(filter) {
        set = set.and(carom.set_shape_filter(id, filter));
    }
    if let Err(error) = set {
        refuse(world, entity, "Material", error);
    }
}

/// Another form under the same id.
fn set_shape(world: &mut World, entity: Entity, frame: Frame) {
    let (Some(shape), Some(handle)) = (world.get::<Shape>(entity).cloned(), world.get::<ShapeHandle>(entity))
    else {
        return;
    };
    let (id, at) = (handle.id, handle.body);
    warn_of_scale(world, entity);
    let described = described(world, entity, &shape, at, frame);
    let senses = world.get::<Sensor>(entity).copied();
    let set = described.and_then(|described| world.resource_mut::<Carom>().set_shape(id, described));
    if let Err(error) = set {
        return refuse(world, entity, "Shape", error);
    }
    if let Some(mut handle) = world.get_mut::<ShapeHandle>(entity) {
        (handle.frame, handle.made, handle.senses) = (frame, shape, senses);
    }
}

fn update_body(world: &mut World, entity: Entity) {
    let (Some((made, _)), Some(handle)) = (made(world, entity), world.get::<BodyHandle>(entity)) else {
        return;
    };
    let (id, kind, scale) = (handle.id, handle.kind, handle.scale);
    let (frame, parent) = frame_of(world, entity);
    let (material, filter) = surface(world, entity, entity);
    let mut carom = world.resource_mut::<Carom>();
    let set = match made {
        Made::Ball(ball) => match carom.ball(id) {
            Some(now) => {
                set_ball(&mut carom, id, &now, &ball.placed(frame).material(material).filter(filter))
            }
            None => return replace_body(world, entity),
        },
        Made::Joint(joint) => {
            let new = joint.placed(frame, parent.unwrap_or(Frame::IDENTITY));
            match carom.joint(id) {
                Some(now) if now.kind == new.kind => set_joint(&mut carom, id, &now, new),
                _ => return replace_body(world, entity),
            }
        }
        Made::Body(body) => {
            let same = match body {
                Body::Fixed => kind == BodyKind::Fixed,
                Body::Kinematic => kind == BodyKind::Kinematic,
            };
            if !same {
                return replace_body(world, entity);
            }
            Ok(())
        }
    };
    if let Err(error) = set {
        refuse(world, entity, "Ball, Joint or Material", error);
    }
    if world.get::<Transform>(entity).is_some_and(|transform| transform.scale.x != scale) {
        warn_of_scale(world, entity);
        if let Some(transform) = world.get::<Transform>(entity).copied()
            && let Some(mut handle) = world.get_mut::<BodyHandle>(entity)
        {
            handle.scale = transform.scale.x;
        }
    }
    // Shapes without a surface of their own have this one, and all have its scale.
    let shapes: Vec<Entity> = world
        .query_filtered::<(Entity, &ShapeHandle), With<Shape>>()
        .iter(world)
        .filter(|(_, shape)| shape.body == entity)
        .map(|(shape, _)| shape)
        .collect();
    for shape in shapes {
        update_shape(world, shape);
    }
}

/// Gives a ball other settings, at the same place and velocity. Each setting that changes often has a call of its own,
/// which leaves all other bits as they are.
fn set_ball(carom: &mut Carom, id: BodyId, now: &carom::Ball, new: &carom::Ball) -> Result<(), Error> {
    if now.inertia_factor != new.inertia_factor || now.is_sphere != new.is_sphere {
        let (inertia_factor, is_sphere) = (new.inertia_factor, new.is_sphere);
        carom.set_ball(id, carom::Ball { inertia_factor, is_sphere, ..*now })?;
    }
    if now.radius != new.radius {
        carom.set_radius(id, new.radius)?;
    }
    if now.mass != new.mass {
        carom.set_mass(id, new.mass)?;
    }
    if now.gravity_scale != new.gravity_scale {
        carom.set_gravity_scale(id, new.gravity_scale)?;
    }
    if now.drag != new.drag {
        carom.set_drag(id, new.drag)?;
    }
    if now.max_speed != new.max_speed {
        carom.set_max_speed(id, new.max_speed)?;
    }
    if now.material != new.material {
        carom.set_ball_material(id, new.material)?;
    }
    if now.filter != new.filter {
        carom.set_ball_filter(id, new.filter)?;
    }
    Ok(())
}

/// Other settings, at the same place and speed.
fn set_joint(carom: &mut Carom, id: BodyId, now: &carom::Joint, new: carom::Joint) -> Result<(), Error> {
    let [low, high] = new.limits;
    let new = carom::Joint {
        position: now.position,
        angle: now.angle,
        joint_position: now.joint_position.max(low).min(high),
        joint_velocity: now.joint_velocity,
        user_data: now.user_data,
        ..new
    };
    let driven = carom::Joint { motor: new.motor, ..now.clone() };
    if driven == new {
        return if now.motor == new.motor { Ok(()) } else { carom.set_motor(id, new.motor) };
    }
    carom.set_joint(id, new)
}

/// A body of another kind: the engine has no call for that, so it is removed and added.
fn replace_body(world: &mut World, entity: Entity) {
    world.entity_mut(entity).remove::<BodyHandle>();
    let linked: Vec<Entity> = world
        .query::<(Entity, &Link)>()
        .iter(world)
        .filter(|(_, link)| [link.a, link.b].iter().any(|end| end.entity() == Some(entity)))
        .map(|(link, _)| link)
        .collect();
    let mut queue = world.resource_mut::<Queue>();
    queue.bodies.push(entity);
    queue.links.extend(linked);
}

type Written = (
    Entity,
    Ref<'static, BodyHandle>,
    Ref<'static, Transform>,
    Option<Ref<'static, Velocity>>,
    Option<Ref<'static, AngularVelocity>>,
);

/// Finds bodies that the game may have written since the last step. It reads ticks alone, which lie close together.
pub(crate) fn touched(
    bodies: Query<'_, '_, Written>,
    now: SystemChangeTick,
    mut writes: ResMut<'_, Writes>,
    mut marks: Local<'_, Vec<bool>>,
) {
    let Writes { own, touched, .. } = writes.bypass_change_detection();
    let (own, last_run, this_run) = (*own, now.last_run(), now.this_run());
    let mark = |marks: &mut [bool], ticks: &[Tick]| {
        for (mark, tick) in marks.iter_mut().zip(ticks) {
            let is_own = own.iter().fold(false, |is_own, own| is_own | (own == tick));
            *mark |= !is_own & tick.is_newer_than(last_run, this_run);
        }
    };
    let tables = bodies.contiguous_iter().expect("none of these components is kept in a sparse set");
    for (entities, handles, transforms, velocities, spins) in tables {
        marks.clear();
        marks.resize(entities.len(), false);
        mark(&mut marks, ContiguousRef::split(handles).1.changed());
        mark(&mut marks, ContiguousRef::split(transforms).1.changed());
        if let Some(velocities) = velocities {
            mark(&mut marks, ContiguousRef::split(velocities).1.changed());
        }
        if let Some(spins) = spins {
            mark(&mut marks, ContiguousRef::split(spins).1.changed());
        }
        touched.extend(entities.iter().zip(&*marks).filter(|(_, mark)| **mark).map(|(entity, _)| *entity));
    }
}

/// Places and velocities that somebody else has written since the last step.
pub(crate) fn motion(
    mut carom: ResMut<'_, Carom>,
    mut queue: ResMut<'_, Queue>,
    mut warnings: ResMut<'_, Warnings>,
    mut writes: ResMut<'_, Writes>,
    mut bodies: Query<'_, '_, Moved<'_>>,
) {
    let carom = &mut carom.world;
    for touched in writes.bypass_change_detection().touched.drain(..) {
        let Ok((entity, mut handle, mut detail, mut transform, velocity, angular_velocity)) =
            bodies.get_mut(touched)
        else {
            continue;
        };
        let detail = detail.bypass_change_detection();
        let handle = handle.bypass_change_detection();
        let id = handle.id;
        let mut refuse = |what: &str, error: Error| {
            warnings.give(entity, Kind::Refused, || format!("its {what} is refused: {error}"));
        };
        if let Some(mut velocity) = velocity
            && velocity.0 != handle.velocity
        {
            match carom.set_velocity(id, velocity.0) {
                Ok(()) => handle.velocity = velocity.0,
                // Its body is about to be of another kind, and begins with this velocity.
                Err(Error::WrongKind { .. }) if queue.changed.contains(&entity) => {}
                Err(error) => {
                    refuse("Velocity", error);
                    velocity.0 = handle.velocity;
                }
            }
        }
        if let Some(mut spin) = angular_velocity
            && spin.0 != handle.angular_velocity
        {
            match carom.set_angular_velocity(id, spin.0) {
                Ok(()) => handle.angular_velocity = spin.0,
                Err(Error::WrongKind { .. }) if queue.changed.contains(&entity) => {}
                Err(error) => {
                    refuse("AngularVelocity", error);
                    spin.0 = handle.angular_velocity;
                }
            }
        }
        if transform.scale.x != handle.scale {
            queue.changed.push(entity);
        }
        let carried = std::mem::take(&mut detail.rehung);
        if !carried && !handle.is_written(&transform) {
            continue;
        }
        let own = Frame::of(&transform);
        let frame = detail.parent.map_or(own, |parent| parent.then(own));
        let turns = carried || Shown::of(&transform).turn != handle.shown.turn;
        match place(carom, handle, frame, turns) {
            Ok(()) if handle.kind == BodyKind::Kinematic => handle.shown = Shown::of(&transform),
            Ok(()) => {
                handle.jump(detail, pose_of(carom, id));
                handle.shown = Shown::of(&transform);
            }
            Err(error) => {
                refuse("Transform", error);
                drawing::show_current(handle, detail, &mut transform);
            }
        }
    }
}

fn pose_of(carom: &carom::World, id: BodyId) -> Pose {
    Pose { position: carom.position(id).unwrap_or_default(), angle: carom.angle(id).unwrap_or_default() }
}

/// Puts a body where its `Transform` says; a kinematic one moves there in the next step.
fn place(carom: &mut carom::World, handle: &BodyHandle, frame: Frame, turns: bool) -> Result<(), Error> {
    let id = handle.id;
    let now = carom.angle(id).unwrap_or(handle.current.angle);
    // The same turn, in the revolution in which the body is.
    let turn = core::f32::consts::TAU;
    let angle = if turns { frame.angle + turn * libm::roundf((now - frame.angle) / turn) } else { now };
    match handle.kind {
        BodyKind::Kinematic => return carom.move_kinematic(id, frame.position, angle),
        BodyKind::Hinge if turns => {
            let Some(joint) = carom.joint(id) else { return Ok(()) };
            let [low, high] = joint.limits;
            carom.set_joint_position(id, angle.max(low).min(high), joint.joint_velocity)?;
        }
        BodyKind::Fixed | BodyKind::Slider if turns => carom.set_angle(id, angle)?,
        _ => {}
    }
    carom.teleport(id, frame.position)
}
