//! Piles of unlike balls: the light ones are not squashed.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Chain, Material, World};

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
    cases.extend(lengths.iter().flat_map(|&n| column((n, 2.0, "doubling"), 0.02, 10)));
    let lengths: &[usize] =
        effort.pick(&[10, 40, 100], &[5, 10, 20, 40, 60, 100], &[5, 10, 20, 30, 40, 60, 80, 100]);
    cases.extend(lengths.iter().flat_map(|&n| column((n, 1.0, "equal"), 0.05, 10)));
    cases.extend([120, 140, 150].iter().flat_map(|&n| column((n, 1.0, "equal"), 0.05, 20)));
    cases.extend([0.25, 0.5, 1.0].iter().flat_map(|&r| columns(effort, r)));
    cases.extend([0.5, 1.0, 2.5].iter().flat_map(|&r| loose_columns(effort, r)));
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
    scene::fixed(&mut world, stuff(), [scene::chain(&Chain::polyline(&path))]);
    world
}

fn add(world: &mut World, x: f64, y: f64, radius: f64, mass: f64) {
    let ball = Ball::new(DVec2::new(x, y).as_vec2(), radius as f32).mass(mass as f32);
    scene::ball(world, ball.material(stuff()));
}

/// The results of piles.
#[derive(Default)]
struct Settled {
    watch: Watch,
    trials: u64,
    falling: f64,
    at_rest: f64,
    fastest: f64,
    /// Piles in which a ball still moves.
    restless: u64,
    /// Seconds that a pile is given.
    seconds: usize,
}

/// Speed above which a ball moves, length units per second for each second that a pile is given: larger balls are
/// slower and faster by the same factor.
const MOVES: f64 = 1e-4;

impl Settled {
    fn after(seconds: usize) -> Self {
        Self { seconds, ..Self::default() }
    }

    fn moves(&self) -> f64 {
        MOVES * self.seconds as f64
    }

    /// Lets a pile fall and rest.
    fn add(&mut self, mut world: World, width: f64) {
        let (low, high) = (DVec2::ZERO, DVec2::new(width, f64::INFINITY));
        for _ in 0..60 * self.seconds {
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
        self.restless += u64::from(fastest > self.moves());
        self.trials += 1;
    }

    fn cases(&self, name: &str, bar: f64) -> Vec<Case> {
        let case = |what: &str, error, bar| {
            Case::new(format!("{name}: {what}"), self.trials, &self.watch, Figure::error(error, bar))
        };
        let rest = if self.trials == 1 {
            case(&format!("top speed after {} s", self.seconds), self.fastest, self.moves())
        } else {
            // A pile may lawfully slip once more, late.
            case(
                &format!("share not at rest after {} s", self.seconds),
                self.restless as f64 / self.trials as f64,
                0.05,
            )
        };
        vec![
            case("overlap / r, falling", self.falling, 0.2),
            case("overlap / r, at rest", self.at_rest, bar),
            rest,
        ]
    }
}

fn settle(name: &str, world: World, width: f64, bar: f64, seconds: usize) -> Vec<Case> {
    let mut settled = Settled::after(seconds);
    settled.add(world, width);
    settled.cases(name, bar)
}

/// 200 balls, radius 1 to 5, mass 1 to 125.
fn sizes(name: &str, trials: u64) -> Vec<Case> {
    let width = 8.0;
    let mut settled = Settled::after(10);
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
    settle("1000 times heavier on 5", world, width, 0.05, 10)
}

/// Balls in a tube, each this many times as heavy as the one below.
fn tube(count: usize, heavier: f64, r: f64) -> (World, f64) {
    let width = 2.04 * r;
    let mut world = trough(width);
    for i in 0..count {
        let side = r * if i % 2 == 0 { 0.008 } else { -0.008 };
        add(&mut world, 0.5 * width + side, r * (1.0 + 2.08 * i as f64), r, libm::pow(heavier, i as f64));
    }
    (world, width)
}

fn column((count, heavier, masses): (usize, f64, &str), bar: f64, seconds: usize) -> Vec<Case> {
    let (world, width) = tube(count, heavier, 0.25);
    settle(&format!("column of {count}, masses {masses}"), world, width, bar, seconds)
}

/// Columns of all kinds. Columns that hop without end do so at metres per second: once, each time the number of
/// substeps rose, springs grew stiffer at once and threw them.
fn columns(effort: Effort, r: f64) -> Vec<Case> {
    // Under the same gravity a column of balls four times as large takes twice the time.
    let mut settled = Settled::after((20.0 * libm::sqrt(r)) as usize);
    let kinds =
        [(0.5, 2, 12), (1.0, 5, 100), (1.05, 5, 50), (1.2, 2, 26), (1.5, 2, 16), (2.0, 2, 10), (3.0, 2, 6)];
    // A share of a twentieth takes more than twenty columns to measure.
    let apart = effort.pick(4, 2, 1);
    for (heavier, least, most) in kinds {
        let step = apart * (most / 20).max(1);
        for count in (least..=most).rev().step_by(step) {
            let (world, width) = tube(count, heavier, r);
            settled.add(world, width);
        }
    }
    settled.cases(&format!("columns of all kinds, radius {r}"), 0.05)
}

/// Columns of the default material that fall loosely, of equal balls or of balls of 0.7 to 1 times the radius, none of more
/// balls than eight substeps hold. With no more passes than their springs need, one in eight of radius 2.5 hopped for ever.
fn loose_columns(effort: Effort, r: f64) -> Vec<Case> {
    let mut settled = Settled::after((25.0 * libm::sqrt(r)) as usize);
    for seed in 0..effort.pick(1, 3, 10) {
        let mut dice = Dice::new("loose columns", seed);
        for count in (20..=124).step_by(effort.pick(52, 26, 8)) {
            for smallest in [1.0, 0.7] {
                let width = 2.02 * r;
                let (mut world, mut height) = (trough(width), 1.2 * r);
                for _ in 0..count {
                    let place = DVec2::new(0.5 * width + r * dice.uniform(-0.002, 0.002), height);
                    let radius = r * dice.uniform(smallest, 1.0);
                    scene::ball(&mut world, Ball::new(place.as_vec2(), radius as f32));
                    height += 2.0 * r * dice.uniform(1.0, 1.3);
                }
                settled.add(world, width);
            }
        }
    }
    settled.cases(&format!("loose columns, radius {r}"), 0.05)
}
