//! An elastic ball in a closed box never loses time, speed or itself.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.1_f32 as f64;
const STEPS: usize = 600;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(1, 5, 1000);
    let mut cases = Vec::new();
    for (half, bar) in [(1.0_f32, 1e-4), (0.15, 1e-3)] {
        for speed in [1000.0, 10_000.0] {
            cases.extend(box_of(half, speed, bar, trials));
        }
    }
    cases
}

fn box_of(half: f32, speed: f64, bar: f64, trials: u64) -> [Case; 3] {
    let name = format!("{0} x {0}, {speed} units/s", 2.0 * half);
    let mut watch = Watch::default();
    let (mut ratio, mut energy, mut escapes) = (f64::INFINITY, 0.0_f64, 0);
    for trial in 0..trials {
        let mut dice = Dice::new(&name, trial);
        let room = f64::from(half) - RADIUS;
        let mut world = scene::weightless();
        let stuff = Material::elastic();
        scene::fixed(&mut world, stuff, [scene::room(Vec2::splat(-half), Vec2::splat(half))]);
        let velocity = (direction(dice.uniform(0.1, 1.47)) * speed).as_vec2();
        let place = (DVec2::new(dice.uniform(-0.9, 0.9), dice.uniform(-0.9, 0.9)) * room).as_vec2();
        let ball =
            scene::ball(&mut world, Ball::new(place, RADIUS as f32).velocity(velocity).material(stuff));
        let (velocity, place) = (velocity.as_dvec2(), place.as_dvec2());
        // Distance along each axis, unfolded: a whole width for every impact after the first.
        let mut impacts = [0_u64; 2];
        for _ in 0..STEPS {
            watch.step(&mut world);
            for impact in world.events().impacts() {
                impacts[usize::from(impact.normal.y.abs() > 0.5)] += 1;
            }
            let at = scene::place(&world, ball);
            // Beyond the single precision of the interface.
            escapes += u64::from(!(at.abs().max_element() <= room + 1e-6));
        }
        let (at, v) = (scene::place(&world, ball), scene::velocity(&world, ball));
        let along = |impacts: u64, from: f64, to: f64| {
            let to = if impacts.is_multiple_of(2) { to } else { -to };
            impacts as f64 * 2.0 * room + to - from
        };
        let path = DVec2::new(along(impacts[0], place.x, at.x), along(impacts[1], place.y, at.y));
        let truth = velocity * (STEPS as f64 * f64::from(DT));
        ratio = ratio.min(path.length() / truth.length()).min(2.0 - path.length() / truth.length());
        energy = energy.max((v.length_squared() / velocity.length_squared() - 1.0).abs());
    }
    [
        Case::new(format!("{name}: path / true path"), trials, &watch, Figure::at_least(1.0, ratio, bar)),
        Case::new(format!("{name}: energy"), trials, &watch, Figure::error(energy, 1e-4)),
        Case::new(format!("{name}: steps outside"), trials, &watch, Figure::count(0, escapes)),
    ]
}
