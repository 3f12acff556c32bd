//! The spinner: a vane on an axle, which a passing ball turns, and which counts its turns.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive};
use crate::codec::{saved, saved_part};
use crate::hit::{self, Hit};

/// Settings of a spinner. SI units.
///
/// A vane that is seen along its axle. The default is a steel plate of 20 g and 40 mm: inertia
/// `m (2 half_length)^2 / 12`. Left alone it loses speed as `I w' = -friction - damping w`, so that it spins on for
/// `I / damping ln(1 + damping w / friction)` seconds (19 s from 30 rad/s); Visual Pinball's keeps 0.9879 of its
/// speed every 10 ms, which is `damping = 1.22 I` per second.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Spinner, SpinnerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let settings = SpinnerSettings { material: Material::new(0.3, 0.1), ..SpinnerSettings::new(vec2(0.1, 0.7)) };
/// let part = Spinner::add(&mut world, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpinnerSettings {
    /// Axle.
    pub pivot: Vec2,
    /// Angle of the vane at the start, radians.
    pub angle: f32,
    /// From the axle to each end of the vane, metres.
    pub half_length: f32,
    /// Half the thickness of the vane, metres.
    pub radius: f32,
    /// Moment of inertia about the axle, kg m^2.
    pub inertia: f32,
    /// Torque of dry friction, newton metres.
    pub friction: f32,
    /// Torque per speed, newton metre seconds.
    pub damping: f32,
    /// Its surface.
    pub material: Material,
}

impl SpinnerSettings {
    /// A spinner about this axle.
    #[must_use]
    pub fn new(pivot: Vec2) -> Self {
        Self {
            pivot,
            angle: 0.0,
            half_length: 0.02,
            radius: 0.001,
            inertia: 2.7e-6,
            friction: 1e-6,
            damping: 3.3e-7,
            material: Material::new(0.4, 0.15),
        }
    }

    fn check(&self) -> Result<(), Error> {
        positive("spinner.half_length", self.half_length)?;
        amount("spinner.radius", self.radius)?;
        self.material.check()
    }
}

/// A spinner as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Spinner, SpinnerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let mut part = Spinner::add(&mut world, SpinnerSettings::new(vec2(0.1, 0.7)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert_eq!((state.clicks, state.total), (0, 0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpinnerState {
    /// Radians, counter-clockwise, since ever.
    pub angle: f32,
    /// Radians per second.
    pub rate: f32,
    /// Half turns completed in this step, either way: the counts of a machine's switch.
    pub clicks: u32,
    /// Half turns since it was added.
    pub total: u64,
    /// The hardest hit of the step.
    pub hit: Option<Hit>,
}

/// A spinner.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Spinner, SpinnerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let mut part = Spinner::add(&mut world, SpinnerSettings::new(vec2(0.1, 0.7)))?;
/// let dt = 1.0 / 240.0;
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spinner {
    body: BodyId,
    shape: ShapeId,
    /// Half turn in which it was last seen.
    sector: i64,
    total: u64,
}

saved!(SpinnerState { angle, rate, clicks, total, hit });
saved_part!(11: Spinner { body, shape, sector, total; }, sound: |_| Ok(()));

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "spinner";
    "joint.inertia" => "inertia",
    "joint.position" => "pivot",
    "joint.angle" => "angle",
    "joint.joint_position" => "angle",
    "joint.friction" => "friction",
    "joint.damping" => "damping",
    "capsule.radius" => "radius",
);

impl Spinner {
    /// Adds a spinner, at rest.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range.
    pub fn add(world: &mut World, settings: SpinnerSettings) -> Result<Self, Error> {
        settings.check()?;
        let arm = Vec2::new(settings.half_length, 0.0);
        let shape =
            Shape::capsule(-arm, arm, settings.radius).map_err(named(NAMES))?.material(settings.material);
        let guide = Joint::hinge(settings.pivot, settings.inertia)
            .joint_position(settings.angle)
            .friction(settings.friction)
            .damping(settings.damping);
        let body = world.add_joint(guide).map_err(named(NAMES))?;
        let shape = world.add_shape(body, shape)?;
        Ok(Self { body, shape, sector: sector(settings.angle), total: 0 })
    }

    /// The hinge.
    #[must_use]
    pub fn body(&self) -> BodyId {
        self.body
    }

    /// How it is after the step; to be called once a step, as it counts.
    pub fn read(&mut self, world: &World) -> SpinnerState {
        let angle = world.joint_position(self.body).unwrap_or(0.0);
        let sector = sector(angle);
        let clicks = sector.abs_diff(self.sector);
        self.sector = sector;
        self.total = self.total.saturating_add(clicks);
        SpinnerState {
            angle,
            rate: world.joint_velocity(self.body).unwrap_or(0.0),
            clicks: u32::try_from(clicks).unwrap_or(u32::MAX),
            total: self.total,
            hit: hit::hardest(world, self.shape),
        }
    }
}

/// Which half turn an angle belongs to. The switch lies a quarter turn from the angle 0, so that a vane that
/// trembles there does not count.
fn sector(angle: f32) -> i64 {
    libm::floor(f64::from(angle) / core::f64::consts::PI + 0.5) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_turn_counts_once_either_way() {
        for way in [1.0_f32, -1.0] {
            let mut world = World::new(Config::weightless()).unwrap();
            let settings =
                SpinnerSettings { friction: 0.0, damping: 0.0, ..SpinnerSettings::new(Vec2::ZERO) };
            let mut spinner = Spinner::add(&mut world, settings).unwrap();
            world.set_joint_position(spinner.body(), 0.0, way * 100.0).unwrap();
            let mut clicks = 0;
            for _ in 0..600 {
                world.step(1.0 / 60.0);
                clicks += spinner.read(&world).clicks;
            }
            // 1000 radians are 318.31 half turns; the first click comes after a quarter turn.
            assert_eq!(clicks, 318);
            assert_eq!(spinner.read(&world).total, 318);
        }
    }

    #[test]
    fn bad_settings_are_refused() {
        let mut world = World::new(Config::default()).unwrap();
        let good = SpinnerSettings::new(Vec2::ZERO);
        for settings in [
            SpinnerSettings { pivot: Vec2::NAN, ..good },
            SpinnerSettings { angle: f32::INFINITY, ..good },
            SpinnerSettings { half_length: 0.0, ..good },
            SpinnerSettings { radius: -1.0, ..good },
            SpinnerSettings { inertia: 0.0, ..good },
            SpinnerSettings { friction: -1.0, ..good },
            SpinnerSettings { damping: f32::NAN, ..good },
        ] {
            let refused = Spinner::add(&mut world, settings);
            assert!(
                matches!(refused, Err(Error::OutOfRange { field, .. }) if field.starts_with("spinner.")),
                "{settings:?}"
            );
        }
        assert_eq!(world.bodies().count(), 0, "nothing was added");
    }
}
