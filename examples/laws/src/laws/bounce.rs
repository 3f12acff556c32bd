//! A dropped ball comes back to e^2k of its height.

use carom::glam::vec2;
use carom::{Ball, Material};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const HEIGHT: f64 = 5.0;
const RADIUS: f64 = 0.1_f32 as f64;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases: Vec<Case> = [0.25, 0.5, 0.9].into_iter().map(rebounds).collect();
    cases.push(for_ever(effort.pick(100, 10_000, 10_000)));
    cases
}

/// Approach speed below which the engine lets a ball of this kind rest: its rebound would be spent by gravity
/// within two substeps, or it sinks less than a hundredth of its radius in one.
fn threshold(restitution: f64) -> f64 {
    let h = f64::from(DT) / 4.0;
    (0.01 * RADIUS / h).min(2.0 * scene::g() * h / restitution)
}

/// Every rebound until the impact speed comes within a factor of two of the contact threshold.
///
/// Heights are those of the energy, `y + v^2 / 2g`: h e^2k for the k-th rebound (Newton, *Principia* (1687),
/// scholium to the laws of motion).
fn rebounds(restitution: f32) -> Case {
    let mut world = scene::heavy();
    let stuff = Material::new(restitution, 0.0);
    scene::floor(&mut world, stuff);
    let start = vec2(0.0, (HEIGHT + RADIUS) as f32);
    let ball = scene::ball(&mut world, Ball::new(start, RADIUS as f32).material(stuff));
    let e = f64::from(restitution);
    let from = f64::from(start.y) - RADIUS;
    let fastest = (2.0 * scene::g() * from).sqrt();
    let mut watch = Watch::default();
    let (mut bounces, mut error, mut worst) = (0, 0.0_f64, (from, from));
    while fastest * libm::pow(e, f64::from(bounces)) > 2.0 * threshold(e) && bounces < 200 {
        watch.step(&mut world);
        bounces += world.events().impacts().len() as i32;
        let now = scene::now(&world, ball);
        let v = f64::from(now.velocity.y);
        let height = f64::from(now.position.y) - RADIUS + 0.5 * v * v / scene::g();
        let exact = from * libm::pow(e, 2.0 * f64::from(bounces));
        if bounces > 0 && (height / exact - 1.0).abs() > error {
            error = (height / exact - 1.0).abs();
            worst = (exact, height);
        }
        if watch.most_impacts() > 1000 {
            break;
        }
    }
    Case::new(
        format!("e = {restitution}: worst of {bounces} rebounds"),
        bounces as u64,
        &watch,
        Figure::relative(worst.0, worst.1, 1e-3),
    )
}

/// Energy heights after each rebound, measured and exact.
pub(crate) fn heights(restitution: f32, rebounds: usize) -> Vec<(f64, f64)> {
    let mut world = scene::heavy();
    let stuff = Material::new(restitution, 0.0);
    scene::floor(&mut world, stuff);
    let start = vec2(0.0, (HEIGHT + RADIUS) as f32);
    let ball = scene::ball(&mut world, Ball::new(start, RADIUS as f32).material(stuff));
    let from = f64::from(start.y) - RADIUS;
    let mut watch = Watch::default();
    let mut heights = vec![(from, from)];
    for _ in 0..3000 {
        watch.step(&mut world);
        if world.events().impacts().is_empty() {
            continue;
        }
        let now = scene::now(&world, ball);
        let v = f64::from(now.velocity.y);
        let height = f64::from(now.position.y) - RADIUS + 0.5 * v * v / scene::g();
        let exact = from * libm::pow(f64::from(restitution), 2.0 * heights.len() as f64);
        heights.push((height, exact));
        if heights.len() > rebounds {
            break;
        }
    }
    heights
}

fn for_ever(count: usize) -> Case {
    let mut world = scene::heavy();
    let stuff = Material::elastic();
    scene::floor(&mut world, stuff);
    let start = vec2(0.0, (HEIGHT + RADIUS) as f32);
    let ball = scene::ball(&mut world, Ball::new(start, RADIUS as f32).material(stuff));
    let exact = f64::from(start.y) - RADIUS;
    let (mut watch, mut bounces, mut worst) = (Watch::default(), 0, exact);
    // Two seconds from bounce to bounce: 122 steps.
    for _ in 0..count * 130 {
        watch.step(&mut world);
        bounces += world.events().impacts().len();
        let now = scene::now(&world, ball);
        let v = f64::from(now.velocity.y);
        let height = f64::from(now.position.y) - RADIUS + 0.5 * v * v / scene::g();
        if (height - exact).abs() > (worst - exact).abs() {
            worst = height;
        }
        if bounces >= count {
            break;
        }
    }
    Case::new(
        format!("e = 1: worst height of {bounces} bounces"),
        bounces as u64,
        &watch,
        Figure::relative(exact, worst, 1e-4),
    )
}
