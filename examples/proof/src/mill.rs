//! Everything that moves by itself: a turning cross, a lift between two targets, a belt, a swinging arc.

use carom::prelude::*;

use crate::dice::Dice;

/// A closed box with balls that the movers stir.
pub(crate) struct Mill {
    pub(crate) world: World,
    lift: BodyId,
    steps: u64,
}

impl Mill {
    pub(crate) fn new() -> Result<Self, Error> {
        let mut world = World::new(Config::default())?;
        let walls = world.add_body(Body::fixed())?;
        let corners = [vec2(-3.0, -2.0), vec2(3.0, -2.0), vec2(3.0, 2.0), vec2(-3.0, 2.0)];
        world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
        let belt = Material { surface_speed: 1.5, friction: 0.6, ..Material::default() };
        world.add_shape(walls, Shape::segment(vec2(-2.9, -1.6), vec2(-0.5, -1.4))?.material(belt))?;
        let bumper = Material { kick: 2.0, ..Material::default() };
        world.add_shape(walls, Shape::circle(vec2(1.0, 1.0), 0.2)?.material(bumper))?;

        let cross = world.add_body(Body::kinematic().position(vec2(0.5, -0.6)).angular_velocity(2.5))?;
        for arm in [vec2(0.9, 0.0), vec2(0.0, 0.9)] {
            world.add_shape(cross, Shape::capsule(-arm, arm, 0.05)?)?;
        }
        let bowl = world.add_body(Body::kinematic().position(vec2(-1.5, 0.8)).angular_velocity(-0.7))?;
        world.add_shape(bowl, Shape::arc(Vec2::ZERO, 0.6, 3.5, 2.6)?)?;
        let lift = world.add_body(Body::kinematic().position(vec2(2.4, -1.8)))?;
        world.add_shape(lift, Shape::capsule(vec2(-0.3, 0.0), vec2(0.3, 0.0), 0.04)?)?;

        let mut dice = Dice(7);
        for _ in 0..60 {
            let ball = Ball::new(dice.point(1.5), dice.within(0.04, 0.1))
                .velocity(dice.point(4.0))
                .material(Material::new(dice.within(0.1, 0.9), dice.within(0.0, 0.8)));
            world.add_ball(ball)?;
        }
        Ok(Self { world, lift, steps: 0 })
    }

    pub(crate) fn step(&mut self, dt: f32) -> Result<&World, Error> {
        let height = 1.6 * libm::sin(self.steps as f64 * 0.03) as f32;
        self.world.move_kinematic(self.lift, vec2(2.4, height), 0.1 * height)?;
        self.steps += 1;
        self.world.step(dt);
        Ok(&self.world)
    }
}
