//! The ramp: mouths at which a ball changes from one layer of the table to another.

use alloc::vec::Vec;

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, named, names, positive};
use crate::codec::{Fault, Saved, SavedPart, Source, check, saved, snapshots};
use crate::frame;

/// Settings of a ramp. SI units.
///
/// The ramp lies to the left of each of its mouths, seen from `a` to `b`. A ball whose middle crosses a mouth to the left
/// gets the filter of the ramp, one whose middle crosses it to the right that of the table, however fast it is. It changes
/// at the end of the step in which it crosses; let the ramp's walls begin as far behind the mouth as a ball flies in a
/// step, and let the mouth lie between walls that both layers meet.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Ramp, RampSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// const TABLE: u32 = 1;
/// const RAMP: u32 = 2;
/// let settings = RampSettings {
///     mouths: vec![[vec2(0.1, 0.5), vec2(0.15, 0.5)]],
///     on: Filter::new(RAMP, RAMP),
///     off: Filter::new(TABLE, TABLE),
/// };
/// let part = Ramp::add(&mut world, table, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RampSettings {
    /// Lines from `a` to `b` across the ends of the ramp, one or more.
    pub mouths: Vec<[Vec2; 2]>,
    /// The filter of a ball on the ramp.
    pub on: Filter,
    /// The filter of a ball on the table.
    pub off: Filter,
}

/// A ramp as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Ramp, RampSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// const TABLE: u32 = 1;
/// const RAMP: u32 = 2;
/// let settings = RampSettings {
///     mouths: vec![[vec2(0.1, 0.5), vec2(0.15, 0.5)]],
///     on: Filter::new(RAMP, RAMP),
///     off: Filter::new(TABLE, TABLE),
/// };
/// let mut part = Ramp::add(&mut world, table, settings)?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert_eq!((state.entered, state.left), (0, 0));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RampState {
    /// Balls that came onto it in this step.
    pub entered: u32,
    /// Balls that left it in this step.
    pub left: u32,
}

/// A ramp.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{Ramp, RampSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// const TABLE: u32 = 1;
/// const RAMP: u32 = 2;
/// let settings = RampSettings {
///     mouths: vec![[vec2(0.1, 0.5), vec2(0.15, 0.5)]],
///     on: Filter::new(RAMP, RAMP),
///     off: Filter::new(TABLE, TABLE),
/// };
/// let mut part = Ramp::add(&mut world, table, settings)?;
/// let dt = 1.0 / 240.0;
/// part.update(&mut world)?;
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ramp {
    mouths: Vec<(ShapeId, [Vec2; 2])>,
    on: Filter,
    off: Filter,
    /// Balls that change before the next step, with whether they come onto the ramp.
    changes: Vec<(BodyId, bool)>,
}

saved!(RampState { entered, left });
snapshots!(Ramp);

impl SavedPart for Ramp {
    const KIND: u8 = 7;

    fn save(&self, out: &mut Vec<u8>) {
        // Where a mouth lies is a setting.
        let Self { mouths, on: _, off: _, changes } = self;
        let shapes: Vec<ShapeId> = mouths.iter().map(|(shape, _)| *shape).collect();
        shapes.save(out);
        changes.save(out);
    }

    fn load(&self, from: &mut Source<'_>) -> Result<Self, Fault> {
        let shapes = Vec::<ShapeId>::load(from)?;
        check(shapes.len() == self.mouths.len(), "a ramp has another number of mouths")?;
        let lines = self.mouths.iter().map(|(_, line)| *line);
        let mouths = shapes.into_iter().zip(lines).collect();
        Ok(Self { mouths, on: self.on, off: self.off, changes: Saved::load(from)? })
    }
}

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "ramp";
    "segment.a" => "mouths: a",
    "segment.b" => "mouths: b",
);

impl Ramp {
    /// Adds a ramp to a fixed body.
    ///
    /// # Errors
    /// [`Error::WrongCount`] without mouths, [`Error::OutOfRange`] if an end is not finite or the ends of a mouth coincide,
    /// [`Error::UnknownBody`] or [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: RampSettings) -> Result<Self, Error> {
        if settings.mouths.is_empty() {
            return Err(Error::WrongCount { field: "ramp.mouths", count: 0, allowed: "at least one" });
        }
        // All are checked before the first is added.
        let mut shapes = Vec::with_capacity(settings.mouths.len());
        for [a, b] in &settings.mouths {
            positive("ramp.mouths: b - a", (*b - *a).length())?;
            let mouth = Shape::segment(*a, *b).map_err(named(NAMES))?;
            shapes.push(mouth.sensor_of_centers());
        }
        let mut mouths = Vec::with_capacity(shapes.len());
        for (shape, line) in shapes.into_iter().zip(settings.mouths) {
            mouths.push((world.add_shape(table, shape)?, line));
        }
        Ok(Self { mouths, on: settings.on, off: settings.off, changes: Vec::new() })
    }

    /// Moves balls that have come through a mouth to their new layer. A ball that was removed meanwhile is passed over.
    ///
    /// # Errors
    /// As [`World::set_ball_filter`], which takes every ball that is there.
    pub fn update(&mut self, world: &mut World) -> Result<(), Error> {
        let (on, off) = (self.on, self.off);
        self.changes.retain(|(ball, _)| world.kind(*ball).is_some());
        let results =
            self.changes.drain(..).map(|(ball, up)| world.set_ball_filter(ball, if up { on } else { off }));
        results.fold(Ok(()), Result::and)
    }

    /// How it is after the step; to be called once a step.
    pub fn read(&mut self, world: &World) -> RampState {
        let mut state = RampState::default();
        self.changes.clear();
        // A ball that leaves a mouth goes to the side to which it flies.
        for crossing in world.events().sensor_exited() {
            let Some((_, [a, b])) = self.mouths.iter().find(|(shape, _)| *shape == crossing.shape) else {
                continue;
            };
            let Some(ball) = world.ball(crossing.ball) else { continue };
            let Ok(along) = frame::direction(world, crossing.body, *b - *a) else { continue };
            let up = along.perp_dot(crossing.velocity) > 0.0;
            let filter = |up| if up { self.on } else { self.off };
            let known = self.changes.iter().position(|(id, _)| *id == crossing.ball);
            let before = known.map_or(ball.filter, |n| filter(self.changes[n].1));
            if before != filter(up) {
                match known {
                    Some(n) => self.changes[n].1 = up,
                    None => self.changes.push((crossing.ball, up)),
                }
                *(if up { &mut state.entered } else { &mut state.left }) += 1;
            }
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: Filter = Filter { category: 0b01, mask: 0b01, group: 0 };
    const ABOVE: Filter = Filter { category: 0b10, mask: 0b10, group: 0 };

    /// A ball flies onto the ramp, off its far end, and back over it, or over a mouth and back, within one step as in
    /// many, on a table that stands askew: it ends on the layer where it is.
    #[test]
    fn a_fast_ball_ends_on_the_layer_where_it_is() {
        for (speed, wall, entered, left) in
            [(1.0_f32, 9.0, 1, 1), (60.0, 9.0, 2, 2), (1.0, 0.5, 1, 1), (60.0, 0.5, 1, 1)]
        {
            for rate in [1.0_f32, 60.0, 1000.0] {
                let mut world = World::new(Config::weightless()).unwrap();
                let table = world.add_body(Body::fixed().position(Vec2::new(3.0, 1.0)).angle(2.0)).unwrap();
                let lively = Material::new(1.0, 0.0);
                let stop = Shape::segment(Vec2::new(-1.0, wall), Vec2::new(1.0, wall)).unwrap();
                world.add_shape(table, stop.material(lively)).unwrap();
                let mouth = |y: f32, way: f32| [Vec2::new(-0.05 * way, y), Vec2::new(0.05 * way, y)];
                let mouths = vec![mouth(0.2, 1.0), mouth(0.8, -1.0)];
                let both = u32::MAX;
                let (on, off) = (Filter::new(2, both), Filter::new(1, both));
                let mut ramp = Ramp::add(&mut world, table, RampSettings { mouths, on, off }).unwrap();
                let start = frame::point(&world, table, Vec2::ZERO).unwrap();
                let velocity = frame::direction(&world, table, Vec2::new(0.0, speed)).unwrap();
                let ball = Ball::new(start, 0.0135).velocity(velocity).filter(off).material(lively);
                let ball = world.add_ball(ball).unwrap();
                let mut counted = RampState::default();
                for _ in 0..rate as usize {
                    ramp.update(&mut world).unwrap();
                    world.step(1.0 / rate);
                    let state = ramp.read(&world);
                    counted.entered += state.entered;
                    counted.left += state.left;
                }
                ramp.update(&mut world).unwrap();
                assert_eq!(
                    (counted.entered, counted.left),
                    (entered, left),
                    "{speed} m/s, {rate} Hz, {wall}"
                );
                assert_eq!(world.ball(ball).unwrap().filter, off, "{speed} m/s, {rate} Hz, {wall}");
            }
        }
    }

    #[test]
    fn a_ball_on_the_ramp_crosses_a_wall_of_the_table_and_comes_down_behind() {
        for speed in [0.2_f32, 2.0, 6.0] {
            for ramp_there in [true, false] {
                let mut world = World::new(Config::weightless()).unwrap();
                let table = world.add_body(Body::fixed()).unwrap();
                let wall = Shape::segment(Vec2::new(-0.1, 0.5), Vec2::new(0.1, 0.5)).unwrap().filter(TABLE);
                world.add_shape(table, wall).unwrap();
                let mouth = |y: f32, way: f32| [Vec2::new(-0.05 * way, y), Vec2::new(0.05 * way, y)];
                let mouths = vec![mouth(if ramp_there { 0.2 } else { -1.0 }, 1.0), mouth(0.8, -1.0)];
                let mut ramp =
                    Ramp::add(&mut world, table, RampSettings { mouths, on: ABOVE, off: TABLE }).unwrap();
                let ball = Ball::new(Vec2::ZERO, 0.0135).velocity(Vec2::new(0.0, speed)).filter(TABLE);
                let ball = world.add_ball(ball).unwrap();
                let mut counted = RampState::default();
                for _ in 0..(60.0 / speed) as usize {
                    ramp.update(&mut world).unwrap();
                    world.step(1.0 / 60.0);
                    let state = ramp.read(&world);
                    counted.entered += state.entered;
                    counted.left += state.left;
                }
                let (at, filter) = world.ball(ball).map(|ball| (ball.position, ball.filter)).unwrap();
                assert_eq!(at.y > 0.5, ramp_there, "{speed} m/s: {at}");
                assert_eq!(filter, TABLE);
                let once = u32::from(ramp_there);
                assert_eq!((counted.entered, counted.left), (once, once), "{speed} m/s");
            }
        }
    }

    /// A ball drains, and the game removes it in the step in which it touches a mouth.
    #[test]
    fn a_ball_that_was_removed_at_a_mouth_is_passed_over() {
        let mut world = World::new(Config::weightless()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let mouths = vec![[Vec2::new(-0.2, 0.1), Vec2::new(0.2, 0.1)]];
        let mut ramp = Ramp::add(&mut world, table, RampSettings { mouths, on: ABOVE, off: TABLE }).unwrap();
        let mut add = |x: f32| {
            let ball = Ball::new(Vec2::new(x, 0.09), 0.0135).velocity(Vec2::Y).filter(TABLE);
            world.add_ball(ball).unwrap()
        };
        let (gone, stays) = (add(-0.1), add(0.1));
        world.step(1.0 / 60.0);
        assert_eq!(ramp.read(&world).entered, 2);
        world.remove_body(gone).unwrap();
        assert_eq!(ramp.update(&mut world), Ok(()));
        assert_eq!(world.ball(stays).unwrap().filter, ABOVE);
    }

    #[test]
    fn bad_mouths_are_refused() {
        let mut world = World::new(Config::weightless()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let add = |world: &mut World, mouths: Vec<[Vec2; 2]>| {
            Ramp::add(world, table, RampSettings { mouths, on: ABOVE, off: TABLE })
        };
        assert!(add(&mut world, Vec::new()).is_err(), "none");
        assert!(add(&mut world, vec![[Vec2::ZERO, Vec2::X], [Vec2::ONE, Vec2::ONE]]).is_err(), "no length");
        assert!(add(&mut world, vec![[Vec2::NAN, Vec2::X]]).is_err(), "no number");
        let far = add(&mut world, vec![[Vec2::new(2e8, 0.0), Vec2::new(2e8, 1.0)]]).unwrap_err();
        assert!(far.to_string().starts_with("ramp.mouths: a is 2e8"), "{far}");
    }
}
