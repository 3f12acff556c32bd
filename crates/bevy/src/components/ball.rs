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
/// let pinball = (Ball::new(0.0135).mass(0.08).sphere(), Transform::from_xyz(0.2, 0.3, 0.0));
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
    /// Moment of inertia over mass times radius squared, `0.01..=1`. Default 0.5, a disc; a solid sphere has 0.4. Infinite
    /// for one that nothing turns ([`no_rotation`](Self::no_rotation)).
    pub inertia_factor: f32,
    /// How strongly gravity pulls, `-1000..=1000`. Default 1.
    pub gravity_scale: f32,
    /// How quickly its speed fades, per second, `0..=1e6`: after `t` seconds `e^(-drag t)` of it is left. Default 0. A
    /// [`Field`](crate::Field) with drag slows all balls down where it is; the two add up.
    pub drag: f32,
    /// Speed above which it does not fly, length units per second, at least 1e-6; infinite for none, the default. Of this
    /// and [`Config::max_speed`](carom::Config::max_speed) the lower counts.
    pub max_speed: f32,
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
        Self {
            radius,
            mass: None,
            inertia_factor: 0.5,
            gravity_scale: 1.0,
            drag: 0.0,
            max_speed: f32::INFINITY,
            is_sphere: false,
        }
    }

    /// The same as a solid sphere: inertia factor 0.4, and it rolls on floors.
    #[must_use]
    pub const fn sphere(mut self) -> Self {
        (self.inertia_factor, self.is_sphere) = (0.4, true);
        self
    }

    /// The same with this mass, mass units.
    #[must_use]
    pub const fn mass(mut self, mass: f32) -> Self {
        self.mass = Some(mass);
        self
    }

    /// The same, pulled by gravity this strongly.
    #[must_use]
    pub const fn gravity_scale(mut self, scale: f32) -> Self {
        self.gravity_scale = scale;
        self
    }

    /// The same with this drag, per second.
    #[must_use]
    pub const fn drag(mut self, drag: f32) -> Self {
        self.drag = drag;
        self
    }

    /// The same with this top speed, length units per second.
    #[must_use]
    pub const fn max_speed(mut self, speed: f32) -> Self {
        self.max_speed = speed;
        self
    }

    /// The same, which nothing turns: a figure or a puck that is drawn upright.
    #[must_use]
    pub const fn no_rotation(mut self) -> Self {
        self.inertia_factor = f32::INFINITY;
        self
    }

    /// The engine's ball at a frame. The compiler names a new field of the engine that is missing here.
    pub(crate) fn placed(&self, frame: Frame) -> carom::Ball {
        let carom::Ball {
            position,
            radius,
            mass,
            velocity,
            rolling_velocity,
            angular_velocity,
            material,
            filter,
            user_data,
            ..
        } = carom::Ball::new(frame.position, self.radius * frame.scale);
        carom::Ball {
            position,
            angle: frame.angle,
            velocity,
            angular_velocity,
            rolling_velocity,
            radius,
            mass: self.mass.unwrap_or(mass),
            inertia_factor: self.inertia_factor,
            gravity_scale: self.gravity_scale,
            drag: self.drag,
            max_speed: self.max_speed,
            is_sphere: self.is_sphere,
            material,
            filter,
            user_data,
        }
    }
}
