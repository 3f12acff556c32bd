//! The bumper: a round post whose coil throws balls back.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive};
use crate::codec::{check, saved, saved_part};
use crate::hit::{self, Hit};

/// Settings of a bumper. SI units. Radius, threshold, speed and surface are Visual Pinball's (45 units, 1 and 15
/// units of speed, restitution and friction of plastic).
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Bumper, BumperSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let settings = BumperSettings { kick: 1.2, ..BumperSettings::new(vec2(0.2, 0.6)) };
/// let part = Bumper::add(&mut world, table, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BumperSettings {
    /// Middle.
    pub center: Vec2,
    /// Radius, metres.
    pub radius: f32,
    /// Speed that the coil adds along the normal, metres per second.
    pub kick: f32,
    /// Approach speed that closes the switch, metres per second.
    pub threshold: f32,
    /// How long the lamp is lit after a hit, seconds.
    pub flash: f32,
    /// Its skirt; the coil's kick is added to it.
    pub material: Material,
}

impl BumperSettings {
    /// A bumper here.
    #[must_use]
    pub fn new(center: Vec2) -> Self {
        Self {
            center,
            radius: 0.024_3,
            kick: 0.81,
            threshold: 0.054,
            flash: 0.15,
            material: Material::new(0.3, 0.15),
        }
    }
}

/// A bumper as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Bumper, BumperSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Bumper::add(&mut world, table, BumperSettings::new(vec2(0.2, 0.6)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world, 1.0 / 240.0);
/// assert_eq!((state.hits, state.lit), (0, false));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BumperState {
    /// How often its coil fired in this step.
    pub hits: u32,
    /// The hardest hit of the step, whether or not it closed the switch.
    pub hit: Option<Hit>,
    /// Whether the lamp is lit.
    pub lit: bool,
}

/// A bumper.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Bumper, BumperSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Bumper::add(&mut world, table, BumperSettings::new(vec2(0.2, 0.6)))?;
/// let dt = 1.0 / 240.0;
/// world.step(dt);
/// let state = part.read(&world, dt);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bumper {
    shape: ShapeId,
    threshold: f32,
    flash: f32,
    /// Seconds for which the lamp is still lit.
    glow: f32,
}

saved!(BumperState { hits, hit, lit });
saved_part!(1: Bumper { shape, glow; threshold, flash }, sound: |part| check(part.glow >= 0.0, "a lamp is lit for less than no time"));

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "bumper";
    "circle.center" => "center",
    "circle.radius" => "radius",
    "material.kick" => "kick",
    "material.kick_threshold" => "threshold",
);

impl Bumper {
    /// Adds a bumper to a fixed body.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range, [`Error::UnknownBody`]
    /// or [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: BumperSettings) -> Result<Self, Error> {
        let BumperSettings { center, radius, kick, threshold, flash, material } = settings;
        positive("bumper.radius", radius)?;
        amount("bumper.flash", flash)?;
        let material = Material { kick, kick_threshold: threshold, ..material };
        let shape = world
            .add_shape(table, Shape::circle(center, radius).map_err(named(NAMES))?.material(material))
            .map_err(named(NAMES))?;
        Ok(Self { shape, threshold, flash, glow: 0.0 })
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> ShapeId {
        self.shape
    }

    /// How it is after a step of `dt` seconds; to be called once a step.
    pub fn read(&mut self, world: &World, dt: f32) -> BumperState {
        let fired = hit::all(world, self.shape).filter(|hit| hit.approach_speed >= self.threshold).count();
        self.glow = if fired > 0 { self.flash } else { (self.glow - dt).max(0.0) };
        BumperState { hits: fired as u32, hit: hit::hardest(world, self.shape), lit: self.glow > 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_leaves_faster_by_the_kick_from_the_threshold_on() {
        for (speed, fires) in [(0.05_f32, false), (0.06, true), (2.0, true)] {
            let mut world = World::new(Config::weightless()).unwrap();
            let table = world.add_body(Body::fixed()).unwrap();
            let settings = BumperSettings { flash: 0.14, ..BumperSettings::new(Vec2::ZERO) };
            let mut bumper = Bumper::add(&mut world, table, settings).unwrap();
            let steel = Material::new(0.8, 0.2);
            let ball = Ball::new(Vec2::new(0.0, 0.04), 0.0135).velocity(Vec2::new(0.0, -speed));
            let ball = world.add_ball(ball.material(steel)).unwrap();
            let (mut hits, mut lit) = (0, 0);
            for _ in 0..60 {
                world.step(1.0 / 60.0);
                let state = bumper.read(&world, 1.0 / 60.0);
                hits += state.hits;
                lit += u32::from(state.lit);
            }
            let rebound = libm::sqrtf(0.3 * 0.8) * speed + if fires { settings.kick } else { 0.0 };
            let v = world.velocity(ball).unwrap();
            assert!((v.y - rebound).abs() < 1e-4, "{v} instead of {rebound}");
            assert_eq!((hits, lit), if fires { (1, 9) } else { (0, 0) });
        }
    }

    #[test]
    fn bad_settings_are_refused() {
        let mut world = World::new(Config::default()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let good = BumperSettings::new(Vec2::ZERO);
        for settings in [
            BumperSettings { center: Vec2::NAN, ..good },
            BumperSettings { radius: 0.0, ..good },
            BumperSettings { kick: -1.0, ..good },
            BumperSettings { threshold: f32::NAN, ..good },
            BumperSettings { flash: -1.0, ..good },
        ] {
            let refused = Bumper::add(&mut world, table, settings);
            assert!(
                matches!(refused, Err(Error::OutOfRange { field, .. }) if field.starts_with("bumper.")),
                "{settings:?}"
            );
        }
        assert_eq!(world.shape_geometries().count(), 0, "nothing was added");
    }
}
