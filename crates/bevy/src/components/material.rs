//! Surfaces.

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use carom::{KickProfile, RestitutionCurve};

use crate::queue;

/// The surface of a [`Ball`](crate::Ball) or a [`Shape`](crate::Shape), as [`carom::Material`], which has units and
/// ranges of every field.
///
/// A shape without one takes that of its body's entity. Two surfaces meet by the geometric mean of their coefficients.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[component(on_remove = queue::change)]
pub struct Material {
    /// Rebound speed over approach speed, `0..=2`. Default 0.5.
    pub restitution: f32,
    /// How restitution changes with the speed of approach. Default: not at all.
    #[cfg_attr(feature = "reflect", reflect(remote = crate::components::remote::RestitutionCurve))]
    pub restitution_curve: RestitutionCurve,
    /// Coulomb friction coefficient, `0..=100`. Default 0.3.
    pub friction: f32,
    /// Friction of surfaces that do not slide yet, `0..=100`; less than `friction` counts as equal. Default 0.
    pub static_friction: f32,
    /// Rolling resistance, `0..=10`. Default 0.
    pub rolling_resistance: f32,
    /// Speed of a conveyor belt, length units per second, at most 1e6. Default 0.
    pub surface_speed: f32,
    /// Speed that an impact adds, as a bumper's coil does, length units per second, `0..=1e6`. Default 0.
    pub kick: f32,
    /// Approach speed from which an impact kicks, length units per second, `0..=1e6`. Default 0.
    pub kick_threshold: f32,
    /// How the kick is spread along the shape. Default: evenly.
    #[cfg_attr(feature = "reflect", reflect(remote = crate::components::remote::KickProfile))]
    pub kick_profile: KickProfile,
    /// Largest angle by which a bounce is thrown off, radians, `0..=1.5`. Default 0.
    pub scatter_angle: f32,
    /// A number for `carom.set_material_pair`; 0, the default, is none.
    pub pair_id: u32,
}

impl Default for Material {
    fn default() -> Self {
        carom::Material::default().into()
    }
}

impl Material {
    /// A surface with this restitution and friction, and nothing else.
    #[must_use]
    pub fn new(restitution: f32, friction: f32) -> Self {
        carom::Material::new(restitution, friction).into()
    }

    /// Perfectly elastic and without friction.
    #[must_use]
    pub fn elastic() -> Self {
        carom::Material::elastic().into()
    }
}

crate::components::same_fields!(
    Material,
    carom::Material {
        restitution,
        restitution_curve,
        friction,
        static_friction,
        rolling_resistance,
        surface_speed,
        kick,
        kick_threshold,
        kick_profile,
        scatter_angle,
        pair_id,
    }
);
