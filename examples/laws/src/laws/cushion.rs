//! Impacts of balls that spin about three axes: cushions, throw, and no energy from nowhere.
//!
//! Cushions: I. Han, *Dynamics in carom and three cushion billiards*, J. Mech. Sci. Technol. 19 (2005) 976-984,
//! equations 14 to 22. Throw: D. G. Alciatore, *Technical proof A-14*, billiards.colostate.edu (2005).

use carom::glam::{DVec2, Vec2, dvec2, vec2};
use carom::{Ball, Floor, FloorSurface, FloorZone, Material, Region, World};

use super::floor::{RADIUS, sphere};
use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const MASS: f64 = 0.17_f32 as f64;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases: Vec<Case> = [("topspin", 1.0), ("draw", -1.0), ("side only", 0.0)]
        .map(|(name, roll)| cushion(name, roll, effort.pick(50, 1000, 100_000)))
        .into();
    cases.push(throw(effort.pick(50, 1000, 100_000)));
    cases.extend(energy(effort.pick(10, 1000, 10_000)));
    cases
}

fn smooth(cushion: f64) -> Floor {
    let surface = FloorSurface { sliding_friction: 0.0, rolling_friction: 0.0, spinning_friction: 0.0 };
    Floor { surface, cushion_height: cushion as f32, ..Floor::default() }
}

/// Velocity and angular velocity after a cushion, in Han's frame: x into the cushion, y along it, z up.
fn han(v: DVec2, w: [f64; 3], sin: f64, e: f64, mu: f64) -> (DVec2, [f64; 3]) {
    let cos = libm::sqrt(1.0 - sin * sin);
    let sx = v.x * sin + RADIUS * w[1];
    let sy = -v.y - RADIUS * w[2] * cos + RADIUS * w[0] * sin;
    let pze = (1.0 + e) * MASS * v.x * cos;
    let share = (2.0 / 7.0 * MASS).min(mu * pze / libm::hypot(sx, sy));
    let (pxe, pye) = (sx * share, sy * share);
    let (px, pz) = (-pxe * sin - pze * cos, pxe * cos - pze * sin);
    let give = 1.0 / (0.4 * MASS * RADIUS);
    let turned = [w[0] - give * pye * sin, w[1] + give * (px * sin - pz * cos), w[2] + give * pye * cos];
    (v + dvec2(px, pye) / MASS, turned)
}

/// A spinning ball at a cushion of any direction, 1.27 radii high.
fn cushion(name: &str, way: f64, trials: u64) -> Case {
    let mut watch = Watch::default();
    let mut worst = 0.0_f64;
    for trial in 0..trials {
        let mut dice = Dice::new(name, trial);
        let floor = smooth(1.27 * RADIUS);
        let sin = f64::from(floor.cushion_height) / RADIUS - 1.0;
        let (e, mu) = (dice.uniform(0.6, 0.98) as f32, dice.uniform(0.1, 0.3) as f32);
        let stuff = Material::new(e, mu);
        let into = dice.direction();
        let along = into.perp();
        let mut world = scene::world(Vec2::ZERO);
        world.set_floor(Some(floor)).expect("the lab's floors are in range");
        let ends = [-50.0, 50.0].map(|s| (into * RADIUS + along * s).as_vec2());
        scene::fixed(&mut world, stuff, [scene::segment(ends[0], ends[1])]);
        let v = dvec2(dice.uniform(0.5, 4.0), dice.uniform(-4.0, 4.0));
        let roll = v * way * dice.uniform(0.0, 1.0);
        let spin = dice.uniform(-100.0, 100.0) as f32;
        let turned = |a: DVec2| into * a.x + along * a.y;
        let start = turned(-v * dice.uniform(0.1, 0.9) * f64::from(DT));
        let ball = sphere(start.as_vec2()).material(stuff).angular_velocity(spin);
        let ball = ball.velocity(turned(v).as_vec2()).rolling_velocity(turned(roll).as_vec2());
        let ball = scene::ball(&mut world, ball);
        watch.step(&mut world);
        let now = scene::now(&world, ball);
        let w = [-roll.y / RADIUS, roll.x / RADIUS, f64::from(spin)];
        let (u, w) = han(v, w, sin, f64::from(e), f64::from(mu));
        let rolls = turned(dvec2(w[1], -w[0]) * RADIUS);
        let off = now.velocity.as_dvec2().distance(turned(u))
            + now.rolling_velocity.as_dvec2().distance(rolls)
            + RADIUS * (f64::from(now.angular_velocity) - w[2]).abs();
        worst = worst.max(off / (v.length() + roll.length() + RADIUS * f64::from(spin.abs())));
    }
    Case::new(format!("cushion, {name}: velocity and spins"), trials, &watch, Figure::error(worst, 1e-2))
}

/// Velocity of a ball that is hit by a spinning one under an angle.
fn throw(trials: u64) -> Case {
    let mut watch = Watch::default();
    let mut worst = 0.0_f64;
    for trial in 0..trials {
        let mut dice = Dice::new("throw", trial);
        let mu = dice.uniform(0.01, 0.15) as f32;
        let stuff = Material::new(1.0, mu);
        let mut world = scene::world(Vec2::ZERO);
        world.set_floor(Some(smooth(0.0))).expect("the lab's floors are in range");
        let (cut, speed) = (dice.uniform(-1.2, 1.2), dice.uniform(0.5, 5.0));
        let roll = speed * dice.uniform(-1.0, 1.0);
        let spin = dice.uniform(-100.0, 100.0) as f32;
        let way = direction(cut);
        let start = dvec2(-2.0 * RADIUS, 0.0) - way * speed * dice.uniform(0.1, 0.9) * f64::from(DT);
        let cue = sphere(start.as_vec2()).material(stuff).angular_velocity(spin);
        scene::ball(
            &mut world,
            cue.velocity((way * speed).as_vec2()).rolling_velocity((way * roll).as_vec2()),
        );
        let object = scene::ball(&mut world, sphere(Vec2::ZERO).material(stuff));
        watch.step(&mut world);
        let thrown = scene::now(&world, object).velocity.as_dvec2();
        let along = speed * way.x;
        let side = speed * way.y + RADIUS * f64::from(spin);
        let share = (f64::from(mu) * along / libm::hypot(side, roll * way.x)).min(1.0 / 7.0);
        worst = worst.max(thrown.distance(dvec2(along, share * side)) / speed);
    }
    Case::new("throw: velocity of the ball that is hit", trials, &watch, Figure::error(worst, 1e-3))
}

/// Whole tables of spinning balls, pucks among them, with rails and zones, level or on a slope. On a slope the
/// steps count in which nothing rests on anything: the contact solver parts balls that overlap in a heap, and
/// that lifts them.
fn energy(trials: u64) -> Vec<Case> {
    let case = |name: &str, slopes: bool| {
        let mut watch = Watch::default();
        let mut gained = 0.0_f64;
        for trial in 0..trials {
            let mut world = table(&mut Dice::new(name, trial), slopes);
            let mut before = total(&world);
            let all = before.abs().max(1.0);
            for _ in 0..300 {
                let rests = slopes && world.contacts().next().is_some();
                watch.step(&mut world);
                let now = total(&world);
                if !(rests || slopes && world.contacts().next().is_some()) {
                    gained = gained.max((now - before) / all);
                }
                before = now;
            }
        }
        Case::new(format!("{name}: energy gained in a step"), trials, &watch, Figure::error(gained, 1e-5))
    };
    vec![case("level tables", false), case("tables on a slope", true)]
}

fn table(dice: &mut Dice, slopes: bool) -> World {
    let slope = if slopes { (dice.direction() * dice.uniform(0.0, 1.5)).as_vec2() } else { Vec2::ZERO };
    let mut world = scene::world(slope);
    let surface = |dice: &mut Dice| FloorSurface {
        sliding_friction: dice.uniform(0.0, 0.5) as f32,
        rolling_friction: dice.uniform(0.0, 0.05) as f32,
        spinning_friction: dice.uniform(0.0, 0.05) as f32,
    };
    let cushion = (dice.uniform(0.0, 1.5) * RADIUS) as f32;
    let floor = Floor { surface: surface(dice), cushion_height: cushion, ..Floor::default() };
    world.set_floor(Some(floor)).expect("the lab's floors are in range");
    let area = Region::Circle { center: dice.direction().as_vec2() * 0.4, radius: 0.3 };
    let zone = FloorZone { region: area, surface: surface(dice) };
    world.add_floor_zone(zone).expect("the lab's zones are in range");
    let stuff = Material::new(dice.uniform(0.0, 1.0) as f32, dice.uniform(0.0, 0.6) as f32);
    let corners = [vec2(-1.0, -0.6), vec2(1.0, -0.6), vec2(1.0, 0.6), vec2(-1.0, 0.6)];
    scene::fixed(&mut world, stuff, (0..4).map(|k| scene::segment(corners[k], corners[(k + 1) % 4])));
    for k in 0..12 {
        let at = vec2(-0.7 + 0.25 * (k % 6) as f32, if k < 6 { -0.2 } else { 0.2 });
        let speed = |dice: &mut Dice| (dice.direction() * dice.uniform(0.0, 6.0)).as_vec2();
        let ball = sphere(at).material(stuff).velocity(speed(dice)).rolling_velocity(speed(dice));
        let spin = dice.uniform(-200.0, 200.0) as f32;
        scene::ball(&mut world, Ball { is_sphere: k % 5 != 4, angular_velocity: spin, ..ball });
    }
    world
}

/// Energy of motion and spin, and by the slope.
fn total(world: &World) -> f64 {
    let slope = world.config().gravity.as_dvec2();
    let own = |ball: Ball| {
        let rim = RADIUS * f64::from(ball.angular_velocity);
        let turning = 0.4 * (ball.rolling_velocity.as_dvec2().length_squared() + rim * rim);
        let speed = ball.velocity.as_dvec2().length_squared();
        MASS * (0.5 * (speed + turning) - slope.dot(ball.position.as_dvec2()))
    };
    world.balls().map(|(_, ball)| own(ball)).sum()
}
