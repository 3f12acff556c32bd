//! A scene: a world, its drives, and its properties.

use std::collections::BTreeSet;
use std::fmt;

use carom::{BodyId, Error, ShapeId, World};
use serde_json::Value;

use crate::region::Region;

/// Something worth knowing about a scene after a run: a name in `snake_case`, with the unit at its end
/// where it has one, and a value.
pub type Fact = (&'static str, Value);

/// A number for a fact, to six digits: more would be noise to a reader.
pub(crate) fn number(x: f64) -> Value {
    format!("{x:.5e}")
        .parse::<f64>()
        .ok()
        .and_then(serde_json::Number::from_f64)
        .map_or(Value::Null, Value::Number)
}

/// The drive of a world from step to step.
pub trait Script {
    /// Called before each step: moves flippers, serves balls.
    ///
    /// # Errors
    /// Errors of the world.
    fn before(&mut self, _world: &mut World, _dt: f32) -> Result<(), Error> {
        Ok(())
    }

    /// Called after each step: reads events, keeps the score.
    ///
    /// # Errors
    /// Errors of the world.
    fn after(&mut self, _world: &mut World, _dt: f32) -> Result<(), Error> {
        Ok(())
    }

    /// Points, in a game that has them.
    fn score(&self) -> Option<u64> {
        None
    }

    /// Balls that are inside the outline and yet where no way leads to.
    fn trespassers(&self) -> usize {
        0
    }

    /// Other results for a summary.
    fn facts(&self, _world: &World) -> Vec<Fact> {
        Vec::new()
    }
}

/// The script of a scene that is left alone.
#[derive(Clone, Copy, Debug)]
struct Nothing;

impl Script for Nothing {}

/// A world with its drive, its score and its own test for lost balls.
pub struct Scene {
    /// The world.
    pub world: World,
    name: &'static str,
    region: Region,
    script: Box<dyn Script>,
    prizes: Vec<ShapeId>,
    lost: BTreeSet<BodyId>,
}

impl Scene {
    /// A scene that is left alone.
    pub(crate) fn new(name: &'static str, world: World, region: Region) -> Self {
        Self { world, name, region, script: Box::new(Nothing), prizes: Vec::new(), lost: BTreeSet::new() }
    }

    /// Lets a script drive it.
    pub(crate) fn script(mut self, script: impl Script + 'static) -> Self {
        self.script = Box::new(script);
        self
    }

    /// Names the shapes that give points, so that a picture can show them.
    pub(crate) fn prizes(mut self, prizes: Vec<ShapeId>) -> Self {
        self.prizes = prizes;
        self
    }

    /// Whether a shape gives points.
    #[must_use]
    pub fn is_prize(&self, shape: ShapeId) -> bool {
        self.prizes.contains(&shape)
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The room that its balls must not leave.
    #[must_use]
    pub const fn region(&self) -> &Region {
        &self.region
    }

    /// One step of `dt` seconds: script, world, script, and a look at who is missing.
    ///
    /// # Errors
    /// An error of the world in the script.
    pub fn step(&mut self, dt: f32) -> Result<(), Error> {
        self.before(dt)?;
        self.world.step(dt);
        self.after(dt)
    }

    /// The part of a step before the world moves, for callers that time the world alone.
    ///
    /// # Errors
    /// An error of the world in the script.
    pub fn before(&mut self, dt: f32) -> Result<(), Error> {
        self.script.before(&mut self.world, dt)
    }

    /// The part of a step after the world has moved.
    ///
    /// # Errors
    /// An error of the world in the script.
    pub fn after(&mut self, dt: f32) -> Result<(), Error> {
        for (id, ball) in self.world.balls() {
            if !self.region.contains(ball.position) {
                self.lost.insert(id);
            }
        }
        self.script.after(&mut self.world, dt)
    }

    /// Balls that were ever seen beyond the walls.
    #[must_use]
    pub fn escaped(&self) -> usize {
        self.lost.len() + self.script.trespassers()
    }

    /// Points, in a game that has them.
    #[must_use]
    pub fn score(&self) -> Option<u64> {
        self.script.score()
    }

    /// Other results for a summary.
    #[must_use]
    pub fn facts(&self) -> Vec<Fact> {
        self.script.facts(&self.world)
    }
}

impl fmt::Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, world, lost, .. } = self;
        f.debug_struct("Scene")
            .field("name", name)
            .field("balls", &world.ball_count())
            .field("lost", lost)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Region;
    use carom::prelude::*;

    #[test]
    fn a_ball_beyond_the_region_is_lost_and_stays_so() {
        let mut world = World::new(Config::default()).unwrap();
        let ball = world.add_ball(Ball::new(vec2(0.5, 0.5), 0.1).velocity(vec2(10.0, 0.0))).unwrap();
        let mut scene = Scene::new("open", world, Region::rectangle(Vec2::ZERO, Vec2::ONE));
        for _ in 0..30 {
            scene.step(1.0 / 60.0).unwrap();
        }
        assert_eq!(scene.escaped(), 1);
        scene.world.teleport(ball, vec2(0.5, 0.5)).unwrap();
        scene.world.set_velocity(ball, Vec2::ZERO).unwrap();
        scene.step(1.0 / 60.0).unwrap();
        assert_eq!(scene.escaped(), 1, "coming back does not undo it");
    }
}
