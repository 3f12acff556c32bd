//! The slingshot: a rubber band between two posts, with a coil behind it.

use carom::KickProfile;
use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive};
use crate::codec::{check, saved, saved_part};
use crate::hit::{self, Hit};

/// Settings of a slingshot. SI units. Speed, profile and band are Visual Pinball's (`src/physics/collideex.cpp`,
/// `LineSegSlingshot`: 80 units of force, which are 2.2 m/s in the middle before the bounce and 1.4 m/s after it,
/// and less by the square towards the posts). Its threshold is 0 by default; here it is more, so that a ball can come
/// to rest on the band.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Slingshot, SlingshotSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let settings = SlingshotSettings { kick: 1.8, ..SlingshotSettings::new(vec2(0.1, 0.2), vec2(0.14, 0.3)) };
/// let part = Slingshot::add(&mut world, table, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlingshotSettings {
    /// One end of the band.
    pub a: Vec2,
    /// The other.
    pub b: Vec2,
    /// Half the thickness of the band, metres.
    pub radius: f32,
    /// Speed that the coil adds along the normal, metres per second; with the profile of a slingshot in the middle of
    /// the band.
    pub kick: f32,
    /// How the kick is spread along the band.
    pub profile: KickProfile,
    /// Approach speed that closes the switch, metres per second.
    pub threshold: f32,
    /// How long the lamp is lit after a hit, seconds.
    pub flash: f32,
    /// The band; the coil's kick is added to it.
    pub material: Material,
}

impl SlingshotSettings {
    /// A slingshot between two posts.
    #[must_use]
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self {
            a,
            b,
            radius: 0.004,
            kick: 1.4,
            profile: KickProfile::Slingshot,
            threshold: 0.15,
            flash: 0.1,
            material: Material::new(0.8, 0.25),
        }
    }
}

/// A slingshot as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Slingshot, SlingshotSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Slingshot::add(&mut world, table, SlingshotSettings::new(vec2(0.1, 0.2), vec2(0.14, 0.3)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world, 1.0 / 240.0);
/// assert_eq!((state.hits, state.lit), (0, false));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlingshotState {
    /// How often its coil fired in this step.
    pub hits: u32,
    /// The hardest hit of the step, whether or not it closed the switch.
    pub hit: Option<Hit>,
    /// Whether the lamp is lit.
    pub lit: bool,
}

/// A slingshot.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Slingshot, SlingshotSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Slingshot::add(&mut world, table, SlingshotSettings::new(vec2(0.1, 0.2), vec2(0.14, 0.3)))?;
/// let dt = 1.0 / 240.0;
/// world.step(dt);
/// let state = part.read(&world, dt);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Slingshot {
    shape: ShapeId,
    threshold: f32,
    flash: f32,
    /// Seconds for which the lamp is still lit.
    glow: f32,
}

saved!(SlingshotState { hits, hit, lit });
saved_part!(10: Slingshot { shape, glow; threshold, flash }, sound: |part| check(part.glow >= 0.0, "a lamp is lit for less than no time"));

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "slingshot";
    "segment.a" => "a",
    "segment.b" => "b",
    "capsule.radius" => "radius",
    "material.kick" => "kick",
    "material.kick_threshold" => "threshold",
);

impl Slingshot {
    /// Adds a slingshot to a fixed body.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range, [`Error::UnknownBody`]
    /// or [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: SlingshotSettings) -> Result<Self, Error> {
        let SlingshotSettings { a, b, radius, kick, profile, threshold, flash, material } = settings;
        positive("slingshot.b - a", (b - a).length())?;
        amount("slingshot.flash", flash)?;
        let material = Material { kick, kick_profile: profile, kick_threshold: threshold, ..material };
        let shape = world
            .add_shape(table, Shape::capsule(a, b, radius).map_err(named(NAMES))?.material(material))
            .map_err(named(NAMES))?;
        Ok(Self { shape, threshold, flash, glow: 0.0 })
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> ShapeId {
        self.shape
    }

    /// How it is after a step of `dt` seconds; to be called once a step.
    pub fn read(&mut self, world: &World, dt: f32) -> SlingshotState {
        let fired = hit::all(world, self.shape).filter(|hit| hit.approach_speed >= self.threshold).count();
        self.glow = if fired > 0 { self.flash } else { (self.glow - dt).max(0.0) };
        SlingshotState { hits: fired as u32, hit: hit::hardest(world, self.shape), lit: self.glow > 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_kicks_hardest_in_the_middle() {
        let good = SlingshotSettings::new(Vec2::new(-0.05, 0.0), Vec2::new(0.05, 0.0));
        for profile in [KickProfile::Slingshot, KickProfile::Even] {
            for (place, speed) in [(0.0_f32, 0.1_f32), (0.0, 1.0), (0.5, 1.0), (-0.9, 3.0)] {
                let mut world = World::new(Config::weightless()).unwrap();
                let table = world.add_body(Body::fixed()).unwrap();
                let settings = SlingshotSettings { profile, flash: 0.09, ..good };
                let mut slingshot = Slingshot::add(&mut world, table, settings).unwrap();
                let ball = Ball::new(Vec2::new(0.05 * place, 0.03), 0.0135).velocity(Vec2::new(0.0, -speed));
                let ball = world.add_ball(ball.material(Material::new(0.8, 0.0))).unwrap();
                let (mut hits, mut lit) = (0, 0);
                for _ in 0..30 {
                    world.step(1.0 / 60.0);
                    let state = slingshot.read(&world, 1.0 / 60.0);
                    hits += state.hits;
                    lit += u32::from(state.lit);
                }
                let fires = speed >= settings.threshold;
                let share = if profile == KickProfile::Even { 1.0 } else { 1.0 - place * place };
                let kick = if fires { settings.kick * share } else { 0.0 };
                let v = world.velocity(ball).unwrap().y;
                assert!((v - 0.8 * speed - kick).abs() < 1e-3, "{profile:?} at {place}: {v}");
                // Lit for 0.09 s.
                assert_eq!((hits, lit), if fires { (1, 6) } else { (0, 0) }, "{profile:?} at {place}");
            }
        }
    }

    #[test]
    fn bad_settings_are_refused() {
        let mut world = World::new(Config::default()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let good = SlingshotSettings::new(Vec2::ZERO, Vec2::X);
        for settings in [
            SlingshotSettings { a: Vec2::NAN, ..good },
            SlingshotSettings { b: good.a, ..good },
            SlingshotSettings { radius: -1.0, ..good },
            SlingshotSettings { kick: f32::INFINITY, ..good },
            SlingshotSettings { threshold: -1.0, ..good },
            SlingshotSettings { flash: f32::NAN, ..good },
            SlingshotSettings { material: Material::new(3.0, 0.0), ..good },
        ] {
            let refused = Slingshot::add(&mut world, table, settings);
            assert!(
                matches!(refused, Err(Error::OutOfRange { field, .. }) if field.starts_with("slingshot.") || field.starts_with("material.")),
                "{settings:?}"
            );
        }
        assert_eq!(world.shape_geometries().count(), 0, "nothing was added");
    }
}
