//! The drop target: a plate that falls when it is hit hard enough, and is raised again by a coil.

use carom::glam::Vec2;
use carom::prelude::*;

use crate::check::{Names, amount, named, names, positive};
use crate::codec::{check, saved, saved_part};
use crate::frame;
use crate::hit::{self, Hit};

/// Settings of a drop target. SI units. Threshold and surface are Visual Pinball's (2 units of speed, 0.35 to 0.4
/// for a plate of plastic).
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{DropTarget, DropTargetSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let settings = DropTargetSettings { threshold: 0.2, ..DropTargetSettings::new(vec2(0.1, 0.5), vec2(0.13, 0.5)) };
/// let part = DropTarget::add(&mut world, table, settings)?;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DropTargetSettings {
    /// One end of the plate, in the table's frame.
    pub a: Vec2,
    /// The other.
    pub b: Vec2,
    /// Half its thickness, metres.
    pub radius: f32,
    /// Approach speed from which it falls, metres per second.
    pub threshold: f32,
    /// Its surface.
    pub material: Material,
}

impl DropTargetSettings {
    /// A target between two points.
    #[must_use]
    pub fn new(a: Vec2, b: Vec2) -> Self {
        Self { a, b, radius: 0.002, threshold: 0.108, material: Material::new(0.18, 0.2) }
    }
}

/// A drop target as it is after a step.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{DropTarget, DropTargetSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = DropTarget::add(&mut world, table, DropTargetSettings::new(vec2(0.1, 0.5), vec2(0.13, 0.5)))?;
/// world.step(1.0 / 240.0);
/// let state = part.read(&world);
/// assert!(!state.down);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DropTargetState {
    /// Whether it has fallen. The blow that fells it is an ordinary bounce.
    pub down: bool,
    /// Whether it fell in this step.
    pub fell: bool,
    /// The hardest hit of the step.
    pub hit: Option<Hit>,
}

/// A drop target.
///
/// ```
/// use carom::prelude::*;
/// use carom_pinball::{DropTarget, DropTargetSettings};
///
/// let mut world = World::new(Config::default())?;
/// let table = world.add_body(Body::fixed())?;
/// let mut part = DropTarget::add(&mut world, table, DropTargetSettings::new(vec2(0.1, 0.5), vec2(0.13, 0.5)))?;
/// let dt = 1.0 / 240.0;
/// part.update(&mut world, false)?; // true raises it again
/// world.step(dt);
/// let state = part.read(&world);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DropTarget {
    table: BodyId,
    settings: DropTargetSettings,
    /// The plate, while it stands.
    shape: Option<ShapeId>,
    /// It has been hit and goes before the next step.
    falls: bool,
}

saved!(DropTargetState { down, fell, hit });
saved_part!(
    2: DropTarget { table, shape, falls; settings },
    sound: |part| check(!part.falls || part.shape.is_some(), "a drop target falls that is down")
);

/// The engine's names of these settings.
const NAMES: &Names = names!(
    "drop_target";
    "segment.a" => "a",
    "segment.b" => "b",
    "capsule.radius" => "radius",
);

impl DropTarget {
    /// Adds a target to a fixed body, standing.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for the first setting that is not finite or out of its range, [`Error::UnknownBody`]
    /// or [`Error::WrongKind`] for a body that can't carry it.
    pub fn add(world: &mut World, table: BodyId, settings: DropTargetSettings) -> Result<Self, Error> {
        positive("drop_target.b - a", (settings.b - settings.a).length())?;
        amount("drop_target.threshold", settings.threshold)?;
        let shape = Some(Self::raise(world, table, &settings)?);
        Ok(Self { table, settings, shape, falls: false })
    }

    fn raise(world: &mut World, table: BodyId, settings: &DropTargetSettings) -> Result<ShapeId, Error> {
        let DropTargetSettings { a, b, radius, material, .. } = *settings;
        world.add_shape(table, Shape::capsule(a, b, radius).map_err(named(NAMES))?.material(material))
    }

    /// Whether it stands.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.shape.is_some() && !self.falls
    }

    /// Its plate, while that is in the world.
    #[must_use]
    pub fn shape(&self) -> Option<ShapeId> {
        self.shape
    }

    /// Takes the plate away if it was hit, and raises it again if `reset` is true; a ball that lies over it holds
    /// it down until it has gone.
    ///
    /// # Errors
    /// [`Error::UnknownBody`] or [`Error::UnknownShape`] if the table or the plate was removed.
    pub fn update(&mut self, world: &mut World, reset: bool) -> Result<(), Error> {
        if self.falls
            && let Some(shape) = self.shape
        {
            world.remove_shape(shape)?;
            (self.shape, self.falls) = (None, false);
        }
        if reset && self.shape.is_none() && !self.is_covered(world)? {
            self.shape = Some(Self::raise(world, self.table, &self.settings)?);
        }
        Ok(())
    }

    /// Whether a ball lies where the plate would stand.
    fn is_covered(&self, world: &World) -> Result<bool, Error> {
        let DropTargetSettings { a, b, radius, .. } = self.settings;
        let (a, b) = (frame::point(world, self.table, a)?, frame::point(world, self.table, b)?);
        let found = world.cast_ball_all(a, radius, b - a, Filter::default())?;
        let start = world.overlap_ball(a, radius, Filter::default())?;
        let mut bodies = found.iter().map(|hit| hit.body).chain(start.iter().map(|close| close.body));
        Ok(bodies.any(|body| world.kind(body) == Some(BodyKind::Ball)))
    }

    /// How it is after the step; to be called once a step.
    pub fn read(&mut self, world: &World) -> DropTargetState {
        let hit = self.shape.and_then(|shape| hit::hardest(world, shape));
        let struck = self.shape.is_some_and(|shape| {
            hit::all(world, shape).any(|hit| hit.approach_speed >= self.settings.threshold)
        });
        let fell = struck && !self.falls;
        self.falls |= struck;
        DropTargetState { down: !self.stands(), fell, hit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_falls_once_lets_balls_pass_and_rises_when_free() {
        let mut world = World::new(Config::weightless()).unwrap();
        let table = world.add_body(Body::fixed()).unwrap();
        let settings = DropTargetSettings::new(Vec2::new(-0.01, 0.0), Vec2::new(0.01, 0.0));
        let mut target = DropTarget::add(&mut world, table, settings).unwrap();
        let ball = world.add_ball(Ball::new(Vec2::new(0.0, 0.02), 0.0135)).unwrap();
        let mut shoot = |target: &mut DropTarget, speed: f32, reset: bool| {
            world.teleport(ball, Vec2::new(0.0, 0.02)).unwrap();
            world.set_velocity(ball, Vec2::new(0.0, -speed)).unwrap();
            let mut fell = 0;
            for _ in 0..20 {
                target.update(&mut world, reset).unwrap();
                world.step(1.0 / 60.0);
                fell += u32::from(target.read(&world).fell);
            }
            (fell, world.position(ball).unwrap().y > 0.0)
        };
        assert_eq!(shoot(&mut target, 0.1, false), (0, true), "a gentle touch");
        assert!(target.stands());
        assert_eq!(shoot(&mut target, 1.0, false), (1, true), "a blow");
        assert!(!target.stands());
        assert_eq!(shoot(&mut target, 1.0, false), (0, false), "nothing in the way");
        // Lies over it.
        assert_eq!(shoot(&mut target, 0.05, false), (0, true));
        let _ = shoot(&mut target, 0.0, false);
        world.teleport(ball, Vec2::new(0.005, 0.001)).unwrap();
        world.set_velocity(ball, Vec2::ZERO).unwrap();
        target.update(&mut world, true).unwrap();
        assert!(!target.stands(), "held down");
        world.teleport(ball, Vec2::new(0.5, 0.0)).unwrap();
        target.update(&mut world, true).unwrap();
        assert!(target.stands(), "free again");
    }
}
