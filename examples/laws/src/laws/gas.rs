//! An elastic gas keeps its energy, and its momentum except for the impulses of the walls; and its speeds become
//! those of Maxwell and Boltzmann.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

const RADIUS: f64 = 0.1_f32 as f64;
/// Share of the room that the balls take.
const PACKING: f64 = 0.2;

/// Balls of one speed in all directions, on a lattice in a room.
fn gas(count: usize, speed: f64, dice: &mut Dice) -> World {
    let side = (core::f64::consts::PI * RADIUS * RADIUS * count as f64 / PACKING).sqrt();
    let mut world = scene::weightless();
    let stuff = Material::elastic();
    scene::fixed(&mut world, stuff, [scene::room(Vec2::ZERO, Vec2::splat(side as f32))]);
    let columns = (count as f64).sqrt().ceil() as usize;
    for i in 0..count {
        let cell = DVec2::new((i % columns) as f64, (i / columns) as f64) + 0.5;
        let place = (cell * (side / columns as f64)).as_vec2();
        let velocity = (dice.direction() * speed).as_vec2();
        scene::ball(&mut world, Ball::new(place, RADIUS as f32).velocity(velocity).mass(1.0).material(stuff));
    }
    world
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (count, steps) in [(100, effort.pick(1000, 10_000, 10_000)), (1000, effort.pick(60, 2000, 10_000))] {
        for speed in [1.0, 5.0, 20.0] {
            cases.extend(conserve(count, speed, steps));
        }
    }
    cases
}

fn conserve(count: usize, speed: f64, steps: usize) -> [Case; 2] {
    let name = format!("{count} balls at {speed}, {steps} steps");
    let mut world = gas(count, speed, &mut Dice::new(&name, 0));
    let mut watch = Watch::default();
    let (energy, mut momentum) = (scene::kinetic(&world), scene::momentum(&world));
    let (mut drift, mut given) = (0.0_f64, 0.0);
    for _ in 0..steps {
        watch.step(&mut world);
        drift = drift.max((scene::kinetic(&world) / energy - 1.0).abs());
        for impact in world.events().impacts().iter().filter(|impact| impact.shape_a.is_some()) {
            momentum += impact.normal.as_dvec2() * f64::from(impact.normal_impulse);
            given += f64::from(impact.normal_impulse);
        }
    }
    // Impulses are reported in single precision: each is off by up to 6e-8 of itself.
    let error = momentum.distance(scene::momentum(&world)) / (given + speed * count as f64);
    [
        Case::new(format!("{name}: energy"), 1, &watch, Figure::error(drift, 1e-3)),
        Case::new(format!("{name}: momentum"), 1, &watch, Figure::error(error, 1e-7)),
    ]
}

/// Speeds after 50 collisions a ball, against the chi-square test with 20 classes of equal probability.
pub(super) fn maxwell_boltzmann(effort: Effort) -> Vec<Case> {
    const CLASSES: usize = 20;
    // 99 % point of chi-square with 19 degrees of freedom (Abramowitz & Stegun 1964, table 26.8).
    const LIMIT: f64 = 36.190_87;
    let (count, seeds) = (effort.pick(500, 2000, 2000), effort.pick(1, 3, 20));
    (0..seeds)
        .map(|seed| {
            let mut world = gas(count, 10.0, &mut Dice::new("maxwell", seed));
            let (mut watch, mut collisions) = (Watch::default(), 0);
            while collisions < 50 * count / 2 {
                watch.step(&mut world);
                let pairs = world.events().impacts().iter().filter(|impact| impact.shape_a.is_none());
                collisions += pairs.count();
                if watch.dropped() > 0 {
                    break;
                }
            }
            // Two dimensions: P(speed < v) = 1 - exp(-v^2 / 2kT) for mass 1 (Maxwell 1860, prop. IV).
            let temperature = scene::kinetic(&world) / count as f64;
            let mut classes = [0_u32; CLASSES];
            for (_, ball) in world.balls() {
                let v2 = ball.velocity.as_dvec2().length_squared();
                let share = 1.0 - libm::exp(-0.5 * v2 / temperature);
                classes[((share * CLASSES as f64) as usize).min(CLASSES - 1)] += 1;
            }
            let expected = count as f64 / CLASSES as f64;
            let term = |&n: &u32| (f64::from(n) - expected) * (f64::from(n) - expected) / expected;
            let chi: f64 = classes.iter().map(term).sum();
            Case::new(format!("chi-square, seed {seed}"), count as u64, &watch, Figure::at_most(LIMIT, chi))
        })
        .collect()
}
