//! Surfaces: a name from the scene's table of materials, or the numbers on the spot.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Angle, Point};

/// An angle of a material by its unit in the list of numbers; other numbers stay.
macro_rules! radians {
    (angle $unit:expr, $value:expr) => {
        $unit.radians($value)
    };
    (number $unit:expr, $value:expr) => {
        $value
    };
}

/// Defines the material and its ways to and from the engine's from the list of its numbers.
macro_rules! define {
    ($($(#[$doc:meta])* $unit:ident $name:ident = $default:literal, $range:expr, $allowed:literal;)*) => {
        /// The material of a surface. The fields and their ranges are those of [`carom::Material`]; angles have the
        /// file's unit.
        #[derive(Clone, Debug, PartialEq, serde::Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct Material {
            $($(#[$doc])* pub $name: f32,)*
            /// How restitution changes with the speed of approach. Default: not at all.
            pub restitution_curve: RestitutionCurve,
            /// How the kick is spread along a shape. Default Even.
            pub kick_profile: KickProfile,
        }

        impl Serialize for Material {
            /// Fields that are as by default are left out.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let plain = Self::default();
                let changed = [
                    $(self.$name != plain.$name,)*
                    self.restitution_curve != plain.restitution_curve,
                    self.kick_profile != plain.kick_profile,
                ];
                let changed = changed.iter().filter(|is_changed| **is_changed).count();
                let mut out = serializer.serialize_struct("Material", changed)?;
                $(if self.$name != plain.$name {
                    out.serialize_field(stringify!($name), &self.$name)?;
                })*
                if self.restitution_curve != plain.restitution_curve {
                    out.serialize_field("restitution_curve", &self.restitution_curve)?;
                }
                if self.kick_profile != plain.kick_profile {
                    out.serialize_field("kick_profile", &self.kick_profile)?;
                }
                out.end()
            }
        }

        impl From<carom::Material> for Material {
            /// Its angle is in radians. Pair ids are not kept: pairs name materials.
            fn from(material: carom::Material) -> Self {
                Self {
                    $($name: material.$name,)*
                    restitution_curve: material.restitution_curve.into(),
                    kick_profile: material.kick_profile.into(),
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
                    $($name: radians!($unit angle, self.$name),)*
                    restitution_curve: self.restitution_curve.curve()?,
                    kick_profile: self.kick_profile.into(),
                    pair_id: 0,
                };
                made.check()?;
                Ok(made)
            }
        }
    };
}

carom::material_numbers!(define);

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

impl From<carom::RestitutionCurve> for RestitutionCurve {
    fn from(curve: carom::RestitutionCurve) -> Self {
        match &curve {
            carom::RestitutionCurve::Constant => Self::Constant,
            carom::RestitutionCurve::HalfAt(speed) => Self::HalfAt(*speed),
            carom::RestitutionCurve::Curve(curve) => {
                Self::Curve(curve.points().iter().map(|point| Point::from(*point)).collect())
            }
        }
    }
}

impl RestitutionCurve {
    /// The engine's curve for it.
    fn curve(&self) -> Result<carom::RestitutionCurve, carom::Error> {
        Ok(match self {
            Self::Constant => carom::RestitutionCurve::Constant,
            Self::HalfAt(speed) => carom::RestitutionCurve::HalfAt(*speed),
            Self::Curve(points) => {
                let points: Vec<_> = points.iter().map(|point| carom::glam::Vec2::from(*point)).collect();
                carom::RestitutionCurve::Curve(carom::SpeedCurve::new(&points)?)
            }
        })
    }
}

impl From<carom::KickProfile> for KickProfile {
    fn from(profile: carom::KickProfile) -> Self {
        match profile {
            carom::KickProfile::Even => Self::Even,
            carom::KickProfile::Slingshot => Self::Slingshot,
        }
    }
}

impl From<KickProfile> for carom::KickProfile {
    fn from(profile: KickProfile) -> Self {
        match profile {
            KickProfile::Even => Self::Even,
            KickProfile::Slingshot => Self::Slingshot,
        }
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
