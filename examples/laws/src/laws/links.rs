//! Rods, ropes and springs: a pendulum's beat, a cradle on rods, ropes that don't stretch.
//!
//! A pendulum of length l that swings out to the angle q has the period 2 pi sqrt(l / g) / agm(1, cos(q / 2))
//! (Gauss's arithmetic-geometric mean; Abramowitz & Stegun 17.6).

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, BodyId, Link, Material, World};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let swings = effort.pick(20, 100, 1000);
    let mut cases = Vec::new();
    for (length, degrees) in [(1.0, 5.0), (1.0, 60.0), (1.0, 120.0), (0.1, 30.0), (10.0, 30.0)] {
        cases.extend(pendulum(length, degrees, swings));
    }
    for out in 1..=2 {
        cases.extend(cradle(out, 20));
    }
    cases.push(ropes(effort.pick(10, 100, 3000)));
    cases.extend([(1.0, 40.0), (0.1, 40.0)].map(|(mass, stiffness)| spring(mass, stiffness, swings)));
    cases
}

fn link(world: &mut World, link: Link) {
    world.add_link(link).expect("the lab's links are in range");
}

fn period(length: f64, angle: f64) -> f64 {
    let (mut a, mut b) = (1.0, libm::cos(0.5 * angle));
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), libm::sqrt(a * b));
    }
    core::f64::consts::TAU * libm::sqrt(length / scene::g()) / a
}

/// Times at which a ball passes the line x = `middle` to the right, one each period.
fn passes(world: &mut World, watch: &mut Watch, id: BodyId, middle: f64, count: u64) -> Vec<f64> {
    let mut times = Vec::new();
    let (mut last, mut steps) = (scene::place(world, id).x - middle, 0);
    while (times.len() as u64) < count {
        watch.step(world);
        steps += 1;
        let now = scene::place(world, id).x - middle;
        if last < 0.0 && now >= 0.0 {
            times.push((f64::from(steps) - now / (now - last)) * f64::from(DT));
        }
        last = now;
    }
    times
}

fn pendulum(length: f64, degrees: f64, swings: u64) -> [Case; 2] {
    let mut watch = Watch::default();
    let mut world = scene::heavy();
    let angle = degrees.to_radians();
    let at = length * direction(angle - core::f64::consts::FRAC_PI_2);
    let id = scene::ball(&mut world, Ball::new(at.as_vec2(), 0.05 * length as f32));
    link(&mut world, Link::rod(Vec2::ZERO, id, length as f32));
    let before = scene::energy(&world);
    let times = passes(&mut world, &mut watch, id, 0.0, swings + 1);
    let beat = (times[swings as usize] - times[0]) / swings as f64;
    let swing = f64::from(scene::now(&world, id).mass) * scene::g() * length * (1.0 - libm::cos(angle));
    let energy = (scene::energy(&world) - before).abs() / swing;
    let name = format!("pendulum, {length} long, out by {degrees} degrees");
    [
        Case::new(
            format!("{name}: period"),
            swings,
            &watch,
            Figure::relative(period(length, angle), beat, 1e-3),
        ),
        Case::new(format!("{name}: energy"), swings, &watch, Figure::error(energy, 1e-3)),
    ]
}

/// Five balls in a row, each on its rod, of which some are released: as many swing out on the other side, and the
/// clicks come half a period apart.
fn cradle(out: usize, clicks: usize) -> [Case; 3] {
    const RADIUS: f32 = 0.05;
    const LENGTH: f64 = 0.5;
    let mut watch = Watch::default();
    let mut world = scene::heavy();
    let angle = 0.4;
    let ids: Vec<_> = (0..5)
        .map(|n| {
            let pivot = vec2(2.0 * RADIUS * n as f32, 0.0);
            let lean = if n < out { angle } else { 0.0 };
            let at = pivot.as_dvec2() + LENGTH * DVec2::new(-libm::sin(lean), -libm::cos(lean));
            let id = scene::ball(&mut world, Ball::new(at.as_vec2(), RADIUS).material(Material::elastic()));
            link(&mut world, Link::rod(pivot, id, LENGTH as f32));
            id
        })
        .collect();
    let before = scene::energy(&world);
    let rest: f64 =
        -ids.iter().map(|&id| f64::from(scene::now(&world, id).mass)).sum::<f64>() * scene::g() * LENGTH;
    let (mut times, mut steps, mut quiet) = (Vec::new(), 0, 100);
    let mut stray = 0.0_f64;
    while times.len() < clicks && steps < 6000 {
        watch.step(&mut world);
        let first = world.events().impacts().iter().find(|hit| hit.approach_speed > 0.3);
        if let Some(hit) = first
            && quiet > 10
        {
            times.push((f64::from(steps) + f64::from(hit.time / DT)) * f64::from(DT));
            quiet = 0;
        }
        (quiet, steps) = (quiet + 1, steps + 1);
        // Half way between two clicks all other balls should hang still.
        if quiet == 20 {
            let ends = if times.len() % 2 == 1 { 0..5 - out } else { out..5 };
            for &id in &ids[ends] {
                stray = stray.max(scene::velocity(&world, id).length());
            }
        }
    }
    let half = 0.5 * period(LENGTH, angle);
    let beat = match (times.first(), times.last()) {
        (Some(first), Some(last)) => (last - first) / (times.len() - 1).max(1) as f64,
        _ => f64::NAN,
    };
    let speed = libm::sqrt(2.0 * scene::g() * LENGTH * (1.0 - libm::cos(angle)));
    let energy = (scene::energy(&world) - before).abs() / (before - rest);
    let name = format!("cradle of 5 on rods, {out} released, {clicks} clicks");
    [
        Case::new(format!("{name}: beat"), times.len() as u64, &watch, Figure::relative(half, beat, 1e-2)),
        Case::new(
            format!("{name}: speed of the resting balls"),
            1,
            &watch,
            Figure::error(stray / speed, 2e-2),
        ),
        Case::new(format!("{name}: energy lost or gained"), 1, &watch, Figure::error(energy, 1e-2)),
    ]
}

/// Balls thrown about on ropes, into each other and walls: no rope is ever longer than it is.
fn ropes(trials: u64) -> Case {
    let (mut watch, mut worst) = (Watch::default(), 0.0_f64);
    for seed in 0..trials {
        let mut dice = Dice::new("ropes", seed);
        let mut world = scene::heavy();
        scene::fixed(&mut world, Material::new(0.8, 0.2), [scene::room(vec2(-2.0, -1.2), vec2(2.0, 2.0))]);
        let mut tied = Vec::new();
        for n in 0..5 {
            let pivot = vec2(n as f32 * 0.6 - 1.2, dice.uniform(-0.2, 1.0) as f32);
            let at = pivot + vec2(0.0, -0.4);
            let velocity = dice.direction().as_vec2() * dice.uniform(0.0, 20.0) as f32;
            let id = scene::ball(
                &mut world,
                Ball::new(at, 0.1).velocity(velocity).mass(dice.uniform(0.1, 3.0) as f32),
            );
            let length = dice.uniform(0.5, 1.5) as f32;
            link(&mut world, Link::rope(pivot, id, length));
            tied.push((pivot, id, length));
        }
        for _ in 0..600 {
            watch.step(&mut world);
            for (pivot, id, length) in &tied {
                let long = f64::from(scene::now(&world, *id).position.distance(*pivot) / length);
                worst = worst.max(long - 1.0);
            }
        }
    }
    Case::new("balls on ropes: stretch", trials, &watch, Figure::error(worst.max(0.0), 1e-3))
}

fn spring(mass: f64, stiffness: f64, swings: u64) -> Case {
    let mut watch = Watch::default();
    let mut world = scene::weightless();
    let id = scene::ball(&mut world, Ball::new(vec2(1.2, 0.0), 0.05).mass(mass as f32));
    link(&mut world, Link::spring(Vec2::ZERO, id, 1.0, stiffness as f32));
    let times = passes(&mut world, &mut watch, id, 1.0, swings + 1);
    let beat = (times[swings as usize] - times[0]) / swings as f64;
    let exact = core::f64::consts::TAU * libm::sqrt(mass / stiffness);
    Case::new(
        format!("spring of {stiffness}, mass {mass}: period"),
        swings,
        &watch,
        Figure::relative(exact, beat, 1e-3),
    )
}
