//! A game's calls are recorded and replayed bit for bit.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{DT, Dice};
use carom_world::{
    Ball, Body, Chain, Config, Error, Field, Filter, Floor, FloorSurface, FloorZone, Joint, Link, Material,
    Motor, Recording, Region, Replay, Shape, SnapshotRing, World,
};
use glam::{Vec2, vec2};

fn steps(world: &mut World, count: u32) {
    for _ in 0..count {
        world.step(DT);
    }
}

/// Records the calls of `play` on a world with a floor and replays them. Returns the number of calls.
fn recorded(play: impl FnOnce(&mut World)) -> u64 {
    let mut world = World::new(Config::default()).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    let floor = Chain::polyline(&[vec2(-5.0, 3.0), vec2(-5.0, 0.0), vec2(5.0, 0.0), vec2(5.0, 3.0)]);
    world.add_shape(ground, Shape::chain(&floor).unwrap()).unwrap();
    world.start_recording(1);
    play(&mut world);
    let after = world.snapshot();
    let recording = world.stop_recording().unwrap();
    let recording = Recording::from_bytes(&recording.to_bytes()).unwrap();
    assert_eq!(World::replay(&recording), Ok(None), "{recording}");
    let mut replay = Replay::new(&recording).unwrap();
    while replay.step() {}
    // Settings and user data are no part of a checkpoint.
    assert!(replay.world().snapshot() == after, "the same state in each byte: {recording}");
    recording.calls()
}

/// A call that the recording left out, or held twice, would part the replay from the game.
#[test]
fn every_call_that_changes_a_world_is_recorded_once() {
    let mut calls = 0;
    let found = recorded(|world| {
        let mut did = |result: Result<(), Error>| {
            result.unwrap();
            calls += 1;
        };
        let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1).user_data(3)).unwrap();
        let other = world.add_ball(Ball::new(vec2(1.0, 1.0), 0.1).sphere()).unwrap();
        let lift = world.add_body(Body::kinematic().position(vec2(-2.0, 1.0))).unwrap();
        let plate =
            world.add_shape(lift, Shape::capsule(-0.3 * Vec2::X, 0.3 * Vec2::X, 0.05).unwrap()).unwrap();
        let gate = world.add_shape(lift, Shape::rect(Vec2::ZERO, vec2(0.3, 0.4)).unwrap().sensor()).unwrap();
        let flipper = world.add_joint(Joint::hinge(vec2(3.0, 1.0), 0.1).limits(-0.5, 0.5)).unwrap();
        world.add_shape(flipper, Shape::capsule(Vec2::ZERO, 0.5 * Vec2::X, 0.05).unwrap()).unwrap();
        let field = world.add_field(Field::drag(0.1)).unwrap();
        let rope = world.add_link(Link::rope(ball, other, 2.0)).unwrap();
        let region = Region::Circle { center: Vec2::ZERO, radius: 1.0 };
        let rug = FloorZone { region, surface: FloorSurface::default() };
        world.set_floor(Some(Floor::default())).unwrap();
        let zone = world.add_floor_zone(rug).unwrap();
        (0..11).for_each(|_| did(Ok(())));
        steps(world, 3);
        did(world.set_ball(ball, Ball { radius: 0.15, ..world.ball(ball).unwrap() }));
        did(world.set_mass(ball, 2.0));
        did(world.set_radius(ball, 0.12));
        did(world.set_gravity_scale(ball, 0.9));
        did(world.set_drag(ball, 0.2));
        did(world.set_max_speed(ball, 50.0));
        did(world.set_user_data(ball, 8));
        did(world.set_shape_material(plate, Material::new(0.2, 0.3)));
        did(world.set_ball_material(ball, Material::new(0.7, 0.1)));
        did(world.set_material_pair(1, 2, Some(Material::new(0.1, 0.1))));
        did(world.set_ball_filter(ball, Filter::new(3, 5)));
        did(world.set_shape_filter(plate, Filter::new(1, u32::MAX)));
        did(world.set_collision_exception(ball, lift, true));
        did(world.teleport(ball, vec2(0.5, 2.0)));
        did(world.set_angle(lift, 0.1));
        did(world.set_velocity(ball, vec2(0.3, 1.0)));
        did(world.set_angular_velocity(ball, 4.0));
        steps(world, 2);
        did(world.move_kinematic(lift, vec2(-2.0, 1.1), 0.0));
        steps(world, 2);
        did(world.move_kinematic_over(lift, vec2(-2.0, 1.2), 0.2, 0.1));
        did(world.move_kinematic_turning(lift, vec2(-2.0, 1.2), 7.0, 0.1));
        did(world.set_enabled(other, false));
        did(world.set_shape_enabled(gate, false));
        did(world.set_field(field, Field::uniform(vec2(0.2, 0.0))));
        did(world.set_rolling_velocity(ball, vec2(1.0, 0.0)));
        did(world.hold(ball));
        did(world.release(ball));
        did(world.apply_impulse(ball, vec2(0.0, 0.1)));
        did(world.apply_angular_impulse(ball, 0.01));
        did(world.apply_force(ball, vec2(0.0, 1.0)));
        steps(world, 2);
        did(world.set_joint(flipper, Joint::hinge(vec2(3.0, 1.1), 0.2).limits(-0.5, 0.5)));
        did(world.set_motor(flipper, Motor::Force(2.0)));
        did(world.set_joint_position(flipper, 0.1, 0.3));
        did(world.set_link(rope, Link::spring(ball, vec2(0.0, 3.0), 1.0, 5.0)));
        steps(world, 2);
        did(world.remove_link(rope));
        did(world.set_shape(plate, Shape::segment(-0.4 * Vec2::X, 0.4 * Vec2::X).unwrap()));
        did(world.set_shape_user_data(plate, 5));
        did(world.remove_shape(gate));
        did(world.wake(ball));
        did(world.nudge(vec2(0.01, 0.0), 0.1));
        did(world.set_table_acceleration(vec2(0.0, 0.1)));
        did(world.set_gravity(vec2(0.0, -5.0)));
        did(world.set_config(Config { seed: 4, ..*world.config() }));
        did(world.remove_field(field));
        did(world.remove_floor_zone(zone));
        did(world.set_floor(None));
        steps(world, 2);
        did(world.remove_body(lift));
        steps(world, 5);
        world.clear();
        did(Ok(()));
        world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1)).unwrap();
        did(Ok(()));
        steps(world, 2);
    });
    assert_eq!(found, calls);
}

/// A peer that steps back and plays on with other inputs, by each of the ways that there are.
#[test]
fn steps_back_are_recorded() {
    let calls = recorded(|world| {
        let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1)).unwrap();
        let (saved, mut ring) = (world.snapshot(), SnapshotRing::new(4));
        ring.record(7, world);
        let copy = world.clone();
        steps(world, 10);
        world.restore(&saved).unwrap();
        world.set_velocity(ball, vec2(1.0, 0.0)).unwrap();
        steps(world, 10);
        ring.restore(7, world).unwrap();
        steps(world, 10);
        world.clone_from(&copy);
        steps(world, 3);
    });
    assert_eq!(calls, 5);
}

/// Refused calls and queries change nothing.
#[test]
fn refused_calls_and_queries_do_no_harm() {
    recorded(|world| {
        let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1)).unwrap();
        world.set_mass(ball, -1.0).unwrap_err();
        world.restore(b"nothing").unwrap_err();
        steps(world, 5);
        let _ = (world.cast_ray(Vec2::ZERO, Vec2::X, Filter::default()), world.snapshot());
        world.step(f32::NAN);
        world.step(-0.0);
        steps(world, 5);
    });
}

/// A game that crashes sends its recording; the player's next hours take memory for calls alone.
#[test]
fn a_recording_is_small_and_may_be_read_while_it_runs() {
    let mut world = World::new(Config::default()).unwrap();
    let flipper = world.add_joint(Joint::hinge(Vec2::ZERO, 0.1).limits(-0.5, 0.5)).unwrap();
    let mut dice = Dice(1);
    for _ in 0..20 {
        world.add_ball(Ball::new(dice.point(3.0), 0.1)).unwrap();
    }
    world.start_recording(60);
    for step in 0..600 {
        if step % 20 == 0 {
            world.set_motor(flipper, Motor::Force(if step % 40 == 0 { 5.0 } else { -5.0 })).unwrap();
        }
        world.step(DT);
    }
    let so_far = world.recording().unwrap();
    assert_eq!((so_far.steps(), so_far.calls(), so_far.every()), (600, 30, 60));
    let own = so_far.bytes() - so_far.start().len();
    assert!(own < 600 * 5, "{own} bytes for ten seconds");
    assert_eq!(World::replay(&so_far), Ok(None));
    assert!(world.clone().recording().is_none(), "a clone does not record");
    steps(&mut world, 60);
    assert_eq!(world.stop_recording().unwrap().steps(), 660);
    assert!(world.stop_recording().is_none(), "it has ended");
}

/// One of sixty balls is struck through the floor of a game that forgot a wall; all others do not matter.
#[test]
fn a_failing_recording_becomes_small() {
    let mut world = World::new(Config::default()).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    world.add_shape(ground, Shape::segment(vec2(-2.0, 0.0), vec2(2.0, 0.0)).unwrap()).unwrap();
    let mut dice = Dice(2);
    let balls: Vec<_> =
        (0..30).map(|_| world.add_ball(Ball::new(dice.point(0.5) + Vec2::Y, 0.02)).unwrap()).collect();
    world.start_recording(10);
    for step in 0..120 {
        let ball = dice.pick(&balls).unwrap();
        world.apply_impulse(ball, if step == 31 { vec2(0.02, 0.0) } else { 1e-6 * dice.point(1.0) }).unwrap();
        world.step(DT);
    }
    let lost = |recording: &Recording| {
        let mut replay = Replay::new(recording).unwrap();
        while replay.step() {}
        replay.world().balls().any(|(_, ball)| ball.position.y < -0.1)
    };
    let recording = world.stop_recording().unwrap();
    assert!(lost(&recording), "a ball falls beside the floor");
    let small = recording.minimize(lost).unwrap();
    assert!(lost(&small), "it still fails");
    let start = World::from_snapshot(small.start()).unwrap();
    assert_eq!((start.ball_count(), small.calls()), (1, 0), "{small}");
    assert!(small.bytes() < recording.bytes() / 4, "{} of {} bytes", small.bytes(), recording.bytes());
}
