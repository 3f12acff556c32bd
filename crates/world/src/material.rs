//! What a surface is made of.

use alloc::vec::Vec;

use crate::error::Error;
use crate::limits::within;
use crate::save::saved;

/// The surface of a ball or a shape.
///
/// Two materials meet by the geometric mean of their coefficients, for restitution and for friction
/// alike: two of a kind give their own value, and a zero gives zero. Rolling resistance takes the larger
/// of the two; surface speed and kick are the shape's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Rebound speed over approach speed, `0..=2`, no unit. `1` keeps all energy; more than 1 adds some,
    /// and a [`kick`](Self::kick) is the better tool for that.
    pub restitution: f32,
    /// Coulomb friction coefficient, `0..=100`, no unit.
    pub friction: f32,
    /// Rolling resistance, `0..=10`, no unit: the torque against rolling is this times the normal force
    /// times the ball's radius (the smaller radius, for two balls). Steel on wood is about 0.005.
    pub rolling_resistance: f32,
    /// Speed of the surface along its tangent (a conveyor belt), length units per second; positive runs
    /// to the left of the surface's outward normal. At most 1e6.
    pub surface_speed: f32,
    /// Speed that an impact adds along the normal (a bumper's coil), length units per second, `0..=1e6`.
    pub kick: f32,
    /// Approach speed from which an impact kicks, length units per second, `0..=1e6`.
    pub kick_threshold: f32,
}

saved!(Material { restitution, friction, rolling_resistance, surface_speed, kick, kick_threshold });

impl Default for Material {
    /// Hard rubber on wood: restitution 0.5, friction 0.3, nothing else.
    fn default() -> Self {
        Self {
            restitution: 0.5,
            friction: 0.3,
            rolling_resistance: 0.0,
            surface_speed: 0.0,
            kick: 0.0,
            kick_threshold: 0.0,
        }
    }
}

impl Material {
    /// A material with this restitution and friction, and nothing else.
    #[must_use]
    pub fn new(restitution: f32, friction: f32) -> Self {
        Self { restitution, friction, ..Self::default() }
    }

    /// Perfectly elastic and frictionless.
    #[must_use]
    pub fn elastic() -> Self {
        Self::new(1.0, 0.0)
    }

    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::Invalid`] for the first field that is not finite or out of its range.
    pub fn check(&self) -> Result<(), Error> {
        within("material.restitution", self.restitution, (0.0, 2.0), "between 0 and 2")?;
        within("material.friction", self.friction, (0.0, 100.0), "between 0 and 100")?;
        within("material.rolling_resistance", self.rolling_resistance, (0.0, 10.0), "between 0 and 10")?;
        within("material.surface_speed", self.surface_speed, (-1e6, 1e6), "between -1e6 and 1e6")?;
        within("material.kick", self.kick, (0.0, 1e6), "between 0 and 1e6")?;
        within("material.kick_threshold", self.kick_threshold, (0.0, 1e6), "between 0 and 1e6")
    }
}

/// What two materials make of a meeting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    pub(crate) rolling_resistance: f64,
}

/// The materials in use, each kept once; rows refer to them by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Materials {
    list: Vec<Material>,
    /// Square roots of restitution and friction, so that a meeting costs two products.
    roots: Vec<[f64; 2]>,
}

impl Materials {
    /// The number of this material, new if it was not seen before.
    pub(crate) fn intern(&mut self, material: Material) -> u32 {
        let known = self.list.iter().position(|m| *m == material);
        let index = known.unwrap_or_else(|| {
            self.push(material);
            self.list.len() - 1
        });
        index as u32
    }

    /// Takes up a material under the next number.
    pub(crate) fn push(&mut self, material: Material) {
        let root = |x: f32| libm::sqrt(f64::from(x));
        self.list.push(material);
        self.roots.push([root(material.restitution), root(material.friction)]);
    }

    /// Forgets all but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
        self.roots.truncate(count);
    }

    /// All of them, in the order of their numbers.
    pub(crate) fn list(&self) -> &[Material] {
        &self.list
    }

    pub(crate) fn get(&self, index: u32) -> &Material {
        &self.list[index as usize]
    }

    #[inline]
    pub(crate) fn meet(&self, a: u32, b: u32) -> Meeting {
        let (ra, rb) = (self.roots[a as usize], self.roots[b as usize]);
        let rolling_a = self.list[a as usize].rolling_resistance;
        let rolling_b = self.list[b as usize].rolling_resistance;
        Meeting {
            restitution: ra[0] * rb[0],
            friction: ra[1] * rb[1],
            rolling_resistance: f64::from(rolling_a.max(rolling_b)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meeting_is_the_geometric_mean() {
        let mut all = Materials::default();
        let a = all.intern(Material::new(0.25, 0.9));
        let b = all.intern(Material::new(1.0, 0.4));
        let m = all.meet(a, b);
        assert!((m.restitution - 0.5).abs() < 1e-7, "restitution {}", m.restitution);
        assert!((m.friction - 0.6).abs() < 1e-7, "friction {}", m.friction);
        assert_eq!(all.intern(Material::new(0.25, 0.9)), a, "an equal material is kept once");
    }

    #[test]
    fn each_field_is_checked() {
        let good = Material::default();
        assert_eq!(good.check(), Ok(()));
        for bad in [
            Material { restitution: -0.1, ..good },
            Material { friction: f32::NAN, ..good },
            Material { rolling_resistance: f32::INFINITY, ..good },
            Material { surface_speed: f32::NEG_INFINITY, ..good },
            Material { kick: -1.0, ..good },
            Material { kick_threshold: f32::NAN, ..good },
        ] {
            assert!(matches!(bad.check(), Err(Error::Invalid { .. })), "{bad:?}");
        }
    }
}
