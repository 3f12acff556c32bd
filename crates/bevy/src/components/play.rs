//! Out of play, and back.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;

use crate::components::shape::ShapeHandle;
use crate::world::{BodyHandle, Carom};

/// Takes the ball, body or joint of this entity out of play for as long as it is there, or the shape of an entity that has
/// a [`Shape`](crate::Shape) alone: a brick that is broken, a drop target that is down, a ball that waits for its turn.
///
/// A body, ball or shape out of play meets nothing, no query sees it and no sensor notices it. A ball stops and stays where
/// it is, but a new `Transform` places it; it is at rest when it comes back. A [`Velocity`](crate::Velocity) is refused
/// until then. It keeps its id and its settings. It is out at once, and back at once when this is removed, as by
/// [`carom::World::set_enabled`] and [`carom::World::set_shape_enabled`].
///
/// ```
/// use bevy_carom::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_math::vec2;
///
/// fn bricks(mut commands: Commands) {
///     commands.spawn((Body::Fixed, Shape::rect(vec2(0.6, 0.2)))).observe(
///         |hit: On<Impact>, mut commands: Commands| {
///             commands.entity(hit.entity).insert(OutOfPlay);
///         },
///     );
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[component(on_add = take_out, on_remove = put_back)]
pub struct OutOfPlay;

fn take_out(world: DeferredWorld<'_>, context: HookContext) {
    enable(world, context.entity, false);
}

fn put_back(world: DeferredWorld<'_>, context: HookContext) {
    enable(world, context.entity, true);
}

/// An entity that the engine does not have yet is taken out as soon as the engine has it.
fn enable(mut world: DeferredWorld<'_>, entity: Entity, enabled: bool) {
    let body = world.get::<BodyHandle>(entity).map(BodyHandle::id);
    let shape = world.get::<ShapeHandle>(entity).map(ShapeHandle::id);
    let Some(mut carom) = world.get_resource_mut::<Carom>() else { return };
    // An id that the engine no longer knows went by a rollback.
    match (body, shape) {
        (Some(id), _) => _ = carom.set_enabled(id, enabled),
        (None, Some(id)) => _ = carom.set_shape_enabled(id, enabled),
        (None, None) => {}
    }
}
