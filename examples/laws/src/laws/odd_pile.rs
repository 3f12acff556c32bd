//! Piles of unlike balls: the light ones are not squashed.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, Path, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = sizes("200 balls, 1:5", 1);
    cases.extend(sizes("200 balls, 1:5, again and again", effort.pick(20, 40, 1000)));
    cases.extend(heavy_on_light());
    // Of many lengths: each swings in its own way, and one that comes to rest tells nothing of the next.
    let lengths: &[usize] = effort.pick(&[5, 10], &[3, 5, 6, 7, 8, 9, 10], &[3, 4, 5, 6, 7, 8, 9, 10]);
    cases.extend(lengths.iter().flat_map(|&n| column(n, 2.0, "doubling", 0.02)));
    let lengths: &[usize] =
        effort.pick(&[10, 40, 100], &[5, 10, 20, 40, 60, 100], &[5, 10, 20, 30, 40, 60, 80, 100]);
    cases.extend(lengths.iter().flat_map(|&n| column(n, 1.0, "equal", 0.05)));
    cases
}

/// With a little rolling resistance: a lone ball on a flat floor would lawfully roll for ever.
fn stuff() -> Material {
    Material { rolling_resistance: 0.01, ..Material::new(0.1, 0.3) }
}

fn trough(width: f64) -> World {
    let mut world = scene::heavy();
    let (w, top) = (width as f32, 1000.0);
    let path = [Vec2::new(0.0, top), Vec2::ZERO, Vec2::new(w, 0.0), Vec2::new(w, top)];
    scene::fixed(&mut world, stuff(), [scene::chain(&Path::polyline(&path))]);
    world
}

fn add(world: &mut World, x: f64, y: f64, radius: f64, mass: f64) {
    let ball = Ball::new(DVec2::new(x, y).as_vec2(), radius as f32).mass(mass as f32);
    scene::ball(world, ball.material(stuff()));
}

/// What piles come to.
#[derive(Default)]
struct Settled {
    watch: Watch,
    trials: u64,
    falling: f64,
    at_rest: f64,
    fastest: f64,
    /// Piles in which a ball still moves.
    restless: u64,
}

/// Speed from which on a ball moves, length units per second.
const MOVES: f64 = 1e-3;

impl Settled {
    /// Lets a pile fall and rest for 10 s.
    fn add(&mut self, mut world: World, width: f64) {
        let (low, high) = (DVec2::ZERO, DVec2::new(width, f64::INFINITY));
        for _ in 0..600 {
            self.watch.step(&mut world);
            self.falling = self.falling.max(scene::deepest(&world, low, high));
        }
        self.at_rest = self.at_rest.max(scene::deepest(&world, low, high));
        // Over the next second, so that a simmer does not hide between two beats.
        let mut fastest: f64 = 0.0;
        for _ in 0..60 {
            self.watch.step(&mut world);
            fastest = fastest.max(scene::top_speed(&world));
        }
        self.fastest = self.fastest.max(fastest);
        self.restless += u64::from(fastest > MOVES);
        self.trials += 1;
    }

    fn cases(&self, name: &str, bar: f64) -> Vec<Case> {
        let case = |what, error, bar| {
            Case::new(format!("{name}: {what}"), self.trials, &self.watch, Figure::error(error, bar))
        };
        let rest = if self.trials == 1 {
            case("top speed after 10 s", self.fastest, MOVES)
        } else {
            // A pile may lawfully slip once more, late.
            case("share not at rest after 10 s", self.restless as f64 / self.trials as f64, 0.05)
        };
        vec![
            case("overlap / r, falling", self.falling, 0.2),
            case("overlap / r, at rest", self.at_rest, bar),
            rest,
        ]
    }
}

fn settle(name: &str, world: World, width: f64, bar: f64) -> Vec<Case> {
    let mut settled = Settled::default();
    settled.add(world, width);
    settled.cases(name, bar)
}

/// 200 balls, radius 1 to 5, mass 1 to 125.
fn sizes(name: &str, trials: u64) -> Vec<Case> {
    let width = 8.0;
    let mut settled = Settled::default();
    for trial in 0..trials {
        let mut world = trough(width);
        let mut dice = Dice::new("odd pile", trial);
        for i in 0..200 {
            let (column, row) = (f64::from(i % 7), f64::from(i / 7));
            let radius = 0.1 * dice.uniform(1.0, 5.0);
            let x = 0.6 + 1.1 * column + dice.uniform(-0.05, 0.05);
            add(&mut world, x, 0.7 + 1.1 * row, radius, 1000.0 * radius * radius * radius);
        }
        settled.add(world, width);
    }
    settled.cases(name, 0.05)
}

/// A ball 1000 times heavier on five light ones.
fn heavy_on_light() -> Vec<Case> {
    let (width, r) = (1.25, 0.1);
    let mut world = trough(width);
    for i in 0..5 {
        add(&mut world, 0.12 + 0.25 * f64::from(i), r, r, 1.0);
    }
    add(&mut world, 0.5 * width, 0.9, 0.5, 1000.0);
    settle("1000 times heavier on 5", world, width, 0.05)
}

/// Balls in a tube, each so many times as heavy as the one below.
fn column(count: usize, heavier: f64, masses: &str, bar: f64) -> Vec<Case> {
    let (r, width) = (0.25, 0.51);
    let mut world = trough(width);
    for i in 0..count {
        let side = if i % 2 == 0 { 0.002 } else { -0.002 };
        add(&mut world, 0.5 * width + side, r + 0.52 * i as f64, r, libm::pow(heavier, i as f64));
    }
    settle(&format!("column of {count}, masses {masses}"), world, width, bar)
}
