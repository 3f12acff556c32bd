//! The standup target: a plate on a leaf spring that closes a switch.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive};
use crate::codec::{saved, saved_part};
use crate::hit::{self, Hit};

/// Settings of a standup target. SI units. Threshold and surface are Visual Pinball's (2 units of speed,
/// restitution 0.35 against the ball).
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{StandupTarget, StandupTargetSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let settings = StandupTargetSettings { threshold: 0.3, ..StandupTargetSettings::new(vec2(0.1, 0.5), vec2(0.13, 0.5)) };
/// let part = StandupTarget::add(&mut world, table, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandupTargetSettings {
    /// One end of the plate.
    pub a: Vec2,
    /// The other.
    pub b: Vec2,
    /// Half its thickness, metres.
    pub radius: f32,
    /// Approach speed that closes the switch, metres per second.
    pub threshold: f32,
    /// Its surface.
    pub material: Material,
}

impl StandupTargetSettings {
    /// A target between two points.
    #[must_use]
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self { a, b, radius: 0.002, threshold: 0.108, material: Material::new(0.15, 0.2) }
    }
}

/// A standup target as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{StandupTarget, StandupTargetSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = StandupTarget::add(&mut world, table, StandupTargetSettings::new(vec2(0.1, 0.5), vec2(0.13, 0.5)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert_eq!((state.hits, state.lit), (0, false));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandupTargetState {
    /// How often its switch closed in this step.
    pub hits: u32,
    /// The hardest hit of the step, whether or not it closed the switch.
    pub hit: Option<Hit>,
    /// Whether its lamp is lit: from the first hit until the game puts it out.
    pub lit: bool,
}

/// A standup target.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{StandupTarget, StandupTargetSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = StandupTarget::add(&mut world, table, StandupTargetSettings::new(vec2(0.1, 0.5), vec2(0.13, 0.5)))?;
/// let dt = 1.0 / 240.0;
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StandupTarget {
    shape: ShapeId,
    threshold: f32,
    lit: bool,
}

saved!(StandupTargetState { hits, hit, lit });
saved_part!(12: StandupTarget { shape, lit; threshold }, sound: |_| Ok(()));

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "standup_target";
    "segment.a" => "a",
    "segment.b" => "b",
    "capsule.radius" => "radius",
);

impl StandupTarget {
    /// Adds a target to a fixed body.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range, [`Error::UnknownBody`]
    /// or [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: StandupTargetSettings) -> Result<Self, Error> {
        let StandupTargetSettings { a, b, radius, threshold, material } = settings;
        positive("standup_target.b - a", (b - a).length())?;
        amount("standup_target.threshold", threshold)?;
        let shape =
            world.add_shape(table, Shape::capsule(a, b, radius).map_err(named(NAMES))?.material(material))?;
        Ok(Self { shape, threshold, lit: false })
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> ShapeId {
        self.shape
    }

    /// Lights its lamp or puts it out.
    pub fn light(&mut self, lit: bool) {
        self.lit = lit;
    }

    /// How it is after the step; to be called once a step.
    pub fn read(&mut self, world: &World) -> StandupTargetState {
        let hits = hit::all(world, self.shape).filter(|hit| hit.approach_speed >= self.threshold).count();
        self.lit |= hits > 0;
        StandupTargetState { hits: hits as u32, hit: hit::hardest(world, self.shape), lit: self.lit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_switch_wants_a_blow() {
        let mut world = World::new(Config::weightless()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let settings = StandupTargetSettings::new(Vec2::new(-0.01, 0.0), Vec2::new(0.01, 0.0));
        let mut target = StandupTarget::add(&mut world, table, settings).unwrap();
        let ball = world.add_ball(Ball::new(Vec2::new(0.0, 0.02), 0.0135)).unwrap();
        for (speed, hits) in [(0.1, 0), (0.12, 1), (3.0, 1)] {
            world.teleport(ball, Vec2::new(0.0, 0.02)).unwrap();
            world.set_velocity(ball, Vec2::new(0.0, -speed)).unwrap();
            target.light(false);
            let counted: u32 = (0..10)
                .map(|_| {
                    world.step(1.0 / 60.0);
                    target.read(&world).hits
                })
                .sum();
            assert_eq!((counted, target.read(&world).lit), (hits, hits > 0), "at {speed} m/s");
        }
        let nowhere = StandupTargetSettings { b: settings.a, ..settings };
        assert!(StandupTarget::add(&mut world, table, nowhere).is_err(), "no length");
        assert!(StandupTarget::add(&mut world, ball, settings).is_err(), "a ball carries none");
    }
}
