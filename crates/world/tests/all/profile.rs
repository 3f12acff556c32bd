//! A step's report of its own work.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom_world::{Ball, Body, Config, Material, Shape, World};
use glam::vec2;

const DT: f32 = 1.0 / 60.0;

fn tick() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static TICKS: AtomicU64 = AtomicU64::new(0);
    TICKS.fetch_add(1, Ordering::Relaxed)
}

fn world() -> World {
    let mut world = World::new(Config::default()).unwrap();
    let ground = world.add_body(Body::fixed()).unwrap();
    world.add_shape(ground, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0)).unwrap()).unwrap();
    world
}

#[test]
fn a_ball_in_flight_takes_quiet_substeps_and_a_bounce_is_counted() {
    let mut world = world();
    world.add_ball(Ball::new(vec2(0.0, 1.0), 0.1).material(Material::new(1.0, 0.0))).unwrap();
    world.step(DT);
    let falling = *world.profile();
    assert_eq!((falling.impacts, falling.contacts), (0, 0));
    assert_eq!(falling.quiet_substeps + 1, falling.substeps, "all but the one in which the flight begins");
    let mut impacts = 0;
    for _ in 0..60 {
        let reported = world.step(DT).impacts().len();
        assert_eq!(world.profile().impacts as usize, reported);
        impacts += reported;
    }
    assert!(impacts > 0, "the ball came down");
}

#[test]
fn what_rests_is_solved_until_it_sleeps() {
    let mut world = world();
    world.add_ball(Ball::new(vec2(0.0, 0.1), 0.1)).unwrap();
    for _ in 0..5 {
        world.step(DT);
    }
    let resting = *world.profile();
    assert!(resting.sleeping == 0 && resting.contacts == resting.substeps, "{resting:?}");
    for _ in 0..25 {
        world.step(DT);
    }
    let asleep = *world.profile();
    assert!(asleep.sleeping == 1 && asleep.contacts == 0, "{asleep:?}");
    assert_eq!(asleep.quiet_substeps, asleep.substeps, "nothing is done");
}

/// Any surface that turned made all balls take all substeps, on the far side of the table as well.
#[test]
fn a_blade_takes_substeps_of_balls_that_may_come_to_it() {
    let turn = |height: f32| {
        let mut world = world();
        let blade = world.add_body(Body::kinematic().position(vec2(0.0, height))).unwrap();
        world.add_shape(blade, Shape::capsule(vec2(0.0, 0.0), vec2(0.3, 0.0), 0.02).unwrap()).unwrap();
        let ball = world.add_ball(Ball::new(vec2(-0.1, 0.1), 0.1).velocity(vec2(0.3, 0.0))).unwrap();
        for _ in 0..10 {
            world.step(DT);
        }
        world.set_angular_velocity(blade, 18.0).unwrap();
        world.step(DT);
        (world.profile().substeps, world.ball(ball).unwrap().position)
    };
    let mut alone = world();
    let ball = alone.add_ball(Ball::new(vec2(-0.1, 0.1), 0.1).velocity(vec2(0.3, 0.0))).unwrap();
    for _ in 0..11 {
        alone.step(DT);
    }
    assert_eq!(turn(5.0), (alone.profile().substeps, alone.ball(ball).unwrap().position));
    assert_eq!(turn(0.25).0, Config::default().max_substeps, "within reach of the blade");
}

#[test]
fn phases_add_up_and_change_no_bit() {
    let (mut timed, mut plain) = (world(), world());
    for world in [&mut timed, &mut plain] {
        world.add_ball(Ball::new(vec2(0.0, 0.3), 0.1).velocity(vec2(1.0, 0.0))).unwrap();
    }
    timed.set_profiler_clock(Some(tick));
    for _ in 0..120 {
        timed.step(DT);
        plain.step(DT);
        assert_eq!(timed.state_hash(), plain.state_hash());
    }
    let (times, none) = (timed.profile().times, plain.profile().times);
    assert!(times.broadphase > 0 && times.report > 0, "{times:?}");
    assert_eq!(times.total(), times.named().iter().map(|(_, time)| time).sum::<u64>());
    assert_eq!(none.total(), 0, "no clock, no times");
}
