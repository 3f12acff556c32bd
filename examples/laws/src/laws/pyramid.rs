//! Pyramids of discs between stops stay, and three cylinders stand from the friction that statics asks for on.
//!
//! Between stops all discs are held by normal forces alone: a pyramid without friction is in balance as well. Three
//! cylinders, one in the hollow of two that just touch and are held by the floor alone: the torques about a lower one ask
//! for the same friction at both of its contacts, and with `a` the angle of the line of centres off the upright the
//! contact above needs `tan(a / 2)`, more than the floor does.

use carom::glam::{Vec2, vec2};
use carom::{Ball, BodyId, Material};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let rows: &[usize] =
        effort.pick(&[2, 5, 8], &[2, 3, 4, 5, 6, 8, 10, 12], &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    let seconds = effort.pick(12.0, 60.0, 600.0);
    let mut cases = Vec::new();
    for friction in [0.0, 0.3, 1.0] {
        for rate in [60.0, 240.0] {
            let (mut watch, mut creep, mut sink) = (Watch::default(), Worst::default(), Worst::default());
            for &rows in rows {
                for r in [0.125, 0.0135, 1.0] {
                    let at = || format!("{rows} rows, r {r}");
                    let seconds = if rate > 100.0 { 0.5 * seconds } else { seconds };
                    let (away, down) = stops(&mut watch, rows, r, friction, rate, seconds);
                    creep.add(away, at);
                    sink.add(down, at);
                }
            }
            let name = format!("between stops, friction {friction}, {seconds} s, dt 1/{rate}");
            cases.push(creep.case(&format!("{name}: creep / r"), &watch, 1e-3));
            cases.push(sink.case(&format!("{name}: moved since it was laid / r"), &watch, 0.2));
        }
    }
    for ratio in [1.0, 0.5, 1.5] {
        cases.push(three(effort, ratio));
    }
    cases
}

/// The furthest that a disc moves after the first five seconds, and from where it was laid, in radii.
fn stops(watch: &mut Watch, rows: usize, r: f32, friction: f32, rate: f64, seconds: f64) -> (f64, f64) {
    let mut world = scene::heavy();
    let stuff = Material::new(0.0, friction);
    let half = rows as f32 * r;
    let walls = [(-half, 1.0), (half, 1.0)].map(|(x, _)| scene::segment(vec2(x, 0.0), vec2(x, 4.0 * r)));
    let floor = scene::segment(vec2(-half, 0.0), vec2(half, 0.0));
    scene::fixed(&mut world, stuff, walls.into_iter().chain([floor]));
    let mut balls: Vec<BodyId> = Vec::new();
    for k in 0..rows {
        for j in 0..rows - k {
            let x = (2 * j) as f32 * r - (rows - k - 1) as f32 * r;
            let place = vec2(x, r + k as f32 * 3_f32.sqrt() * r);
            balls.push(scene::ball(&mut world, Ball::new(place, r).material(stuff)));
        }
    }
    let places = |world: &carom::World| -> Vec<Vec2> {
        balls.iter().map(|id| scene::now(world, *id).position).collect()
    };
    let away = |a: &[Vec2], b: &[Vec2]| {
        let most = a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        f64::from(most / r)
    };
    let laid = places(&world);
    let dt = (1.0 / rate) as f32;
    for _ in 0..(5.0 * rate) as usize {
        watch.step_of(&mut world, dt);
    }
    let settled = places(&world);
    let mut creep: f64 = 0.0;
    for n in 0..((seconds - 5.0) * rate) as usize {
        watch.step_of(&mut world, dt);
        if n % 10 == 0 {
            creep = creep.max(away(&settled, &places(&world)));
        }
    }
    (creep, away(&laid, &settled))
}

/// The least friction at which three cylinders stand, by halving the interval. The upper one's radius is `ratio` times the
/// lower ones'.
fn three(effort: Effort, ratio: f64) -> Case {
    let mut watch = Watch::default();
    let exact = libm::tan(0.5 * libm::asin(1.0 / (1.0 + ratio)));
    let seconds = effort.pick(10, 20, 60);
    let stands = |friction: f64, watch: &mut Watch| {
        let mut world = scene::heavy();
        let stuff = Material::new(0.0, friction as f32);
        scene::floor(&mut world, stuff);
        let r = 0.1;
        for x in [-r, r] {
            scene::ball(&mut world, Ball::new(vec2(x as f32, r as f32), r as f32).material(stuff));
        }
        let high = r + libm::sqrt((r + ratio * r).powi(2) - r * r);
        let top = Ball::new(vec2(0.0, high as f32), (ratio * r) as f32).mass(1.0).material(stuff);
        let top = scene::ball(&mut world, top);
        for _ in 0..60 * seconds {
            watch.step(&mut world);
            if scene::place(&world, top).y < high - 0.1 * r {
                return false;
            }
        }
        true
    };
    let (mut low, mut high) = (0.5 * exact, 2.0 * exact);
    for _ in 0..10 {
        let middle = 0.5 * (low + high);
        if stands(middle, &mut watch) { high = middle } else { low = middle }
    }
    let name = format!("three cylinders, the upper one's radius {ratio}: least friction");
    Case::new(name, 10, &watch, Figure::relative(exact, high, 0.01))
}
