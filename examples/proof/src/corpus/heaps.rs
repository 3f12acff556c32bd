//! Games in which balls lie on each other.

use carom::prelude::*;

use super::play::{Play, ball, room};
use crate::dice::Dice;

/// A gravity and a size: metres, centimetres, pixels.
fn scale(dice: &mut Dice) -> (f32, Config) {
    let size = dice.pick(&[0.01, 1.0, 1.0, 50.0]).unwrap_or(1.0);
    (size, Config { gravity: vec2(0.0, -9.81 * size), ..Config::default() })
}

/// Balls that fall into a bin and come to rest.
pub(super) fn pile(mut dice: Dice) -> Result<Play, Error> {
    let (size, config) = scale(&mut dice);
    let half = vec2(dice.within(0.5, 1.5), 3.0);
    let (mut world, _) = room(config, half * size, Material::new(0.2, dice.within(0.0, 0.8)))?;
    for n in 0..10 + dice.roll() % 40 {
        let at = vec2(dice.within(-0.35, 0.35), n as f32 * 0.05);
        let radius = dice.within(0.05, 0.12);
        let material = Material::new(dice.within(0.0, 0.6), dice.within(0.0, 0.8));
        world.add_ball(Ball::new(at * size, radius * size).material(material))?;
    }
    Ok(Play::alone(world, dice))
}

/// Balls that come to rest, sleep, and are woken.
pub(super) fn sleep(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, _) = room(Config::default(), vec2(2.0, 2.0), Material::new(0.0, 0.5))?;
    let mut balls = Vec::new();
    for n in 0..12 {
        let at = vec2(-1.65 + 0.3 * n as f32, dice.within(-1.85, -1.6));
        balls.push(world.add_ball(Ball::new(at, dice.within(0.08, 0.14)).material(Material::new(0.0, 0.6)))?);
    }
    let script = move |world: &mut World, step: u32, dice: &mut Dice| {
        if step > 60 && step.is_multiple_of(47) {
            let ball = dice.pick(&balls).unwrap_or_default();
            let mass = world.ball(ball).map_or(1.0, |ball| ball.mass);
            world.apply_impulse(ball, mass * dice.point(3.0))?;
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}

/// A drum of facets or arcs that turns with balls in it.
pub(super) fn drum(mut dice: Dice) -> Result<Play, Error> {
    let mut world = World::new(Config::default())?;
    let spin = dice.within(-3.0, 3.0);
    let drum = world.add_body(Body::kinematic().angular_velocity(spin))?;
    let material = Material::new(0.1, dice.within(0.1, 0.9));
    if dice.roll().is_multiple_of(2) {
        let count = 5 + dice.roll() % 20;
        let corner = |n: u64| {
            let (sin, cos) = libm::sincos(n as f64 / count as f64 * std::f64::consts::TAU);
            vec2(cos as f32, sin as f32)
        };
        let corners: Vec<Vec2> = (0..count).map(corner).collect();
        world.add_shape(drum, Shape::chain(&Chain::polyline(&corners).close())?.material(material))?;
    } else {
        world.add_shape(drum, Shape::arc(Vec2::ZERO, 1.0, 0.0, std::f32::consts::TAU)?.material(material))?;
        world.add_shape(drum, Shape::capsule(vec2(0.6, 0.0), vec2(0.98, 0.0), 0.02)?.material(material))?;
    }
    for _ in 0..4 + dice.roll() % 24 {
        world.add_ball(ball(&mut dice, 0.4, [0.03, 0.08], 1.0))?;
    }
    Ok(Play::alone(world, dice))
}

/// A plate that presses a heap, and goes back.
pub(super) fn press(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, _) = room(Config::default(), vec2(1.0, 1.0), Material::new(0.2, 0.4))?;
    let plate = world.add_body(Body::kinematic().position(vec2(0.0, 0.9)))?;
    world.add_shape(plate, Shape::capsule(vec2(-0.9, 0.0), vec2(0.9, 0.0), 0.05)?)?;
    for _ in 0..30 {
        let at = vec2(dice.within(-0.8, 0.8), dice.within(-0.9, 0.3));
        world.add_ball(Ball::new(at, dice.within(0.05, 0.1)).material(Material::new(0.3, 0.3)))?;
    }
    let (depth, pace) = (dice.within(0.5, 1.1), dice.within(0.01, 0.03));
    let script = move |world: &mut World, step: u32, _: &mut Dice| {
        let share = 0.5 - 0.5 * libm::cosf(step as f32 * pace);
        world.move_kinematic(plate, vec2(0.0, 0.9 - depth * share), 0.0)
    };
    Ok(Play::new(world, dice, Box::new(script)))
}
