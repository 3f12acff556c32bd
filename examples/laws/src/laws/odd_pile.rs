//! Piles of unlike balls: the light ones are not squashed.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, Path, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

pub(super) fn run(_: Effort) -> Vec<Case> {
    let mut cases = sizes();
    cases.extend(heavy_on_light());
    cases.extend(doubling());
    cases.extend(tower());
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

/// Lets it fall and rest for 10 s.
fn settle(name: &str, mut world: World, width: f64, bar: f64) -> Vec<Case> {
    let mut watch = Watch::default();
    let (low, high) = (DVec2::ZERO, DVec2::new(width, f64::INFINITY));
    let mut deepest: f64 = 0.0;
    for _ in 0..600 {
        watch.step(&mut world);
        deepest = deepest.max(scene::deepest(&world, low, high));
    }
    let settled = scene::deepest(&world, low, high);
    // Over the next second, so that a simmer does not hide between two beats.
    let mut fastest: f64 = 0.0;
    for _ in 0..60 {
        watch.step(&mut world);
        fastest = fastest.max(scene::top_speed(&world));
    }
    vec![
        Case::new(format!("{name}: overlap / r, falling"), 1, &watch, Figure::error(deepest, 0.2)),
        Case::new(format!("{name}: overlap / r, at rest"), 1, &watch, Figure::error(settled, bar)),
        Case::new(format!("{name}: top speed after 10 s"), 1, &watch, Figure::error(fastest, 1e-3)),
    ]
}

/// 200 balls, radius 1 to 5, mass 1 to 125.
fn sizes() -> Vec<Case> {
    let width = 8.0;
    let mut world = trough(width);
    let mut dice = Dice::new("odd pile", 0);
    for i in 0..200 {
        let (column, row) = (f64::from(i % 7), f64::from(i / 7));
        let radius = 0.1 * dice.uniform(1.0, 5.0);
        let x = 0.6 + 1.1 * column + dice.uniform(-0.05, 0.05);
        add(&mut world, x, 0.7 + 1.1 * row, radius, 1000.0 * radius * radius * radius);
    }
    settle("200 balls, 1:5", world, width, 0.05)
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

/// A column of ten, each twice as heavy as the one below.
fn doubling() -> Vec<Case> {
    let (r, width) = (0.25, 0.51);
    let mut world = trough(width);
    for i in 0..10 {
        let side = if i % 2 == 0 { 0.002 } else { -0.002 };
        add(&mut world, 0.5 * width + side, r + 0.52 * f64::from(i), r, libm::exp2(f64::from(i)));
    }
    settle("column of 10, mass doubling", world, width, 0.02)
}

/// A hundred balls in a tube.
fn tower() -> Vec<Case> {
    let (r, width) = (0.25, 0.51);
    let mut world = trough(width);
    for i in 0..100 {
        let side = if i % 2 == 0 { 0.002 } else { -0.002 };
        add(&mut world, 0.5 * width + side, r + 0.52 * f64::from(i), r, 1.0);
    }
    settle("tower of 100", world, width, 0.05)
}
