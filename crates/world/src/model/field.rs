//! Fields: magnets, wind, water. Forces on balls beside gravity.

use glam::{DVec2, Vec2};

use crate::base::saved;
use crate::error::Error;
use crate::limits::{self, within};
use crate::model::Region;

/// A pull towards a point.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::Vec2;
/// use carom::{Attractor, Config, Field, World};
///
/// let mut world = World::new(Config::weightless())?;
/// let magnet = Attractor { center: Vec2::ZERO, strength: 2.0, softening: 0.1 };
/// world.add_field(Field { attractor: Some(magnet), ..Field::default() })?;
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Attractor {
    /// Length units.
    pub center: Vec2,
    /// Acceleration times distance squared, far away: length units cubed per second squared; negative pushes
    /// away. At most 1e12 either way.
    pub strength: f32,
    /// Within about this distance the pull falls off towards the centre, where it is zero, length units,
    /// `1e-6..=1e6`.
    pub softening: f32,
}

saved!(Attractor { center, strength, softening });

/// A force on balls beside gravity: an acceleration, a medium that drags, a magnet, or all of these.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Region, Ball, Config, Field, World};
/// use carom::glam::{Vec2, vec2};
///
/// let mut world = World::new(Config::weightless())?;
/// world.add_field(Field::attractor(Vec2::ZERO, 1.0, 0.01))?;
/// let pond = Region::between(vec2(-9.0, -9.0), vec2(9.0, -2.0));
/// world.add_field(Field::drag(3.0).within(pond))?;
/// let moon = world.add_ball(Ball::new(vec2(1.0, 0.0), 0.1).velocity(vec2(0.0, 1.0)))?;
/// for _ in 0..600 {
///     world.step(1.0 / 60.0);
/// }
/// assert!(world.position(moon).is_some_and(|p| (p.length() - 1.0).abs() < 1e-3));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("force field", "wind", "magnet", "area effector"))]
pub struct Field {
    /// Where it acts; `None` for everywhere. A ball is where its centre is.
    pub region: Option<Region>,
    /// Acceleration of every ball, length units per second squared, independent of its mass; each coordinate
    /// `-1e8..=1e8`. Default zero.
    pub acceleration: Vec2,
    /// Rate at which the speed against the medium fades, per second, `0..=1e6`: after `1 / drag` seconds a share
    /// of 1/e is left. Default 0.
    pub drag: f32,
    /// Velocity of the medium, length units per second, each coordinate `-1e8..=1e8`: wind or a current. It acts only
    /// by drag. Default zero.
    pub flow: Vec2,
    /// A magnet. Default none.
    pub attractor: Option<Attractor>,
    /// Categories of balls on which it acts, as in [`Filter::category`](crate::Filter). Default all.
    pub mask: u32,
}

saved!(Field { region, acceleration, drag, flow, attractor, mask });

impl Default for Field {
    /// One that does nothing, everywhere, to all balls.
    fn default() -> Self {
        Self {
            region: None,
            acceleration: Vec2::ZERO,
            drag: 0.0,
            flow: Vec2::ZERO,
            attractor: None,
            mask: u32::MAX,
        }
    }
}

impl Field {
    /// A pull towards a point with the inverse square of the distance, softened within `softening`:
    /// `strength d / (d^2 + softening^2)^(3/2)` (Plummer, MNRAS 71, 1911).
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Config, Field, World};
    ///
    /// let mut world = World::new(Config::weightless())?;
    /// world.add_field(Field::attractor(vec2(0.0, 0.0), 5.0, 0.1))?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn attractor(center: Vec2, strength: f32, softening: f32) -> Self {
        Self { attractor: Some(Attractor { center, strength, softening }), ..Self::default() }
    }

    /// A push in one direction, length units per second squared.
    #[must_use]
    pub fn uniform(acceleration: Vec2) -> Self {
        Self { acceleration, ..Self::default() }
    }

    /// A medium at rest that takes speed away, in proportion to it, per second.
    #[must_use]
    pub fn drag(rate: f32) -> Self {
        Self { drag: rate, ..Self::default() }
    }

    /// Velocity of the medium, length units per second.
    #[must_use]
    pub const fn flow(mut self, flow: Vec2) -> Self {
        self.flow = flow;
        self
    }

    /// Where it acts.
    #[must_use]
    pub const fn within(mut self, area: Region) -> Self {
        self.region = Some(area);
        self
    }

    /// Checks every number.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        self.region.map_or(Ok(()), |area| area.check())?;
        limits::velocity("field.acceleration", self.acceleration)?;
        limits::drag("field.drag", self.drag)?;
        limits::velocity("field.flow", self.flow)?;
        let Some(Attractor { center, strength, softening: core }) = self.attractor else {
            return Ok(());
        };
        limits::coordinate("attractor.center", center)?;
        within("attractor.strength", strength, -1e12..=1e12, "between -1e12 and 1e12")?;
        limits::radius("attractor.softening", core)
    }

    /// Share of the straight way from `from` along `way` on which it acts.
    pub(crate) fn share(&self, from: DVec2, way: DVec2) -> f64 {
        let Some(area) = &self.region else {
            return 1.0;
        };
        if way == DVec2::ZERO {
            return if area.contains_exactly(from) { 1.0 } else { 0.0 };
        }
        area.span(from, way).map_or(0.0, |(enters, leaves)| (leaves.min(1.0) - enters.max(0.0)).max(0.0))
    }

    /// Acceleration by all but drag at a place, as if the place were within.
    pub(crate) fn pull(&self, at: DVec2) -> DVec2 {
        let mut pull = self.acceleration.as_dvec2();
        if let Some(Attractor { center, strength, softening: core }) = self.attractor {
            let d = center.as_dvec2() - at;
            let square = d.length_squared() + f64::from(core) * f64::from(core);
            pull += d * (f64::from(strength) / (square * libm::sqrt(square)));
        }
        pull
    }
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::*;

    #[test]
    fn the_share_of_a_way_is_what_a_fine_walk_counts() {
        let areas = [
            Region::Circle { center: vec2(0.3, -0.2), radius: 0.7 },
            Region::between(vec2(-0.5, -0.2), vec2(0.4, 0.9)),
        ];
        for area in areas {
            let field = Field::default().within(area);
            for n in 0..60 {
                let turn = |k: f64| DVec2::new(libm::cos(k), libm::sin(k * 1.7));
                let (from, way) = (turn(f64::from(n)), turn(f64::from(n) * 0.37 + 1.0) * 1.5);
                let way = if n % 10 == 0 { DVec2::new(way.x, 0.0) } else { way };
                let steps = 20_000;
                let inside = (0..steps).filter(|&k| {
                    let at = from + way * ((f64::from(k) + 0.5) / f64::from(steps));
                    field.share(at, DVec2::ZERO) == 1.0
                });
                let counted = inside.count() as f64 / f64::from(steps);
                let share = field.share(from, way);
                assert!((share - counted).abs() < 2e-4, "{area:?} {n}: {share} and {counted}");
            }
        }
    }
}
