//! Areas of the plane, and where a straight way enters and leaves them.

use glam::{DVec2, Vec2};

use crate::base::{saved, turn};
use crate::error::Error;
use crate::limits;

/// A part of the plane.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::Region;
///
/// let room = Region::between(vec2(0.0, 0.0), vec2(4.0, 3.0));
/// assert!(room.contains(vec2(1.0, 1.0)));
/// assert!(!Region::circle(vec2(9.0, 9.0), 1.0).contains(vec2(1.0, 1.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Region {
    /// A disc.
    Circle {
        /// Its centre, length units.
        center: Vec2,
        /// Its radius, length units, `1e-6..=1e6`.
        radius: f32,
    },
    /// A rectangle.
    Rectangle {
        /// Its centre, length units.
        center: Vec2,
        /// Half of its width and of its height, length units, each `1e-6..=1e6`.
        half: Vec2,
        /// Turn about the centre, radians, counter-clockwise.
        angle: f32,
    },
}

impl Region {
    /// A disc, its centre and radius in length units.
    #[must_use]
    pub const fn circle(center: Vec2, radius: f32) -> Self {
        Self::Circle { center, radius }
    }

    /// A rectangle between two opposite corners, its sides along the axes.
    #[must_use]
    pub fn between(a: Vec2, b: Vec2) -> Self {
        Self::Rectangle { center: 0.5 * (a + b), half: 0.5 * (a - b).abs(), angle: 0.0 }
    }

    /// Whether a point lies inside.
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        self.contains_exactly(point.as_dvec2())
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        match *self {
            Self::Circle { center, radius } => {
                limits::coordinate("region.center", center)?;
                limits::radius("region.radius", radius)
            }
            Self::Rectangle { center, half, angle } => {
                limits::coordinate("region.center", center)?;
                limits::radius("region.half.x", half.x)?;
                limits::radius("region.half.y", half.y)?;
                limits::angle("region.angle", angle)
            }
        }
    }

    pub(crate) fn contains_exactly(&self, point: DVec2) -> bool {
        match *self {
            Self::Circle { center, radius } => {
                let radius = f64::from(radius);
                (point - center.as_dvec2()).length_squared() <= radius * radius
            }
            Self::Rectangle { center, half, angle } => {
                let own = unturned(point - center.as_dvec2(), angle);
                own.abs().cmple(half.as_dvec2()).all()
            }
        }
    }

    /// The parts `0` to `1` of the way from `from` along `way` at which the straight line through both enters
    /// and leaves; they may lie before the way or beyond it.
    pub(crate) fn span(&self, from: DVec2, way: DVec2) -> Option<(f64, f64)> {
        match *self {
            Self::Circle { center, radius } => {
                let d = from - center.as_dvec2();
                let radius = f64::from(radius);
                let square = way.length_squared();
                let across = d.perp_dot(way);
                let reach = radius * radius * square - across * across;
                if !(square > 0.0 && reach > 0.0) {
                    return None;
                }
                let (middle, half) = (-d.dot(way) / square, libm::sqrt(reach) / square);
                Some((middle - half, middle + half))
            }
            Self::Rectangle { center, half, angle } => {
                let d = unturned(from - center.as_dvec2(), angle);
                let way = unturned(way, angle);
                let half = half.as_dvec2();
                let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
                for (d, way, half) in [(d.x, way.x, half.x), (d.y, way.y, half.y)] {
                    if way != 0.0 {
                        let (a, b) = ((-half - d) / way, (half - d) / way);
                        enter = enter.max(a.min(b));
                        leave = leave.min(a.max(b));
                    } else if d.abs() > half {
                        return None;
                    }
                }
                (enter < leave && leave.is_finite()).then_some((enter, leave))
            }
        }
    }
}

fn unturned(v: DVec2, angle: f32) -> DVec2 {
    if angle == 0.0 {
        return v;
    }
    let turn = turn(f64::from(angle));
    DVec2::new(turn.x, -turn.y).rotate(v)
}

saved!(enum Region, "no such kind of region" {
    Circle { center, radius } = 0,
    Rectangle { center, half, angle } = 1,
});

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn a_way_through_an_area_enters_and_leaves_it_on_its_border() {
        let areas = [
            Region::Circle { center: vec2(1.0, 2.0), radius: 0.5 },
            Region::between(vec2(0.4, 1.7), vec2(1.6, 2.2)),
            Region::Rectangle { center: vec2(1.0, 2.0), half: vec2(0.7, 0.2), angle: 0.8 },
        ];
        for area in areas {
            for n in 0..400 {
                let phase = f64::from(n);
                let from = DVec2::new(3.0 * libm::cos(phase), 2.0 + 3.0 * libm::sin(1.7 * phase));
                let way = DVec2::new(1.0, 2.0) + 0.4 * DVec2::new(libm::sin(phase), libm::cos(phase)) - from;
                match area.span(from, way) {
                    Some((enter, leave)) => {
                        for (s, outwards) in [(enter, -1e-6), (leave, 1e-6)] {
                            assert!(
                                area.contains_exactly(from + way * (s - outwards)),
                                "{area:?} inside at {s}"
                            );
                            assert!(
                                !area.contains_exactly(from + way * (s + outwards)),
                                "{area:?} outside at {s}"
                            );
                        }
                    }
                    None => {
                        let hit =
                            (0..2000).any(|k| area.contains_exactly(from + way * (f64::from(k) / 1000.0)));
                        assert!(!hit, "{area:?} is not missed from {from}");
                    }
                }
            }
        }
    }
}
