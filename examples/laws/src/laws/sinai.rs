//! Sinai's table: how fast two balls part that began side by side.
//!
//! A point in a unit square with a disc of radius R in its middle; by mirrors it is the lattice of such discs. A front of
//! neighbors of curvature B spreads by 1 + B t over a flight of length t, and a disc that is met at the angle f adds
//! 2 / (R cos f) to its curvature; flat walls add nothing (Chernov and Markarian, "Chaotic Billiards", 2006). The sum
//! of the logarithms for each disc met is the Lyapunov exponent. All of it is read from impacts alone: their times and
//! speeds of approach.
//!
//! The known values were found by a plain billiard in `f64`: 5.558(2), 4.566(1), 3.213(2), 2.383(1). As R goes
//! to 0 it is -2 ln R + 1 - 4 ln 2 + 27 zeta(3) / (2 pi²) (Dahlqvist, Nonlinearity 10, 159, 1997).

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, Shape};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::sample::Sample;
use crate::scene;
use crate::watch::{DT, Watch};

/// Of the ball, which is part of R.
const RADIUS: f64 = 0.015625;
const SPEED: f64 = 30.0;

/// R, the exponent for each disc met, and its standard error.
const KNOWN: [(f64, f64, f64); 4] =
    [(0.06, 5.558, 0.002), (0.1, 4.566, 0.001), (0.2, 3.213, 0.002), (0.3, 2.383, 0.001)];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    KNOWN
        .into_iter()
        .map(|(reach, exact, known)| exponent(reach, effort, Sample::known(exact, known)))
        .collect()
}

fn exponent(reach: f64, effort: Effort, known: Sample) -> Case {
    let runs = effort.pick(20, 100, 400);
    let steps = effort.pick(400, 6000, 12_000);
    let (mut watch, mut sample) = (Watch::default(), Sample::default());
    for run in 0..runs {
        sample.add(spread(reach, steps, &mut Dice::new("sinai", run), &mut watch));
    }
    Case::new(
        format!("R {reach}: exponent a disc met"),
        runs,
        &watch,
        Figure::compared(&known, &sample, effort),
    )
}

/// The mean logarithm by which a front spreads from one disc to the next.
fn spread(reach: f64, steps: u32, dice: &mut Dice, watch: &mut Watch) -> f64 {
    let half = 0.5 + RADIUS;
    let mut world = scene::weightless();
    let stuff = Material::new(1.0, 0.0);
    let disc = Shape::circle(Vec2::ZERO, (reach - RADIUS) as f32).expect("the lab's discs have a radius");
    let walls = scene::room(Vec2::splat(-half as f32), Vec2::splat(half as f32));
    let table = scene::fixed(&mut world, stuff, [walls, disc]);
    let disc = world.shapes_of(table).last().expect("two shapes were added");
    let at = loop {
        let at = DVec2::new(dice.uniform(-0.5, 0.5), dice.uniform(-0.5, 0.5));
        if at.length() > reach {
            break at;
        }
    };
    let velocity = (dice.direction() * SPEED).as_vec2();
    let id =
        scene::ball(&mut world, Ball::new(at.as_vec2(), RADIUS as f32).velocity(velocity).material(stuff));
    let speed = scene::velocity(&world, id).length();
    let (mut curvature, mut last) = (0.0, None);
    let (mut sum, mut met) = (0.0, 0_u32);
    for step in 0..steps {
        watch.step(&mut world);
        for impact in world.events().impacts().iter().filter(|impact| impact.shape_a == Some(disc)) {
            let exact = impact.precise();
            let time = f64::from(step) * f64::from(DT) + exact.time;
            if let Some(last) = last {
                let stretch = 1.0 + curvature * speed * (time - last);
                curvature /= stretch;
                // The front of the first discs has not come to its curvature yet.
                if met >= 8 {
                    sum += libm::log(stretch);
                }
            }
            curvature += 2.0 * speed / (reach * exact.approach_speed);
            last = Some(time);
            met += 1;
        }
    }
    sum / f64::from(met.saturating_sub(8))
}
