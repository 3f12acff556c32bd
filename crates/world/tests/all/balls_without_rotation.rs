//! Balls that nothing turns: a figure that is drawn upright, a puck with a picture on it.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::weightless;
use carom_world::{Ball, Body, BodyId, Config, Floor, Link, Material, Shape, World};
use glam::{Vec2, vec2};

fn upright(world: &World, ball: BodyId) {
    let ball = world.ball(ball).unwrap();
    assert_eq!((ball.angle, ball.angular_velocity), (0.0, 0.0), "it is upright");
    assert!(ball.position.is_finite() && ball.velocity.is_finite(), "{ball:?}");
    world.validate().unwrap();
}

/// A bounce takes from the speed along the wall the full impulse of friction, and at most all of the speed: none
/// becomes spin.
#[test]
fn friction_acts_as_on_a_block() {
    for size in [1e-3_f32, 1.0, 1e3] {
        for (e, mu) in [(0.0_f32, 0.2_f32), (0.5, 0.2), (1.0, 0.1), (1.0, 5.0)] {
            let mut world = weightless();
            let surface = Material::new(e, mu);
            let wall = world.add_body(Body::fixed()).unwrap();
            world.add_shape(wall, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap().material(surface)).unwrap();
            let ball =
                Ball::new(size * vec2(0.0, 2.0), size).velocity(size * vec2(3.0, -4.0)).material(surface);
            let ball = world.add_ball(ball.no_rotation()).unwrap();
            (0..60).for_each(|_| _ = world.step(1.0 / 60.0));
            upright(&world, ball);
            let v = world.velocity(ball).unwrap() / size;
            let along = (3.0 - mu * (1.0 + e) * 4.0).max(0.0);
            assert!((v.y - 4.0 * e).abs() < 1e-4 && (v.x - along).abs() < 1e-4, "{size} {e} {mu}: {v}");
        }
    }
}

/// On a slope it slides like a block, or stays: it does not roll.
#[test]
fn on_a_slope_it_slides_or_stays() {
    for (mu, resistance) in [(0.0_f32, 0.0_f32), (0.2, 0.1), (0.9, 0.0), (0.9, 0.2)] {
        for rate in [30.0_f32, 60.0, 1000.0] {
            let mut world = World::new(Config::default()).unwrap();
            let surface = Material { rolling_resistance: resistance, ..Material::new(0.0, mu) };
            let normal = vec2(-0.6, 0.8);
            let slope = world.add_body(Body::fixed()).unwrap();
            world.add_shape(slope, Shape::half_plane(Vec2::ZERO, normal).unwrap().material(surface)).unwrap();
            let ball = world.add_ball(Ball::new(normal, 1.0).material(surface).no_rotation()).unwrap();
            (0..rate as usize).for_each(|_| _ = world.step(1.0 / rate));
            upright(&world, ball);
            let speed = world.velocity(ball).unwrap().length();
            let exact = (9.81 * (0.6 - 0.8 * mu)).max(0.0);
            assert!((speed - exact).abs() < 5e-3 * 9.81, "{mu} at {rate}: {speed} in place of {exact}");
        }
    }
}

/// Among balls that turn, on a link, held and released, in a heap, on a floor seen from above, and out of a
/// snapshot.
#[test]
fn nothing_turns_it() {
    let mut world = World::new(Config::default()).unwrap();
    let jar = world.add_body(Body::fixed()).unwrap();
    for (a, b) in [((-1.0, 9.0), (-1.0, 0.0)), ((-1.0, 0.0), (1.0, 0.2)), ((1.0, 0.2), (1.0, 9.0))] {
        world.add_shape(jar, Shape::segment(a.into(), b.into()).unwrap()).unwrap();
    }
    let surface = Material { rolling_resistance: 0.05, ..Material::new(0.3, 0.8) };
    let balls: Vec<BodyId> = (0..20)
        .map(|n: u8| {
            let ball = Ball::new(vec2(0.1 * f32::from(n % 5) - 0.2, 0.5 + 0.4 * f32::from(n)), 0.18)
                .material(surface);
            world.add_ball(if n.is_multiple_of(2) { ball.no_rotation() } else { ball }).unwrap()
        })
        .collect();
    world.add_link(Link::rod(balls[0], balls[2], 0.8)).unwrap();
    for step in 0..600 {
        world.step(1.0 / 60.0);
        if step == 100 {
            world.hold(balls[4]).unwrap();
        } else if step == 150 {
            world.release(balls[4]).unwrap();
        } else if step == 200 {
            world.apply_angular_impulse(balls[6], 5.0).unwrap();
            world = World::from_snapshot(&world.snapshot()).unwrap();
        }
        balls.iter().step_by(2).for_each(|ball| upright(&world, *ball));
    }
    assert!(balls.iter().skip(1).step_by(2).any(|ball| world.ball(*ball).unwrap().angle != 0.0));

    let mut table = weightless();
    table.set_floor(Some(Floor::default())).unwrap();
    let puck = table.add_ball(Ball::new(Vec2::ZERO, 0.03).velocity(vec2(1.0, 0.5)).no_rotation()).unwrap();
    for _ in 0..300 {
        table.step(1.0 / 60.0);
        upright(&table, puck);
    }
    assert_eq!(table.velocity(puck), Some(Vec2::ZERO));
}

#[test]
fn it_turns_again_when_it_is_given_an_inertia() {
    let mut world = weightless();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 1.0).no_rotation()).unwrap();
    world.apply_angular_impulse(ball, 3.0).unwrap();
    upright(&world, ball);
    let described = Ball { inertia_factor: 0.5, ..world.ball(ball).unwrap() };
    world.set_ball(ball, described).unwrap();
    world.apply_angular_impulse(ball, 3.0).unwrap();
    assert!(world.ball(ball).unwrap().angular_velocity > 1.0);
    let bad = Ball { inertia_factor: f32::NEG_INFINITY, ..described };
    assert!(world.set_ball(ball, bad).is_err() && world.add_ball(bad).is_err());
}
