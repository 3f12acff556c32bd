//! Velocities of balls and of kinematic bodies.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;

/// Velocity, length units per second, at most 1e8. Written after each step, unless the
/// change is too small to move the body in a step. A value that a game writes counts from the next step on. That of a
/// joint is only written, never read; a fixed body has none.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
pub struct Velocity(pub Vec2);

/// Angular velocity, radians per second, counter-clockwise, at most 1e8. Read and written as [`Velocity`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
pub struct AngularVelocity(pub f32);
