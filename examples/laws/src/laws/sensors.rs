//! A ball that crosses a sensor within a step gives one enter and one leave, each at its time.

use carom::glam::DVec2;
use carom::{Ball, Body, Shape, World};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

/// Share of the way of one step that the ball needs from first touch to last.
const SHARE: (f64, f64) = (0.05, 0.6);

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(1000, 1000, 100_000);
    ["disc", "line", "moving line"].into_iter().flat_map(|sort| crossings(sort, trials)).collect()
}

fn crossings(sort: &str, trials: u64) -> [Case; 2] {
    let (mut watch, mut wrong, mut error) = (Watch::default(), 0, 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new(sort, trial);
        let speed = dice.log_uniform(1.0, 10_000.0);
        let way = speed * f64::from(DT);
        let length = way * dice.uniform(SHARE.0, SHARE.1);
        let before = way * dice.uniform(0.05, 0.3);
        let heading = direction(dice.uniform(0.0, core::f64::consts::TAU));
        // Oblique to the line, by up to 60 degrees.
        let lean = if sort == "disc" { 0.0 } else { dice.uniform(-1.0, 1.0) };
        let radius = if sort == "disc" { 0.3 } else { 0.5 } * length * libm::cos(lean);
        let (radius, core) = (radius as f32, (0.2 * length) as f32);
        let start = DVec2::new(dice.uniform(-5.0, 5.0), dice.uniform(-5.0, 5.0)).as_vec2();
        let velocity = (heading * speed).as_vec2();
        // The engine's input, in single precision.
        let (at, u) = (start.as_dvec2(), velocity.as_dvec2());
        let normal = direction(lean).rotate(u.normalize());
        let reach = f64::from(radius) + if sort == "disc" { f64::from(core) } else { 0.0 };
        let distance = before + reach / libm::cos(lean);
        let middle = at + u.normalize() * distance;
        let mut world = scene::weightless();
        let (shape, body) = sensor(sort, (middle, normal, way), core);
        let drift = if sort == "moving line" { -u * 0.5 } else { DVec2::ZERO };
        let body = Body { velocity: drift.as_vec2(), ..body };
        let exact = exact(&shape, at, u - body.velocity.as_dvec2(), f64::from(radius));
        let carrier = world.add_body(body).expect("the lab's bodies are in range");
        world.add_shape(carrier, shape.shape.sensor()).expect("the body was just added");
        scene::ball(&mut world, Ball::new(start, radius).velocity(velocity));
        watch.step(&mut world);
        match (times(&world), exact) {
            (Some(times), Some(exact)) => {
                for (time, exact) in times.into_iter().zip(exact) {
                    error = error.max((time - exact).abs() / f64::from(DT));
                }
            }
            _ => wrong += 1,
        }
    }
    [
        Case::new(format!("{sort}: not one enter and one leave"), trials, &watch, Figure::count(0, wrong)),
        Case::new(format!("{sort}: time / step"), trials, &watch, Figure::error(error, 1e-4)),
    ]
}

/// A sensor with the numbers that the engine was given.
struct Given {
    shape: Shape,
    /// A point of the line and its unit normal, or the middle of the disc and its radius.
    line: Option<(DVec2, DVec2)>,
    disc: (DVec2, f64),
}

fn sensor(sort: &str, (middle, normal, way): (DVec2, DVec2, f64), core: f32) -> (Given, Body) {
    let center = middle.as_vec2();
    let disc = (center.as_dvec2(), f64::from(core));
    if sort == "disc" {
        let shape = Shape::circle(center, core).expect("the radius is positive");
        return (Given { shape, line: None, disc }, Body::fixed());
    }
    let along = normal.perp() * way * 10.0;
    let (a, b) = ((middle - along).as_vec2(), (middle + along).as_vec2());
    let line = Some((a.as_dvec2(), (b.as_dvec2() - a.as_dvec2()).normalize().perp()));
    let body = if sort == "line" { Body::fixed() } else { Body::kinematic() };
    (Given { shape: scene::segment(a, b), line, disc }, body)
}

/// First and last touch of a ball that flies past the sensor.
fn exact(given: &Given, at: DVec2, u: DVec2, radius: f64) -> Option<[f64; 2]> {
    if let Some((point, normal)) = given.line {
        let (height, rate) = ((at - point).dot(normal), u.dot(normal));
        let [a, b] = [radius, -radius].map(|edge| (edge - height) / rate);
        return Some([a.min(b), a.max(b)]);
    }
    let (center, core) = given.disc;
    let (d, reach) = (at - center, core + radius);
    let (b, c) = (d.dot(u) / u.length_squared(), (d.length_squared() - reach * reach) / u.length_squared());
    let root = libm::sqrt(b * b - c);
    (b * b > c).then_some([-b - root, -b + root])
}

/// The times of the only enter and the only leave.
fn times(world: &World) -> Option<[f64; 2]> {
    match (world.events().sensor_entered(), world.events().sensor_exited()) {
        ([entered], [left]) => Some([f64::from(entered.time), f64::from(left.time)]),
        _ => None,
    }
}
