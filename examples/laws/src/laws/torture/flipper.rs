//! A ball resting or moving, while a kinematic capsule sweeps.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Body, Material};

use super::{RADIUS, Tally};
use crate::dice::{Dice, direction};
use crate::law::{Case, Figure};
use crate::reference::blade::Blade;
use crate::scene;
use crate::watch::{DT, Watch};

/// Radius of the capsule.
const BLADE: f64 = 0.02_f32 as f64;

#[derive(Default)]
struct Strokes {
    tally: Tally,
    /// Deepest overlap after any step, in radii of the ball.
    overlap: f64,
    /// Hits after the first: the blade catches up with the ball.
    more: u64,
}

pub(super) fn cases(trials: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, fastest) in [("resting", 0.0), ("moving", 100.0)] {
        let (mut watch, mut strokes) = (Watch::default(), Strokes::default());
        for trial in 0..trials {
            let mut dice = Dice::new(name, trial);
            while !attempt(fastest, &mut dice, &mut watch, &mut strokes) {}
        }
        let Strokes { tally, overlap, more } = strokes;
        let mut add = |what: &str, figure| {
            cases.push(Case::new(format!("flipper, {name} ball: {what}"), trials, &watch, figure));
        };
        add("misses", Figure::count(0, tally.misses));
        add("exit velocity, p99", Figure::error(tally.quantile(0.99), 1e-3));
        add(&format!("overlap / r ({more} hit again)"), Figure::error(overlap, 0.1));
    }
    cases
}

/// One stroke; false if the draw put the ball into the blade or it would never be met.
fn attempt(fastest: f64, dice: &mut Dice, watch: &mut Watch, strokes: &mut Strokes) -> bool {
    let dt = f64::from(DT);
    let restitution = f64::from(dice.uniform(0.3, 1.0) as f32);
    let spin = f64::from(dice.log_uniform(1.0, 60.0) as f32);
    let distance = dice.uniform(0.15, 1.05);
    let wait = dice.uniform(0.0, 1.5_f64.min(4.0 * dt * spin)) / spin;
    let velocity = dice.direction() * if fastest > 0.0 { dice.log_uniform(1.0, fastest) } else { 0.0 };
    let velocity = velocity.as_vec2().as_dvec2();
    // Where the leading face stands when the ball is met, if nothing else happens.
    let axis = direction(spin * wait);
    let met = axis * distance + axis.perp() * (RADIUS + BLADE);
    let place = (met - velocity * wait).as_vec2().as_dvec2();
    let blade = Blade { length: 1.0, reach: RADIUS + BLADE, spin, restitution };
    if blade.gap(place, 0.0) < 1e-4 {
        return false;
    }
    let steps = (wait / dt).ceil() as usize + 4;
    let exact = blade.strike(place, velocity, steps as f64 * dt);
    let fast = velocity.length() + spin;
    if exact.hits == 0 || exact.flattest < 1e-2 || exact.velocity.distance(velocity) < 0.02 * fast {
        return false;
    }
    strokes.more += u64::from(exact.hits > 1);

    let mut world = scene::weightless();
    let stuff = Material::new(restitution as f32, 0.0);
    let shape = scene::capsule(Vec2::ZERO, Vec2::X, BLADE as f32);
    let body = scene::carrier(&mut world, Body::kinematic().angular_velocity(spin as f32), stuff, [shape]);
    let ball = Ball::new(place.as_vec2(), RADIUS as f32).velocity(velocity.as_vec2()).material(stuff);
    let ball = scene::ball(&mut world, ball);
    for _ in 0..steps {
        watch.step(&mut world);
        let angle = world.body(body).map_or(f64::NAN, |body| f64::from(body.angle));
        let depth = -blade.gap(scene::place(&world, ball), angle) / RADIUS;
        strokes.overlap = strokes.overlap.max(depth);
    }
    let v = scene::velocity(&world, ball);
    let due = exact.velocity.distance(velocity).min(exact.velocity.length());
    strokes.tally.bounce(v.distance(exact.velocity) / due.max(0.1 * fast));
    let lost = DVec2::distance(v, exact.velocity) / fast;
    debug_assert!(lost.is_finite(), "the world holds a velocity that is no number");
    true
}
