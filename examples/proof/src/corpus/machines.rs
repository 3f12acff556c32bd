//! Games with parts that move: stirrers, sliders, links.

use carom::prelude::*;

use super::play::{Play, ball, room};
use crate::dice::Dice;

/// A cross that turns, a lift between two targets, a belt and a disc that stirs.
pub(super) fn mill(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, walls) = room(Config::default(), vec2(1.5, 1.0), Material::new(0.3, 0.3))?;
    let belt = Material { surface_speed: dice.within(-2.0, 2.0), ..Material::new(0.1, 0.6) };
    world.add_shape(walls, Shape::segment(vec2(-1.4, -0.8), vec2(-0.3, -0.7))?.material(belt))?;
    let turn = dice.within(-6.0, 6.0);
    let cross = world.add_body(Body::kinematic().position(vec2(0.4, -0.4)).angular_velocity(turn))?;
    for arm in [vec2(0.4, 0.0), vec2(0.0, 0.4)] {
        world.add_shape(cross, Shape::capsule(-arm, arm, 0.03)?)?;
    }
    let disc = world.add_body(Body::kinematic().position(vec2(-0.8, 0.3)))?;
    world.add_shape(disc, Shape::circle(Vec2::ZERO, 0.15)?)?;
    for _ in 0..30 {
        world.add_ball(ball(&mut dice, 0.9, [0.03, 0.07], 2.0))?;
    }
    let pace = dice.within(0.01, 0.1);
    let script = move |world: &mut World, step: u32, _: &mut Dice| {
        let (sin, cos) = libm::sincosf(step as f32 * pace);
        world.move_kinematic(disc, vec2(-0.6 + 0.5 * cos, 0.3 + 0.4 * sin), 0.3 * sin)
    };
    Ok(Play::new(world, dice, Box::new(script)))
}

/// Sliders on springs and with motors, and a hinge that swings free, among balls.
pub(super) fn sliders(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, _) = room(Config::default(), vec2(1.0, 1.0), Material::new(0.4, 0.3))?;
    let mut driven = Vec::new();
    for n in 0..3 {
        let at = vec2(-0.6 + 0.6 * n as f32, -0.6);
        let slider = Joint::slider(at, Vec2::Y, dice.within(0.05, 1.0), [-0.2, 0.3]);
        let slider = slider.spring(dice.within(0.0, 60.0), 0.0).damping(dice.within(0.0, 1.0));
        let slider = world.add_joint(slider.limit_restitution(dice.within(0.0, 0.8)))?;
        world.add_shape(slider, Shape::capsule(vec2(-0.2, 0.0), vec2(0.2, 0.0), 0.03)?)?;
        driven.push(slider);
    }
    let gate = Joint::hinge(vec2(0.0, 0.4), dice.within(0.002, 0.1)).mass(0.2, vec2(0.0, -0.15));
    let gate = world.add_joint(gate.friction(dice.within(0.0, 0.05)))?;
    world.add_shape(gate, Shape::capsule(Vec2::ZERO, vec2(0.0, -0.3), 0.02)?)?;
    for _ in 0..12 {
        world.add_ball(ball(&mut dice, 0.8, [0.04, 0.09], 2.0))?;
    }
    let script = move |world: &mut World, step: u32, dice: &mut Dice| {
        if step.is_multiple_of(23) {
            let motor = match dice.roll() % 3 {
                0 => Motor::Off,
                1 => Motor::Force(dice.within(-20.0, 20.0)),
                _ => Motor::Velocity { target: dice.within(-2.0, 2.0), max_force: 10.0 },
            };
            world.set_motor(dice.pick(&driven).unwrap_or_default(), motor)?;
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}

/// Chains of rods, ropes and springs that hang from a point or a lift.
pub(super) fn links(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, walls) = room(Config::default(), vec2(1.5, 1.5), Material::new(0.5, 0.2))?;
    world.add_shape(walls, Shape::circle(vec2(0.2, -0.5), 0.2)?)?;
    let lift = world.add_body(Body::kinematic().position(vec2(0.7, 1.2)))?;
    for (x, lifted) in [(-0.7, false), (0.7, true)] {
        let mut above = if lifted { LinkEnd::Body(lift, Vec2::ZERO) } else { LinkEnd::Point(vec2(x, 1.2)) };
        for n in 0..2 + dice.roll() % 5 {
            let at = vec2(x + dice.within(-0.02, 0.02), 1.0 - 0.2 * n as f32);
            let radius = dice.within(0.04, 0.08);
            let next = world.add_ball(Ball::new(at, radius).velocity(dice.point(1.0)))?;
            let link = match dice.roll() % 3 {
                0 => Link::rod(above, next, 0.2),
                1 => Link::rope(above, next, 0.22),
                _ => Link::spring(above, next, 0.2, dice.within(5.0, 100.0)).damping(0.1),
            };
            world.add_link(link)?;
            above = LinkEnd::Ball(next);
        }
    }
    let script = move |world: &mut World, step: u32, _: &mut Dice| {
        world.move_kinematic(lift, vec2(0.7 + 0.2 * libm::sinf(0.05 * step as f32), 1.2), 0.0)
    };
    Ok(Play::new(world, dice, Box::new(script)))
}
