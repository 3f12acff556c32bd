//! Piles of very unlike balls of the default material come to rest.
//!
//! The material of `odd-pile` has a little rolling resistance; this one has none.

use carom::glam::Vec2;
use carom::{Ball, Chain, Material};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let seeds = effort.pick(1, 20, 200);
    let count = effort.pick(60, 200, 200);
    let mut cases = Vec::new();
    for ratio in [5.0, 10.0] {
        for (sphere, kind) in [(true, "spheres"), (false, "discs")] {
            let (mut watch, mut restless, mut fastest) = (Watch::lenient(), 0, Worst::default());
            for seed in 0..seeds {
                let speed = settle(&mut watch, ratio, sphere, count, seed);
                restless += u64::from(!(speed < 1e-3));
                fastest.add(speed, || format!("seed {seed}"));
            }
            let name = format!("{count} {kind}, 1:{ratio}");
            cases.push(fastest.case(&format!("{name}: top speed after 25 s"), &watch, 1e-3));
            cases.push(Case::new(format!("{name}: not at rest"), seeds, &watch, Figure::count(0, restless)));
            cases.push(Case::new(
                format!("{name}: dropped"),
                seeds,
                &watch,
                Figure::count(0, watch.dropped()),
            ));
        }
    }
    cases
}

/// Top speed of a pile over a second, after 25.
fn settle(watch: &mut Watch, ratio: f64, sphere: bool, count: usize, seed: u64) -> f64 {
    let mut dice = Dice::new("unlike", seed);
    let mut world = scene::heavy();
    let stuff = Material::default();
    // The largest are half a unit.
    let (low, columns) = (0.5 / ratio, libm::sqrt(count as f64 / 4.0).ceil());
    let (wide, top) = ((columns * 1.1) as f32, 1000.0);
    let path = [Vec2::new(0.0, top), Vec2::ZERO, Vec2::new(wide, 0.0), Vec2::new(wide, top)];
    scene::fixed(&mut world, stuff, [scene::chain(&Chain::polyline(&path))]);
    for i in 0..count {
        let (row, column) = ((i as f64 / columns).floor(), i as f64 % columns);
        let r = dice.uniform(low, 0.5);
        let x = 0.55 + 1.1 * column + dice.uniform(-0.04, 0.04);
        let mut ball = Ball::new(Vec2::new(x as f32, (0.6 + 1.1 * row) as f32), r as f32).material(stuff);
        ball.mass = (if sphere { 1000.0 * r * r * r } else { 100.0 * r * r }) as f32;
        ball = if sphere { ball.sphere() } else { ball };
        scene::ball(&mut world, ball);
    }
    watch.steps(&mut world, 25 * 60);
    let mut fastest: f64 = 0.0;
    for _ in 0..60 {
        watch.step(&mut world);
        fastest = fastest.max(scene::top_speed(&world));
    }
    fastest
}
