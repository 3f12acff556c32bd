//! Numbers that may be infinite, for serde: `null` in place of infinity, which JSON does not know.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
pub(crate) fn serialize<S: Serializer>(value: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    value.is_finite().then_some(*value).serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    Option::deserialize(deserializer).map(|value| value.unwrap_or(f32::INFINITY))
}

/// A lower and an upper limit.
pub(crate) mod limits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(limits: &[f32; 2], serializer: S) -> Result<S::Ok, S::Error> {
        limits.map(|limit| limit.is_finite().then_some(limit)).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[f32; 2], D::Error> {
        let [low, high] = <[Option<f32>; 2]>::deserialize(deserializer)?;
        Ok([low.unwrap_or(f32::NEG_INFINITY), high.unwrap_or(f32::INFINITY)])
    }
}
