//! Bodies that no impact moves.

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;

use crate::queue;

/// A body that carries [`Shape`](crate::Shape)s, on its own entity or on entities below it, and that no ball moves.
///
/// Without a shape it does nothing: balls pass.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[require(Transform)]
#[component(on_add = queue::add_body, on_remove = queue::remove_body)]
pub enum Body {
    /// It stands still. A new `Transform` puts it elsewhere, without a path between.
    #[default]
    Fixed,
    /// It moves as the game sets it, and strikes balls on its way. A new `Transform` is where it comes to by the end of the
    /// next step; a [`Velocity`](crate::Velocity) or [`AngularVelocity`](crate::AngularVelocity) it keeps until set
    /// otherwise. To put it elsewhere without a path between, call `carom.teleport` and write the same place to the
    /// `Transform`. Move it in `FixedUpdate`: several frames of `Update` may fall into one step.
    Kinematic,
}
