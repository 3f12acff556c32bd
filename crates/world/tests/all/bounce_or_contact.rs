//! Which hits bounce and which begin a contact, against the rule that the conventions state.
//!
//! A ball falls on a level floor. It is in contact at once if its rebound would be over before the step is, or if it
//! comes no faster than a hundredth of its radius in a substep. The rule has no unit: it holds for every size and step.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom::glam::{Vec2, vec2};
use carom::{Ball, Body, BodyId, Config, Material, Shape, World};
use carom_world as carom;

use crate::common::{Dice, cases};

/// A ball of this radius just above a level floor, coming down at `speed`.
fn over_floor(config: Config, radius: f32, speed: f32, restitution: f32, gap: f32) -> (World, BodyId) {
    let mut world = World::new(config).unwrap();
    let floor = world.add_body(Body::fixed()).unwrap();
    let rubber = Material::new(restitution, 0.0);
    world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).unwrap().material(rubber)).unwrap();
    let ball = Ball::new(vec2(0.0, radius + gap), radius).velocity(vec2(0.0, -speed));
    let id = world.add_ball(ball.material(rubber)).unwrap();
    (world, id)
}

#[test]
fn a_hit_bounces_if_its_rebound_outlasts_the_step() {
    let mut dice = Dice(11);
    let (mut bounced, mut stayed) = (0, 0);
    for n in 0..cases(3000) {
        let radius = libm::expf(dice.within(-6.9, 5.0));
        let dt = 1.0 / libm::expf(dice.within(libm::logf(30.0), libm::logf(1000.0)));
        let restitution = dice.within(0.05, 1.0);
        let substeps = [1, 2, 4, 8, 16][n as usize % 5];
        let h = dt / substeps as f32;
        // Gravity from a tenth of the threshold of the ball to ten times as much.
        let gravity = radius / (dt * dt) * libm::expf(dice.within(-7.0, -1.0));
        let hop = gravity * dt.max(4.0 * h) / (2.0 * restitution);
        let slow = hop.min(0.01 * radius / h);
        let speed = slow * libm::expf(dice.within(-1.5, 1.5));
        // So near that it arrives early, and so far that it does not touch yet.
        let slop = 1e-4;
        let gap = 2.0 * slop * radius;
        let begin = libm::sqrtf((speed * speed - 2.0 * gravity * gap).max(0.0));
        if begin * dt < 2.0 * gap {
            continue;
        }
        let config = Config {
            gravity: vec2(0.0, -gravity),
            max_substeps: substeps,
            sleep_speed: 0.0,
            slop,
            ..Config::default()
        };
        let (mut world, ball) = over_floor(config, radius, begin, restitution, gap);
        world.step(dt);
        let mass = world.ball(ball).unwrap().mass;
        // A landing is reported as well, and throws nothing back.
        let throws =
            |hit: &&carom::Impact| hit.normal_impulse > (1.0 + 0.5 * restitution) * mass * hit.approach_speed;
        let hit = world.events().impacts().iter().find(throws);
        let about = || format!("{n}: {speed} of {slow}, r {radius}, dt {dt}, e {restitution}: {hit:?}");
        // The speed from gravity in a substep may count or not.
        if speed < 0.99 * slow - gravity * h {
            assert_eq!(hit, None, "slow, {}", about());
            stayed += 1;
        } else if speed > 1.01 * slow + gravity * h {
            let hit = hit.unwrap_or_else(|| panic!("not slow, {}", about()));
            assert!((hit.approach_speed / speed - 1.0).abs() < 0.05, "{}", about());
            bounced += 1;
        }
    }
    assert!(bounced > 200 && stayed > 200, "{bounced} bounced, {stayed} stayed");
}

/// Without a pull no force would bring a ball back: every bouncing ball bounces at any speed.
#[test]
fn where_nothing_pulls_every_hit_bounces() {
    let mut dice = Dice(12);
    for n in 0..cases(500) {
        let radius = libm::expf(dice.within(-6.9, 6.9));
        let (dt, restitution) = (1.0 / 60.0, dice.within(0.05, 1.0));
        let speed = radius / dt * libm::expf(dice.within(-8.0, 3.0));
        let (mut world, id) = over_floor(Config::weightless(), radius, speed, restitution, 0.02 * speed * dt);
        let hits = world.step(dt).impacts().len();
        assert_eq!(hits, 1, "{n}: r {radius}, {speed}, e {restitution}");
        let after = world.velocity(id).unwrap().y;
        assert!(
            (after / (restitution * speed) - 1.0).abs() < 1e-5,
            "{n}: {after} of {speed} times {restitution}"
        );
    }
}

/// A hit that does not bounce, however hard, leaves no speed and is reported once.
#[test]
fn what_does_not_bounce_stays() {
    let mut dice = Dice(13);
    for n in 0..cases(300) {
        let radius = libm::expf(dice.within(-6.9, 6.9));
        let dt = 1.0 / 60.0;
        let config = Config { gravity: vec2(0.0, -9.81 * radius), sleep_speed: 0.0, ..Config::default() };
        let speed = 10.0 * radius * libm::expf(dice.within(-2.0, 3.0));
        let (mut world, id) = over_floor(config, radius, speed, 0.0, 0.3 * speed * dt);
        let mut told = 0;
        for _ in 0..30 {
            told += world.step(dt).impacts().len();
        }
        let (height, rest) = (world.position(id).unwrap().y / radius, world.velocity(id).unwrap().y / radius);
        assert!(told <= 1, "{n}: {told} impacts at {speed}");
        assert!(
            (height - 1.0).abs() < 0.01 && rest.abs() < 1e-3,
            "{n}: at {height} radii, {rest} radii a second"
        );
    }
}
