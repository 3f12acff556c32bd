//! A ball on a floor slides, rolls and rests; draw and follow; slopes; borders of zones.
//!
//! Closed forms: G. G. de Coriolis, *Théorie mathématique des effets du jeu de billard* (1835), chapter I;
//! W. C. Marlow, *The physics of pocket billiards* (1995): sliding lasts 2/7 of the slip over `mu g` and leaves
//! 5/7 of the velocity and 2/7 of the roll. On a slope: Landau & Lifshitz, *Mechanics*, section 38.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, BodyId, Floor, FloorSurface, FloorZone, Material, Region, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) const RADIUS: f64 = 0.028_575_f32 as f64;
const BAR: f64 = 1e-3;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(20, 200, 10_000);
    let mut cases = sliding(trials);
    cases.extend(slopes());
    cases.push(across(effort.pick(3, 30, 300)));
    cases.extend(shots(trials));
    cases.push(border(trials));
    cases.push(spin(trials));
    cases
}

/// Decelerations of a floor: sliding and rolling.
fn brakes(floor: &Floor) -> (f64, f64) {
    let g = f64::from(floor.gravity);
    (f64::from(floor.surface.sliding_friction) * g, f64::from(floor.surface.rolling_friction) * g)
}

fn world(slope: Vec2, floor: Floor) -> World {
    let mut world = scene::world(slope);
    world.set_floor(Some(floor)).expect("the lab's floors are in range");
    world
}

/// A ball of pool.
pub(super) fn sphere(at: Vec2) -> Ball {
    Ball::new(at, RADIUS as f32).mass(0.17).sphere().material(Material::elastic())
}

fn place(world: &World, ball: BodyId) -> DVec2 {
    scene::now(world, ball).position.as_dvec2()
}

fn cloth(dice: &mut Dice) -> Floor {
    let surface = FloorSurface {
        sliding_friction: dice.uniform(0.1, 0.4) as f32,
        rolling_friction: dice.uniform(0.005, 0.015) as f32,
        spinning_friction: 0.0,
    };
    Floor { surface, ..Floor::default() }
}

/// Time and way until a ball rolls: the shortest time, in steps of no more than [`DT`], after which it does.
fn sliding(trials: u64) -> Vec<Case> {
    let mut watch = Watch::default();
    let (mut time_off, mut way_off, mut rest_off) = (0.0_f64, 0.0_f64, 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("sliding", trial);
        let floor = cloth(&mut dice);
        let (sliding, rolling) = brakes(&floor);
        let speed = f64::from(dice.uniform(0.5, 8.0) as f32);
        let way = dice.direction();
        let velocity = (way * speed).as_vec2();
        let speed = velocity.as_dvec2().length();
        let after = |seconds: f64| {
            let mut world = world(Vec2::ZERO, floor);
            let ball = scene::ball(&mut world, sphere(Vec2::ZERO).velocity(velocity));
            let steps = (seconds / f64::from(DT)).ceil().max(1.0);
            for _ in 0..steps as usize {
                world.step((seconds / steps) as f32);
            }
            let now = scene::now(&world, ball);
            (now.rolling_velocity == now.velocity, now.position.as_dvec2().length())
        };
        let (mut low, mut high) = (0.0, 2.0 * speed / sliding);
        for _ in 0..24 {
            let middle = 0.5 * (low + high);
            if after(middle).0 { high = middle } else { low = middle }
        }
        time_off = time_off.max((high / (2.0 / 7.0 * speed / sliding) - 1.0).abs());
        let exact = 12.0 / 49.0 * speed * speed / sliding;
        way_off = way_off.max((after(high).1 / exact - 1.0).abs());

        let mut world = world(Vec2::ZERO, floor);
        let ball = scene::ball(&mut world, sphere(Vec2::ZERO).velocity(velocity));
        let whole = 2.0 / 7.0 * speed / sliding + 5.0 / 7.0 * speed / rolling;
        watch.steps(&mut world, (whole / f64::from(DT)) as usize + 2);
        let exact = exact + 25.0 / 98.0 * speed * speed / rolling;
        let rests = if scene::now(&world, ball).velocity == Vec2::ZERO { 0.0 } else { 1.0 };
        rest_off = rest_off.max((place(&world, ball).length() / exact - 1.0).abs() + rests);
    }
    vec![
        Case::new("time until it rolls", trials, &watch, Figure::error(time_off, BAR)),
        Case::new("way until it rolls", trials, &watch, Figure::error(way_off, BAR)),
        Case::new("way until it rests", trials, &watch, Figure::error(rest_off, BAR)),
    ]
}

/// Down a slope from rest: a sphere rolls at 5/7 g sin up to tan = 7/2 mu, then slides at g (sin - mu cos).
fn slopes() -> Vec<Case> {
    let case = |degrees: f64| {
        let mut watch = Watch::default();
        let (sin, cos) = libm::sincos(degrees.to_radians());
        let g = scene::g();
        let surface = FloorSurface { rolling_friction: 0.0, ..FloorSurface::default() };
        let floor = Floor { gravity: (g * cos) as f32, surface, ..Floor::default() };
        let mut world = world(Vec2::new((g * sin) as f32, 0.0), floor);
        let ball = scene::ball(&mut world, sphere(Vec2::ZERO));
        watch.steps(&mut world, 60);
        let (mu, t) = (f64::from(surface.sliding_friction), 60.0 * f64::from(DT));
        let rolls = sin / cos <= 3.5 * mu;
        let exact = if rolls { 5.0 / 7.0 * g * sin } else { g * (sin - mu * cos) };
        let name = if rolls { "rolls" } else { "slides" };
        let measured = 2.0 * place(&world, ball).x / (t * t);
        Case::new(format!("{degrees} degrees: {name}"), 1, &watch, Figure::relative(exact, measured, BAR))
    };
    [0.5, 6.0, 30.0, 40.0].map(case).into()
}

/// Sliding across a slope, where friction turns: against the equations of motion in ten thousand steps of
/// the midpoint rule while the slip lasts, which is `(c |u| + a . u) / (c^2 - a^2)` with `c = 7/2 mu g`.
fn across(trials: u64) -> Case {
    let mut watch = Watch::default();
    let mut off = 0.0_f64;
    for trial in 0..trials {
        let mut dice = Dice::new("across", trial);
        let floor = cloth(&mut dice);
        let (sliding, _) = brakes(&floor);
        let hold = 3.5 * sliding;
        let push = (dice.direction() * dice.uniform(0.1, 0.6) * hold).as_vec2();
        let velocity = (dice.direction() * dice.uniform(1.0, 5.0)).as_vec2();
        let mut world = world(push, floor);
        let ball = scene::ball(&mut world, sphere(Vec2::ZERO).velocity(velocity));
        let (push, mut v) = (push.as_dvec2(), velocity.as_dvec2());
        let lasts = (hold * v.length() + push.dot(v)) / (hold * hold - push.length_squared());
        let steps = (0.95 * lasts / f64::from(DT)) as usize;
        watch.steps(&mut world, steps);
        let (mut x, mut slip) = (DVec2::ZERO, v);
        let h = steps as f64 * f64::from(DT) / 10_000.0;
        for _ in 0..10_000 {
            let middle = slip + (push - slip.normalize() * hold) * (0.5 * h);
            let friction = -middle.normalize() * sliding;
            x += v * h + (push + friction) * (0.5 * h * h);
            v += (push + friction) * h;
            slip += (push + friction * 3.5) * h;
        }
        off = off.max(place(&world, ball).distance(x) / x.length());
    }
    Case::new("sliding across a slope: place", trials, &watch, Figure::error(off, BAR))
}

/// Elastic shots head-on: the ball that is hit takes all speed, the other keeps its roll and runs on it.
fn shots(trials: u64) -> Vec<Case> {
    let shot = |name: &'static str, roll: fn(&mut Dice, f64) -> f64| {
        let mut watch = Watch::default();
        let (mut cue_off, mut object_off) = (0.0_f64, 0.0_f64);
        for trial in 0..trials {
            let mut dice = Dice::new(name, trial);
            let floor = Floor::default();
            let (sliding, rolling) = brakes(&floor);
            let v0 = f64::from(dice.uniform(1.5, 5.0) as f32);
            let roll = f64::from(roll(&mut dice, v0) as f32);
            // Near enough that it still slides when it arrives.
            let slides = 6.0 / 7.0 * v0 + 1.0 / 7.0 * roll;
            let slides = slides * 2.0 / 7.0 * (v0 - roll).abs() / sliding;
            let start = -(dice.uniform(0.1, 0.9) * slides.min(0.3) + 2.0 * RADIUS) as f32;
            let mut world = world(Vec2::ZERO, floor);
            let ball = sphere(Vec2::new(start, 0.0)).velocity(Vec2::new(v0 as f32, 0.0));
            let cue = scene::ball(&mut world, ball.rolling_velocity(Vec2::new(roll as f32, 0.0)));
            let object = scene::ball(&mut world, sphere(Vec2::ZERO));
            // All in one line: sliding with this friction over the gap, then each on its own.
            let gap = -f64::from(start) - 2.0 * RADIUS;
            let run = |v: f64, roll: f64| {
                let slip = v - roll;
                let t = 2.0 / 7.0 * slip.abs() / sliding;
                let rolls = 5.0 / 7.0 * v + 2.0 / 7.0 * roll;
                0.5 * (v + rolls) * t + 0.5 * rolls * rolls.abs() / rolling
            };
            let friction = -(v0 - roll).signum() * sliding;
            let v1 = libm::sqrt(v0 * v0 + 2.0 * friction * gap);
            let roll = roll - 2.5 * friction * 2.0 * gap / (v0 + v1);
            watch.steps(&mut world, (v1 / rolling * 1.2 / f64::from(DT)) as usize);
            let off = |ball, from: f64, exact: f64| {
                // A ball that stays where it is has no relative error.
                (place(&world, ball).x - from - exact).abs() / exact.abs().max(RADIUS)
            };
            cue_off = cue_off.max(off(cue, -2.0 * RADIUS, run(0.0, roll)));
            object_off = object_off.max(off(object, 0.0, run(v1, 0.0)));
        }
        [
            Case::new(format!("{name}: way of the cue ball"), trials, &watch, Figure::error(cue_off, BAR)),
            Case::new(format!("{name}: way of the other"), trials, &watch, Figure::error(object_off, BAR)),
        ]
    };
    [
        shot("draw", |dice, v| -v * dice.uniform(0.2, 1.0)),
        shot("stun", |_, _| 0.0),
        shot("follow", |dice, v| v * dice.uniform(1.05, 1.4)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A rolling ball over a strip of sand: its loss is twice the deceleration times the distance.
fn border(trials: u64) -> Case {
    let mut watch = Watch::default();
    let mut off = 0.0_f64;
    for trial in 0..trials {
        let mut dice = Dice::new("border", trial);
        let floor = Floor::default();
        let (_, rolling) = brakes(&floor);
        let sand = FloorSurface { sliding_friction: 0.6, rolling_friction: 0.05, spinning_friction: 0.0 };
        let mut world = world(Vec2::ZERO, floor);
        let (from, to) = (dice.uniform(0.3, 0.6) as f32, dice.uniform(0.7, 1.2) as f32);
        let area = Region::between(Vec2::new(from, -1.0), Vec2::new(to, 1.0));
        world
            .add_floor_zone(FloorZone { region: area, surface: sand })
            .expect("the lab's zones are in range");
        let v0 = Vec2::new(dice.uniform(1.2, 4.0) as f32, 0.0);
        let ball = scene::ball(&mut world, sphere(Vec2::ZERO).velocity(v0).rolling_velocity(v0));
        while place(&world, ball).x < 1.3 {
            watch.step(&mut world);
        }
        let now = scene::now(&world, ball);
        let (x, v) = (f64::from(now.position.x), now.velocity.as_dvec2().length());
        let sandy = f64::from(to - from);
        let rough = f64::from(sand.rolling_friction) * f64::from(floor.gravity);
        let exact =
            libm::sqrt(v0.as_dvec2().length_squared() - 2.0 * (rolling * (x - sandy) + rough * sandy));
        off = off.max((v / exact - 1.0).abs());
    }
    Case::new("speed after a strip of sand", trials, &watch, Figure::error(off, BAR))
}

/// Spin about the vertical slows down at 5/2 of the torque's coefficient times g / r.
fn spin(trials: u64) -> Case {
    let mut watch = Watch::default();
    let mut off = 0.0_f64;
    for trial in 0..trials {
        let mut dice = Dice::new("spin", trial);
        let spinning = dice.uniform(0.005, 0.02) as f32;
        let floor = Floor {
            surface: FloorSurface { spinning_friction: spinning, ..FloorSurface::default() },
            ..Floor::default()
        };
        let mut world = world(Vec2::ZERO, floor);
        let spin = dice.uniform(-120.0, 120.0) as f32;
        let ball = scene::ball(&mut world, sphere(Vec2::ZERO).angular_velocity(spin));
        watch.steps(&mut world, 120);
        let slower = 2.5 * f64::from(spinning) * f64::from(floor.gravity) / RADIUS * 120.0 * f64::from(DT);
        let exact = f64::from(spin.signum()) * (f64::from(spin.abs()) - slower).max(0.0);
        off = off.max(
            (f64::from(scene::now(&world, ball).angular_velocity) - exact).abs() / f64::from(spin.abs()),
        );
    }
    Case::new("spin about the vertical after 2 s", trials, &watch, Figure::error(off, BAR))
}
