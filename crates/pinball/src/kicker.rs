//! The kicker: a hole or saucer that holds a ball and throws it out again.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, named, names, positive, step, within};
use crate::codec::{check, saved, saved_part};
use crate::frame;

/// Settings of a kicker. SI units.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Kicker, KickerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let settings = KickerSettings { catch_speed: 2.0, ..KickerSettings::new(vec2(0.2, 0.8), vec2(0.0, -1.0)) };
/// let part = Kicker::add(&mut world, table, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KickerSettings {
    /// Middle of the hole, where the ball is held, in the table's frame.
    pub center: Vec2,
    /// Radius of the sensor in the hole's middle, metres, `1e-9..=1e6`: a ball that overlaps it falls in, and is put
    /// into the middle before the next step, from up to its radius away.
    pub radius: f32,
    /// A ball that comes faster than this rolls over it, metres per second, `1e-9..=1e6`.
    pub catch_speed: f32,
    /// Velocity with which it throws the ball out, in the table's frame, metres per second, no faster than 1e6.
    pub eject: Vec2,
    /// Which balls it takes.
    pub filter: Filter,
}

impl KickerSettings {
    /// A hole here that throws balls out with this velocity. A ball falls in when it covers the hole's
    /// middle, at up to 1.5 m/s.
    #[must_use]
    pub fn new(center: Vec2, eject: Vec2) -> Self {
        Self { center, radius: 1e-4, catch_speed: 1.5, eject, filter: Filter::default() }
    }
}

/// A kicker as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Kicker, KickerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Kicker::add(&mut world, table, KickerSettings::new(vec2(0.2, 0.8), vec2(0.0, -1.0)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert!(state.ball.is_none() && !state.caught);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KickerState {
    /// The ball that it holds, or is about to.
    pub ball: Option<BodyId>,
    /// Whether a ball fell in in this step.
    pub caught: bool,
    /// Whether a ball was thrown out before this step.
    pub ejected: bool,
}

/// A kicker.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Kicker, KickerSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = Kicker::add(&mut world, table, KickerSettings::new(vec2(0.2, 0.8), vec2(0.0, -1.0)))?;
/// let dt = 1.0 / 240.0;
/// part.update(&mut world, false, dt)?; // true throws the ball out
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Kicker {
    table: BodyId,
    shape: ShapeId,
    settings: KickerSettings,
    /// Fell in; is held from the next step on.
    falls: Option<BodyId>,
    held: Option<BodyId>,
    ejected: Option<BodyId>,
}

saved!(KickerState { ball, caught, ejected });
saved_part!(
    5: Kicker { table, shape, falls, held, ejected; settings },
    sound: |part| check(part.falls.is_none() || part.held.is_none(), "a kicker has two balls")
);

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "kicker";
    "circle.center" => "center",
    "circle.radius" => "radius",
);

impl Kicker {
    /// Adds a kicker to a fixed body.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range, [`Error::UnknownBody`]
    /// or [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: KickerSettings) -> Result<Self, Error> {
        positive("kicker.radius", settings.radius)?;
        positive("kicker.catch_speed", settings.catch_speed)?;
        within("kicker.eject", settings.eject.length(), 0.0..=1e6, "finite, at most 1e6")?;
        let hole = Shape::circle(settings.center, settings.radius)
            .map_err(named(NAMES))?
            .filter(settings.filter)
            .sensor();
        let shape = world.add_shape(table, hole)?;
        Ok(Self { table, shape, settings, falls: None, held: None, ejected: None })
    }

    /// Its sensor.
    #[must_use]
    pub fn shape(&self) -> ShapeId {
        self.shape
    }

    /// Holds a ball that has fallen in, and throws it out if `eject` is true, for the next step of `dt` seconds. A ball
    /// that was removed leaves the kicker empty.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if `dt` is out of range, [`Error::UnknownBody`] if the body that carries the kicker was
    /// removed while a ball is in it.
    pub fn update(&mut self, world: &mut World, eject: bool, dt: f32) -> Result<(), Error> {
        step(dt)?;
        self.forget_removed(world);
        self.ejected = None;
        if let Some(ball) = self.falls {
            world.teleport(ball, frame::point(world, self.table, self.settings.center)?)?;
            world.hold(ball)?;
            (self.falls, self.held) = (None, Some(ball));
        }
        if eject && let Some(ball) = self.held {
            let velocity = frame::direction(world, self.table, self.settings.eject)?;
            world.release(ball)?;
            world.set_velocity(ball, velocity)?;
            (self.held, self.ejected) = (None, Some(ball));
        }
        Ok(())
    }

    /// Empties the kicker if its ball was removed.
    fn forget_removed(&mut self, world: &World) {
        let there = |ball: &BodyId| world.kind(*ball).is_some();
        self.falls = self.falls.filter(there);
        self.held = self.held.filter(there);
    }

    /// How it is after the step; to be called once a step.
    pub fn read(&mut self, world: &World) -> KickerState {
        self.forget_removed(world);
        // A ball that is thrown out slowly is in the hole for a while.
        let came = world.events().sensor_entered().iter().filter(|crossing| crossing.shape == self.shape);
        // By the end of the step it may have been stopped, or struck.
        let slow = came.filter(|crossing| crossing.velocity.length() <= self.settings.catch_speed);
        let caught = |ball: &BodyId| {
            world.kind(*ball).is_some() && !world.is_held(*ball) && self.ejected != Some(*ball)
        };
        let free = self.held.is_none() && self.falls.is_none();
        let ball = slow.map(|crossing| crossing.ball).find(caught);
        let caught = free && ball.is_some();
        if caught {
            self.falls = ball;
        }
        KickerState { ball: self.held.or(self.falls), caught, ejected: self.ejected.is_some() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn it_catches_what_is_slow_holds_it_and_throws_it_out() {
        for (speed, caught) in [(0.5_f32, true), (1.4, true), (1.6, false), (8.0, false)] {
            let mut world = World::new(Config::weightless()).unwrap();
            let table = world.add_body(Body::fixed()).unwrap();
            let settings = KickerSettings::new(Vec2::ZERO, Vec2::new(0.0, 2.0));
            let mut kicker = Kicker::add(&mut world, table, settings).unwrap();
            let ball = Ball::new(Vec2::new(-0.1, 0.005), 0.0135).velocity(Vec2::new(speed, 0.0));
            let ball = world.add_ball(ball).unwrap();
            let mut go = |eject| {
                kicker.update(&mut world, eject, DT).unwrap();
                world.step(DT);
                kicker.read(&world)
            };
            let times = (0..30).filter(|_| go(false).caught).count();
            assert_eq!(times, usize::from(caught), "at {speed} m/s");
            assert_eq!(go(false).ball, caught.then_some(ball));
            let state = go(true);
            assert_eq!((state.ball, state.ejected), (None, caught));
            assert_eq!(go(false).ball, None, "it does not catch what it throws out");
            let at = world.position(ball).unwrap();
            if caught {
                assert!((at - Vec2::new(0.0, 4.0 * DT)).length() < 1e-5, "{at}");
            } else {
                assert!((at.x - (speed * 33.0 * DT - 0.1)).abs() < 1e-4, "{at}");
            }
        }
    }

    /// A ball flies over the hole and is stopped by a dull cushion behind it within the step. It came too fast.
    #[test]
    fn what_is_stopped_behind_the_hole_was_fast() {
        for (speed, caught) in [(1.0_f32, true), (20.0, false)] {
            for dt in [1.0 / 30.0_f32, DT, 1e-3] {
                let mut world = World::new(Config::weightless()).unwrap();
                let table = world.add_body(Body::fixed()).unwrap();
                let dull = Material::new(0.0, 0.0);
                let wall = Shape::half_plane(Vec2::new(0.03, 0.0), -Vec2::X).unwrap().material(dull);
                world.add_shape(table, wall).unwrap();
                let settings = KickerSettings::new(Vec2::ZERO, Vec2::Y);
                let mut kicker = Kicker::add(&mut world, table, settings).unwrap();
                let ball = Ball::new(Vec2::new(-0.3, 0.0), 0.0135).material(dull);
                world.add_ball(ball.velocity(Vec2::new(speed, 0.0))).unwrap();
                let mut go = || {
                    kicker.update(&mut world, false, dt).unwrap();
                    world.step(dt);
                    kicker.read(&world).caught
                };
                let times = (0..(0.5 / dt) as usize).filter(|_| go()).count();
                assert_eq!(times, usize::from(caught), "{speed} m/s, {dt} s");
            }
        }
    }

    #[test]
    fn it_stands_where_its_table_does() {
        let mut world = World::new(Config::weightless()).unwrap();
        let quarter = core::f32::consts::FRAC_PI_2;
        let table = world.add_body(Body::fixed().position(Vec2::new(1.0, 2.0)).angle(quarter)).unwrap();
        let settings = KickerSettings::new(Vec2::new(0.5, 0.0), Vec2::new(0.0, 2.0));
        let mut kicker = Kicker::add(&mut world, table, settings).unwrap();
        let hole = Vec2::new(1.0, 2.5);
        let ball = world.add_ball(Ball::new(hole - 0.02 * Vec2::X, 0.0135).velocity(Vec2::X)).unwrap();
        for _ in 0..10 {
            kicker.update(&mut world, false, DT).unwrap();
            world.step(DT);
            kicker.read(&world);
        }
        assert!((world.position(ball).unwrap() - hole).length() < 1e-5, "{:?}", world.position(ball));
        kicker.update(&mut world, true, DT).unwrap();
        let thrown = world.velocity(ball).unwrap();
        assert!((thrown - Vec2::new(-2.0, 0.0)).length() < 1e-5, "{thrown}");
    }

    #[test]
    fn bad_settings_are_refused() {
        let mut world = World::new(Config::weightless()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let good = KickerSettings::new(Vec2::ZERO, Vec2::Y);
        for settings in [
            KickerSettings { center: Vec2::NAN, ..good },
            KickerSettings { radius: 0.0, ..good },
            KickerSettings { catch_speed: f32::NAN, ..good },
            KickerSettings { eject: Vec2::INFINITY, ..good },
        ] {
            assert!(Kicker::add(&mut world, table, settings).is_err(), "{settings:?}");
        }
    }

    /// A game ends: its ball is removed from the hole, or in the step in which it falls in. The next ball is caught.
    #[test]
    fn a_ball_that_was_removed_leaves_it_empty() {
        let settings = KickerSettings::new(Vec2::ZERO, Vec2::Y);
        for (steps_in_hole, eject) in [(0, false), (0, true), (5, false), (5, true)] {
            for read_first in [true, false] {
                let mut world = World::new(Config::weightless()).unwrap();
                let table = world.add_body(Body::fixed()).unwrap();
                let mut kicker = Kicker::add(&mut world, table, settings).unwrap();
                let roll = Ball::new(Vec2::new(-0.02, 0.0), 0.0135).velocity(Vec2::X);
                let go = |world: &mut World, kicker: &mut Kicker| {
                    kicker.update(world, false, DT).unwrap();
                    world.step(DT);
                    kicker.read(world).caught
                };
                let ball = world.add_ball(roll).unwrap();
                assert!((0..10).any(|_| go(&mut world, &mut kicker)));
                (0..steps_in_hole).for_each(|_| assert!(!go(&mut world, &mut kicker)));
                world.remove_body(ball).unwrap();
                if read_first {
                    assert_eq!(kicker.read(&world).ball, None);
                }
                assert_eq!(kicker.update(&mut world, eject, DT), Ok(()));
                assert_eq!((kicker.read(&world).ball, kicker.read(&world).ejected), (None, false));
                let next = world.add_ball(roll).unwrap();
                assert!((0..10).any(|_| go(&mut world, &mut kicker)), "{steps_in_hole} {eject}");
                assert_eq!(kicker.read(&world).ball, Some(next));
            }
        }
    }
}
