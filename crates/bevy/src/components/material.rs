//! Surfaces.

use bevy_ecs::prelude::*;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use carom::{KickProfile, RestitutionCurve};

use crate::queue;

/// Defines the component from the list of the numbers of a material.
macro_rules! define {
    ($($(#[$doc:meta])* $unit:ident $name:ident = $default:literal, $range:expr, $allowed:literal;)*) => {
        /// The surface of a [`Ball`](crate::Ball) or a [`Shape`](crate::Shape), as [`carom::Material`].
        ///
        /// A shape without one takes that of its body's entity. Two surfaces meet by the geometric mean of their
        /// coefficients.
        #[derive(Component, Clone, Copy, Debug, PartialEq)]
        #[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
        #[component(on_remove = queue::change)]
        pub struct Material {
            $($(#[$doc])* pub $name: f32,)*
            /// How restitution changes with the speed of approach. Default: not at all.
            #[cfg_attr(feature = "reflect", reflect(remote = crate::components::remote::RestitutionCurve))]
            pub restitution_curve: RestitutionCurve,
            /// How the kick is spread along the shape. Default: evenly.
            #[cfg_attr(feature = "reflect", reflect(remote = crate::components::remote::KickProfile))]
            pub kick_profile: KickProfile,
            /// A number for `carom.set_material_pair`; 0, the default, is none.
            pub pair_id: u32,
        }

        crate::components::same_fields!(
            Material,
            carom::Material { $($name,)* restitution_curve, kick_profile, pair_id }
        );
    };
}

carom::material_numbers!(define);

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
