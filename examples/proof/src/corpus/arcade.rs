//! Games whose worlds change a lot: objects that come and go, fields, blocks, steps back.

use std::collections::VecDeque;

use carom::prelude::*;
use carom::{RestitutionCurve, SnapshotRing};

use super::play::{Play, ball, room};
use crate::dice::Dice;

/// An elastic gas of unlike balls in a stadium of two arcs and two lines.
pub(super) fn gas(mut dice: Dice) -> Result<Play, Error> {
    let mut world = World::new(Config::weightless())?;
    let walls = world.add_body(Body::fixed())?;
    let elastic = Material::new(1.0, 0.0);
    let path = Chain::start(vec2(-0.5, -0.5)).line_to(vec2(0.5, -0.5));
    let path = path.arc_to(vec2(1.0, 0.0), vec2(0.5, 0.5)).line_to(vec2(-0.5, 0.5));
    let path = path.arc_to(vec2(-1.0, 0.0), vec2(-0.5, -0.5)).close();
    world.add_shape(walls, Shape::chain(&path)?.material(elastic))?;
    for _ in 0..25 {
        let own = ball(&mut dice, 0.4, [0.01, 0.04], 2.0).material(elastic);
        world.add_ball(own.mass(dice.within(0.1, 10.0)))?;
    }
    Ok(Play::alone(world, dice))
}

/// Balls and pegs that come and go, are placed, filtered, switched off and changed.
pub(super) fn traffic(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, _) = room(Config::default(), vec2(1.0, 1.0), Material::new(0.3, 0.3))?;
    let mut balls = VecDeque::new();
    for _ in 0..20 {
        balls.push_back(world.add_ball(ball(&mut dice, 0.9, [0.03, 0.08], 3.0))?);
    }
    let mut peg = None;
    let script = move |world: &mut World, _: u32, dice: &mut Dice| {
        let any = balls.get((dice.roll() % 20) as usize).copied().unwrap_or_default();
        match dice.roll() % 24 {
            0 => {
                balls.push_back(world.add_ball(ball(dice, 0.9, [0.03, 0.08], 3.0))?);
                world.remove_body(balls.pop_front().unwrap_or_default())?;
            }
            1 => {
                if let Some(old) = peg.take() {
                    world.remove_body(old)?;
                }
                let new = world.add_body(Body::fixed().position(dice.point(0.8)))?;
                world.add_shape(new, Shape::circle(Vec2::ZERO, dice.within(0.05, 0.15))?)?;
                peg = Some(new);
            }
            2 => world.teleport(any, dice.point(0.9))?,
            3 => world.set_enabled(any, dice.roll().is_multiple_of(2))?,
            4 => world.set_radius(any, dice.within(0.03, 0.09))?,
            5 => world.set_mass(any, dice.within(0.001, 0.1))?,
            6 => world.set_ball_filter(
                any,
                Filter::new(1, if dice.roll().is_multiple_of(2) { 1 } else { u32::MAX }),
            )?,
            7 => world.set_ball_material(any, Material::new(dice.within(0.0, 1.0), dice.within(0.0, 1.0)))?,
            8 => world.set_gravity(dice.point(10.0))?,
            _ => {}
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}

/// Wind, drag and attractors, and a table that is nudged.
pub(super) fn fields(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, _) = room(Config::default(), vec2(1.0, 1.0), Material::new(0.6, 0.2))?;
    world.add_field(Field::attractor(dice.point(0.5), dice.within(-3.0, 3.0), 0.1))?;
    let region = Region::between(dice.point(1.0), dice.point(1.0) + vec2(2.5, 2.5));
    world.add_field(Field::uniform(dice.point(15.0)).within(region))?;
    let wind = world.add_field(Field::drag(dice.within(0.0, 2.0)).flow(dice.point(2.0)))?;
    for _ in 0..12 {
        world.add_ball(ball(&mut dice, 0.8, [0.04, 0.1], 2.0).drag(0.1).max_speed(8.0))?;
    }
    let script = move |world: &mut World, step: u32, dice: &mut Dice| {
        if step.is_multiple_of(50) {
            world.nudge(dice.point(0.02), dice.within(0.05, 0.3))?;
            world.set_field(wind, Field::drag(dice.within(0.0, 2.0)).flow(dice.point(2.0)))?;
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}

/// Blocks, thick arcs, one-sided paths, and surfaces whose bounce falls with speed.
pub(super) fn blocks(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, walls) = room(Config::default(), vec2(1.0, 1.0), Material::new(0.5, 0.3))?;
    let curve = RestitutionCurve::HalfAt(dice.within(0.5, 5.0));
    let soft = Material { restitution_curve: curve, ..Material::new(0.9, 0.2) };
    let rough = Material { static_friction: 0.9, rolling_resistance: 0.02, ..Material::new(0.2, 0.5) };
    world.add_shape(walls, Shape::rect(dice.point(0.5), vec2(0.4, 0.15))?.material(soft))?;
    let corner = dice.point(0.3) - vec2(0.0, 0.5);
    let wedge = [corner, corner + vec2(0.5, 0.0), corner + vec2(0.1, 0.3)];
    world.add_shape(walls, Shape::polygon(&wedge)?.material(rough))?;
    world.add_shape(walls, Shape::arc(vec2(0.0, -0.2), 0.6, 3.6, 2.0)?.radius(0.02).material(rough))?;
    let path = Chain::polyline(&[vec2(-0.9, 0.4), vec2(-0.4, 0.3), vec2(-0.2, 0.5)]);
    world.add_shape(walls, Shape::chain(&path)?.side(Side::Left))?;
    for _ in 0..15 {
        world.add_ball(ball(&mut dice, 0.85, [0.03, 0.09], 3.0))?;
    }
    Ok(Play::alone(world, dice))
}

/// A peer that guesses, steps back and plays again with the true input.
pub(super) fn rollback(mut dice: Dice) -> Result<Play, Error> {
    let (mut world, _) = room(Config::weightless(), vec2(1.0, 0.6), Material::new(0.7, 0.1))?;
    let mut discs = Vec::new();
    for n in 0..4 {
        let at = vec2(-0.6 + 0.4 * n as f32, dice.within(-0.4, 0.4));
        discs.push(world.add_ball(Ball::new(at, 0.06).drag(0.5))?);
    }
    let mut ring = SnapshotRing::new(10);
    let script = move |world: &mut World, step: u32, dice: &mut Dice| {
        ring.record(u64::from(step), world);
        let disc = dice.pick(&discs).unwrap_or_default();
        world.apply_impulse(disc, 0.005 * dice.point(1.0))?;
        if step.is_multiple_of(25) && step > 0 {
            ring.restore(u64::from(step - 3), world)?;
            world.apply_impulse(disc, 0.02 * dice.point(1.0))?;
            (0..3).for_each(|_| _ = world.step(1.0 / 60.0));
        }
        if step.is_multiple_of(60) {
            let bytes = world.snapshot();
            world.restore(&bytes)?;
        }
        Ok(())
    };
    Ok(Play::new(world, dice, Box::new(script)))
}
