//! Areas of the world, and whether a point is in them.

use carom::glam::Vec2;
use carom::{Chain, Error, Shape};

use crate::engine_errors::{corners, join, within};
use crate::fault::{Fault, entries};
use crate::frame::Frame;
use crate::model::{Point, Region};

/// An area in its place.
#[derive(Clone, Debug)]
pub(crate) enum Field {
    Circle(Vec2, f32),
    Polygon(Vec<Vec2>),
}

impl Field {
    /// # Errors
    /// An area without extent.
    pub(crate) fn of(area: &Region, path: &str) -> Result<Self, Fault> {
        Self::within(area, &Frame::IDENTITY, path)
    }

    /// An area that is part of something that was put somewhere.
    pub(crate) fn within(area: &Region, frame: &Frame, path: &str) -> Result<Self, Fault> {
        let sound = |point: &Point, field: &str| {
            within(path, field, f64::from(point.0), -1e8, 1e8)?;
            within(path, field, f64::from(point.1), -1e8, 1e8)
        };
        match area {
            Region::Circle { center, radius } => {
                sound(center, "center")?;
                within(path, "radius", f64::from(*radius), 1e-6, 1e8)?;
                Ok(Self::Circle(frame.point(*center), *radius))
            }
            Region::Box { min, max } => {
                sound(min, "min")?;
                sound(max, "max")?;
                if !(min.0 < max.0 && min.1 < max.1) {
                    let message = corners(*max, *min);
                    return Err(Fault::at(join(path, "max"), message));
                }
                let outline = [*min, Point(max.0, min.1), *max, Point(min.0, max.1)];
                Ok(Self::Polygon(outline.map(|corner| frame.point(corner)).to_vec()))
            }
            Region::Polygon { points } => {
                if points.len() < 3 {
                    let message = format!("has {}, but must have at least 3", entries(points.len()));
                    return Err(Fault::at(join(path, "points"), message));
                }
                for (n, point) in points.iter().enumerate() {
                    sound(point, &format!("points[{n}]"))?;
                }
                Ok(Self::Polygon(points.iter().map(|corner| frame.point(*corner)).collect()))
            }
        }
    }

    /// Points that its extent lies between.
    pub(crate) fn corners(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(center, radius) => vec![*center - *radius, *center + *radius],
            Self::Polygon(corners) => corners.clone(),
        }
    }

    /// The outline as a polygon. A circle has 48 corners, which looks round.
    pub(crate) fn outline(&self) -> Vec<Vec2> {
        const CORNERS: u16 = 48;
        match self {
            Self::Circle(center, radius) => {
                let angle = |n: u16| core::f32::consts::TAU * f32::from(n) / f32::from(CORNERS);
                let corner = |n| {
                    let (sin, cos) = (libm::sinf(angle(n)), libm::cosf(angle(n)));
                    *center + *radius * Vec2::new(cos, sin)
                };
                (0..CORNERS).map(corner).collect()
            }
            Self::Polygon(corners) => corners.clone(),
        }
    }

    /// The area as a shape of the world.
    ///
    /// # Errors
    /// An area that the engine refuses: an edge without length, a radius that is too large.
    pub(crate) fn shape(&self) -> Result<Shape, Error> {
        match self {
            Self::Circle(center, radius) => Shape::circle(*center, *radius),
            Self::Polygon(corners) => Shape::chain(&Chain::polyline(corners).close()),
        }
    }

    /// Whether a point is inside. A point that is not finite is not.
    pub(crate) fn holds(&self, p: Vec2) -> bool {
        match self {
            Self::Circle(center, radius) => p.distance_squared(*center) <= radius * radius,
            Self::Polygon(corners) => {
                // By the number of edges that a ray to the right crosses.
                let Some(mut a) = corners.last().copied() else { return false };
                let mut inside = false;
                for &b in corners {
                    if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                        inside = !inside;
                    }
                    a = b;
                }
                inside
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::prelude::vec2;

    #[test]
    fn a_box_holds_what_is_between_its_corners() {
        let area = Region::Box { min: Point(0.0, 0.0), max: Point(2.0, 1.0) };
        let field = Field::of(&area, "").expect("it has an extent");
        assert!(field.holds(vec2(1.0, 0.5)) && field.holds(vec2(1.99, 0.01)), "inside");
        assert!(!field.holds(vec2(2.1, 0.5)) && !field.holds(vec2(1.0, -0.1)), "beside and below");
        assert!(!field.holds(vec2(f32::NAN, 0.5)), "no number");
    }

    #[test]
    fn areas_without_extent_are_refused() {
        for area in [
            Region::Box { min: Point(0.0, 0.0), max: Point(0.0, 1.0) },
            Region::Box { min: Point(f32::NAN, 0.0), max: Point(1.0, 1.0) },
            Region::Circle { center: Point(0.0, 0.0), radius: 0.0 },
            Region::Polygon { points: vec![Point(0.0, 0.0), Point(1.0, 0.0)] },
        ] {
            assert!(Field::of(&area, "goals[0].region").is_err(), "{area:?}");
        }
    }
}
