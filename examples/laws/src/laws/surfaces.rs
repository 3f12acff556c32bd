//! Rebounds follow the curve of restitution, friction grips and slides as Coulomb says, belts carry.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Material, RestitutionCurve, SpeedCurve};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f32 = 0.1;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(100, 10_000, 1_000_000);
    let mut cases = vec![curve(trials), falloff(trials)];
    cases.extend(slopes(effort.pick(10, 100, 10_000)));
    cases.extend(belts(effort.pick(10, 100, 10_000)));
    cases
}

/// Rebound over approach of one shot at a floor, at any angle and phase of a step.
fn rebound(stuff: Material, speed: f64, dice: &mut Dice, watch: &mut Watch) -> f64 {
    let mut world = scene::weightless();
    scene::floor(&mut world, stuff);
    let velocity = vec2((speed * dice.uniform(-1.0, 1.0)) as f32, -speed as f32);
    let wait = dice.uniform(0.1, 0.9) * f64::from(DT);
    let start = Vec2::new(0.0, (f64::from(RADIUS) + speed * wait) as f32);
    let ball = scene::ball(&mut world, Ball::new(start, RADIUS).velocity(velocity).material(stuff));
    watch.step(&mut world);
    scene::velocity(&world, ball).y / f64::from(-velocity.y)
}

fn curve(trials: u64) -> Case {
    let (mut watch, mut error) = (Watch::default(), 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("restitution curve", trial);
        // Any curve of any number of points, read at its points and in between.
        let count = 2 + dice.below(SpeedCurve::MAX_POINTS - 1);
        let mut speed = dice.uniform(0.3, 2.0);
        let points: Vec<Vec2> = (0..count)
            .map(|_| {
                let point = DVec2::new(speed, dice.uniform(0.05, 1.0)).as_vec2();
                speed *= dice.uniform(1.2, 4.0);
                point
            })
            .collect();
        let n = dice.below(count - 1);
        let (a, b) = (points[n].as_dvec2(), points[n + 1].as_dvec2());
        let share = if trial % 2 == 0 { 0.0 } else { dice.uniform(0.0, 1.0) };
        let exact = a + (b - a) * share;
        let Ok(curve) = SpeedCurve::new(&points) else {
            error = f64::NAN;
            continue;
        };
        let stuff = Material { restitution_curve: RestitutionCurve::Curve(curve), ..Material::new(1.0, 0.0) };
        error = error.max((rebound(stuff, exact.x, &mut dice, &mut watch) - exact.y).abs());
    }
    Case::new("restitution curve: error of the rebound", trials, &watch, Figure::error(error, 1e-3))
}

fn falloff(trials: u64) -> Case {
    let (mut watch, mut error) = (Watch::default(), 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("falloff", trial);
        let (e, half, speed) =
            (dice.uniform(0.1, 1.0), dice.log_uniform(1.0, 1000.0), dice.log_uniform(2.0, 10_000.0));
        let stuff = Material {
            restitution_curve: RestitutionCurve::HalfAt(half as f32),
            ..Material::new(e as f32, 0.0)
        };
        let exact = e / (1.0 + speed / half);
        error = error.max((rebound(stuff, speed, &mut dice, &mut watch) - exact).abs());
    }
    Case::new("falloff: error of the rebound", trials, &watch, Figure::error(error, 1e-3))
}

/// Discs on slopes that static friction holds and kinetic friction does not: at rest they begin to roll, with spin
/// they keep sliding (disc: rolls if a third of the steepness is within friction).
fn slopes(trials: u64) -> [Case; 2] {
    let (mut watch, g) = (Watch::default(), scene::g());
    let (mut rolling, mut sliding) = (0.0_f64, 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("slopes", trial);
        let steepness = dice.uniform(0.2, 1.5);
        let kinetic = f64::from((steepness / 3.0 * dice.uniform(0.1, 0.8)) as f32);
        let grip = steepness / 3.0 * dice.uniform(1.2, 3.0);
        let stuff = Material { static_friction: grip as f32, ..Material::new(0.0, kinetic as f32) };
        let angle = libm::atan(steepness);
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        for spun in [false, true] {
            let mut world = scene::world(DVec2::new(g * sin, -g * cos).as_vec2());
            scene::floor(&mut world, stuff);
            let spin = if spun { 1e4 } else { 0.0 };
            let ball = Ball::new(vec2(-900.0, RADIUS), RADIUS).angular_velocity(spin).material(stuff);
            let ball = scene::ball(&mut world, ball);
            watch.steps(&mut world, 30);
            let before = scene::velocity(&world, ball).x;
            watch.steps(&mut world, 60);
            let gained = (scene::velocity(&world, ball).x - before) / (60.0 * f64::from(DT));
            if spun {
                sliding = sliding.max((gained / (g * (sin - kinetic * cos)) - 1.0).abs());
            } else {
                rolling = rolling.max((gained / (2.0 / 3.0 * g * sin) - 1.0).abs());
            }
        }
    }
    [
        Case::new("static friction: acceleration of a disc", trials, &watch, Figure::error(rolling, 1e-3)),
        Case::new("kinetic friction: acceleration of a disc", trials, &watch, Figure::error(sliding, 1e-3)),
    ]
}

/// Discs laid on a belt of speed u: they slide, at `mu g`, until at `u / 3` they roll, and their rim goes with the belt.
fn belts(trials: u64) -> [Case; 2] {
    let (mut watch, g) = (Watch::default(), scene::g());
    let (mut sliding, mut reached) = (0.0_f64, 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("belts", trial);
        let friction = f64::from(dice.uniform(0.05, 1.0) as f32);
        let way = if trial % 2 == 0 { 1.0 } else { -1.0 };
        let speed = way * f64::from(dice.log_uniform(0.5, 20.0) as f32);
        let stuff = Material { surface_speed: speed as f32, ..Material::new(0.0, friction as f32) };
        let mut world = scene::world(DVec2::new(0.0, -g).as_vec2());
        scene::floor(&mut world, stuff);
        let ball = scene::ball(&mut world, Ball::new(vec2(0.0, RADIUS), RADIUS).material(stuff));
        let rolls_at = speed.abs() / (3.0 * friction * g);
        let steps = (1.2 * rolls_at / f64::from(DT)) as u64 + 10;
        for n in 1..=steps {
            watch.step(&mut world);
            // To the left of the floor's normal is towards -x.
            let exact = -way * (friction * g * (n as f64 * f64::from(DT)).min(rolls_at));
            sliding = sliding.max((scene::velocity(&world, ball).x - exact).abs() / speed.abs());
        }
        let now = scene::now(&world, ball);
        let rim = f64::from(now.velocity.x) + f64::from(now.angular_velocity) * f64::from(RADIUS);
        reached = reached.max((rim / -speed - 1.0).abs());
    }
    [
        Case::new("belt: speed of a disc laid on it", trials, &watch, Figure::error(sliding, 1e-3)),
        Case::new("belt: surface speed reached", trials, &watch, Figure::error(reached, 1e-3)),
    ]
}
