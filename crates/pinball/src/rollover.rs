//! The rollover: a wire in a lane, which notices a ball and does nothing to it.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, named, names, positive};
use crate::codec::{saved, saved_part};

/// Where a rollover lies. SI units.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Rollover, RolloverSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let settings = RolloverSettings { filter: Filter::new(1, 1), ..RolloverSettings::new(vec2(0.1, 0.9), vec2(0.14, 0.9)) };
/// let part = Rollover::add(&mut world, table, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloverSettings {
    /// One end of the wire.
    pub a: Vec2,
    /// The other.
    pub b: Vec2,
    /// Which balls it notices.
    pub filter: Filter,
}

impl RolloverSettings {
    /// A wire between two points.
    #[must_use]
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self { a, b, filter: Filter::default() }
    }
}

/// A rollover as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Rollover, RolloverSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Rollover::add(&mut world, table, RolloverSettings::new(vec2(0.1, 0.9), vec2(0.14, 0.9)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert_eq!((state.hits, state.pressed), (0, false));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloverState {
    /// Balls that came onto it in this step.
    pub hits: u32,
    /// Whether a ball is on it.
    pub pressed: bool,
    /// Whether its lamp is lit: from the first ball until the game puts it out.
    pub lit: bool,
}

/// A rollover.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Rollover, RolloverSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Rollover::add(&mut world, table, RolloverSettings::new(vec2(0.1, 0.9), vec2(0.14, 0.9)))?;
/// let dt = 1.0 / 240.0;
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rollover {
    shape: ShapeId,
    lit: bool,
}

saved!(RolloverState { hits, pressed, lit });
saved_part!(8: Rollover { shape, lit; }, sound: |_| Ok(()));

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "rollover";
    "segment.a" => "a",
    "segment.b" => "b",
);

impl Rollover {
    /// Adds a rollover to a fixed body.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if an end is not finite or the ends coincide, [`Error::UnknownBody`] or
    /// [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: RolloverSettings) -> Result<Self, Error> {
        let RolloverSettings { a, b, filter } = settings;
        positive("rollover.b - a", (b - a).length())?;
        let shape =
            world.add_shape(table, Shape::segment(a, b).map_err(named(NAMES))?.filter(filter).sensor())?;
        Ok(Self { shape, lit: false })
    }

    /// Its sensor.
    #[must_use]
    pub fn shape(&self) -> ShapeId {
        self.shape
    }

    /// Lights its lamp or puts it out.
    pub fn light(&mut self, lit: bool) {
        self.lit = lit;
    }

    /// How it is after the step; to be called once a step.
    pub fn read(&mut self, world: &World) -> RolloverState {
        let hits =
            world.events().sensor_entered().iter().filter(|crossing| crossing.shape == self.shape).count();
        self.lit |= hits > 0;
        let pressed = world.balls_in_sensor(self.shape).next().is_some();
        RolloverState { hits: hits as u32, pressed, lit: self.lit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ball_counts_once_at_any_speed() {
        for speed in [0.05_f32, 1.0, 100.0] {
            let mut world = World::new(Config::weightless()).unwrap();
            let table = world.add_body(Body::fixed()).unwrap();
            let settings = RolloverSettings::new(Vec2::new(-0.02, 0.0), Vec2::new(0.02, 0.0));
            let mut rollover = Rollover::add(&mut world, table, settings).unwrap();
            world.add_ball(Ball::new(Vec2::new(0.0, 0.02), 0.0135).velocity(Vec2::new(0.0, -speed))).unwrap();
            let mut hits = 0;
            for _ in 0..90 {
                world.step(1.0 / 60.0);
                hits += rollover.read(&world).hits;
            }
            let state = rollover.read(&world);
            assert_eq!((hits, state.pressed, state.lit), (1, false, true), "at {speed} m/s");
            rollover.light(false);
            assert!(!rollover.read(&world).lit);
            let nowhere = RolloverSettings { b: settings.a, ..settings };
            assert!(Rollover::add(&mut world, table, nowhere).is_err(), "no length");
        }
    }
}
