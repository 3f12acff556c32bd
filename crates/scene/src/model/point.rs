//! A point or a vector: `(x, y)` in RON, `[x, y]` in JSON.

use std::borrow::Cow;
use std::fmt;

use carom::prelude::{Vec2, vec2};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

/// A point or a vector in length units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point(pub f32, pub f32);

impl From<Vec2> for Point {
    fn from(v: Vec2) -> Self {
        Self(v.x, v.y)
    }
}

impl From<Point> for Vec2 {
    fn from(p: Point) -> Self {
        vec2(p.0, p.1)
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.0)?;
        pair.serialize_element(&self.1)?;
        pair.end()
    }
}

impl<'de> Deserialize<'de> for Point {
    /// Takes `(x, y)` and `[x, y]` in either format.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Pair)
    }
}

struct Pair;

impl<'de> Visitor<'de> for Pair {
    type Value = Point;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two numbers, (x, y) or [x, y]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Point, A::Error> {
        let x = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let y = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
        if seq.next_element::<f32>()?.is_some() {
            return Err(A::Error::invalid_length(3, &self));
        }
        Ok(Point(x, y))
    }
}

impl JsonSchema for Point {
    fn schema_name() -> Cow<'static, str> {
        "Point".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A point or a vector, [x, y], in length units; x to the right, y up.",
            "type": "array",
            "items": { "type": "number" },
            "minItems": 2,
            "maxItems": 2
        })
    }
}
