//! Scratch changes no bit: a world whose lists are young and one whose lists are old have the same future.
//!
//! Lists are a cache with a life of its own: balls leave their safe circles at odd times, and the entries of a list
//! beyond the true neighbors depend on its age. Snapshots do not hold lists, so every effect of them on the motion
//! would part two peers.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common::{self, DT, Dice};
use carom_world::{Ball, Body, BodyId, Config, Joint, Link, Material, Motor, Shape, World};
use glam::{Vec2, vec2};

/// Steps a world, one that forgets its lists before every step, and one that does so now and then; all must agree.
/// `drive` moves the driven bodies, the same in each.
fn compare(mut world: World, steps: u32, place: &str, mut drive: impl FnMut(&mut World, u32)) {
    let (mut young, mut mixed) = (world.clone(), world.clone());
    for step in 0..steps {
        young.clear_caches();
        if step % 7 == 3 {
            mixed = World::from_snapshot(&mixed.snapshot()).unwrap();
        }
        for world in [&mut world, &mut young, &mut mixed] {
            drive(world, step);
            world.step(DT);
        }
        for twin in [&young, &mixed] {
            assert_eq!(world.state_hash(), twin.state_hash(), "{place}, step {step}");
            assert_eq!(world.snapshot(), twin.snapshot(), "{place}, step {step}");
            assert_eq!(world.events().impacts(), twin.events().impacts(), "{place}, step {step}");
            assert_eq!(world.events().dropped(), twin.events().dropped(), "{place}, step {step}");
        }
    }
}

/// Mallets that push pucks into walls, into corners and against each other: balls freeze, movers stall.
///
/// A mover that stalled used to look again at every ball that was listed for it, which reset more balls where
/// lists were wide; and an instant in which a ball left its safe circle was cut in two. A contact that left a batch of walls
/// no longer counted as flat: a wall that held the ball at the start of a substep did not hold it to the end.
#[test]
fn crushed_balls_do_not_depend_on_the_age_of_lists() {
    for seed in 0..common::cases(24) {
        let mut dice = Dice(seed);
        let config = if seed % 3 == 0 { Config::default() } else { Config::weightless() };
        let material = Material::new(dice.within(0.0, 1.0), dice.within(0.0, 0.5));
        let mut world = common::room(config, Body::fixed(), 2.0, material).0;
        let mut mallets: Vec<BodyId> = Vec::new();
        for n in 0..2 + seed % 3 {
            let mallet = world.add_body(Body::kinematic().position(dice.point(1.0))).unwrap();
            let shape = match n {
                0 | 1 => Shape::circle(Vec2::ZERO, dice.within(0.1, 0.5)),
                2 => Shape::capsule(vec2(-0.7, 0.0), vec2(0.7, 0.0), 0.1),
                _ => Shape::arc(Vec2::ZERO, 0.8, 0.3, 4.0),
            };
            world.add_shape(mallet, shape.unwrap()).unwrap();
            mallets.push(mallet);
        }
        if seed % 2 == 1 {
            // A struck bat moves, and its motion concerns every ball nearby.
            let bat = Joint::hinge(dice.point(0.5), 0.05).limits(-0.8, 0.8).spring(0.5, 0.0);
            let bat = world.add_joint(bat.motor(Motor::Force(dice.within(-1.0, 1.0)))).unwrap();
            world.add_shape(bat, Shape::capsule(Vec2::ZERO, vec2(1.0, 0.0), 0.08).unwrap()).unwrap();
            let plunger = Joint::slider(dice.point(1.0), dice.point(1.0), 0.5, [-0.5, 0.5]).spring(20.0, 0.3);
            let plunger = world.add_joint(plunger).unwrap();
            world.add_shape(plunger, Shape::capsule(vec2(-0.2, 0.0), vec2(0.2, 0.1), 0.05).unwrap()).unwrap();
        }
        for _ in 0..4 + seed % 12 {
            let ball = Ball::new(dice.point(1.5), dice.within(0.05, 0.25)).velocity(dice.point(5.0));
            world
                .add_ball(
                    ball.material(Material::new(dice.within(0.0, 1.0), 0.1)).mass(dice.within(0.1, 2.0)),
                )
                .unwrap();
        }
        compare(world, 400, &format!("seed {seed}"), |world, step| {
            for (n, &mallet) in mallets.iter().enumerate() {
                let mut way = Dice(seed << 32 | u64::from(step / 12) << 8 | n as u64);
                let to = world.position(mallet).unwrap() + way.point(0.12);
                let angle = world.body(mallet).unwrap().angle + way.within(-0.1, 0.1);
                world.move_kinematic(mallet, to.clamp(Vec2::splat(-2.0), Vec2::splat(2.0)), angle).unwrap();
            }
        });
    }
}

/// A ball that flies past a pile at rest: how near it must come to keep the pile awake used to be read off
/// the lists.
#[test]
fn sleeping_does_not_depend_on_the_age_of_lists() {
    for seed in 0..common::cases(10) {
        let mut dice = Dice(seed);
        let mut world = common::room(Config::default(), Body::fixed(), 2.0, Material::default()).0;
        for n in 0..20_u8 {
            let place = vec2(-1.8 + 0.2 * f32::from(n % 10), -1.9 + 0.2 * f32::from(n / 10));
            world.add_ball(Ball::new(place, 0.1).material(Material::new(0.0, 0.5))).unwrap();
        }
        for _ in 0..200 {
            world.step(DT);
        }
        // Free of weight, so that it drifts by again and again.
        for _ in 0..1 + seed % 3 {
            let ball =
                Ball::new(vec2(dice.within(-1.5, 1.5), dice.within(-1.3, 1.5)), dice.within(0.02, 0.2));
            let speed = dice.within(0.01, 3.0);
            world.add_ball(Ball { gravity_scale: 0.0, ..ball }.velocity(dice.point(speed))).unwrap();
        }
        compare(world, 400, &format!("seed {seed}"), |_, _| {});
    }
}

/// Small fast balls in a crowd leave their circles all the time, also within an instant in which others meet.
#[test]
fn crowds_do_not_depend_on_the_age_of_lists() {
    for seed in 0..common::cases(6) {
        let mut dice = Dice(seed);
        let mut world = common::room(Config::default(), Body::fixed(), 2.0, Material::new(0.9, 0.2)).0;
        let fast = 10.0 * dice.within(0.0, 6.0).exp2();
        for _ in 0..120 {
            let ball = Ball::new(dice.point(1.8), dice.within(0.02, 0.12)).velocity(dice.point(fast));
            world
                .add_ball(ball.material(Material::new(dice.within(0.3, 1.0), dice.within(0.0, 1.0))))
                .unwrap();
        }
        compare(world, 60, &format!("seed {seed}"), |_, _| {});
    }
}

/// A ball that leaves the world is put back, at a place that is state.
#[test]
fn what_leaves_the_world_does_not_depend_on_the_age_of_lists() {
    for seed in 0..common::cases(20) {
        let mut dice = Dice(seed);
        let mut world = World::new(Config::weightless()).unwrap();
        for _ in 0..8 {
            let ball = Ball::new(dice.point(1e8), dice.within(1e3, 1e5)).velocity(dice.point(1e8));
            world.add_ball(ball).unwrap();
        }
        compare(world, 120, &format!("seed {seed}"), |_, _| {});
    }
}

/// A substep in which nothing is due was passed over whole, and whether nothing is due depends on the lists. A slider
/// that a motor holds at its limit came to another impulse there, by one unit in the last place.
#[test]
fn what_is_held_at_a_limit_does_not_feel_the_lists() {
    for seed in 0..common::cases(300) {
        let mut dice = Dice(seed);
        let mut world = World::new(Config::default()).unwrap();
        let (mass, force) = (dice.within(0.1, 10.0), dice.within(-200.0, 200.0));
        let limits = [dice.within(-0.3, 0.0), dice.within(0.0, 0.3)];
        let guide = Joint::slider(Vec2::ZERO, dice.point(1.0).normalize_or(Vec2::X), mass, limits);
        let slider = world.add_joint(guide.motor(Motor::Force(force))).unwrap();
        world.add_shape(slider, Shape::segment(vec2(-0.2, 0.0), vec2(0.2, 0.0)).unwrap()).unwrap();
        // It leaves its safe circle every few steps, far away.
        let speed = vec2(90.0, dice.within(10.0, 400.0));
        world.add_ball(Ball::new(vec2(500.0, 0.0), 1.0).velocity(speed)).unwrap();
        compare(world, 60, &format!("seed {seed}"), |_, _| {});
    }
}

/// A blade was brought to the time at which a ball had come to the end of its way along it. The predictions of a
/// ball that had left its circle then came a rounding sooner or later than the earlier ones.
#[test]
fn a_blade_does_not_feel_that_a_ball_comes_to_its_tip() {
    for seed in 0..common::cases(40) {
        let mut dice = Dice(seed);
        let elastic = Material::elastic();
        let mut world = common::room(Config::weightless(), Body::fixed(), 2.0, elastic).0;
        let blade = Body::kinematic().angular_velocity(dice.within(5.0, 40.0));
        let blade = world.add_body(blade).unwrap();
        let (root, tip) = (vec2(-1.0, 0.0), vec2(1.0, 0.0));
        world.add_shape(blade, Shape::capsule(root, tip, 0.05).unwrap()).unwrap();
        for _ in 0..6 {
            let ball = Ball::new(dice.point(1.2), 0.1).material(Material::new(0.0, 0.0));
            world.add_ball(ball).unwrap();
            let ball = Ball::new(dice.point(1.8), 0.01).velocity(dice.point(200.0));
            world.add_ball(ball.material(elastic)).unwrap();
        }
        compare(world, 60, &format!("seed {seed}"), |_, _| {});
    }
}

/// A pile of balls, some of them linked, that is struck now and then. A ball that pressed on links and had been
/// struck at the same instant got another velocity from them, and its arrivals were predicted only when its list
/// was made again. The contacts of linked balls were visited in the order in which they had begun, which is
/// forgotten with the lists. In one of some hundred such games the difference showed in the end: in this one after
/// 52 steps.
#[test]
fn what_links_push_is_looked_at_whatever_the_age_of_lists() {
    for seed in 4..4 + common::cases(1) {
        let mut dice = Dice(seed);
        let material = Material::new(dice.within(0.0, 0.4), dice.within(0.0, 0.8));
        let mut world = common::room(Config::default(), Body::fixed(), 0.6, material).0;
        let mut balls: Vec<BodyId> = Vec::new();
        for k in 0..16_u8 {
            let place = vec2(-0.42 + 0.27 * f32::from(k % 4), -0.42 + 0.27 * f32::from(k / 4));
            let radius = dice.within(0.05, 0.12);
            let ball = Ball::new(place, radius).mass(dice.within(0.2, 5.0)).material(material);
            balls.push(world.add_ball(ball).unwrap());
        }
        for _ in 0..5 {
            let (a, b) = (dice.pick(&balls).unwrap(), dice.pick(&balls).unwrap());
            if a == b {
                continue;
            }
            let length = world.position(a).unwrap().distance(world.position(b).unwrap());
            let link = match dice.roll() % 3 {
                0 => Link::rod(a, b, length),
                1 => Link::rope(a, b, 1.05 * length),
                _ => Link::spring(a, b, length, 100.0),
            };
            world.add_link(link).unwrap();
        }
        let mut blows: Vec<(BodyId, Vec2)> = Vec::new();
        for _ in 0..13 {
            let ball = dice.pick(&balls).unwrap();
            blows.push((ball, dice.point(20.0)));
        }
        compare(world, 100, &format!("linked pile {seed}"), |world, step| {
            if step % 8 == 3 {
                let (ball, velocity) = blows[step as usize / 8];
                world.set_velocity(ball, velocity).unwrap();
            }
        });
    }
}
