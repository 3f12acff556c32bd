//! A ball that slides along the inside of an arc stays inside.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material};

use super::{MISS, RADIUS};
use crate::dice::{Dice, direction};
use crate::law::{Case, Figure};
use crate::scene;
use crate::watch::Watch;

pub(super) fn cases(trials: u64) -> [Case; 2] {
    let (mut watch, mut escapes, mut slowed) = (Watch::default(), 0, 0);
    for trial in 0..trials {
        let mut dice = Dice::new("slide", trial);
        let mut world = scene::weightless();
        let stuff = Material::new(dice.uniform(0.0, 1.0) as f32, 0.0);
        let radius = f64::from(dice.log_uniform(0.2, 10.0) as f32);
        scene::fixed(&mut world, stuff, [scene::arc(Vec2::ZERO, radius as f32, 0.0, core::f32::consts::TAU)]);
        let speed = dice.log_uniform(1.0, 10_000.0);
        let (out, track) = (direction(dice.uniform(0.0, 6.0)), radius - RADIUS);
        // Touching, or nearly; along the arc, or nearly.
        let place = out * (track - dice.below(2) as f64 * dice.log_uniform(1e-6, 1e-2) * track);
        let velocity = (out.perp() + dice.below(2) as f64 * dice.log_uniform(1e-5, 1e-1) * out) * speed;
        let ball = Ball::new(place.as_vec2(), RADIUS as f32).velocity(velocity.as_vec2()).material(stuff);
        let ball = scene::ball(&mut world, ball);
        let mut outside = false;
        for _ in 0..30 {
            watch.step(&mut world);
            outside |= !(scene::place(&world, ball).length() <= track + 0.1 * RADIUS + 1e-6);
        }
        escapes += u64::from(outside);
        // The moment about the centre is kept along the arc, independent of the rest.
        let moment = DVec2::perp_dot(scene::place(&world, ball), scene::velocity(&world, ball));
        slowed += u64::from(!((moment / place.perp_dot(velocity) - 1.0).abs() <= MISS));
    }
    [
        Case::new("sliding inside an arc: outside", trials, &watch, Figure::count(0, escapes)),
        Case::new(
            "sliding inside an arc: moment about the centre lost",
            trials,
            &watch,
            Figure::count(0, slowed),
        ),
    ]
}
