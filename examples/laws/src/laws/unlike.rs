//! Piles of very unlike balls of the default material come to rest.
//!
//! The material of `odd-pile` has a little rolling resistance; this one has none. So a ball that rolls on the level
//! floor, in a hollow of the heap where it touches only balls that roll with it, is in balance as well: no force
//! acts on it along the floor, and its speed must stay the same. Such balls count as not at rest, and beside that
//! the law reports the speed of all others.

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
            let (mut watch, mut restless) = (Watch::lenient(), 0);
            let (mut fastest, mut held, mut rolling) = (Worst::default(), Worst::default(), Worst::default());
            for seed in 0..seeds {
                let settled = settle(&mut watch, ratio, sphere, count, seed);
                restless += u64::from(!(settled.top_speed < scene::REST));
                fastest.add(settled.top_speed, || format!("seed {seed}"));
                held.add(settled.top_speed_of_held, || format!("seed {seed}"));
                rolling.add(settled.change_of_rolling, || format!("seed {seed}"));
            }
            let name = format!("{count} {kind}, 1:{ratio}");
            // Which ball of a few piles rolls freely in the end is chance.
            if effort > Effort::Test {
                cases.push(fastest.case(&format!("{name}: top speed after 25 s"), &watch, scene::REST));
                cases.push(Case::new(
                    format!("{name}: not at rest"),
                    seeds,
                    &watch,
                    Figure::count(0, restless),
                ));
            }
            cases.push(held.case(
                &format!("{name}: top speed of what does not roll freely"),
                &watch,
                scene::REST,
            ));
            cases.push(rolling.case(&format!("{name}: change of speed of what rolls freely"), &watch, 1e-3));
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

/// The motion of a pile over a second, after 25.
#[derive(Default)]
struct Settled {
    /// Top speed of all balls, length units per second.
    top_speed: f64,
    /// The same without balls that roll freely.
    top_speed_of_held: f64,
    /// By which share the speed of a ball that rolls freely changes.
    change_of_rolling: f64,
}

fn settle(watch: &mut Watch, ratio: f64, sphere: bool, count: usize, seed: u64) -> Settled {
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
    let free = scene::rolling_freely(&world, f64::from(wide));
    let mut settled = Settled::default();
    for _ in 0..60 {
        watch.step(&mut world);
        settled.top_speed = settled.top_speed.max(scene::top_speed(&world));
        let held = world.balls().filter(|(id, _)| free.iter().all(|(free, _)| free != id));
        settled.top_speed_of_held =
            held.map(|(_, ball)| ball.velocity.as_dvec2().length()).fold(settled.top_speed_of_held, f64::max);
        // One that comes to the end of its hollow is no longer free.
        for (id, _) in scene::rolling_freely(&world, f64::from(wide)) {
            if let Some((_, speed)) = free.iter().find(|(free, _)| *free == id) {
                let change = (scene::velocity(&world, id).x / speed - 1.0).abs();
                settled.change_of_rolling = settled.change_of_rolling.max(change);
            }
        }
    }
    settled
}
