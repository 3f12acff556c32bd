//! Surfaces: a name from the scene's table of materials, or the numbers on the spot.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// What a surface is made of. The fields and their ranges are those of [`carom::Material`].
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Surface {
    /// Rebound speed over approach speed, 0 to 2. Default 0.5. 1 keeps all energy.
    pub restitution: f32,
    /// Coulomb friction coefficient, 0 to 100. Default 0.3.
    pub friction: f32,
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
}

impl Default for Surface {
    fn default() -> Self {
        Self::from(carom::Material::default())
    }
}

impl From<carom::Material> for Surface {
    fn from(material: carom::Material) -> Self {
        Self {
            restitution: material.restitution,
            friction: material.friction,
            rolling_resistance: material.rolling_resistance,
            surface_speed: material.surface_speed,
            kick: material.kick,
            kick_threshold: material.kick_threshold,
        }
    }
}

impl From<Surface> for carom::Material {
    fn from(surface: Surface) -> Self {
        Self {
            restitution: surface.restitution,
            friction: surface.friction,
            rolling_resistance: surface.rolling_resistance,
            surface_speed: surface.surface_speed,
            kick: surface.kick,
            kick_threshold: surface.kick_threshold,
            ..Self::default()
        }
    }
}

/// A surface by name, `"rubber"`, or on the spot, `(restitution: 0.8)`.
#[derive(Clone, Debug, PartialEq)]
pub enum Material {
    /// The name of one in the scene's table of materials.
    Named(String),
    /// The numbers themselves.
    Inline(Surface),
}

impl Serialize for Material {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Named(name) => name.serialize(serializer),
            Self::Inline(surface) => surface.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Material {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrNumbers)
    }
}

struct NameOrNumbers;

impl<'de> Visitor<'de> for NameOrNumbers {
    type Value = Material;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a material, or (restitution: ..., friction: ...)")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Material, E> {
        Ok(Material::Named(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Material, A::Error> {
        Surface::deserialize(MapAccessDeserializer::new(map)).map(Material::Inline)
    }

    fn visit_unit<E: Error>(self) -> Result<Material, E> {
        Ok(Material::Inline(Surface::default()))
    }
}

impl JsonSchema for Material {
    fn schema_name() -> Cow<'static, str> {
        "Material".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let inline = generator.subschema_for::<Surface>();
        json_schema!({
            "description": "A surface: the name of one in `materials`, or the numbers themselves.",
            "anyOf": [{ "type": "string" }, inline]
        })
    }
}
