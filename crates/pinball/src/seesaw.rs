//! The seesaw: a plank on a pivot, which balls tip.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive, within};
use crate::codec::{saved, saved_part};
use crate::hit::{self, Hit};

/// Settings of a seesaw. SI units. The default is a wooden plank of 60 g and 200 mm: inertia `m (2 half_length)^2 /
/// 12`, in balance.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Seesaw, SeesawSettings};
///
/// let mut world = World::new(Config::default())?;
/// let settings = SeesawSettings { half_length: 0.15, ..SeesawSettings::new(vec2(0.3, 0.4)) };
/// let part = Seesaw::add(&mut world, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeesawSettings {
    /// Pivot, in the plank's middle.
    pub pivot: Vec2,
    /// From the pivot to each end, metres.
    pub half_length: f32,
    /// Half its thickness, metres.
    pub radius: f32,
    /// How far it tips either way, radians, `0.001..=3.1`.
    pub tilt: f32,
    /// Moment of inertia about the pivot, kg m^2.
    pub inertia: f32,
    /// Mass, kilograms.
    pub mass: f32,
    /// Height of the centre of mass above the pivot when it lies level, metres: below the pivot, negative, it comes
    /// back by itself.
    pub center: f32,
    /// Torque of dry friction in the pivot, newton metres.
    pub friction: f32,
    /// Torque per speed, newton metre seconds.
    pub damping: f32,
    /// Share of its speed with which it comes back from a stop.
    pub stop_restitution: f32,
    /// Its surface.
    pub material: Material,
}

impl SeesawSettings {
    /// A seesaw here, level.
    #[must_use]
    pub fn new(pivot: Vec2) -> Self {
        Self {
            pivot,
            half_length: 0.1,
            radius: 0.003,
            tilt: 0.3,
            inertia: 2e-4,
            mass: 0.06,
            center: 0.0,
            friction: 0.0,
            damping: 0.0,
            stop_restitution: 0.2,
            material: Material::new(0.4, 0.4),
        }
    }

    fn check(&self) -> Result<(), Error> {
        positive("seesaw.half_length", self.half_length)?;
        amount("seesaw.radius", self.radius)?;
        within("seesaw.tilt", self.tilt, 1e-3..=3.1, "between 0.001 and 3.1")?;
        self.material.check()
    }
}

/// A seesaw as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Seesaw, SeesawSettings};
///
/// let mut world = World::new(Config::default())?;
/// let part = Seesaw::add(&mut world, SeesawSettings::new(vec2(0.3, 0.4)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert!(state.hit.is_none());
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeesawState {
    /// Radians, counter-clockwise from level.
    pub angle: f32,
    /// Radians per second.
    pub rate: f32,
    /// The stop at which it rests.
    pub stop: Option<Limit>,
    /// The hardest hit of the step.
    pub hit: Option<Hit>,
}

/// A seesaw.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Seesaw, SeesawSettings};
///
/// let mut world = World::new(Config::default())?;
/// let part = Seesaw::add(&mut world, SeesawSettings::new(vec2(0.3, 0.4)))?;
/// let dt = 1.0 / 240.0;
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Seesaw {
    body: BodyId,
    shape: ShapeId,
}

saved!(SeesawState { angle, rate, stop, hit });
saved_part!(9: Seesaw { body, shape; }, sound: |_| Ok(()));

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "seesaw";
    "joint.inertia" => "inertia",
    "joint.position" => "pivot",
    "joint.limit_restitution" => "stop_restitution",
    "joint.mass" => "mass",
    "joint.center_of_mass" => "center",
    "joint.friction" => "friction",
    "joint.damping" => "damping",
    "capsule.radius" => "radius",
);

impl Seesaw {
    /// Adds a seesaw, level and at rest.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range.
    pub fn add(world: &mut World, settings: SeesawSettings) -> Result<Self, Error> {
        settings.check()?;
        let arm = Vec2::new(settings.half_length, 0.0);
        let shape =
            Shape::capsule(-arm, arm, settings.radius).map_err(named(NAMES))?.material(settings.material);
        let guide = Joint::hinge(settings.pivot, settings.inertia)
            .limits(-settings.tilt, settings.tilt)
            .limit_restitution(settings.stop_restitution)
            .mass(settings.mass, Vec2::new(0.0, settings.center))
            .friction(settings.friction)
            .damping(settings.damping);
        let body = world.add_joint(guide).map_err(named(NAMES))?;
        let shape = world.add_shape(body, shape)?;
        Ok(Self { body, shape })
    }

    /// The hinge.
    #[must_use]
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// How it is after the step.
    #[must_use]
    pub fn read(&self, world: &World) -> SeesawState {
        SeesawState {
            angle: world.joint_position(self.body).unwrap_or(0.0),
            rate: world.joint_velocity(self.body).unwrap_or(0.0),
            stop: world.joint_limit(self.body),
            hit: hit::hardest(world, self.shape),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_settings_are_refused() {
        let mut world = World::new(Config::default()).unwrap();
        let good = SeesawSettings::new(Vec2::ZERO);
        for settings in [
            SeesawSettings { pivot: Vec2::NAN, ..good },
            SeesawSettings { half_length: 0.0, ..good },
            SeesawSettings { radius: -1.0, ..good },
            SeesawSettings { tilt: 0.0, ..good },
            SeesawSettings { inertia: 0.0, ..good },
            SeesawSettings { mass: -1.0, ..good },
            SeesawSettings { center: f32::NAN, ..good },
            SeesawSettings { friction: -1.0, ..good },
            SeesawSettings { damping: f32::NAN, ..good },
        ] {
            let refused = Seesaw::add(&mut world, settings);
            assert!(
                matches!(refused, Err(Error::OutOfRange { field, .. }) if field.starts_with("seesaw.")),
                "{settings:?}"
            );
        }
        assert_eq!(world.bodies().count(), 0, "nothing was added");
    }
}
