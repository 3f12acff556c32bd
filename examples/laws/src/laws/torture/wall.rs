//! A kinematic wall hits a resting ball.

use carom::glam::{DVec2, vec2};
use carom::{Ball, Body, Material};

use super::{BOUNCE, RADIUS, Tally};
use crate::dice::Dice;
use crate::law::{Case, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) fn cases(trials: u64) -> [Case; 2] {
    let (mut watch, mut tally) = (Watch::default(), Tally::default());
    for trial in 0..trials {
        let mut dice = Dice::new("wall", trial);
        let restitution = f64::from(dice.uniform(0.0, 1.0) as f32);
        let speed = dice.log_uniform(1.0, 500.0);
        let steps = dice.uniform(0.0, 4.0);
        let angle = dice.uniform(-3.0, 3.0) as f32;
        let normal = crate::dice::direction(f64::from(angle));
        let velocity = (normal * speed).as_vec2().as_dvec2();
        let place = DVec2::new(dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0)).as_vec2().as_dvec2();
        let ahead = RADIUS + speed * steps * f64::from(DT) + 1e-5;
        let along = normal.perp() * dice.uniform(-0.8, 0.8);

        let mut world = scene::weightless();
        let stuff = Material::new(restitution as f32, 0.0);
        let wall = Body::kinematic()
            .position((place - normal * ahead + along).as_vec2())
            .angle(angle)
            .velocity(velocity.as_vec2());
        scene::carrier(&mut world, wall, stuff, [scene::segment(vec2(0.0, -1.0), vec2(0.0, 1.0))]);
        let ball = scene::ball(&mut world, Ball::new(place.as_vec2(), RADIUS as f32).material(stuff));
        watch.steps(&mut world, steps.ceil() as usize + 1);
        // A ball at rest leaves a wall at 1 + e times the wall's speed along the normal.
        let exact = normal * ((1.0 + restitution) * velocity.dot(normal));
        tally.bounce(scene::velocity(&world, ball).distance(exact) / exact.length());
    }
    [
        Case::new("kinematic wall, resting ball: misses", trials, &watch, Figure::count(0, tally.misses)),
        Case::new(
            "kinematic wall, resting ball: velocity",
            tally.errors.len() as u64,
            &watch,
            Figure::error(tally.worst(), BOUNCE),
        ),
    ]
}
