//! Balls: the only bodies that move freely.

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;

use crate::components::motion::{AngularVelocity, Velocity};
use crate::frame::Frame;
use crate::queue;

/// A ball: a disc that moves freely, bounces and rolls. Its centre is the entity's [`Transform`].
///
/// [`Material`](crate::Material) and [`Filter`](crate::Filter) beside it are its surface and what it meets. A uniform
/// scale of the `Transform` scales the radius as well, and the mass with its square unless the mass is given.
///
/// ```
/// use bevy_carom::prelude::*;
/// use bevy_transform::components::Transform;
///
/// let pinball = (Ball { radius: 0.0135, mass: Some(0.08), ..Ball::sphere(0.0135) }, Transform::from_xyz(0.2, 0.3, 0.0));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[require(Transform, Velocity, AngularVelocity)]
#[component(on_add = queue::add_body, on_remove = queue::remove_body)]
pub struct Ball {
    /// Radius, length units, `1e-6..=1e6`. Default 0.5.
    pub radius: f32,
    /// Mass, mass units, `1e-12..=1e12`. Default `None`: an areal density of 1, so pi times the radius squared.
    pub mass: Option<f32>,
    /// Moment of inertia over mass times radius squared, `0.01..=1`. Default 0.5, a disc; a solid sphere has 0.4.
    pub inertia_factor: f32,
    /// How strongly gravity pulls, `-1000..=1000`. Default 1.
    pub gravity_scale: f32,
    /// Whether it rolls on a floor seen from above as a sphere does (a billiard ball). Default no.
    pub is_sphere: bool,
}

impl Default for Ball {
    fn default() -> Self {
        Self::new(0.5)
    }
}

impl Ball {
    /// A disc of this radius, length units.
    #[must_use]
    pub const fn new(radius: f32) -> Self {
        Self { radius, mass: None, inertia_factor: 0.5, gravity_scale: 1.0, is_sphere: false }
    }

    /// A solid sphere of this radius, length units: inertia factor 0.4, and it rolls on floors.
    #[must_use]
    pub const fn sphere(radius: f32) -> Self {
        Self { inertia_factor: 0.4, is_sphere: true, ..Self::new(radius) }
    }

    /// The same with this mass, mass units.
    #[must_use]
    pub const fn mass(mut self, mass: f32) -> Self {
        self.mass = Some(mass);
        self
    }

    /// What the engine is given: the ball at a frame.
    pub(crate) fn placed(&self, frame: Frame) -> carom::Ball {
        let ball = carom::Ball::new(frame.position, self.radius * frame.scale);
        carom::Ball {
            angle: frame.angle,
            mass: self.mass.unwrap_or(ball.mass),
            inertia_factor: self.inertia_factor,
            gravity_scale: self.gravity_scale,
            is_sphere: self.is_sphere,
            ..ball
        }
    }
}
