//! Helpers of games beside physics: nudges, held balls, a speed cap, bounds, balls that are stuck.

use crate::common::{self, DT};
use carom_world::{Ball, Body, Config, Error, Material, Shape, World};
use glam::{DVec2, Vec2, vec2};

#[test]
fn a_shaken_table_is_a_world_with_shaken_walls() {
    // The same motion described twice: walls that jerk at the start of each step, seen from the room; and a
    // table that is accelerated so strongly for one short step that it gains the same speed.
    let elastic = Material::elastic();
    let ball = Ball::new(vec2(0.3, 0.2), 0.1).velocity(vec2(1.0, 0.7)).material(elastic);
    let (mut seen_from_room, walls) = common::room(Config::weightless(), Body::kinematic(), 1.0, elastic);
    let (mut seen_from_table, _) = common::room(Config::weightless(), Body::kinematic(), 1.0, elastic);
    let a = seen_from_room.add_ball(ball).unwrap();
    let b = seen_from_table.add_ball(ball).unwrap();
    let mut walls_at = DVec2::ZERO;
    let mut speed = Vec2::ZERO;
    let short = 1.0 / 1024.0;
    for step in 0..200 {
        let jerk = vec2(((step * 7) % 5) as f32 - 2.0, ((step * 3) % 7) as f32 - 3.0) * 0.05;
        // In the short step the table moves half of its gain; the walls follow it there.
        seen_from_room.set_velocity(walls, speed + 0.5 * jerk).unwrap();
        seen_from_room.step(short);
        walls_at += (speed + 0.5 * jerk).as_dvec2() * f64::from(short);
        speed += jerk;
        seen_from_room.set_velocity(walls, speed).unwrap();
        seen_from_room.step(DT);
        walls_at += speed.as_dvec2() * f64::from(DT);

        seen_from_table.set_table_acceleration(jerk / short).unwrap();
        seen_from_table.step(short);
        seen_from_table.set_table_acceleration(Vec2::ZERO).unwrap();
        seen_from_table.step(DT);

        let room_ball = seen_from_room.ball(a).unwrap();
        let table_ball = seen_from_table.ball(b).unwrap();
        let apart = room_ball.position.as_dvec2() - walls_at - table_ball.position.as_dvec2();
        let faster = room_ball.velocity - speed - table_ball.velocity;
        assert!(apart.length() < 2e-4, "step {step}: apart by {apart}");
        assert!(faster.length() < 2e-4 || step > 150, "step {step}: faster by {faster}");
    }
}

#[test]
fn a_nudge_moves_the_table_out_and_back() {
    let mut world = World::new(Config::weightless()).unwrap();
    let floating = Ball::new(vec2(1.0, 2.0), 0.1).gravity_scale(0.0);
    let free = world.add_ball(floating).unwrap();
    let held = world.add_ball(Ball { position: vec2(3.0, 2.0), ..floating }).unwrap();
    world.hold(held).unwrap();
    let way = vec2(0.02, 0.01);
    world.nudge(way, 0.2).unwrap();
    let mut furthest = Vec2::ZERO;
    for _ in 0..12 {
        world.step(DT);
        let (at, v) = (world.position(free).unwrap(), world.velocity(free).unwrap());
        // A free ball stays where it is in the room.
        let drift = at + world.table_offset() - vec2(1.0, 2.0);
        assert!(drift.length() < 2e-5, "the ball moved by {drift}");
        assert!((v + world.table_velocity()).length() < 1e-6, "and at {v}");
        furthest = furthest.max(world.table_offset());
    }
    assert!((furthest - way).length() < 1e-4, "half way the table was out by {furthest}");
    world.step(DT);
    assert_eq!((world.table_offset(), world.table_velocity()), (Vec2::ZERO, Vec2::ZERO));
    assert_eq!(world.position(held), Some(vec2(3.0, 2.0)), "what is held goes with the table");
    assert!(world.velocity(free).unwrap().length() < 1e-6);
}

#[test]
fn a_resting_pile_feels_a_nudge() {
    let (mut world, _) = common::room(Config::default(), Body::kinematic(), 1.0, Material::new(0.2, 0.4));
    let ids: Vec<_> = (0..30)
        .map(|n| {
            let at = vec2((n % 6) as f32 * 0.3 - 0.75, (n / 6) as f32 * 0.3 - 0.8);
            world.add_ball(Ball::new(at, 0.12)).unwrap()
        })
        .collect();
    for _ in 0..600 {
        world.step(DT);
    }
    let before: Vec<_> = ids.iter().map(|&id| world.position(id).unwrap()).collect();
    let fastest =
        |world: &World| ids.iter().map(|&id| world.velocity(id).unwrap().length()).fold(0.0, f32::max);
    assert!(fastest(&world) < 1e-3);
    world.nudge(vec2(0.03, 0.0), 0.15).unwrap();
    let mut felt: f32 = 0.0;
    for _ in 0..12 {
        world.step(DT);
        felt = felt.max(fastest(&world));
    }
    assert!(felt > 0.05, "the pile slept through it: {felt}");
    assert!(ids.iter().zip(before).any(|(&id, at)| world.position(id).unwrap().distance(at) > 1e-3));
    world.validate().unwrap();
}

#[test]
fn a_held_ball_stays_and_is_solid() {
    let elastic = Material::elastic();
    let mut world = World::new(Config::default()).unwrap();
    let saucer =
        world.add_ball(Ball::new(vec2(0.0, 0.0), 0.1).angular_velocity(3.0).material(elastic)).unwrap();
    world.hold(saucer).unwrap();
    assert!(world.is_held(saucer) && world.angular_velocity(saucer) == Some(0.0));
    let falling = Ball::new(vec2(0.0, 1.2), 0.1).material(elastic);
    let dropped = world.add_ball(falling).unwrap();
    let other = world.add_ball(Ball { position: vec2(0.15, 0.0), ..falling }).unwrap();
    world.hold(other).unwrap();
    let wall = world.add_body(Body::kinematic().position(vec2(-1.0, 0.0)).velocity(vec2(1.0, 0.0))).unwrap();
    world.add_shape(wall, Shape::circle(Vec2::ZERO, 0.05).unwrap()).unwrap();
    let mut highest: f32 = 0.0;
    let mut bounces = 0;
    for step in 0..200 {
        world.step(DT);
        bounces += world.events().impacts().len();
        if step > 30 {
            highest = highest.max(world.position(dropped).unwrap().y);
        }
        assert_eq!(world.position(saucer), Some(Vec2::ZERO), "step {step}");
        assert_eq!(world.velocity(saucer), Some(Vec2::ZERO), "step {step}");
        assert_eq!(world.events().dropped().count(), 0, "held balls that overlap are left alone");
    }
    assert!(bounces > 2 && (highest - 1.2).abs() < 1e-3, "{bounces} bounces, up to {highest}");
    world.validate().unwrap();

    let copy = World::from_snapshot(&world.snapshot()).unwrap();
    assert!(copy.is_held(saucer) && copy.is_held(other) && !copy.is_held(dropped));
    assert_eq!(copy.ball(saucer), world.ball(saucer));

    world.remove_body(other).unwrap();
    world.remove_body(wall).unwrap();
    world.release(saucer).unwrap();
    world.set_velocity(saucer, vec2(0.0, 1.0)).unwrap();
    world.step(DT);
    let free = world.ball(saucer).unwrap();
    assert!(free.velocity.y < 1.0 && free.position.y > 0.0, "released: {free:?}");
}

#[test]
fn a_ball_rests_on_a_held_one() {
    let mut world = World::new(Config::default()).unwrap();
    let below = [-0.1, 0.1].map(|x| world.add_ball(Ball::new(vec2(x, 0.0), 0.1)).unwrap());
    for id in below {
        world.hold(id).unwrap();
    }
    let above = world.add_ball(Ball::new(vec2(0.0, 0.3), 0.1)).unwrap();
    for _ in 0..240 {
        world.step(DT);
    }
    let at = world.position(above).unwrap();
    assert!((at - vec2(0.0, 0.1 * 3.0_f32.sqrt())).length() < 1e-3, "it lies at {at}");
    assert!(world.velocity(above).unwrap().length() < 1e-4);
    world.release(below[0]).unwrap();
    for _ in 0..60 {
        world.step(DT);
    }
    assert!(world.position(above).unwrap().y < 0.0, "its support is gone");
}

#[test]
fn nothing_flies_faster_than_the_cap() {
    let mut world = World::new(Config { max_speed: 5.0, ..Config::default() }).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(100.0, 0.0))).unwrap();
    let slow = world.add_ball(Ball::new(vec2(0.0, 9.0), 0.1).velocity(vec2(1.0, 0.0))).unwrap();
    for _ in 0..300 {
        let before = world.position(ball).unwrap();
        world.step(DT);
        assert!(world.velocity(ball).unwrap().length() < 5.0 * 1.000_001);
        let way = world.position(ball).unwrap().distance(before);
        assert!(way < 5.1 * DT, "it went {way} in a step");
    }
    let (v, w) = (world.velocity(ball).unwrap(), world.velocity(slow).unwrap());
    assert!(v.y < -4.9 && w.length() > 4.9, "both fall at the cap in the end: {v} {w}");
}

#[test]
fn a_ball_that_leaves_is_told_once() {
    let bounds = Some([vec2(-1.0, -1.0), vec2(1.0, 1.0)]);
    let mut world = World::new(Config { bounds, ..Config::weightless() }).unwrap();
    let stays = world.add_ball(Ball::new(vec2(0.0, 0.5), 0.1)).unwrap();
    let goes = world.add_ball(Ball::new(Vec2::ZERO, 0.1).velocity(vec2(1.98, 0.0))).unwrap();
    let mut reported = Vec::new();
    for step in 0..60 {
        world.step(DT);
        reported.extend(world.events().out_of_bounds().iter().map(|&id| (step, id)));
    }
    assert_eq!(reported, [(30, goes)], "31 steps of 0.033 lead over 1");
    let mut copy = World::from_snapshot(&world.snapshot()).unwrap();
    copy.step(DT);
    assert!(copy.events().out_of_bounds().is_empty(), "a copy knows that it was reported");
    world.teleport(goes, Vec2::ZERO).unwrap();
    world.step(DT);
    world.teleport(goes, vec2(0.0, 3.0)).unwrap();
    world.step(DT);
    assert_eq!(world.events().out_of_bounds(), [goes], "again after it was inside");
    world.remove_body(stays).unwrap();
    world.step(DT);
    assert!(world.events().out_of_bounds().is_empty(), "rows have moved, what is known with them");
    world.validate().unwrap();
}

#[test]
fn a_ball_that_hardly_moves_is_stuck() {
    let config = Config { stuck_after: 2.0, stuck_radius: 0.5, ..Config::default() };
    let (mut world, _) = common::room(config, Body::kinematic(), 1.0, Material::default());
    let rests = world.add_ball(Ball::new(vec2(-0.5, -0.9), 0.1)).unwrap();
    let held = world.add_ball(Ball::new(vec2(0.5, 0.5), 0.1)).unwrap();
    world.hold(held).unwrap();
    let rolls = world.add_ball(Ball::new(vec2(0.0, -0.9), 0.1)).unwrap();
    let mut reported = Vec::new();
    for step in 0..300 {
        let way = if step % 120 < 60 { 0.2 } else { -0.2 };
        world.set_velocity(rolls, vec2(way, 0.0)).unwrap();
        world.step(DT);
        reported.extend(world.events().stuck().iter().map(|&id| (step, id)));
    }
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].1 == rests && (118..123).contains(&reported[0].0), "{reported:?}");
    world.apply_impulse(rests, vec2(0.02, 0.0)).unwrap();
    let again = (0..300).filter(|_| {
        world.step(DT);
        world.events().stuck().contains(&rests)
    });
    assert_eq!(again.count(), 1, "it was pushed and is stuck again");
}

#[test]
fn bad_input_is_refused_and_named() {
    let mut world = World::new(Config::default()).unwrap();
    let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1)).unwrap();
    let wall = world.add_body(Body::fixed()).unwrap();
    let named = |error: Error, field: &str| assert!(error.to_string().contains(field), "{error}");
    let nan = f32::NAN;
    named(world.nudge(vec2(nan, 0.0), 0.1).unwrap_err(), "nudge.displacement");
    named(world.nudge(Vec2::X, 0.0).unwrap_err(), "nudge.seconds");
    named(world.nudge(Vec2::X, nan).unwrap_err(), "nudge.seconds");
    named(world.nudge(vec2(9e7, 0.0), 0.001).unwrap_err(), "nudge.displacement");
    named(world.set_table_acceleration(vec2(0.0, f32::INFINITY)).unwrap_err(), "table acceleration");
    let good = Config::default();
    for (field, config) in [
        ("config.max_speed", Config { max_speed: 0.0, ..good }),
        ("config.max_speed", Config { max_speed: nan, ..good }),
        ("config.stuck_after", Config { stuck_after: 0.0, ..good }),
        ("config.stuck_radius", Config { stuck_radius: -1.0, ..good }),
        ("config.sleep_speed", Config { sleep_speed: 0.2, ..good }),
        ("config.bounds", Config { bounds: Some([Vec2::ONE, Vec2::ZERO]), ..good }),
        ("config.bounds", Config { bounds: Some([vec2(nan, 0.0), Vec2::ZERO]), ..good }),
    ] {
        named(world.set_config(config).unwrap_err(), field);
    }
    assert!(matches!(world.hold(wall), Err(Error::WrongKind { .. })));
    world.hold(ball).unwrap();
    let before = world.snapshot();
    assert!(matches!(world.set_velocity(ball, Vec2::X), Err(Error::WrongKind { .. })));
    assert!(matches!(world.set_angular_velocity(ball, 1.0), Err(Error::WrongKind { .. })));
    assert!(matches!(world.apply_impulse(ball, Vec2::X), Err(Error::WrongKind { .. })));
    assert_eq!(world.snapshot(), before);
    world.remove_body(ball).unwrap();
    assert_eq!(world.hold(ball), Err(Error::UnknownBody(ball)));
    assert_eq!(world.release(ball), Err(Error::UnknownBody(ball)));
    assert!(!world.is_held(ball));
}

#[test]
fn shapes_carry_what_the_game_gave_them() {
    let mut world = World::new(Config::default()).unwrap();
    let body = world.add_body(Body::fixed()).unwrap();
    let shape = world.add_shape(body, Shape::circle(Vec2::ZERO, 0.1).unwrap().user_data(77)).unwrap();
    assert_eq!(world.shape_user_data(shape), Some(77));
    assert_eq!(World::from_snapshot(&world.snapshot()).unwrap().shape_user_data(shape), Some(77));
    world.remove_shape(shape).unwrap();
    assert_eq!(world.shape_user_data(shape), None);
}
