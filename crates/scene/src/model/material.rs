//! Surfaces: a name from the scene's table of materials, or the numbers on the spot.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::{Angle, Point};

/// The material of a surface. The fields and their ranges are those of [`carom::Material`].
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Material {
    /// Rebound speed over approach speed, 0 to 2. Default 0.5. 1 keeps all energy.
    pub restitution: f32,
    /// How restitution changes with the speed of approach. Default: not at all.
    #[serde(skip_serializing_if = "super::is_default")]
    pub restitution_curve: RestitutionCurve,
    /// Coulomb friction coefficient, 0 to 100. Default 0.3.
    pub friction: f32,
    /// Friction coefficient of surfaces that do not slide yet, 0 to 100; less than `friction` counts as equal to it.
    /// Default 0.
    #[serde(skip_serializing_if = "super::is_default")]
    pub static_friction: f32,
    /// Rolling resistance, 0 to 10: torque over normal force and radius. Default 0.
    #[serde(skip_serializing_if = "super::is_default")]
    pub rolling_resistance: f32,
    /// Speed of the surface along its tangent (a conveyor), length units per second. Default 0.
    #[serde(skip_serializing_if = "super::is_default")]
    pub surface_speed: f32,
    /// Speed that an impact adds along the normal (a bumper), length units per second. Default 0.
    #[serde(skip_serializing_if = "super::is_default")]
    pub kick: f32,
    /// Approach speed from which an impact kicks, length units per second. Default 0.
    #[serde(skip_serializing_if = "super::is_default")]
    pub kick_threshold: f32,
    /// How the kick is spread along a shape. Default Even.
    #[serde(skip_serializing_if = "super::is_default")]
    pub kick_profile: KickProfile,
    /// Largest angle by which chance throws a bounce off its way, up to 1.5 radians. Default 0.
    #[serde(skip_serializing_if = "super::is_default")]
    pub scatter_angle: f32,
}

/// How restitution changes with the speed of approach.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize, JsonSchema)]
pub enum RestitutionCurve {
    /// Not at all.
    #[default]
    Constant,
    /// It is half as high at this speed, length units per second, 1e-6 to 1e8, as rubber's: divided by
    /// 1 + speed / this.
    HalfAt(f32),
    /// It is multiplied by a curve: 1 to 8 points of a speed, length units per second, ascending, and a factor,
    /// 0 to 2; straight between them, level outside.
    Curve(Vec<Point>),
}

/// How a kick is spread along a segment or an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, JsonSchema)]
pub enum KickProfile {
    /// The same everywhere.
    #[default]
    Even,
    /// As of a slingshot's band: full in the middle, none at the ends.
    Slingshot,
}

/// The combination of two materials, in place of the rule for all (the geometric mean of their coefficients).
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaterialPair {
    /// Name of one in the scene's table of materials.
    pub a: String,
    /// Name of the other; it may be the same.
    pub b: String,
    /// Whose restitution, frictions, rolling resistance and scatter count.
    pub material: MaterialRef,
}

impl Default for Material {
    fn default() -> Self {
        Self::from(carom::Material::default())
    }
}

impl From<carom::Material> for Material {
    /// Its angle is in radians. Tags are not kept: meetings name materials.
    fn from(material: carom::Material) -> Self {
        Self {
            restitution: material.restitution,
            restitution_curve: match &material.restitution_curve {
                carom::RestitutionCurve::Constant => RestitutionCurve::Constant,
                carom::RestitutionCurve::HalfAt(speed) => RestitutionCurve::HalfAt(*speed),
                carom::RestitutionCurve::Curve(curve) => {
                    RestitutionCurve::Curve(curve.points().iter().map(|point| Point::from(*point)).collect())
                }
            },
            friction: material.friction,
            static_friction: material.static_friction,
            rolling_resistance: material.rolling_resistance,
            surface_speed: material.surface_speed,
            kick: material.kick,
            kick_threshold: material.kick_threshold,
            kick_profile: match material.kick_profile {
                carom::KickProfile::Even => KickProfile::Even,
                carom::KickProfile::Slingshot => KickProfile::Slingshot,
            },
            scatter_angle: material.scatter_angle,
        }
    }
}

impl Material {
    /// The engine's material for it, in a file with this unit of angles.
    ///
    /// # Errors
    /// [`carom::Error`] for the first number that is out of its range.
    pub fn material(&self, angle: Angle) -> Result<carom::Material, carom::Error> {
        let made = carom::Material {
            restitution: self.restitution,
            restitution_curve: match &self.restitution_curve {
                RestitutionCurve::Constant => carom::RestitutionCurve::Constant,
                RestitutionCurve::HalfAt(speed) => carom::RestitutionCurve::HalfAt(*speed),
                RestitutionCurve::Curve(points) => {
                    let points: Vec<_> = points.iter().map(|point| carom::glam::Vec2::from(*point)).collect();
                    carom::RestitutionCurve::Curve(carom::SpeedCurve::new(&points)?)
                }
            },
            friction: self.friction,
            static_friction: self.static_friction,
            rolling_resistance: self.rolling_resistance,
            surface_speed: self.surface_speed,
            kick: self.kick,
            kick_threshold: self.kick_threshold,
            kick_profile: match self.kick_profile {
                KickProfile::Even => carom::KickProfile::Even,
                KickProfile::Slingshot => carom::KickProfile::Slingshot,
            },
            scatter_angle: angle.radians(self.scatter_angle),
            pair_id: 0,
        };
        made.check()?;
        Ok(made)
    }
}

/// A surface by name, `"rubber"`, or on the spot, `(restitution: 0.8)`.
#[derive(Clone, Debug, PartialEq)]
pub enum MaterialRef {
    /// The name of one in the scene's table of materials.
    Named(String),
    /// The numbers themselves.
    Inline(Material),
}

impl Serialize for MaterialRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(name) => name.serialize(serializer),
            Self::Inline(surface) => surface.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for MaterialRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrNumbers)
    }
}

struct NameOrNumbers;

impl<'de> Visitor<'de> for NameOrNumbers {
    type Value = MaterialRef;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a material, or (restitution: ..., friction: ...)")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<MaterialRef, E> {
        Ok(MaterialRef::Named(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<MaterialRef, A::Error> {
        Material::deserialize(MapAccessDeserializer::new(map)).map(MaterialRef::Inline)
    }

    fn visit_unit<E: Error>(self) -> Result<MaterialRef, E> {
        Ok(MaterialRef::Inline(Material::default()))
    }
}

impl JsonSchema for MaterialRef {
    fn schema_name() -> Cow<'static, str> {
        "MaterialRef".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let inline = generator.subschema_for::<Material>();
        json_schema!({
            "description": "A surface: the name of one in `materials`, or the numbers themselves.",
            "anyOf": [{ "type": "string" }, inline]
        })
    }
}
