//! Balls in a closed box with two spinning paddles.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Body, BodyId, Material, World};

use super::RADIUS;
use crate::dice::{Dice, direction};
use crate::law::{Case, Figure};
use crate::scene;
use crate::watch::Watch;

const HALF: f64 = 2.0;
/// A tenth of a radius, and the rounding of the single precision of the interface two units from the origin.
const DEEPEST: f64 = 0.1 + 1e-5;
const PADDLE: f64 = 0.02_f32 as f64;

pub(super) fn cases(trials: u64) -> [Case; 2] {
    let (mut watch, mut escapes, mut overlap) = (Watch::lenient(), 0, 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("crowd", trial);
        let (escaped, deepest) = attempt(&mut dice, &mut watch);
        escapes += escaped;
        overlap = overlap.max(deepest);
    }
    [
        Case::new("1 to 50 balls, two paddles: escapes", trials, &watch, Figure::count(0, escapes)),
        Case::new("1 to 50 balls, two paddles: overlap / r", trials, &watch, Figure::error(overlap, DEEPEST)),
    ]
}

/// Balls outside at the end, and the deepest overlap of any two things, in radii of a ball.
fn attempt(dice: &mut Dice, watch: &mut Watch) -> (u64, f64) {
    let mut world = scene::weightless();
    let stuff = Material::new(dice.uniform(0.2, 0.9) as f32, 0.0);
    scene::fixed(&mut world, stuff, [scene::room(Vec2::splat(-HALF as f32), Vec2::splat(HALF as f32))]);
    let paddles = [-1.0_f32, 1.0].map(|x| {
        let spin = dice.log_uniform(1.0, 60.0) * if dice.below(2) == 0 { 1.0 } else { -1.0 };
        let body = Body::kinematic().position(vec2(x, 0.0)).angular_velocity(spin as f32);
        let blade = scene::capsule(vec2(-0.5, 0.0), vec2(0.5, 0.0), PADDLE as f32);
        scene::carrier(&mut world, body, stuff, [blade])
    });
    let count = 1 + dice.below(50);
    let mut placed: Vec<DVec2> = Vec::new();
    while placed.len() < count {
        let x = DVec2::new(dice.uniform(-1.85, 1.85), dice.uniform(-1.85, 1.85));
        let free = placed.iter().all(|p| p.distance(x) > 0.205);
        if free && blade_gap(x, DVec2::new(-1.0, 0.0), 0.0) > 0.01 && blade_gap(x, DVec2::X, 0.0) > 0.01 {
            placed.push(x);
            let velocity = dice.direction() * dice.log_uniform(1.0, 10_000.0);
            let ball = Ball::new(x.as_vec2(), RADIUS as f32).velocity(velocity.as_vec2()).material(stuff);
            scene::ball(&mut world, ball);
        }
    }
    let (low, high) = (DVec2::splat(-HALF), DVec2::splat(HALF));
    let mut deepest: f64 = 0.0;
    for _ in 0..20 {
        watch.step(&mut world);
        deepest = deepest.max(scene::deepest(&world, low, high));
        for paddle in paddles {
            deepest = deepest.max(under_blade(&world, paddle));
        }
    }
    let outside = |ball: Ball| !(ball.position.abs().max_element() < HALF as f32);
    (world.balls().filter(|&(_, ball)| outside(ball)).count() as u64, deepest)
}

fn blade_gap(x: DVec2, center: DVec2, angle: f64) -> f64 {
    let (axis, d) = (direction(angle), x - center);
    d.distance(axis * d.dot(axis).clamp(-0.5, 0.5)) - RADIUS - PADDLE
}

fn under_blade(world: &World, paddle: BodyId) -> f64 {
    let Some(body) = world.body(paddle) else {
        return f64::NAN;
    };
    let (center, angle) = (body.position.as_dvec2(), f64::from(body.angle));
    let gaps = world.balls().map(|(_, ball)| blade_gap(ball.position.as_dvec2(), center, angle));
    -gaps.fold(f64::INFINITY, f64::min) / RADIUS
}
