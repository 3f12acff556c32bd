//! Balls in hollow arcs: at the largest depth as well they stay inside, however an arc begins.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::f32::consts::{PI, TAU};

use carom_world::{Ball, Body, BodyId, Chain, Config, Material, Shape, World};
use glam::{Vec2, vec2};

const DT: f32 = 1.0 / 60.0;

/// Two straight walls of a length, a distance of `2 r` apart, joined by two half circles on which they end smoothly.
fn stadium(length: f32, r: f32, config: Config, material: Material) -> World {
    let mut world = World::new(config).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    let ring = Chain::start(vec2(-length, -r)).line_to(vec2(0.0, -r)).tangent_arc_to(vec2(0.0, r));
    let ring = ring.line_to(vec2(-length, r)).tangent_arc_to(vec2(-length, -r));
    world.add_shape(walls, Shape::chain(&ring).unwrap().material(material)).unwrap();
    world
}

/// The first of these steps after which a ball is out of its stadium, and where it is then.
fn first_outside(
    world: &mut World,
    ball: BodyId,
    [length, r]: [f32; 2],
    steps: u32,
    dt: f32,
) -> Option<(u32, Vec2)> {
    (0..steps).find_map(|step| {
        world.step(dt);
        let at = world.position(ball).unwrap();
        let is_inside = (at - vec2(at.x.clamp(-length, 0.0), 0.0)).length() < r;
        (!is_inside).then_some((step, at))
    })
}

/// Where a straight wall joined an arc, the end of the arc answered, which makes no ball part from the bend: a ball
/// deeper than the largest depth that glided along the wall flew straight on, through the arc. Over half of the
/// fastest did.
#[test]
fn a_ball_that_overlaps_a_wall_follows_it_into_the_bend() {
    let (length, r, slick) = (10.0, 1.0, Material::new(0.0, 0.0));
    let ways = [(50.0, 0.3), (50.0, 0.5), (100.0, 0.2), (200.0, 0.2), (400.0, 0.2), (1e3, 0.12), (1e3, 0.5)];
    for (speed, depth) in ways {
        for n in 0..25_u8 {
            let mut world = stadium(length, r, Config::weightless(), slick);
            let at = vec2(-1.0 - 0.293 * f32::from(n), 0.1 * (1.0 - depth) - r);
            let ball = world.add_ball(Ball::new(at, 0.1).velocity(vec2(speed, 0.0)).material(slick)).unwrap();
            let out = first_outside(&mut world, ball, [length, r], 60, DT);
            assert_eq!(out, None, "{speed}, {depth}, {n}");
        }
    }
}

/// The same where nothing overlaps at first, but the pull presses the ball down to the largest depth.
#[test]
fn a_strong_pull_does_not_press_a_ball_through_a_bend() {
    let (length, r, dull) = (2.0, 0.05, Material::new(0.5, 0.0));
    let pulls = [(0.2, 1, 3e2), (0.2, 1, 3e3), (0.2, 8, 3e3), (0.2, 8, 3e4), (DT, 1, 3e4), (DT, 8, 3e5)];
    for (dt, max_substeps, pull) in pulls {
        for n in 0..25_u8 {
            let gravity = vec2(-0.3, 0.953) * pull;
            let mut world = stadium(length, r, Config { gravity, max_substeps, ..Config::default() }, dull);
            let at = vec2(-0.122 - 0.04 * f32::from(n), 0.033);
            let ball = Ball::new(at, 0.003).velocity(vec2(-3.45, -10.0)).material(dull);
            let ball = world.add_ball(ball).unwrap();
            let out = first_outside(&mut world, ball, [length, r], 20, dt);
            assert_eq!(out, None, "{dt}, {pull}, {n}");
        }
    }
}

/// A belt drove the ball to the joint of two arcs at the largest depth. The end of the second answered there.
#[test]
fn a_ball_on_a_belt_stays_in_its_room() {
    let gravity = vec2(13_399.895, -10_102.464);
    let settings = Config { gravity, max_substeps: 1, max_work: 200, seed: 1933, ..Config::default() };
    let mut world = World::new(settings).unwrap();
    let body = world.add_body(Body::fixed()).unwrap();
    let (a, b, c) = (vec2(-0.295, 0.700), vec2(-0.734, -0.601), vec2(0.560, -0.437));
    let belt = Material { surface_speed: 499_535.16, ..Material::new(0.0, 1.0) };
    let walls = [
        Shape::segment(a, b).unwrap(),
        Shape::chain(&Chain::start(b).arc_by_angle_to(c, 3.0)).unwrap(),
        Shape::chain(&Chain::start(c).arc_by_angle_to(a, 0.3)).unwrap(),
    ];
    for wall in walls {
        world.add_shape(body, wall.material(belt)).unwrap();
    }
    let ball = Ball::new(vec2(-0.2, -0.3), 0.204_560_13).sphere().velocity(vec2(-113_813.23, -36_396.78));
    let ball = world.add_ball(ball.material(Material::new(0.0, 1.0))).unwrap();
    for step in 0..10 {
        world.step(0.3);
        let at = world.position(ball).unwrap();
        assert!(at.length() < 1.3, "step {step}: {at}");
    }
}

/// A ball that went round in a room of a millimetre millions of times in a step made as many chords, each of them an event:
/// the step took 87 seconds. Chords count as impacts do.
#[test]
fn a_ball_that_goes_round_too_often_is_stopped_and_counted() {
    for max_work in [16, 1000] {
        let mut world = World::new(Config { max_work, ..Config::weightless() }).unwrap();
        let body = world.add_body(Body::fixed()).unwrap();
        let slick = Material::new(0.0, 0.0);
        world.add_shape(body, Shape::arc(vec2(0.0, 0.0), 0.01, 0.0, TAU).unwrap().material(slick)).unwrap();
        let ball = Ball::new(vec2(0.0, -0.005), 0.004).velocity(vec2(1e6, 0.0)).material(slick);
        let ball = world.add_ball(ball).unwrap();
        let mut frozen = 0;
        for step in 0..4 {
            frozen += world.step(DT).dropped().frozen_balls;
            let at = world.position(ball).unwrap();
            assert!(at.length() < 0.01, "step {step}: {at}");
        }
        assert!(frozen > 0, "{max_work}");
    }
}

/// A disc that glides in a ring until it rolls: the speed `v` that friction takes becomes spin `w`, so that `v + w
/// r / 2` stays. With several chords in a substep, friction turned the ball for all of it and slowed it for the
/// first alone: that sum grew by up to 45 %, and energy by 39 % in one step.
#[test]
fn friction_in_a_ring_gives_to_spin_what_it_takes_from_speed() {
    const R: f32 = 0.1;
    let material = Material::new(0.0, 0.3);
    for (gap, speed) in
        [0.0733, 0.2, 0.5, 1.0].into_iter().flat_map(|gap| [2.0, 10.0, 50.0, 200.0].map(|v| (gap, v)))
    {
        for dt in [1.0 / 60.0, 1.0 / 240.0] {
            let mut world = World::new(Config::weightless()).unwrap();
            let ring = world.add_body(Body::fixed()).unwrap();
            for start in [0.0, PI] {
                let half = Shape::arc(Vec2::ZERO, gap + R, start, PI).unwrap();
                world.add_shape(ring, half.material(material)).unwrap();
            }
            let ball = Ball::new(vec2(-gap, 0.0), R).velocity(vec2(0.0, -speed)).material(material);
            let ball = world.add_ball(ball.mass(1.0)).unwrap();
            let mut energy = 0.5 * speed * speed;
            for _ in 0..120 {
                world.step(dt);
                let (v, w) = (world.velocity(ball).unwrap(), world.angular_velocity(ball).unwrap());
                let now = 0.5 * v.length_squared() + 0.25 * (R * w).powi(2);
                assert!(now < energy + 5e-4 * speed * speed, "{gap} {speed} {dt}: {energy} to {now}");
                energy = now;
                let along = world.position(ball).unwrap().normalize().perp_dot(v);
                let share = (along - 0.5 * w * R) / speed;
                assert!((share - 1.0).abs() < 2e-3, "{gap} {speed} {dt}: {share}");
            }
        }
    }
}
