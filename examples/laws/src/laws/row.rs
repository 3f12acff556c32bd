//! Rows of spheres that collide, from elastic to plastic.
//!
//! Spheres in a row know two things: who meets next, and that a pair parts at `e` times its approach. A plain table of
//! both is exact. It gives order and number of impacts and all speeds at the end: the questions of ARGESIM's benchmark
//! C12, "Collision Processes in Rows of Spheres". Below e = 7 - 4 sqrt 3 three in a row meet infinitely often in a finite
//! time and stay together (`McNamara` and Young, Phys. Fluids A 4, 496, 1992).

use carom::glam::vec2;
use carom::{Ball, BodyId, Material};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;
use crate::worst::{Misses, Worst};

/// Restitution below which three equal spheres collapse.
fn least_restitution() -> f64 {
    7.0 - 4.0 * libm::sqrt(3.0)
}

/// Which gaps of a row close, in order, and the speeds at the end.
struct Outcome {
    order: Vec<usize>,
    speeds: Vec<f64>,
}

/// Gaps of one diameter each, the first of the row at speed 1. `most` is how many impacts are followed.
fn table(count: usize, e: f64, most: usize) -> Outcome {
    let mut gaps = vec![1.0_f64; count - 1];
    let mut speeds = vec![0.0_f64; count];
    speeds[0] = 1.0;
    let mut order = Vec::new();
    while order.len() < most {
        let closing = |n: usize| speeds[n] - speeds[n + 1];
        let due = (0..count - 1).filter(|&n| closing(n) > 0.0).map(|n| (gaps[n] / closing(n), n));
        let Some((wait, n)) = due.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        for m in 0..count - 1 {
            gaps[m] -= (speeds[m] - speeds[m + 1]) * wait;
        }
        gaps[n] = 0.0;
        let (mean, closing) = (0.5 * (speeds[n] + speeds[n + 1]), closing(n));
        (speeds[n], speeds[n + 1]) = (mean - 0.5 * e * closing, mean + 0.5 * e * closing);
        order.push(n);
    }
    Outcome { order, speeds }
}

/// The same by the engine: spheres of diameter 1 that are followed until nothing approaches any more.
fn row(count: usize, e: f64, watch: &mut Watch) -> Outcome {
    let mut world = scene::weightless();
    let stuff = Material::new(e as f32, 0.0);
    let ids: Vec<BodyId> = (0..count)
        .map(|n| {
            let ball = Ball::new(vec2(2.0 * n as f32, 0.0), 0.5).mass(1.0).material(stuff);
            scene::ball(&mut world, if n == 0 { ball.velocity(vec2(1.0, 0.0)) } else { ball })
        })
        .collect();
    let mut order = Vec::new();
    let mut quiet = 0;
    // Flights become long as spheres become slow.
    while quiet < 40_000 && order.len() < 10_000 {
        watch.step_of(&mut world, 0.25);
        let impacts = world.events().impacts();
        quiet = if impacts.is_empty() { quiet + 1 } else { 0 };
        let place = |id: BodyId| ids.iter().position(|own| *own == id).unwrap_or(0);
        order.extend(impacts.iter().map(|impact| place(impact.body_a).min(place(impact.body_b))));
        let speed = |n: usize| scene::velocity(&world, ids[n]).x;
        if quiet > 0 && (1..count).all(|n| speed(n - 1) <= speed(n)) {
            break;
        }
    }
    let speeds = ids.iter().map(|&id| world.precise(id).map_or(f64::NAN, |exact| exact.velocity.x)).collect();
    Outcome { order, speeds }
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let counts: &[usize] = effort.pick(&[3, 4], &[3, 4, 5, 6], &[3, 4, 5, 6, 8, 10]);
    let mut cases = Vec::new();
    for &count in counts {
        let (mut watch, mut orders, mut speeds) = (Watch::default(), Misses::default(), Worst::default());
        // Rows of more spheres collapse from a higher restitution on: a row with a thousand impacts is left out.
        let all = (2..=20).map(|n| f64::from((0.05 * f64::from(n)) as f32));
        for e in all.filter(|&e| e > least_restitution()) {
            let due = table(count, e, 1000);
            if due.order.len() >= 60 {
                continue;
            }
            let found = row(count, e, &mut watch);
            orders.add(found.order != due.order, || {
                format!("e {e}: {} impacts, due are {}", found.order.len(), due.order.len())
            });
            let off = found.speeds.iter().zip(&due.speeds).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            speeds.add(off, || format!("e {e}"));
        }
        cases.push(orders.case(&format!("{count} spheres: another order of impacts"), &watch));
        cases.push(speeds.case(&format!("{count} spheres: speeds at the end"), &watch, 1e-6));
    }
    let mut collapsed = Worst::default();
    let mut watch = Watch::default();
    for e in [0.0, 0.01, 0.03, 0.05, 0.06, 0.07] {
        let found = row(3, e, &mut watch);
        // All that remains is their common speed, and a rest of the fast first ball where it is released.
        let spread = found.speeds.iter().map(|v| (v - 1.0 / 3.0).abs()).fold(0.0, f64::max);
        collapsed.add(spread, || format!("e {e}, {} impacts", found.order.len()));
    }
    cases.push(collapsed.case("3 spheres below 7 - 4 sqrt 3: speed against each other", &watch, 1e-6));
    let (mut close, mut watch) = (Worst::default(), Watch::default());
    let e = f64::from((least_restitution() + 0.003) as f32);
    let (found, due) = (row(3, e, &mut watch), table(3, e, 1000));
    let off = found.speeds.iter().zip(&due.speeds).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    close.add(off, || format!("{} impacts, due are {}", found.order.len(), due.order.len()));
    cases.push(close.case("3 spheres just above 7 - 4 sqrt 3: speeds at the end", &watch, 1e-6));
    let ends = table(3, 1.0, 10).speeds;
    cases.push(Case::new(
        "3 elastic spheres: the last one takes the speed",
        1,
        &watch,
        Figure::relative(1.0, ends[2], 0.0),
    ));
    cases
}
