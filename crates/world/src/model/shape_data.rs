//! A shape for serde: its curves with all their numbers, so that it comes back bit for bit, checked when it is read.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::base::CurveData;
use crate::error::Error;
use crate::model::{Filter, Material, Shape, Side};

/// The geometry of a shape.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShapeData {
    curves: Vec<CurveData>,
    #[serde(default)]
    radius: f32,
    #[serde(default)]
    side: Side,
    #[serde(default)]
    material: Material,
    #[serde(default)]
    filter: Filter,
    #[serde(default)]
    user_data: u64,
    #[serde(default)]
    sensor: bool,
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    centers: bool,
    #[serde(default)]
    solid: bool,
}

impl From<Shape> for ShapeData {
    fn from(shape: Shape) -> Self {
        let Shape { pieces, radius, side, material, filter, user_data, sense, solid } = shape;
        let curves = pieces.into_iter().map(|(curve, reversed)| CurveData::new(curve, reversed)).collect();
        let (sensor, centers) = (sense.is_some(), sense.is_some_and(|sense| sense.centers));
        Self { curves, radius, side, material, filter, user_data, sensor, centers, solid }
    }
}

impl TryFrom<ShapeData> for Shape {
    type Error = Error;

    fn try_from(data: ShapeData) -> Result<Self, Error> {
        let ShapeData { curves, radius, side, material, filter, user_data, sensor, centers, solid } = data;
        let refused = |count, allowed| Error::WrongCount { field: "shape.curves", count, allowed };
        let count = curves.len();
        let pieces = curves.into_iter().map(CurveData::curve).collect::<Option<SmallVec<_>>>();
        let allowed = "curves with a length, finite coordinates, unit directions and positive radii";
        let pieces = pieces.ok_or_else(|| refused(count, allowed))?;
        if pieces.is_empty() {
            return Err(refused(0, "at least one curve"));
        }
        let shape =
            Self::of(pieces, 0.0).radius(radius).material(material).filter(filter).user_data(user_data);
        let shape = if solid { shape.solid()? } else { shape.side(side) };
        shape.check()?;
        Ok(match (sensor, centers) {
            (false, _) => shape,
            (true, false) => shape.sensor(),
            (true, true) => shape.sensor_of_centers(),
        })
    }
}
