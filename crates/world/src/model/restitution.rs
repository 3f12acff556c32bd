//! How restitution changes with the speed of approach.

use alloc::vec::Vec;
use glam::Vec2;

use crate::base::{Fault, Saved, Source, saved};
use crate::error::Error;
use crate::limits::within;

/// How the restitution of a material changes with the speed of approach along the normal, length units per
/// second.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Material, RestitutionCurve};
///
/// // 0.8 for the softest touch, 0.4 at 5 m/s.
/// let rubber = Material { restitution: 0.8, restitution_curve: RestitutionCurve::HalfAt(5.0), ..Material::default() };
/// assert!(rubber.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RestitutionCurve {
    /// Not at all.
    #[default]
    Constant,
    /// Restitution is halved at this approach speed, `1e-6..=1e8`: it is divided by `1 + speed / this`. Rubber does
    /// so. Visual Pinball's "elasticity falloff" has the same form (`ElasticityWithFalloff` of its `collide.h`).
    HalfAt(f32),
    /// A curve multiplies the restitution. With restitution 1 the curve is the restitution.
    Curve(SpeedCurve),
}

/// A curve over the speed of approach: straight between its points, level before the first and after the last.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Material, RestitutionCurve, SpeedCurve};
///
/// let curve = SpeedCurve::new(&[vec2(1.0, 0.8), vec2(3.0, 0.4)])?;
/// assert!((curve.at(2.0) - 0.6).abs() < 1e-6);
/// let band = Material { restitution: 1.0, restitution_curve: RestitutionCurve::Curve(curve), ..Material::default() };
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Points", into = "Points"))]
pub struct SpeedCurve {
    points: [Vec2; Self::MAX_POINTS],
    count: u8,
}

/// A curve for serde: its points, checked when they are read.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Points(Vec<Vec2>);

#[cfg(feature = "serde")]
impl From<SpeedCurve> for Points {
    fn from(curve: SpeedCurve) -> Self {
        Self(curve.points().to_vec())
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Points> for SpeedCurve {
    type Error = Error;

    fn try_from(Points(points): Points) -> Result<Self, Error> {
        Self::new(&points)
    }
}

impl SpeedCurve {
    /// Most points of a curve.
    pub const MAX_POINTS: usize = 8;

    /// A curve through points of speed (`x`, length units per second, `0..=1e8`, ascending) and value (`y`,
    /// `0..=2`).
    ///
    /// # Errors
    /// [`Error::WrongCount`] if there are none or more than [`MAX_POINTS`](Self::MAX_POINTS),
    /// [`Error::PointOutOfRange`] if a number is out of range or a speed is not higher than the one before.
    pub fn new(list: &[Vec2]) -> Result<Self, Error> {
        if list.is_empty() || list.len() > Self::MAX_POINTS {
            return Err(Error::WrongCount {
                field: "curve.points",
                count: list.len(),
                allowed: "1 to 8 points",
            });
        }
        let mut points = [Vec2::ZERO; Self::MAX_POINTS];
        for (n, (point, kept)) in list.iter().zip(&mut points).enumerate() {
            let in_range = || {
                within("curve.points speed", point.x, 0.0..=1e8, "between 0 and 1e8")?;
                within("curve.points value", point.y, 0.0..=2.0, "between 0 and 2")?;
                match n.checked_sub(1).map(|before| list[before].x) {
                    Some(before) if point.x <= before => Err(Error::OutOfRange {
                        field: "curve.points speed",
                        value: f64::from(point.x),
                        allowed: "higher than the one before",
                    }),
                    _ => Ok(()),
                }
            };
            in_range().map_err(|error: Error| error.at_point(n))?;
            *kept = *point;
        }
        Ok(Self { points, count: list.len() as u8 })
    }

    /// Its points.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.points[..usize::from(self.count)]
    }

    /// Its value at a speed.
    #[must_use]
    pub fn at(&self, speed: f64) -> f64 {
        interpolate(self.points(), speed)
    }
}

/// A curve's value at `x`: straight lines between its points, the nearest point beyond, 1 without any.
pub(crate) fn interpolate(points: &[Vec2], x: f64) -> f64 {
    let after = points.partition_point(|p| f64::from(p.x) <= x);
    match (after.checked_sub(1).map(|n| points[n].as_dvec2()), points.get(after).map(|p| p.as_dvec2())) {
        (Some(p), Some(q)) => p.y + (q.y - p.y) * (x - p.x) / (q.x - p.x),
        (Some(p), None) | (None, Some(p)) => p.y,
        (None, None) => 1.0,
    }
}

impl RestitutionCurve {
    /// Factor of the restitution at a speed.
    pub(crate) fn at(&self, speed: f64) -> f64 {
        match self {
            Self::Constant => 1.0,
            Self::HalfAt(half) => 1.0 / (1.0 + speed.max(0.0) / f64::from(*half)),
            Self::Curve(curve) => curve.at(speed),
        }
    }

    /// The most that it is multiplied by.
    pub(crate) fn peak(&self) -> f64 {
        match self {
            Self::Constant | Self::HalfAt(_) => 1.0,
            Self::Curve(curve) => curve.points().iter().fold(0.0, |most, p| most.max(f64::from(p.y))),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Self::HalfAt(half) => {
                within("material.restitution_curve", *half, 1e-6..=1e8, "between 1e-6 and 1e8")
            }
            // A curve was checked when it was made.
            Self::Constant | Self::Curve(_) => Ok(()),
        }
    }
}

saved!(enum RestitutionCurve, "no such kind of restitution curve" { Constant = 0, HalfAt(half) = 1, Curve(curve) = 2 });

impl Saved for SpeedCurve {
    fn save(&self, out: &mut Vec<u8>) {
        self.points().to_vec().save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        Self::new(&Vec::load(from)?).map_err(|_| "a curve is out of range")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn curves_are_straight_between_their_points_and_level_beyond() {
        let curve = SpeedCurve::new(&[vec2(1.0, 0.8), vec2(3.0, 0.4)]).expect("ascending");
        for (speed, value) in [(0.0, 0.8), (1.0, 0.8), (2.0, 0.6), (3.0, 0.4), (99.0, 0.4)] {
            assert!((curve.at(speed) - value).abs() < 1e-6, "at {speed}: {}", curve.at(speed));
        }
        assert!((RestitutionCurve::HalfAt(5.0).at(5.0) - 0.5).abs() < 1e-12);
        assert!((RestitutionCurve::Curve(curve).peak() - 0.8).abs() < 1e-6);
    }

    #[test]
    fn bad_curves_are_refused() {
        let nan = f32::NAN;
        for bad in [
            &[][..],
            &[vec2(0.0, 0.5); 9],
            &[vec2(1.0, 0.5), vec2(1.0, 0.4)],
            &[vec2(2.0, 0.5), vec2(1.0, 0.4)],
            &[vec2(-1.0, 0.5)],
            &[vec2(nan, 0.5)],
            &[vec2(1.0, nan)],
            &[vec2(1.0, 2.5)],
        ] {
            assert!(SpeedCurve::new(bad).is_err(), "{bad:?}");
        }
    }
}
