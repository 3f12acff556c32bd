//! The pressure of hard discs.
//!
//! `Z = P A / (N k T)`. In the bulk from the virial of the collisions, `Z = 1 + sum(d J) / (2 N k T t)` over
//! collisions at distance d with impulse J (Clausius 1870), counted in the middle of a large room; in a small
//! room from the impulses on its walls.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::reference::discs::{Disc, Discs};
use crate::reference::equation_of_state::literature;
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.5;
const AREA: f64 = core::f64::consts::PI * RADIUS * RADIUS;
const BAR: f64 = 5e-3;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let packings = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    let bulk_count = effort.pick(400, 2500, 2500);
    let mut cases = Vec::new();
    for eta in packings {
        cases.extend(bulk(eta, bulk_count, effort.pick(20, 2000, 10_000)));
    }
    for eta in packings {
        cases.extend(walled(eta, effort.pick(20_000, 1_000_000, 10_000_000)));
    }
    if effort == Effort::Test {
        // Too few collisions to measure half a per cent, but enough to see a drift.
        cases.retain(|case| case.case.contains("temperature"));
    }
    cases
}

/// Discs on a lattice in a square room, with Maxwellian velocities of temperature 1 and no common motion.
fn lattice(eta: f64, count: usize, dice: &mut Dice) -> (Vec<Disc>, f64) {
    let side = (AREA * count as f64 / eta).sqrt();
    let columns = (count as f64).sqrt().ceil();
    let mut discs: Vec<Disc> = (0..count)
        .map(|i| {
            let cell = DVec2::new((i as f64 % columns).floor(), (i as f64 / columns).floor()) + 0.5;
            let x = (cell * (side / columns)).as_vec2().as_dvec2();
            Disc { x, v: DVec2::new(dice.normal(), dice.normal()).as_vec2().as_dvec2(), r: RADIUS, m: 1.0 }
        })
        .collect();
    let mean = discs.iter().map(|disc| disc.v).sum::<DVec2>() / count as f64;
    discs.iter_mut().for_each(|disc| disc.v = (disc.v - mean).as_vec2().as_dvec2());
    (discs, f64::from(side as f32))
}

fn room(discs: &[Disc], side: f64, speed: f64) -> World {
    let mut world = scene::weightless();
    let stuff = Material::elastic();
    scene::fixed(&mut world, stuff, [scene::room(Vec2::ZERO, Vec2::splat(side as f32))]);
    for disc in discs {
        let ball = Ball::new(disc.x.as_vec2(), RADIUS as f32).velocity((disc.v * speed).as_vec2());
        scene::ball(&mut world, ball.mass(1.0).material(stuff));
    }
    world
}

/// The middle of a large room against the literature, at the packing that is found there.
fn bulk(eta: f64, count: usize, steps: usize) -> [Case; 2] {
    let mut dice = Dice::new("bulk", (eta * 10.0).round() as u64);
    let (discs, side) = lattice(eta, count, &mut dice);
    // About one collision a ball in three steps, for any packing.
    let speed = 12.0 / literature(eta).max(1.4);
    let mut world = room(&discs, side, speed);
    let mut watch = Watch::default();
    watch.steps(&mut world, 150);
    let (low, high) = (5.0_f64.min(0.2 * side), side - 5.0_f64.min(0.2 * side));
    let inside = |p: Vec2| {
        let p = p.as_dvec2();
        p.min_element() > low && p.max_element() < high
    };
    let before = scene::kinetic(&world);
    // Discs inside and their kinetic energy, which is N k T in two dimensions, summed over the steps.
    let (mut virial, mut balls, mut energy, mut collisions) = (0.0, 0.0, 0.0, 0_u64);
    for _ in 0..steps {
        watch.step(&mut world);
        for (_, ball) in world.balls().filter(|(_, ball)| inside(ball.position)) {
            balls += 1.0;
            energy += 0.5 * ball.velocity.as_dvec2().length_squared();
        }
        for impact in world.events().impacts() {
            if impact.shape_a.is_none() && inside(impact.point) {
                virial += 2.0 * RADIUS * f64::from(impact.normal_impulse);
                collisions += 1;
            }
        }
    }
    let kinetic = scene::kinetic(&world);
    let density = balls / steps as f64;
    let time = steps as f64 * f64::from(DT);
    let found = AREA * density / ((high - low) * (high - low));
    let z = 1.0 + virial / (2.0 * energy / steps as f64 * time);
    [
        Case::new(
            format!("{count} discs, bulk, packing {eta} ({found:.4} in the middle)"),
            collisions,
            &watch,
            Figure::relative(literature(found), z, BAR),
        ),
        Case::new(
            format!("{count} discs, packing {eta}: temperature"),
            1,
            &watch,
            Figure::relative(before, kinetic, 1e-3),
        ),
    ]
}

/// 196 discs between walls, against the same discs followed from collision to collision.
fn walled(eta: f64, collisions: u64) -> [Case; 2] {
    const COUNT: usize = 196;
    let mut dice = Dice::new("walled", (eta * 10.0).round() as u64);
    let (discs, side) = lattice(eta, COUNT, &mut dice);
    let reach = (side - 2.0 * RADIUS) * (side - 2.0 * RADIUS);
    // P (L - 2r)^2 / N k T from the sum of impulses on four walls.
    let pressure =
        |impulses: f64, time: f64, kinetic: f64| impulses / (4.0 * side_inner(side) * time) * reach / kinetic;

    let mut exact = Discs::new(discs.clone(), DVec2::splat(side), 1.0);
    exact.run(f64::INFINITY, 50 * COUNT as u64, |_| {});
    let start = exact.state();
    let kinetic: f64 = start.iter().map(|disc| 0.5 * disc.v.length_squared()).sum();
    let (mut impulses, mut first, mut last) = (0.0, None, 0.0);
    exact.run(f64::INFINITY, collisions, |collision| {
        first = first.or(Some(collision.time));
        last = collision.time;
        if collision.pair.1.is_none() {
            impulses += collision.impulse;
        }
    });
    let truth = pressure(impulses, last - first.unwrap_or(0.0), kinetic);

    let speed = 15.0;
    let mut world = room(&discs, side, speed);
    let mut watch = Watch::default();
    watch.steps(&mut world, 150);
    let before = scene::kinetic(&world);
    let (mut impulses, mut counted, mut steps) = (0.0, 0, 0_u32);
    while counted < collisions && steps < 200_000 {
        watch.step(&mut world);
        steps += 1;
        counted += world.events().impacts().len() as u64;
        let walls = world.events().impacts().iter().filter(|impact| impact.shape_a.is_some());
        impulses += walls.map(|impact| f64::from(impact.normal_impulse)).sum::<f64>();
    }
    let kinetic = scene::kinetic(&world);
    let measured = pressure(impulses, f64::from(steps) * f64::from(DT), kinetic);
    [
        Case::new(
            format!("196 discs, walled, packing {eta}"),
            counted,
            &watch,
            Figure::relative(truth, measured, BAR),
        ),
        Case::new(
            format!("196 discs, walled, packing {eta}: temperature"),
            1,
            &watch,
            Figure::relative(before, kinetic, 1e-3),
        ),
    ]
}

/// Length of a wall that centres can be at.
fn side_inner(side: f64) -> f64 {
    side - 2.0 * RADIUS
}
