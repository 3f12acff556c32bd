//! Discs that run out of a hopper with a flat floor.
//!
//! The flow does not depend on the height of the discs above, and grows as (D - k d)^(3/2) with the width D of the hole, the
//! diameter d and a number k between 1 and 2 that depends on the discs (Beverloo, Leniger and van de Velde, Chem. Eng. Sci.
//! 15, 260, 1961; in two dimensions Mankoc et al., Granular Matter 9, 407, 2007). The factor has no exact value either: the
//! case names it, in discs a second per sqrt(g / d). The hopper is more than 2.5 holes wide, and deeper than it is wide, as
//! the second source asks. It is 28 d wide where that asks for the hole and 30 d, so the flow may feel the walls.
//!
//! Through narrow holes some runs clog: discs form an arch over the hole. Such a run has no flow, and another takes its place.

use carom::glam::vec2;
use carom::{Ball, Body, Config, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const DIAMETER: f32 = 0.1;
/// Half of the hopper's width, diameters.
const HALF: f32 = 14.0;
/// The number k: how much of the hole is of no use, diameters.
const LOST: f64 = 1.4;
/// Runs of a hole, at most, of which [`FLOWS`] have to flow.
const DRAWS: u64 = 12;
/// Runs of a hole whose mean is its flow: that of one run varies by a few per cent.
const FLOWS: usize = 4;

/// Discs in even rows between two walls, over a floor with a hole that is closed yet.
fn fill(count: usize, hole: f32, draw: u64) -> (World, carom::BodyId) {
    let mut world = World::new(Config { sleep_speed: 0.0, ..Config::default() }).expect("sound settings");
    let stuff = Material::new(0.3, 0.4);
    let (d, half) = (DIAMETER, HALF * DIAMETER);
    let wall = |x: f32| scene::segment(vec2(x, -1.0), vec2(x, 40.0));
    let gap = 0.5 * hole * d;
    let floor = |x: f32| scene::segment(vec2(x, 0.0), vec2(gap.copysign(x), 0.0));
    scene::fixed(&mut world, stuff, [wall(-half), wall(half), floor(-half), floor(half)]);
    let lid =
        scene::carrier(&mut world, Body::fixed(), stuff, [scene::segment(vec2(-gap, 0.0), vec2(gap, 0.0))]);
    let mut dice = Dice::new("hopper", u64::from(hole.to_bits()) + draw);
    let columns = (2.0 * HALF / 1.1) as usize;
    for n in 0..count {
        let (row, column) = (n / columns, n % columns);
        // A little unlike, so that they do not lie in rows.
        let radius = 0.5 * d * dice.uniform(0.95, 1.05) as f32;
        let x = ((column as f32 + 0.5) / columns as f32 * 2.0 - 1.0) * (half - 0.55 * d);
        let at = vec2(x + 0.01 * d * dice.uniform(-1.0, 1.0) as f32, d * (0.6 + 1.1 * row as f32));
        scene::ball(&mut world, Ball::new(at, radius).material(stuff));
    }
    (world, lid)
}

/// Flow through a hole of this width in diameters, discs a second; `None` if it clogs.
fn rate(hole: f32, draw: u64, effort: Effort, watch: &mut Watch) -> Option<f64> {
    let count = effort.pick(500, 1200, 2000);
    let (mut world, lid) = fill(count, hole, draw);
    watch.steps(&mut world, effort.pick(60, 180, 240));
    world.remove_body(lid).expect("it was added");
    let (mut out, mut first, mut step) = (0_usize, None, 0_u32);
    // The first and the last part run otherwise: at the start a lid was there, at the end nothing lies above.
    let (begin, end) = (count / 10, count / 2);
    // Without an arch half of the discs are out within 600 steps.
    while out < end {
        if step >= 6000 {
            return None;
        }
        watch.step(&mut world);
        step += 1;
        let gone: Vec<_> =
            world.balls().filter(|(_, ball)| ball.position.y < -0.5).map(|(id, _)| id).collect();
        out += gone.len();
        gone.into_iter().for_each(|id| world.remove_body(id).expect("it is there"));
        if out >= begin && first.is_none() {
            first = Some((out, step));
        }
    }
    let (before, since) = first.unwrap_or((out, step));
    Some((out - before) as f64 / (f64::from(step - since).max(1.0) * f64::from(DT)))
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let holes: &[f32] =
        effort.pick(&[6.0, 9.0], &[5.0, 6.0, 7.0, 8.0, 10.0], &[5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
    let mut watch = Watch::lenient();
    let unit = libm::sqrt(scene::g() / f64::from(DIAMETER));
    let mut clogged = 0;
    let points: Vec<(f64, f64)> = holes
        .iter()
        .map(|&hole| {
            let draws = (0..DRAWS).map(|draw| rate(hole, draw, effort, &mut watch));
            let flows = draws.inspect(|flow| clogged += u32::from(flow.is_none())).flatten();
            let flows: Vec<f64> = flows.take(FLOWS).collect();
            assert!(flows.len() == FLOWS, "a hole of {hole} diameters clogs in most of its runs");
            let flow = flows.iter().sum::<f64>() / FLOWS as f64;
            (libm::log(f64::from(hole) - LOST), libm::log(flow / unit))
        })
        .collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (xy, xx) = (
        points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>(),
        points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum::<f64>(),
    );
    let exponent = xy / xx;
    let factor = libm::exp(y - 1.5 * x);
    let name = format!("exponent of the free width (k {LOST}, factor {factor:.3}, clogged {clogged})");
    let figure = Figure::relative(1.5, exponent, effort.pick(0.2, 0.1, 0.1));
    vec![Case::new(name, points.len() as u64, &watch, figure)]
}
