//! Balls that are a little unlike cost about as much as equal balls: no avalanche of impacts, and nothing is
//! stopped.
//!
//! The same scene with balls of one size is the reference, on the same machine and in the same run; a drum with blades or
//! facets is held against a smooth one. Impacts and work are counted, which no machine changes; time as well, but in the brief
//! form. The worst step stands against the median of those in which there are impacts.

use std::time::Instant;

use carom::glam::{Vec2, vec2};
use carom::{Ball, Body, Chain, Material, Shape, World};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    let count = effort.pick(1000, 1000, 3000);
    let steps = effort.pick(120, 360, 1200);
    let seeds = effort.pick(3, 5, 10) as u64;
    for (spread, e, mu) in
        [(0.3, 0.1, 0.3), (0.3, 0.0, 0.3), (0.3, 0.5, 0.3), (0.3, 0.1, 0.0), (0.1, 0.1, 0.3)]
    {
        let columns = libm::sqrt(count as f64) as usize;
        let grid = |spread, seed| Grid { count, columns, pitch: 0.21, spread, e, mu, seed }.world();
        let name = format!("grid of {count} +- {spread}, e {e}, mu {mu}");
        cases.extend(compare(effort, &name, seeds, |seed| grid(0.0, seed), |seed| grid(spread, seed), steps));
    }
    let (count, columns) = (1500, 50);
    for e in [0.3, 0.0] {
        let grid = |spread, seed| Grid { count, columns, pitch: 0.232, spread, e, mu: 0.4, seed }.world();
        let name = format!("hopper of {count} +- 0.05, e {e}");
        let steps = steps.min(240);
        cases.extend(compare(effort, &name, seeds, |seed| grid(0.0, seed), |seed| grid(0.05, seed), steps));
    }
    let count = 200;
    for (drum, name) in
        [(Drum::Blades, "six blades, 5 rad/s"), (Drum::Facets, "facets of 10 degrees, 2 rad/s")]
    {
        let smooth = |seed| turning(Drum::Smooth, drum.spin(), count, seed);
        let rough = |seed| turning(drum, drum.spin(), count, seed);
        let name = format!("drum of {name}, {count} balls");
        cases.extend(compare(effort, &name, seeds, smooth, rough, steps));
    }
    cases
}

/// The cost of the runs of some worlds.
struct Cost {
    watch: Watch,
    impacts: u64,
    /// Steps times balls.
    ball_steps: u64,
    /// Arrivals that are predicted and handled, and contacts in each substep, in the steps in which there are
    /// impacts.
    work: u64,
    seconds: f64,
    /// The worst of those steps as a multiple of their median, in the worst world: its work, and its time.
    peaks: [f64; 2],
}

fn spend(worlds: impl Iterator<Item = World>, steps: usize) -> Cost {
    let mut cost =
        Cost { watch: Watch::lenient(), impacts: 0, ball_steps: 0, work: 0, seconds: 0.0, peaks: [0.0; 2] };
    for mut world in worlds {
        let (mut work, mut durations, mut seconds) = (Vec::new(), Vec::new(), 0.0);
        for _ in 0..steps {
            let before = Instant::now();
            cost.watch.step(&mut world);
            let duration = before.elapsed().as_secs_f64();
            seconds += duration;
            let found = world.profile();
            cost.impacts += u64::from(found.impacts);
            cost.ball_steps += world.balls().count() as u64;
            if found.impacts > 0 {
                let events = found.predicted_events + found.arrivals + found.impacts;
                work.push(f64::from(events) + f64::from(found.contacts) * f64::from(found.substeps));
                durations.push(duration);
            }
            // A minute tells enough.
            if seconds > 60.0 {
                break;
            }
        }
        cost.work += work.iter().sum::<f64>() as u64;
        cost.seconds += seconds;
        for (most, numbers) in cost.peaks.iter_mut().zip([work, durations]) {
            *most = most.max(peak(numbers));
        }
    }
    cost
}

/// The largest as a multiple of the median.
fn peak(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match (numbers.last(), numbers.get(numbers.len() / 2)) {
        (Some(most), Some(middle)) => most / middle,
        _ => 0.0,
    }
}

/// Steps worlds of two kinds and holds the second kind against the first.
fn compare(
    effort: Effort,
    name: &str,
    seeds: u64,
    plain: impl Fn(u64) -> World,
    harder: impl Fn(u64) -> World,
    steps: usize,
) -> Vec<Case> {
    let (few, many) = (spend((0..seeds).map(plain), steps), spend((0..seeds).map(harder), steps));
    let case = |what: &str, figure| Case::new(format!("{name}: {what}"), seeds, &many.watch, figure);
    let share = |a: u64, b: u64| Figure::at_most(3.0, a as f64 / b.max(1) as f64);
    let [work, time] = many.peaks;
    let mut cases = vec![
        case(
            "impacts of a ball in a step",
            Figure::at_most(1.0, many.impacts as f64 / many.ball_steps as f64),
        ),
        case("work / that of the plain scene", share(many.work, few.work)),
        case("work, worst step / median", Figure::at_most(20.0, work)),
        case("dropped", Figure::count(0, many.watch.dropped())),
    ];
    // On a machine that does something else time tells less.
    if effort > Effort::Test {
        cases.push(case("time / that of the plain scene", Figure::at_most(3.0, many.seconds / few.seconds)));
        cases.push(case("time, worst step / median", Figure::at_most(20.0, time)));
    }
    cases
}

struct Grid {
    count: usize,
    columns: usize,
    pitch: f64,
    /// Share by which the smallest are smaller.
    spread: f64,
    e: f32,
    mu: f32,
    seed: u64,
}

impl Grid {
    /// A loose grid above a floor between two walls.
    fn world(&self) -> World {
        let mut world = scene::heavy();
        let stuff = Material::new(self.e, self.mu);
        let half = 0.5 * self.pitch * self.columns as f64;
        let wall = |a: (f64, f64), b: (f64, f64)| {
            scene::segment(vec2(a.0 as f32, a.1 as f32), vec2(b.0 as f32, b.1 as f32))
        };
        let walls =
            [((-half, 0.0), (half, 0.0)), ((-half, 0.0), (-half, 300.0)), ((half, 0.0), (half, 300.0))];
        scene::fixed(&mut world, stuff, walls.map(|(a, b)| wall(a, b)));
        let mut dice = Dice::new("avalanche", 5 + self.seed);
        for i in 0..self.count {
            let (row, column) = (i / self.columns, i % self.columns);
            let r = 0.1 * (1.0 - self.spread * dice.uniform(0.0, 1.0));
            let x = self.pitch * (column as f64 + 0.5) - half + dice.uniform(-0.001, 0.001);
            let place = vec2(x as f32, (self.pitch * (row as f64 + 0.6)) as f32);
            scene::ball(&mut world, Ball::new(place, r as f32).material(stuff));
        }
        world
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Drum {
    Smooth,
    Blades,
    Facets,
}

impl Drum {
    const fn spin(self) -> f32 {
        match self {
            Self::Facets => 2.0,
            _ => 5.0,
        }
    }
}

/// Balls in a drum that turns.
fn turning(drum: Drum, spin: f32, count: usize, seed: u64) -> World {
    let mut world = scene::heavy();
    let stuff = Material::new(0.3, 0.4);
    let big = 2.0_f32;
    let mut shapes: Vec<Shape> = Vec::new();
    if drum == Drum::Facets {
        let step = core::f64::consts::PI / 18.0;
        let corner = |i: usize| (f64::from(big) * direction(step * (i % 36) as f64)).as_vec2();
        let corners: Vec<Vec2> = (0..=36).map(corner).collect();
        shapes.push(scene::chain(&Chain::polyline(&corners)));
    } else {
        shapes.push(scene::arc(Vec2::ZERO, big, 0.0, core::f32::consts::TAU));
    }
    if drum == Drum::Blades {
        for i in 0..6 {
            let d = direction(core::f64::consts::FRAC_PI_3 * f64::from(i)).as_vec2();
            shapes.push(scene::capsule(d * 1.5, d * 1.98, 0.02));
        }
    }
    scene::carrier(&mut world, Body::kinematic().angular_velocity(spin), stuff, shapes);
    for place in filling(count, seed) {
        scene::ball(&mut world, Ball::new(place, 0.08).material(stuff));
    }
    world
}

/// This many places between the blades, spread evenly, none nearer to another than 0.165: those of a lattice, a
/// little off. Dice alone would find room for no more than 150.
fn filling(count: usize, seed: u64) -> Vec<Vec2> {
    let (pitch, room) = (0.17, 1.38);
    let mut dice = Dice::new("drum", 1 + seed);
    let mut all = Vec::new();
    for row in -9..=9_i32 {
        for column in -10..=10_i32 {
            let x = pitch * (f64::from(column) + 0.5 * f64::from(row.rem_euclid(2)));
            let y = pitch * f64::from(row) * 0.5 * libm::sqrt(3.0);
            let place = vec2((x + dice.uniform(-2e-3, 2e-3)) as f32, (y + dice.uniform(-2e-3, 2e-3)) as f32);
            if place.length() < room {
                all.push(place);
            }
        }
    }
    assert!(all.len() >= count, "room for {} balls alone", all.len());
    (0..count).map(|n| all[n * all.len() / count]).collect()
}
