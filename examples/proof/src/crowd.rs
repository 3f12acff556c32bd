//! A crowd of balls in a box, and a disc that moves through it in a circle: the hardest known steps.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Body, BodyId, Chain, Config, Error, Shape, World};

use crate::dice::Dice;

/// 150 balls of 0.1 units in a box, and a kinematic disc of 0.4 that stirs them.
#[derive(Debug)]
pub struct Crowd {
    /// The world as it is now.
    pub world: World,
    disc: BodyId,
    /// Radians that the disc goes round in a step, a unit from the centre of its way.
    turn: f32,
    steps: u32,
}

impl Crowd {
    /// Before the first step of 1/60 s; the disc goes at this many units a second. The seed decides where the balls are
    /// put, to a hundredth of a unit.
    ///
    /// # Errors
    /// An error of the world: a fault of the scene.
    pub fn new(speed: f32, seed: u64) -> Result<Self, Error> {
        let mut world = World::new(Config::default())?;
        let walls = world.add_body(Body::fixed())?;
        let corners = [vec2(-2.0, -1.5), vec2(2.0, -1.5), vec2(2.0, 4.0), vec2(-2.0, 4.0)];
        world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
        let disc = world.add_body(Body::kinematic().position(vec2(1.0, 0.1)))?;
        world.add_shape(disc, Shape::circle(Vec2::ZERO, 0.4)?)?;
        let mut dice = Dice(seed);
        for n in 0..150 {
            let at = vec2(-1.8 + 0.25 * (n % 15) as f32, 0.7 + 0.25 * (n / 15) as f32);
            world.add_ball(Ball::new(at + dice.point(0.01), 0.1))?;
        }
        Ok(Self { world, disc, turn: speed / 60.0, steps: 0 })
    }

    /// The next step.
    ///
    /// # Errors
    /// An error of the world: a fault of the scene.
    pub fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        let angle = self.steps as f32 * self.turn;
        let to = vec2(libm::cosf(angle), 0.1 + libm::sinf(angle));
        self.world.move_kinematic(self.disc, to, 0.0)?;
        self.world.step(1.0 / 60.0);
        Ok(())
    }
}
