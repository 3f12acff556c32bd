//! Balls that are a little unlike cost about what equal balls do: no avalanche of impacts, and nothing is stopped.
//!
//! The same scene with balls of one size is the reference, on the same machine and in the same run; a drum with blades or
//! facets is held against a smooth one. Impacts are counted, which no machine changes; time is CPU's and noisy, so that its
//! bar is a factor of three as well, and the longest step stands against the median.

use std::time::Instant;

use carom::glam::{Vec2, vec2};
use carom::{Ball, Body, Material, Path, Shape, World};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    let count = effort.pick(100, 1000, 3000);
    let steps = effort.pick(60, 360, 1200);
    for (spread, e, mu) in [(0.3, 0.1, 0.3), (0.3, 0.0, 0.3), (0.3, 0.5, 0.3), (0.3, 0.1, 0.0), (0.1, 0.1, 0.3)] {
        let grid = |spread| Grid { count, columns: libm::sqrt(count as f64) as usize, pitch: 0.21, spread, e, mu };
        let name = format!("grid of {count} +- {spread}, e {e}, mu {mu}");
        cases.extend(compare(&name, || grid(0.0).world(), || grid(spread).world(), steps));
    }
    let (count, columns) = effort.pick((150, 15), (1500, 50), (1500, 50));
    for e in [0.3, 0.0] {
        let grid = |spread| Grid { count, columns, pitch: 0.232, spread, e, mu: 0.4 };
        let name = format!("hopper of {count} +- 0.05, e {e}");
        cases.extend(compare(&name, || grid(0.0).world(), || grid(0.05).world(), steps.min(240)));
    }
    let count = effort.pick(40, 200, 200);
    for (drum, name) in [(Drum::Blades, "six blades, 5 rad/s"), (Drum::Facets, "facets of 10 degrees, 2 rad/s")] {
        let smooth = || turning(Drum::Smooth, drum.spin(), count);
        let rough = || turning(drum, drum.spin(), count);
        cases.extend(compare(&format!("drum of {name}, {count} balls"), smooth, rough, steps));
    }
    cases
}

/// Steps the two worlds and holds the second against the first.
fn compare(
    name: &str,
    plain: impl Fn() -> World,
    harder: impl Fn() -> World,
    steps: usize,
) -> [Case; 4] {
    let run = |mut world: World| {
        let (mut watch, mut impacts, mut seconds) = (Watch::lenient(), 0_u64, 0.0);
        for _ in 0..steps {
            let before = Instant::now();
            watch.step(&mut world);
            seconds += before.elapsed().as_secs_f64();
            impacts += u64::from(world.profile().impacts);
            // A minute tells enough.
            if seconds > 60.0 {
                break;
            }
        }
        (watch, impacts, seconds)
    };
    let (_, few, quick) = run(plain());
    let (watch, many, slow) = run(harder());
    let case = |what: &str, figure| Case::new(format!("{name}: {what}"), 1, &watch, figure);
    [
        case("impacts / those of the plain scene", Figure::at_most(3.0, many as f64 / few.max(1) as f64)),
        case("time / that of the plain scene", Figure::at_most(3.0, slow / quick)),
        case("longest step / median", Figure::at_most(20.0, watch.worst_step())),
        case("dropped", Figure::count(0, watch.dropped())),
    ]
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
        let walls = [((-half, 0.0), (half, 0.0)), ((-half, 0.0), (-half, 300.0)), ((half, 0.0), (half, 300.0))];
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
        shapes.push(scene::chain(&Path::polyline(&corners)));
    } else {
        shapes.push(scene::arc(Vec2::ZERO, big, 0.0, core::f32::consts::TAU));
    }
    if drum == Drum::Blades {
        for i in 0..6 {
            let d = direction(core::f64::consts::FRAC_PI_3 * f64::from(i)).as_vec2();
            shapes.push(scene::capsule(d * 1.5, d * 1.98, 0.02));
        }
    }
    scene::carrier(&mut world, Body::kinematic().spin(spin), stuff, shapes);
    let mut dice = Dice::new("drum", 1);
    let mut places: Vec<Vec2> = Vec::new();
    while places.len() < count {
        let place = vec2(dice.uniform(-1.4, 1.4) as f32, dice.uniform(-1.4, 1.4) as f32);
        if place.length() < 1.38 && places.iter().all(|other| other.distance(place) > 0.165) {
            places.push(place);
        }
    }
    for place in places {
        scene::ball(&mut world, Ball::new(place, 0.08).material(stuff));
    }
    world
}
