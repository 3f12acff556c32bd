//! Balls that are a little unlike cost about what equal balls do: no avalanche of impacts, and nothing is stopped.
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
    for (spread, e, mu) in
        [(0.3, 0.1, 0.3), (0.3, 0.0, 0.3), (0.3, 0.5, 0.3), (0.3, 0.1, 0.0), (0.1, 0.1, 0.3)]
    {
        let grid =
            |spread| Grid { count, columns: libm::sqrt(count as f64) as usize, pitch: 0.21, spread, e, mu };
        let name = format!("grid of {count} +- {spread}, e {e}, mu {mu}");
        cases.extend(compare(effort, &name, || grid(0.0).world(), || grid(spread).world(), steps));
    }
    let (count, columns) = (1500, 50);
    for e in [0.3, 0.0] {
        let grid = |spread| Grid { count, columns, pitch: 0.232, spread, e, mu: 0.4 };
        let name = format!("hopper of {count} +- 0.05, e {e}");
        cases.extend(compare(effort, &name, || grid(0.0).world(), || grid(0.05).world(), steps.min(240)));
    }
    let count = 200;
    for (drum, name) in
        [(Drum::Blades, "six blades, 5 rad/s"), (Drum::Facets, "facets of 10 degrees, 2 rad/s")]
    {
        let smooth = || turning(Drum::Smooth, drum.spin(), count);
        let rough = || turning(drum, drum.spin(), count);
        cases.extend(compare(effort, &format!("drum of {name}, {count} balls"), smooth, rough, steps));
    }
    cases
}

/// What a run costs.
struct Cost {
    watch: Watch,
    impacts: u64,
    /// Work of each step in which there are impacts: arrivals that are foreseen and carried out, and contacts in each substep.
    work: Vec<u64>,
    /// Seconds of the same steps, and of all.
    durations: Vec<f64>,
    seconds: f64,
}

fn spend(mut world: World, steps: usize) -> Cost {
    let mut cost =
        Cost { watch: Watch::lenient(), impacts: 0, work: Vec::new(), durations: Vec::new(), seconds: 0.0 };
    for _ in 0..steps {
        let before = Instant::now();
        cost.watch.step(&mut world);
        let duration = before.elapsed().as_secs_f64();
        cost.seconds += duration;
        let found = world.profile();
        cost.impacts += u64::from(found.impacts);
        if found.impacts > 0 {
            let events = found.predicted_events + found.arrivals + found.impacts;
            cost.work.push(u64::from(events) + u64::from(found.contacts) * u64::from(found.substeps));
            cost.durations.push(duration);
        }
        // A minute tells enough.
        if cost.seconds > 60.0 {
            break;
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

/// Steps the two worlds and holds the second against the first.
fn compare(
    effort: Effort,
    name: &str,
    plain: impl Fn() -> World,
    harder: impl Fn() -> World,
    steps: usize,
) -> Vec<Case> {
    let (few, many) = (spend(plain(), steps), spend(harder(), steps));
    let case = |what: &str, figure| Case::new(format!("{name}: {what}"), 1, &many.watch, figure);
    let share = |a: u64, b: u64| Figure::at_most(3.0, a as f64 / b.max(1) as f64);
    let total = |work: &[u64]| work.iter().sum::<u64>();
    let work = many.work.iter().map(|work| *work as f64).collect();
    let mut cases = vec![
        case("impacts / those of the plain scene", share(many.impacts, few.impacts)),
        case("work / that of the plain scene", share(total(&many.work), total(&few.work))),
        case("work, worst step / median", Figure::at_most(20.0, peak(work))),
        case("dropped", Figure::count(0, many.watch.dropped())),
    ];
    // On a machine that does something else time tells less.
    if effort > Effort::Test {
        cases.push(case("time / that of the plain scene", Figure::at_most(3.0, many.seconds / few.seconds)));
        cases.push(case("time, worst step / median", Figure::at_most(20.0, peak(many.durations.clone()))));
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
        let mut dice = Dice::new("avalanche", 5);
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
fn turning(drum: Drum, spin: f32, count: usize) -> World {
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
    for place in filling(count) {
        scene::ball(&mut world, Ball::new(place, 0.08).material(stuff));
    }
    world
}

/// So many places between the blades, spread evenly, none nearer to another than 0.165: those of a lattice, a little off. Dice
/// alone would find room for no more than 150.
fn filling(count: usize) -> Vec<Vec2> {
    let (pitch, room) = (0.17, 1.38);
    let mut dice = Dice::new("drum", 1);
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
