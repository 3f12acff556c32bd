//! A game that owns positions (a network, drag and drop) puts balls back where they are, each step. Nothing changes by
//! that. A settled heap crept and sank to the largest depth, and took ninety times as long.

use crate::common::Dice;
use carom_world::{Ball, Body, BodyId, Chain, Config, Shape, World};
use glam::{Vec2, vec2};

/// A settled heap of balls of about the radius `r` in a tub, in steps of `dt` seconds.
fn heap(seed: u64, r: f32, dt: f32) -> (World, BodyId, Vec<BodyId>) {
    let config = Config { gravity: vec2(0.0, -10.0 * r), ..Config::default() };
    let mut world = World::new(config).expect("sound settings");
    let tub = world.add_body(Body::fixed()).expect("a body");
    let corners = [vec2(-8.0, 40.0), vec2(-8.0, 0.0), vec2(8.0, 0.0), vec2(8.0, 40.0)].map(|at| r * at);
    let outline = Shape::chain(&Chain::polyline(&corners)).expect("a tub");
    world.add_shape(tub, outline).expect("it fits");
    let mut dice = Dice(seed);
    let balls = (0..40_u8).map(|n| {
        let at = vec2(-6.0 + 2.4 * f32::from(n % 6) + dice.within(-0.2, 0.2), 1.5 + 2.4 * f32::from(n / 6));
        world.add_ball(Ball::new(r * at, r * dice.within(0.8, 1.2))).expect("a ball")
    });
    let balls = balls.collect();
    for _ in 0..(12.0 / dt) as u32 {
        world.step(dt);
    }
    (world, tub, balls)
}

#[test]
fn what_is_put_back_where_it_is_changes_no_bit() {
    for (r, dt) in
        [(1e-3, 1.0 / 60.0), (0.1, 1.0 / 30.0), (0.1, 1.0 / 240.0), (20.0, 1.0 / 60.0), (1e3, 1.0 / 60.0)]
    {
        let (mut world, tub, balls) = heap(5, r, dt);
        let mut alone = world.clone();
        for step in 0..60 {
            for (n, &id) in balls.iter().enumerate() {
                let ball = world.ball(id).expect("it is there");
                match n % 4 {
                    0 => world.teleport(id, ball.position),
                    1 => world.set_velocity(id, ball.velocity),
                    2 => world.set_angular_velocity(id, ball.angular_velocity),
                    _ => world.set_ball(id, ball),
                }
                .expect("what was read is sound");
            }
            world.teleport(tub, Vec2::ZERO).expect("in range");
            world.set_angle(tub, 0.0).expect("in range");
            world.step(dt);
            alone.step(dt);
            assert_eq!(world.state_hash(), alone.state_hash(), "r {r}, dt {dt}, step {step}");
            assert_eq!(world.profile(), alone.profile(), "r {r}, dt {dt}, step {step}: it costs no more");
        }
    }
}

/// A network sends positions in few digits. A heap at rest stays at rest, if the last digit is a thousandth of a
/// radius and no more than a ball falls in two steps: a larger one holds a ball in the air that others have left, and
/// its velocity grows there. One ball in three is put in the rounded place where it is. Once in a while a heap slips:
/// of 240 heaps, 13 move by more than a fiftieth of a radius in four seconds.
#[test]
fn heaps_whose_balls_are_put_back_in_rounded_places_stay() {
    let mut slipped = Vec::new();
    for (r, dt) in [(1e-3, 1.0 / 60.0), (0.1, 1.0 / 30.0), (0.1, 1.0 / 240.0), (1e3, 1.0 / 60.0)] {
        for seed in 1..=10 {
            let (far, fast) = moved_by_rounding(seed, r, dt);
            if far > 0.02 || fast > 0.1 {
                slipped.push((r, dt, seed, far, fast));
            }
        }
    }
    assert!(slipped.len() <= 4, "of 40 heaps: radius, step, seed, radii, radii/s: {slipped:?}");
}

/// By how many radii a ball of a heap moves at most, and how many radii a second it is fast, while one in three is put
/// in rounded places.
fn moved_by_rounding(seed: u64, r: f32, dt: f32) -> (f32, f32) {
    let (mut world, _, balls) = heap(seed, r, dt);
    let digit = r * (10.0 * dt * dt).min(1e-3);
    let places: Vec<Vec2> = balls.iter().filter_map(|&id| world.position(id)).collect();
    let (mut far, mut fast) = (0.0_f32, 0.0_f32);
    for _ in 0..(4.0 / dt) as u32 {
        for &id in balls.iter().step_by(3) {
            let place = world.position(id).expect("it is there");
            world.teleport(id, (place / digit).round() * digit).expect("in range");
        }
        world.step(dt);
        for (&id, place) in balls.iter().zip(&places) {
            let ball = world.ball(id).expect("it is there");
            fast = fast.max(ball.velocity.length() / r);
            far = far.max(ball.position.distance(*place) / r);
        }
    }
    (far, fast)
}
