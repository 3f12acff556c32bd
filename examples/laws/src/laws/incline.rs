//! A disc on a slope rolls, slides or stays.
//!
//! With inertia m r^2 / 2 it rolls at 2/3 g sin if tan <= 3 mu, and else slides at g (sin - mu cos) while its
//! spin grows at 2 mu g cos / r (Landau & Lifshitz, *Mechanics*, section 38; any course of mechanics).

use carom::glam::DVec2;
use carom::{Ball, BodyId, Material, World};

use crate::dice::direction;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.1_f32 as f64;
const BAR: f64 = 5e-4;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for friction in [0.1, 0.3, 0.6, 1.0] {
        cases.extend(descend(friction));
    }
    cases.push(threshold());
    cases.extend(fast());
    cases.extend(held(effort.pick(10.0, 60.0, 60.0)));
    cases
}

/// A slope down to the right through the origin, and a ball at rest on it; also the direction down it.
fn slope(degrees: f64, stuff: Material) -> (World, BodyId, DVec2) {
    let down = direction(-degrees.to_radians());
    let mut world = scene::heavy();
    let ends = [-10.0, 2000.0].map(|s| (down * s).as_vec2());
    scene::fixed(&mut world, stuff, [scene::segment(ends[0], ends[1])]);
    // The engine's slope is the one between rounded ends.
    let down = (ends[1] - ends[0]).as_dvec2().normalize();
    let place = ends[0].as_dvec2() + down * 10.0 + down.perp() * RADIUS;
    let ball = Ball::new(place.as_vec2(), RADIUS as f32).material(stuff);
    let ball = scene::ball(&mut world, ball);
    (world, ball, down)
}

fn descend(friction: f32) -> [Case; 3] {
    let angles = [5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0];
    let (mut watch, mut errors) = (Watch::default(), [0.0_f64; 3]);
    let time = 120.0 * f64::from(DT);
    for degrees in angles {
        let (mut world, ball, down) = slope(degrees, Material::new(0.0, friction));
        let start = scene::place(&world, ball);
        watch.steps(&mut world, 120);
        let (sin, cos, mu) = (-down.y, down.x, f64::from(friction));
        let (pull, spin) = if sin / cos <= 3.0 * mu {
            (2.0 / 3.0 * scene::g() * sin, 2.0 / 3.0 * scene::g() * sin / RADIUS)
        } else {
            (scene::g() * (sin - mu * cos), 2.0 * mu * scene::g() * cos / RADIUS)
        };
        let measured = [
            scene::velocity(&world, ball).dot(down) / (pull * time),
            (scene::place(&world, ball) - start).dot(down) / (0.5 * pull * time * time),
            -f64::from(scene::now(&world, ball).angular_velocity) / (spin * time),
        ];
        for (error, share) in errors.iter_mut().zip(measured) {
            *error = error.max((share - 1.0).abs());
        }
    }
    let named = |(what, error)| {
        let name = format!("friction {friction}, 5 to 60 degrees: {what}");
        Case::new(name, angles.len() as u64, &watch, Figure::error(error, BAR))
    };
    [("speed", errors[0]), ("path", errors[1]), ("spin", errors[2])].map(named)
}

/// The friction at which the disc just does not slip, by halving the interval.
fn threshold() -> Case {
    let (mut watch, degrees) = (Watch::default(), 30.0_f64);
    let exact = libm::tan(degrees.to_radians()) / 3.0;
    let (mut low, mut high) = (0.5 * exact, 2.0 * exact);
    for _ in 0..12 {
        let middle = 0.5 * (low + high);
        let (mut world, ball, down) = slope(degrees, Material::new(0.0, middle as f32));
        watch.steps(&mut world, 120);
        let speed = scene::velocity(&world, ball).dot(down);
        let slip = speed + f64::from(scene::now(&world, ball).angular_velocity) * RADIUS;
        if slip > 1e-3 * speed { low = middle } else { high = middle }
    }
    Case::new("slip threshold: friction at 30 degrees", 12, &watch, Figure::relative(exact, high, 0.01))
}

/// Rolling at 50 units/s: 500 radians a second, eight a step.
fn fast() -> [Case; 3] {
    let mut watch = Watch::default();
    let roll = |degrees: f64, steps: usize, watch: &mut Watch| {
        let (mut world, ball, down) = slope(degrees, Material::new(0.0, 0.5));
        world.set_velocity(ball, (down * 50.0).as_vec2()).expect("the ball is there");
        world.set_angular_velocity(ball, (-50.0 / RADIUS) as f32).expect("the ball is there");
        watch.steps(&mut world, steps);
        let speed = scene::velocity(&world, ball).dot(down);
        (speed, -f64::from(scene::now(&world, ball).angular_velocity) * RADIUS, -down.y)
    };
    let (level, _, _) = roll(0.0, 600, &mut watch);
    let (speed, grip, sin) = roll(20.0, 120, &mut watch);
    let exact = 50.0 + 2.0 / 3.0 * scene::g() * sin * 120.0 * f64::from(DT);
    [
        Case::new("rolling at 50 on the level, 10 s: speed", 1, &watch, Figure::relative(50.0, level, BAR)),
        Case::new(
            "rolling at 50 down 20 degrees, 2 s: speed",
            1,
            &watch,
            Figure::relative(exact, speed, BAR),
        ),
        Case::new("rolling at 50 down 20 degrees, 2 s: spin", 1, &watch, Figure::relative(exact, grip, BAR)),
    ]
}

/// Held by static friction: rolling resistance above the tangent of the slope.
fn held(seconds: f64) -> [Case; 2] {
    let (mut watch, mut creep, mut landing) = (Watch::default(), 0.0_f64, 0.0_f64);
    for (degrees, resistance) in [(5.0, 0.1), (20.0, 0.4)] {
        let stuff = Material { rolling_resistance: resistance, ..Material::new(0.0, 0.6) };
        let (mut world, ball, down) = slope(degrees, stuff);
        let start = scene::place(&world, ball);
        watch.steps(&mut world, 60);
        let held = scene::place(&world, ball);
        landing = landing.max((held - start).dot(down).abs());
        watch.steps(&mut world, (seconds / f64::from(DT)) as usize);
        creep = creep.max((scene::place(&world, ball) - held).dot(down).abs());
    }
    [
        Case::new("held by friction, first second: slip", 2, &watch, Figure::error(landing, 1e-4)),
        Case::new(
            format!("held by friction, {seconds} s after: creep"),
            2,
            &watch,
            Figure::error(creep, 1e-4),
        ),
    ]
}
