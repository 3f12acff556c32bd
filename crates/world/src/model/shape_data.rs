//! A shape for serde: its curves with all their numbers, so that it comes back bit for bit, checked when it is read.

use alloc::vec::Vec;
use carom_narrowphase::double::{Arc, Face, HalfPlane, Segment};
use glam::DVec2;
use serde::{Deserialize, Serialize};

use crate::base::Curve;
use crate::error::Error;
use crate::model::chain::segment;
use crate::model::{Filter, Material, Shape, Side};

/// A curve of a shape.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum CurveData {
    Point {
        center: DVec2,
    },
    Segment {
        a: DVec2,
        b: DVec2,
    },
    /// Unit vectors from the centre to the start, the middle and the end, counter-clockwise.
    Arc {
        center: DVec2,
        radius: f64,
        start: DVec2,
        middle: DVec2,
        end: DVec2,
        cos_half: f64,
        reversed: bool,
    },
    HalfPlane {
        point: DVec2,
        normal: DVec2,
    },
}

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
        let curves = pieces.into_iter().map(|(curve, reversed)| match curve {
            Curve::Point(center) => CurveData::Point { center },
            Curve::Segment(Segment { a, b, .. }) => CurveData::Segment { a, b },
            Curve::Arc(Arc { center, radius, start, middle, end, cos_half, .. }) => {
                CurveData::Arc { center, radius, start, middle, end, cos_half, reversed }
            }
            Curve::HalfPlane(HalfPlane { point, normal }) => CurveData::HalfPlane { point, normal },
        });
        let curves = curves.collect();
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
        let mut pieces = smallvec::SmallVec::new();
        for curve in curves {
            let piece = match curve {
                CurveData::Point { center } => (Curve::Point(center), false),
                CurveData::Segment { a, b } => (segment(a, b)?, false),
                CurveData::Arc { center, radius, start, middle, end, cos_half, reversed } => {
                    let (half_thickness, face) = (0.0, Face::Both);
                    let arc = Arc { center, radius, start, end, middle, cos_half, half_thickness, face };
                    (Curve::Arc(arc), reversed)
                }
                CurveData::HalfPlane { point, normal } => {
                    (Curve::HalfPlane(HalfPlane { point, normal }), false)
                }
            };
            if !piece.0.is_sound() {
                return Err(refused(
                    count,
                    "curves with finite coordinates, unit directions and positive radii",
                ));
            }
            pieces.push(piece);
        }
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
