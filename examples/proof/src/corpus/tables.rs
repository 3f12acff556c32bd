//! Games on tables: pinball, billiards, a Galton board.

use std::collections::VecDeque;

use carom::prelude::*;

use super::play::{Play, ball, room};
use crate::dice::Dice;

/// A table with two flippers, bumpers, a slingshot, a gate, and a player who presses at random.
pub(super) fn pinball(mut dice: Dice) -> Result<Play, Error> {
    let config = Config { gravity: vec2(0.0, -1.1), ..Config::default() };
    let (mut world, walls) = room(config, vec2(0.26, 0.5), Material::new(0.4, 0.1))?;
    for side in [-1.0, 1.0] {
        let guide = Shape::segment(vec2(side * 0.26, -0.25), vec2(side * 0.11, -0.35))?;
        world.add_shape(walls, guide)?;
        let sling = Shape::capsule(vec2(side * 0.18, -0.12), vec2(side * 0.13, -0.24), 0.01)?;
        let kick = Material { kick: 1.0, kick_threshold: 0.2, ..Material::new(0.6, 0.1) };
        world.add_shape(walls, sling.material(kick))?;
    }
    for _ in 0..3 {
        let kick = Material { kick: 1.5, ..Material::new(0.5, 0.1) };
        let at = dice.point(0.15) + vec2(0.0, 0.2);
        world.add_shape(walls, Shape::circle(at, 0.03)?.material(kick))?;
    }
    let gate = Shape::segment(vec2(-0.1, 0.05), vec2(0.1, 0.05))?;
    world.add_shape(walls, gate.side(Side::Left))?;
    world.add_shape(walls, Shape::circle(vec2(0.0, -0.45), 0.05)?.sensor())?;
    let mut flippers = Vec::new();
    for (side, angle) in [(-1.0, -0.5), (1.0, std::f32::consts::PI + 0.5)] {
        let limits = if side < 0.0 { (0.0, 0.9) } else { (-0.9, 0.0) };
        let joint = Joint::hinge(vec2(side * 0.1, -0.36), 2e-4).angle(angle).limits(limits.0, limits.1);
        let flipper = world.add_joint(joint)?;
        world.add_shape(flipper, Shape::capsule(Vec2::ZERO, vec2(0.075, 0.0), 0.008)?)?;
        flippers.push((flipper, -side));
    }
    for n in 0..1 + dice.roll() % 4 {
        let at = vec2(dice.within(-0.2, 0.2), 0.35 + 0.03 * n as f32);
        world.add_ball(Ball::new(at, 0.0135).mass(0.08).sphere().velocity(dice.point(2.0)))?;
    }
    let script = move |world: &mut World, step: u32, dice: &mut Dice| {
        if step.is_multiple_of(9) {
            let (flipper, up) = dice.pick(&flippers).unwrap_or_default();
            let force = if dice.roll().is_multiple_of(2) { 0.6 } else { -0.2 };
            world.set_motor(flipper, Motor::Force(force * up))?;
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}

/// Balls that slide, roll and spin on cloth, with a zone, and a cue that strikes now and then.
pub(super) fn cloth(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, _) = room(Config::weightless(), vec2(1.0, 0.5), Material::new(0.8, 0.15))?;
    let surface = FloorSurface { sliding_friction: 0.2, rolling_friction: 0.01, spinning_friction: 0.02 };
    world.set_floor(Some(Floor { gravity: 9.81, surface, cushion_height: dice.within(0.0, 0.3) }))?;
    let rug = FloorSurface { rolling_friction: 0.1, ..surface };
    let region = Region::Circle { center: dice.point(0.4), radius: 0.25 };
    world.add_floor_zone(FloorZone { region, surface: rug })?;
    let mut balls = Vec::new();
    for n in 0..9 {
        let at = vec2(0.07 * (n % 3) as f32, 0.062 * (n / 3) as f32 - 0.05);
        let struck = Ball::new(at, 0.028).mass(0.17).sphere().material(Material::new(0.95, 0.06));
        balls.push(world.add_ball(struck)?);
    }
    let script = move |world: &mut World, step: u32, dice: &mut Dice| {
        if step.is_multiple_of(100) {
            let ball = dice.pick(&balls).unwrap_or_default();
            world.set_velocity(ball, dice.point(4.0))?;
            world.set_rolling_velocity(ball, dice.point(4.0))?;
            world.set_angular_velocity(ball, dice.within(-50.0, 50.0))?;
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}

/// Balls that fall through rows of pegs, one after the other, and are taken out below.
pub(super) fn galton(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, walls) = room(Config::default(), vec2(1.0, 1.5), Material::new(0.3, 0.2))?;
    let scatter = Material { scatter_angle: 0.05, ..Material::new(dice.within(0.1, 0.7), 0.1) };
    for row in 0..8 {
        for n in -4..=4 {
            let at = vec2(0.2 * n as f32 + 0.1 * (row % 2) as f32, 0.8 - 0.2 * row as f32);
            world.add_shape(walls, Shape::circle(at, 0.03)?.material(scatter))?;
        }
    }
    let mut falling = VecDeque::new();
    let script = move |world: &mut World, step: u32, dice: &mut Dice| {
        if step.is_multiple_of(11) {
            let fresh = ball(dice, 0.05, [0.02, 0.04], 0.1);
            falling.push_back(world.add_ball(Ball { position: fresh.position + vec2(0.0, 1.3), ..fresh })?);
        }
        while falling.len() > 25 {
            world.remove_body(falling.pop_front().unwrap_or_default())?;
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}
