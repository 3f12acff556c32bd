//! Posts that stand a little closer than a ball is wide.

use carom_world::{Ball, Body, BodyId, Chain, Config, Error, Material, Shape, World};
use glam::vec2;

use crate::common::{Dice, cases};

/// Balls that are thrown into a funnel which ends in two posts.
struct Throw {
    /// Distance of the posts over the width of a ball.
    gap: f32,
    radius: f32,
    material: Material,
    balls: u8,
    rate: f32,
}

impl Throw {
    fn roll(dice: &mut Dice) -> Self {
        let from = |dice: &mut Dice, list: &[f32]| dice.pick(list).unwrap_or_default();
        let restitution = from(dice, &[0.0, 0.0, 0.3, 0.5, 0.9, 1.0]);
        Self {
            gap: from(dice, &[0.9999, 0.999, 0.99]),
            radius: from(dice, &[0.001, 0.0135, 0.5, 20.0]),
            material: Material::new(restitution, from(dice, &[0.0, 0.1, 0.5])),
            balls: if dice.unit() < 0.5 { 1 } else { 3 },
            rate: from(dice, &[30.0, 60.0, 240.0, 1000.0]),
        }
    }

    /// Whether a ball comes below the posts within six seconds. Gravity and speeds go with the size, so times stay.
    fn passes(&self, dice: &mut Dice) -> Result<bool, Error> {
        let (r, unit) = (self.radius, self.radius / 0.0135);
        let mut world = World::new(Config { gravity: vec2(0.0, -1.11 * unit), ..Config::default() })?;
        let post = 0.37 * r;
        let x = self.gap * r + post;
        let walls = world.add_body(Body::fixed())?;
        for side in [-1.0, 1.0] {
            let shape = Shape::circle(vec2(side * x, 0.0), post)?;
            world.add_shape(walls, shape.material(self.material))?;
            let slope = [vec2(side * 4.4 * r, 37.0 * r), vec2(side * 4.4 * r, 2.2 * r), vec2(side * x, post)];
            world.add_shape(walls, Shape::chain(&Chain::polyline(&slope))?.material(self.material))?;
        }
        let lid = Shape::segment(vec2(-4.4 * r, 37.0 * r), vec2(4.4 * r, 37.0 * r))?;
        world.add_shape(walls, lid.material(self.material))?;
        let mut balls: Vec<BodyId> = Vec::new();
        for n in 0..self.balls {
            let speed = 0.1 * unit * libm::powf(1000.0, dice.unit());
            let velocity = vec2(dice.within(-3.0, 3.0) * unit, -speed);
            let at = vec2(dice.within(-2.2, 2.2) * r, (6.0 + 3.0 * f32::from(n)) * r);
            let ball = Ball::new(at, r).sphere().velocity(velocity).material(self.material);
            balls.push(world.add_ball(ball)?);
        }
        for _ in 0..(6.0 * self.rate) as u32 {
            world.step(1.0 / self.rate);
            if balls.iter().any(|&ball| world.position(ball).is_some_and(|at| at.y < 0.0)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Of 200 dull balls without friction 94 passed at 60 steps a second. A contact that began above the posts held a ball
/// until the end of the substep, along a normal that had turned by then. A wedge left the slop alone, which is wider
/// than what the hole lacks. A ball that touched both posts struck them in turns and was caught, and fell.
#[test]
fn no_ball_passes_between_posts_that_are_too_close() -> Result<(), Error> {
    for seed in 0..cases(200) {
        let mut dice = Dice(seed);
        let throw = Throw::roll(&mut dice);
        let Throw { gap, radius, balls, rate, .. } = throw;
        assert!(
            !throw.passes(&mut dice)?,
            "seed {seed}: {balls} balls of radius {radius} at {rate} Hz, posts {gap} of a ball apart"
        );
    }
    Ok(())
}
