//! Balls dropped into a box come to rest, without sinking into each other and without simmering.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Chain, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let sizes: &[(usize, f64)] =
        effort.pick(&[(300, 0.03)], &[(1000, 0.03), (10_000, 0.05)], &[(1000, 0.03), (10_000, 0.05)]);
    sizes.iter().flat_map(|&(count, bar)| settle(count, bar, effort)).collect()
}

/// Width of the box for a number of balls.
pub(super) fn width(count: usize) -> f64 {
    f64::from((1.2 * (count as f64).sqrt()) as f32)
}

/// The material of the balls and the box.
pub(super) fn material() -> Material {
    Material::new(0.1, 0.3)
}

/// Adds balls of radius 0.5, 20 % more or less, on a loose lattice above the floor; returns the height of the
/// highest.
pub(super) fn drop(world: &mut World, count: usize, width: f64) -> f64 {
    let mut dice = Dice::new("pile", count as u64);
    let columns = ((width - 1.3) / 1.25) as usize + 1;
    let mut height = 0.0;
    for i in 0..count {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let radius = 0.5 * dice.uniform(0.8, 1.2) as f32;
        let x = 0.65 + 1.25 * column + dice.uniform(-0.02, 0.02);
        height = 1.0 + 1.3 * row;
        let place = DVec2::new(x, height).as_vec2();
        scene::ball(world, Ball::new(place, radius).material(material()));
    }
    height
}

fn settle(count: usize, bar: f64, effort: Effort) -> Vec<Case> {
    let width = width(count);
    let mut world = scene::heavy();
    let (w, top) = (width as f32, 1e4);
    let trough = [Vec2::new(0.0, top), Vec2::ZERO, Vec2::new(w, 0.0), Vec2::new(w, top)];
    scene::fixed(&mut world, material(), [scene::chain(&Chain::polyline(&trough))]);
    let height = drop(&mut world, count, width);
    let mut watch = Watch::default();
    let (low, high) = (DVec2::ZERO, DVec2::new(width, f64::INFINITY));
    let falling = ((2.0 * height / scene::g()).sqrt() / f64::from(DT)) as usize;
    let mut deepest: f64 = 0.0;
    for step in 0..falling + 600 {
        watch.step(&mut world);
        if step % 3 == 0 || step < falling + 60 {
            deepest = deepest.max(scene::deepest(&world, low, high));
        }
    }
    let settled = scene::deepest(&world, low, high);
    let free = scene::rolling_freely(&world, width);
    let held = world.balls().filter(|(id, _)| !free.iter().any(|(free, _)| free == id));
    let square: f64 = held.map(|(_, ball)| ball.velocity.as_dvec2().length_squared()).sum();
    let rms_of_held = libm::sqrt(square / count as f64);
    let case = |what: &str, figure| Case::new(format!("{count}: {what}"), 1, &watch, figure);
    let mut cases = vec![
        case("overlap / r, falling", Figure::error(deepest, 0.15)),
        case("overlap / r, settled", Figure::error(settled, bar)),
        case("rms speed of what does not roll freely, 10 s after the fall", Figure::error(rms_of_held, 1e-3)),
    ];
    // Which ball of one pile rolls freely in the end is chance.
    if effort > Effort::Test {
        let rms = scene::rms_speed(&world);
        cases.push(case("rms speed, 10 s after the fall", Figure::error(rms, 1e-3)));
    }
    cases
}
