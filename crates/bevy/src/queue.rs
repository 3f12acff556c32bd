//! The list of entities that lifecycle hooks write for the next [`sync`](crate::sync): new ones, and ones with new settings.
//!
//! A removal takes effect at once, so that no step runs with a body whose entity is gone.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;

use crate::world::{BodyHandle, FieldHandle, LinkHandle};

/// Entities that wait for the next sync, each list in the order of its hooks: that order is the engine's order of
/// bodies, and so the same in every run.
#[derive(Resource, Debug, Default)]
pub(crate) struct Queue {
    pub(crate) bodies: Vec<Entity>,
    pub(crate) shapes: Vec<Entity>,
    pub(crate) links: Vec<Entity>,
    pub(crate) fields: Vec<Entity>,
    /// Whose settings have changed.
    pub(crate) changed: Vec<Entity>,
}

impl Queue {
    pub(crate) fn is_empty(&self) -> bool {
        let Self { bodies, shapes, links, fields, changed } = self;
        [bodies, shapes, links, fields, changed].iter().all(|list| list.is_empty())
    }
}

fn note(mut world: DeferredWorld<'_>, entity: Entity, list: fn(&mut Queue) -> &mut Vec<Entity>) {
    if let Some(mut queue) = world.get_resource_mut::<Queue>() {
        list(&mut queue).push(entity);
    }
}

pub(crate) fn add_body(world: DeferredWorld<'_>, context: HookContext) {
    note(world, context.entity, |queue| &mut queue.bodies);
}

pub(crate) fn add_shape(world: DeferredWorld<'_>, context: HookContext) {
    note(world, context.entity, |queue| &mut queue.shapes);
}

pub(crate) fn add_link(world: DeferredWorld<'_>, context: HookContext) {
    note(world, context.entity, |queue| &mut queue.links);
}

pub(crate) fn add_field(world: DeferredWorld<'_>, context: HookContext) {
    note(world, context.entity, |queue| &mut queue.fields);
}

pub(crate) fn change(world: DeferredWorld<'_>, context: HookContext) {
    note(world, context.entity, |queue| &mut queue.changed);
}

/// The handle goes with its component, and its own hook takes the body out of the engine. In a despawn the handle's hook
/// runs all the same, and this command finds nothing.
pub(crate) fn remove<H: Component>(mut world: DeferredWorld<'_>, context: &HookContext) {
    world.commands().entity(context.entity).try_remove::<H>();
}

pub(crate) fn remove_body(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    remove::<BodyHandle>(world.reborrow(), &context);
    // Another of `Ball`, `Body` and `Joint` may have waited for this one to go.
    note(world, entity, |queue| &mut queue.bodies);
}

pub(crate) fn remove_link(world: DeferredWorld<'_>, context: HookContext) {
    remove::<LinkHandle>(world, &context);
}

pub(crate) fn remove_field(world: DeferredWorld<'_>, context: HookContext) {
    remove::<FieldHandle>(world, &context);
}
