//! Balls and walls that come and go: rows change places, ids are used again.

use std::collections::VecDeque;

use carom::prelude::*;

use crate::dice::Dice;

/// Most balls at a time.
const BALLS: usize = 80;

/// A closed box into which a ball is put at each step, and from which the oldest is taken.
pub(crate) struct Traffic {
    pub(crate) world: World,
    dice: Dice,
    balls: VecDeque<BodyId>,
    pegs: VecDeque<BodyId>,
}

impl Traffic {
    pub(crate) fn new() -> Result<Self, Error> {
        let mut world = World::new(Config::default())?;
        let walls = world.add_body(Body::fixed())?;
        let corners = [vec2(-2.0, -2.0), vec2(2.0, -2.0), vec2(2.0, 2.0), vec2(-2.0, 2.0)];
        world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
        Ok(Self { world, dice: Dice(3), balls: VecDeque::new(), pegs: VecDeque::new() })
    }

    pub(crate) fn step(&mut self, dt: f32) -> Result<&World, Error> {
        let Self { world, dice, balls, pegs } = self;
        let ball = Ball::new(dice.point(1.7), dice.within(0.05, 0.12)).velocity(dice.point(6.0));
        balls.push_back(world.add_ball(ball)?);
        if balls.len() > BALLS
            && let Some(oldest) = balls.pop_front()
        {
            world.remove_body(oldest)?;
        }
        if dice.roll().is_multiple_of(16) {
            let peg = world.add_body(Body::fixed().position(dice.point(1.5)))?;
            world.add_shape(peg, Shape::circle(Vec2::ZERO, dice.within(0.05, 0.2))?)?;
            pegs.push_back(peg);
        }
        if pegs.len() > 6
            && let Some(oldest) = pegs.pop_front()
        {
            world.remove_body(oldest)?;
        }
        world.step(dt);
        Ok(world)
    }
}
