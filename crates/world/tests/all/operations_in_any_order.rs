//! Anything may be added, removed and moved at any time.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{self, Dice};
use carom_world::{Ball, Body, BodyId, Chain, Config, Filter, Material, Shape, ShapeId, World};
use glam::vec2;

struct Game {
    world: World,
    balls: Vec<BodyId>,
    bodies: Vec<BodyId>,
    shapes: Vec<ShapeId>,
    gone: Vec<BodyId>,
}

/// A closed box, 10 units wide, that no operation touches.
fn game() -> Game {
    let mut world = World::new(Config::default()).unwrap();
    let body = world.add_body(Body::fixed()).unwrap();
    let corners = [vec2(-5.0, -5.0), vec2(5.0, -5.0), vec2(5.0, 5.0), vec2(-5.0, 5.0)];
    world.add_shape(body, Shape::chain(&Chain::polyline(&corners).close()).unwrap()).unwrap();
    Game { world, balls: vec![], bodies: vec![], shapes: vec![], gone: vec![] }
}

fn operate(game: &mut Game, dice: &mut Dice) {
    let Game { world, balls, bodies, shapes, gone } = game;
    match dice.roll() % 16 {
        0..=2 => {
            let radius = dice.within(0.05, 0.4);
            let speed = dice.within(0.0, 4.0).exp2() * 10.0;
            let ball = Ball::new(dice.point(4.5), radius)
                .velocity(dice.point(speed))
                .angular_velocity(dice.within(-50.0, 50.0))
                .mass(dice.within(-6.0, 6.0).exp2())
                .material(Material::new(dice.within(0.0, 1.0), dice.within(0.0, 1.0)));
            if balls.len() < 60 {
                balls.push(world.add_ball(ball).unwrap());
            }
        }
        3 => {
            let body = if dice.roll().is_multiple_of(2) { Body::fixed() } else { Body::kinematic() };
            if bodies.len() < 12 {
                bodies.push(
                    world.add_body(body.position(dice.point(4.0)).angle(dice.within(0.0, 6.0))).unwrap(),
                );
            }
        }
        4 | 5 => {
            if let Some(body) = dice.pick(bodies) {
                let shape = match dice.roll() % 5 {
                    0 => Shape::circle(dice.point(0.5), dice.within(0.0, 0.5)),
                    1 => Shape::segment(dice.point(0.5), dice.point(0.5)),
                    2 => Shape::capsule(dice.point(0.5), dice.point(0.5), dice.within(0.0, 0.3)),
                    3 => Shape::arc(
                        dice.point(0.5),
                        dice.within(0.1, 1.0),
                        dice.within(0.0, 6.0),
                        dice.within(0.1, 6.2),
                    ),
                    _ => Shape::chain(&Chain::polyline(&[dice.point(0.8), dice.point(0.8), dice.point(0.8)])),
                };
                if shapes.len() < 30 {
                    shapes.push(world.add_shape(body, shape.unwrap()).unwrap());
                }
            }
        }
        6 => {
            if let Some(ball) = dice.pick(balls) {
                world.remove_body(ball).unwrap();
                balls.retain(|&b| b != ball);
                gone.push(ball);
            }
        }
        7 => {
            if let Some(body) = dice.pick(bodies) {
                world.remove_body(body).unwrap();
                bodies.retain(|&b| b != body);
                shapes.retain(|&s| world.shape_body(s).is_some());
                gone.push(body);
            }
        }
        8 => {
            if let Some(shape) = dice.pick(shapes) {
                world.remove_shape(shape).unwrap();
                shapes.retain(|&s| s != shape);
            }
        }
        9 => {
            if let Some(body) = dice.pick(bodies) {
                world.teleport(body, dice.point(4.0)).unwrap();
                world.set_angle(body, dice.within(-9.0, 9.0)).unwrap();
            }
        }
        10 => {
            if let Some(ball) = dice.pick(balls) {
                world.teleport(ball, dice.point(4.5)).unwrap();
            }
        }
        11 => {
            if let Some(ball) = dice.pick(balls) {
                world.set_velocity(ball, dice.point(100.0)).unwrap();
                world.apply_impulse(ball, dice.point(0.1)).unwrap();
            }
        }
        12 | 13 => {
            if let Some(body) = dice.pick(bodies) {
                let kinematic = world.kind(body) == Some(carom_world::BodyKind::Kinematic);
                let reported = if dice.roll().is_multiple_of(2) {
                    world
                        .set_velocity(body, dice.point(3.0))
                        .and(world.set_angular_velocity(body, dice.within(-20.0, 20.0)))
                } else {
                    let (to, turn) = (dice.point(4.0), dice.within(-9.0, 9.0));
                    match dice.roll() % 2 {
                        0 => world.move_kinematic(body, to, turn),
                        _ => world.move_kinematic_turning(body, to, turn, dice.within(0.0, 0.1)),
                    }
                };
                assert_eq!(reported.is_ok(), kinematic, "only kinematic bodies are sent to places");
            }
        }
        14 => {
            if let Some(shape) = dice.pick(shapes) {
                world.set_shape_material(shape, Material::new(dice.unit(), dice.unit())).unwrap();
            }
        }
        _ => {
            let all = Filter::default();
            let way = dice.point(10.0);
            let hit = world.cast_ball(dice.point(4.9), dice.within(0.0, 0.3), way, all).unwrap();
            assert!(hit.is_none_or(|hit| (0.0..=1.0).contains(&hit.fraction)), "{hit:?}");
            let _ = world.overlap_ball(dice.point(4.9), 1.0, all).unwrap();
        }
    }
}

fn check(game: &Game) {
    game.world.validate().unwrap();
    for &ball in &game.balls {
        let p = game.world.position(ball).expect("a ball that was not removed");
        assert!(p.abs().max_element() < 5.0, "a ball left the closed box: {p}");
    }
    for &id in &game.gone {
        assert_eq!(game.world.kind(id), None, "a removed body came back");
    }
}

#[test]
fn random_operations_keep_every_invariant() {
    let games = common::cases(40);
    for seed in 0..games {
        let mut dice = Dice(seed);
        let mut game = game();
        for _ in 0..300 {
            operate(&mut game, &mut dice);
            if dice.roll().is_multiple_of(3) {
                game.world.step(1.0 / 60.0);
            }
            check(&game);
        }
    }
}

#[test]
fn dropping_scratch_changes_no_bit() {
    for seed in 0..10 {
        let mut dice = Dice(1000 + seed);
        let mut game = game();
        for _ in 0..60 {
            operate(&mut game, &mut dice);
        }
        let mut twin = game.world.clone();
        for step in 0..120 {
            game.world.step(1.0 / 60.0);
            twin.clear_caches();
            twin.step(1.0 / 60.0);
            assert_eq!(game.world.state_hash(), twin.state_hash(), "seed {seed}, step {step}");
            assert_eq!(game.world.events().impacts(), twin.events().impacts(), "seed {seed}, step {step}");
        }
    }
}

/// With no ball left, a step that had nothing to do kept the contacts of the step before.
#[test]
fn a_world_without_its_last_ball_steps_on() {
    let mut world = World::new(Config::default()).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    world.add_shape(ground, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap()).unwrap();
    let ball = world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1)).unwrap();
    for _ in 0..30 {
        world.step(1.0 / 60.0);
    }
    assert_eq!(world.events().contacts_ended().len(), 0, "the ball rests");
    world.remove_body(ball).unwrap();
    world.step(1.0 / 60.0);
    world.validate().unwrap();
    world.step(1.0 / 60.0);
    world.validate().unwrap();
}
