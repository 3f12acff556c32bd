//! Fields: magnets, wind, water.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
#[cfg(feature = "reflect")]
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use carom::Region;

use crate::frame::Frame;
use crate::queue;

/// A force on balls beside gravity, as [`carom::Field`]. Region and magnet lie about the entity's `Transform` and
/// follow it.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Component, Default, Clone, PartialEq))]
#[require(Transform)]
#[component(on_add = queue::add_field, on_remove = queue::remove_field)]
pub struct Field {
    /// Where it acts. Default everywhere.
    pub region: FieldRegion,
    /// Acceleration of every ball, length units per second squared. Default 0.
    pub acceleration: Vec2,
    /// Rate at which the speed against the medium fades, per second. Default 0.
    pub drag: f32,
    /// Velocity of the medium, length units per second. Default 0.
    pub flow: Vec2,
    /// A magnet at the entity. Default none.
    pub attraction: Option<Attraction>,
    /// Categories of balls on which it acts. Default all.
    pub mask: u32,
}

/// Where a [`Field`] acts, about its entity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Default, Clone, PartialEq))]
pub enum FieldRegion {
    /// Everywhere.
    #[default]
    Everywhere,
    /// Within a radius, length units.
    Circle(f32),
    /// In a rectangle with these halves of width and height, length units.
    Rectangle(Vec2),
}

/// A pull towards the entity of a [`Field`], as [`carom::Attractor`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "reflect", derive(Reflect), reflect(Clone, PartialEq))]
pub struct Attraction {
    /// Acceleration times distance squared, far away; negative pushes away.
    pub strength: f32,
    /// Within about this distance the pull falls off towards the centre, length units.
    pub softening: f32,
}

impl Default for Field {
    fn default() -> Self {
        Self {
            region: FieldRegion::Everywhere,
            acceleration: Vec2::ZERO,
            drag: 0.0,
            flow: Vec2::ZERO,
            attraction: None,
            mask: carom::Field::default().mask,
        }
    }
}

impl Field {
    /// The engine's field at a frame.
    pub(crate) fn placed(&self, frame: Frame) -> carom::Field {
        let center = frame.position;
        carom::Field {
            region: match self.region {
                FieldRegion::Everywhere => None,
                FieldRegion::Circle(radius) => Some(Region::Circle { center, radius: radius * frame.scale }),
                FieldRegion::Rectangle(half) => {
                    Some(Region::Rectangle { center, half: half * frame.scale, angle: frame.angle })
                }
            },
            acceleration: self.acceleration,
            drag: self.drag,
            flow: self.flow,
            attractor: self.attraction.map(|pull| carom::Attractor {
                center,
                strength: pull.strength,
                softening: pull.softening,
            }),
            mask: self.mask,
        }
    }
}
