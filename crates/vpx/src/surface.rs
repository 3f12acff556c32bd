//! The surface of an item, as a ball feels it.

use std::collections::BTreeMap;

use carom_scene::model::{Material, RestitutionCurve};

use crate::error::Error;
use crate::fields::Fields;

/// Elasticity and friction as the table has them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Surface {
    /// Rebound speed over approach speed, 0 to 2.
    pub(crate) elasticity: f64,
    /// How it falls with the speed: divided by 1 + this x speed, metres a second.
    pub(crate) falloff: f64,
    /// Coulomb friction coefficient, 0 to 100.
    pub(crate) friction: f64,
    /// Largest angle by which a bounce is scattered, degrees, before the table's difficulty.
    pub(crate) scatter: f64,
}

impl Surface {
    /// The program's numbers for parts without numbers of their own, bumpers and gates.
    pub(crate) const PLAIN: Self = Self { elasticity: 0.3, falloff: 0.0, friction: 0.3, scatter: 0.0 };

    /// The numbers in an item or a material.
    pub(crate) fn numbers(fields: &Fields<'_>) -> Result<Self, Error> {
        Ok(Self {
            elasticity: fields.within(&["elasticity"], Self::PLAIN.elasticity, [0.0, 2.0])?,
            falloff: fields.within(&["elasticity_falloff", "elastic_falloff"], 0.0, [0.0, 1000.0])?,
            friction: fields.within(&["friction"], Self::PLAIN.friction, [0.0, 100.0])?,
            // Less than 0 stands for the table's own, which is nearly always 0.
            scatter: fields.number(&["scatter", "scatter_angle"], 0.0)?.clamp(0.0, 85.0),
        })
    }

    /// That of an item: its own numbers, or those of the material that it names.
    pub(crate) fn of(fields: &Fields<'_>, materials: &BTreeMap<String, Self>) -> Result<Self, Error> {
        let name = fields.text(&["physics_material"])?;
        let own = fields.flag(&["overwrite_physics"], true)?;
        match materials.get(name) {
            Some(surface) if !own => Ok(*surface),
            None if !own && !name.is_empty() => {
                fields.note("names a material that the table does not have: its own numbers count");
                Self::numbers(fields)
            }
            _ => Self::numbers(fields),
        }
    }

    /// The scene's material for it, on a table of this difficulty, 0 to 1.
    pub(crate) fn material(&self, difficulty: f64) -> Material {
        Material {
            restitution: self.elasticity as f32,
            restitution_curve: if self.falloff > 1e-6 {
                RestitutionCurve::HalfAt((1.0 / self.falloff) as f32)
            } else {
                RestitutionCurve::Constant
            },
            friction: self.friction as f32,
            scatter_angle: (self.scatter * difficulty).to_radians() as f32,
            ..Material::default()
        }
    }
}
