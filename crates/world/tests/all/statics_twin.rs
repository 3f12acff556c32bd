//! The loads in a heap at rest, against a plain solver of its statics.
//!
//! The twin knows the places of the balls and nothing of how they came there. It finds who touches whom by all pairs,
//! and the loads by projected Gauss-Seidel in `f64`: 200 passes to begin with, and as many again until nothing changes.
//! Balls are smooth and of all sizes, so that loads have one answer.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Body, BodyId, Config, Material, Shape, World};
use carom_world as carom;

use crate::common::{DT, Dice, cases};

const GRAVITY: f64 = 9.81;
/// A funnel: two slopes that meet, so that heaps lie still without friction.
const WALLS: [DVec2; 2] = [DVec2::new(0.6, 0.8), DVec2::new(-0.6, 0.8)];

/// A place where one ball presses on another, or on a wall.
struct Touch {
    balls: [Option<usize>; 2],
    normal: DVec2,
    /// Inverse masses of both.
    ease: [f64; 2],
    force: f64,
}

/// All touches of balls at these places, up to a gap.
fn touches(balls: &[(DVec2, f64, f64)], gap: f64) -> Vec<Touch> {
    let mut found = Vec::new();
    for (i, &(x, r, mass)) in balls.iter().enumerate() {
        for (j, &(other, s, others)) in balls.iter().enumerate().take(i) {
            let way = x - other;
            if way.length() - r - s <= gap * r.min(s) {
                let ease = [1.0 / mass, 1.0 / others];
                found.push(Touch { balls: [Some(i), Some(j)], normal: way.normalize(), ease, force: 0.0 });
            }
        }
        for normal in WALLS {
            if normal.dot(x) - r <= gap * r {
                found.push(Touch { balls: [Some(i), None], normal, ease: [1.0 / mass, 0.0], force: 0.0 });
            }
        }
    }
    found
}

/// Finds forces under which no ball is accelerated into another: none pulls, and a parting pair does not press.
/// Returns how much a ball is still accelerated where it should not be.
fn solve(touches: &mut [Touch], count: usize) -> f64 {
    let mut accelerations = vec![DVec2::new(0.0, -GRAVITY); count];
    for passes in 1..=100 {
        for _ in 0..200 {
            for touch in &mut *touches {
                let [own, other] = touch.balls.map(|ball| ball.map_or(DVec2::ZERO, |i| accelerations[i]));
                let closing = touch.normal.dot(own - other);
                let force = (touch.force - closing / (touch.ease[0] + touch.ease[1])).max(0.0);
                let more = force - touch.force;
                touch.force = force;
                for ((ball, ease), sign) in touch.balls.into_iter().zip(touch.ease).zip([1.0, -1.0]) {
                    if let Some(i) = ball {
                        accelerations[i] += touch.normal * (sign * more * ease);
                    }
                }
            }
        }
        let rest = accelerations.iter().map(|a| a.length()).fold(0.0, f64::max);
        if rest < 1e-9 * GRAVITY || passes == 100 {
            return rest;
        }
    }
    unreachable!("the last pass returns")
}

fn heap(seed: u64, count: usize) -> (World, Vec<BodyId>) {
    let mut dice = Dice(seed);
    let mut world = World::new(Config { sleep_speed: 0.0, ..Config::default() }).unwrap();
    let walls = world.add_body(Body::fixed()).unwrap();
    let smooth = Material::new(0.0, 0.0);
    for normal in WALLS {
        let wall = Shape::half_plane(Vec2::ZERO, normal.as_vec2()).unwrap();
        world.add_shape(walls, wall.material(smooth)).unwrap();
    }
    let ids = (0..count).map(|n| {
        let radius = 0.1 * libm::expf(dice.within(-0.5, 0.5));
        let at = vec2(dice.within(-0.05, 0.05), 0.5 + 0.4 * n as f32);
        world.add_ball(Ball::new(at, radius).material(smooth)).unwrap()
    });
    let ids = ids.collect();
    (world, ids)
}

#[test]
fn loads_are_those_of_plain_statics() {
    let (mut compared, mut heaps) = (0, 0);
    for seed in 1..=cases(6) {
        let count = 2 + seed as usize * 2 % 11;
        let (mut world, ids) = heap(seed, count);
        for _ in 0..1200 {
            world.step(DT);
        }
        let balls: Vec<_> = ids
            .iter()
            .map(|&id| {
                let ball = world.ball(id).unwrap();
                (world.precise(id).unwrap().position, f64::from(ball.radius), f64::from(ball.mass))
            })
            .collect();
        let weight: f64 = balls.iter().map(|ball| ball.2 * GRAVITY).sum();
        let mut due = touches(&balls, 1e-3);
        let rest = solve(&mut due, count);
        assert!(rest < 1e-3 * GRAVITY, "seed {seed}: the twin finds no rest, {rest}");
        let row = |id: BodyId| ids.iter().position(|&own| own == id);
        let found: Vec<_> = world.contacts().collect();
        heaps += 1;
        for touch in &due {
            let is_this = |contact: &&carom::ContactPoint| {
                let [a, b] = [row(contact.body_a), row(contact.body_b)];
                let same = [a, b] == touch.balls || [b, a] == touch.balls;
                same && contact.normal.as_dvec2().dot(touch.normal).abs() > 0.99
            };
            let force =
                found.iter().find(is_this).map_or(0.0, |contact| f64::from(contact.normal_impulse / DT));
            let off = (force - touch.force).abs() / weight;
            assert!(off < 1e-2, "seed {seed}: {:?} press by {force}, due are {}", touch.balls, touch.force);
            compared += usize::from(touch.force > 0.0);
        }
        let all: f64 = due.iter().map(|touch| touch.force).sum();
        let pressed: f64 = found.iter().map(|contact| f64::from(contact.normal_impulse / DT)).sum();
        assert!((pressed / all - 1.0).abs() < 1e-2, "seed {seed}: {pressed} in all, due are {all}");
    }
    assert!(compared > 10 * heaps, "{compared} touches of {heaps} heaps");
}
