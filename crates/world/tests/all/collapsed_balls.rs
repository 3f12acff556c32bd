//! Balls that have collapsed between others: their stopping ends, and throws nothing.

use crate::common::{DT, Dice};
use carom_world::{Ball, Body, Chain, Config, Material, Shape, World};
use glam::{Vec2, vec2};

/// Light balls that had collapsed between heavy ones were stopped at the same instant again and again, each time by
/// a part of their remaining approach, until they were frozen. With friction at many contacts the guesses of modes
/// (stick, slide, part) did not converge.
#[test]
fn light_balls_between_heavy_ones_are_not_frozen() {
    let mut frozen = 0;
    for seed in [0, 1, 10, 11] {
        let mut dice = Dice(seed);
        let mut world = World::new(Config::default()).unwrap();
        let walls = world.add_body(Body::fixed()).unwrap();
        let path = [vec2(0.0, 1000.0), Vec2::ZERO, vec2(6.6, 0.0), vec2(6.6, 1000.0)];
        world.add_shape(walls, Shape::chain(&Chain::polyline(&path)).unwrap()).unwrap();
        for i in 0..144_u8 {
            let (row, column) = (f32::from(i / 6), f32::from(i % 6));
            let r = dice.within(0.05, 0.5);
            let at = vec2(0.55 + 1.1 * column + dice.within(-0.04, 0.04), 0.6 + 1.1 * row);
            world.add_ball(Ball::new(at, r).mass(1000.0 * r * r * r).sphere()).unwrap();
        }
        for _ in 0..600 {
            world.step(DT);
            frozen += world.events().dropped().frozen_balls;
        }
    }
    // Eleven were.
    assert_eq!(frozen, 0);
}

/// Balls that were pressed against a round housing flew along its track, and their pressing neighbors had been
/// solved as if they flew straight on. So the two met at the largest depth at the same instant, the ball was led
/// off the track again, and so on every few microseconds until it was frozen; balls that met frozen balls were
/// thrown at up to 22 times the speed of the blades.
#[test]
fn a_paddle_wheel_neither_freezes_balls_nor_throws_them() {
    const TIP: f32 = 2.0;
    for (spin, rate) in [(-30.0_f32, 60.0_f32), (60.0, 240.0)] {
        let stuff = Material::new(0.4, 0.3);
        let mut world = World::new(Config::default()).unwrap();
        let housing = world.add_body(Body::fixed()).unwrap();
        let ring = Shape::arc(Vec2::ZERO, TIP, 0.0, core::f32::consts::TAU).unwrap();
        world.add_shape(housing, ring.material(stuff)).unwrap();
        let wheel = world.add_body(Body::kinematic().angular_velocity(spin)).unwrap();
        for d in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            let blade = Shape::capsule(d * 0.05, d * (TIP - 0.07), 0.02).unwrap();
            world.add_shape(wheel, blade.material(stuff)).unwrap();
        }
        let mut dice = Dice(1);
        let mut places: Vec<Vec2> = Vec::new();
        while places.len() < 60 {
            let place = dice.point(1.8);
            let clear = place.length() < 1.75 && place.abs().min_element() > 0.12;
            if clear && places.iter().all(|other| other.distance(place) > 0.125) {
                places.push(place);
                world.add_ball(Ball::new(place, 0.06).material(stuff)).unwrap();
            }
        }
        let (mut frozen, mut fastest) = (0, 0.0_f32);
        for _ in 0..(0.5 * rate) as u32 {
            world.step(1.0 / rate);
            frozen += world.events().dropped().frozen_balls;
            fastest = world.balls().map(|(_, ball)| ball.velocity.length()).fold(fastest, f32::max);
        }
        let case = format!("{spin} rad/s at 1/{rate} s");
        assert!(fastest < 2.0 * (spin.abs() * TIP + 6.0), "{case}: a ball at {fastest}");
        assert!(frozen <= 2, "{case}: {frozen} frozen");
    }
}
