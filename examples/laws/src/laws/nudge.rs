//! A table that is shoved: in the room, nothing has happened to balls that touch no wall, and those between walls are
//! struck by walls that move.
//!
//! In an accelerated frame every body feels the frame's acceleration the other way round (Landau & Lifshitz,
//! *Mechanics*, section 39). So momentum, energy, meetings and their times are those of the same balls on a table
//! at rest, once the table's own motion is added. Balls between walls are followed in the room as well, where they
//! fly straight and the walls move.

use carom::glam::{DVec2, vec2};
use carom::{Ball, BodyId, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::reference::shaken::{Disc, Met, Shaken, Shove};
use crate::scene;
use crate::watch::{DT, Watch};

const BALLS: usize = 30;
const STEPS: usize = 120;

/// Balls that fly together from all sides.
fn swarm(seed: u64) -> World {
    let mut dice = Dice::new("nudge", seed);
    let mut world = scene::weightless();
    for n in 0..BALLS {
        let at = vec2((n % 6) as f32 - 2.5, (n / 6) as f32 - 2.0);
        let off = dice.direction().as_vec2() * 0.1;
        let inwards = -at + dice.direction().as_vec2();
        let ball = Ball::new(at + off, 0.2).velocity(inwards).material(Material::elastic());
        scene::ball(&mut world, ball);
    }
    world
}

/// Momentum per mass and kinetic energy per mass in the room.
fn in_the_room(world: &World) -> (DVec2, f64) {
    let table = world.table_velocity().as_dvec2();
    let speeds = || world.balls().map(move |(_, ball)| ball.velocity.as_dvec2() + table);
    (speeds().sum::<DVec2>() / BALLS as f64, speeds().map(|v| 0.5 * v.length_squared()).sum())
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(5, 30, 1000);
    let mut watch = Watch::default();
    let (mut momentum_off, mut energy_off, mut out_of_order, mut apart) = (0.0_f64, 0.0_f64, 0, 0.0_f64);
    for seed in 0..trials {
        let (mut calm, mut shoved) = (swarm(seed), swarm(seed));
        let (momentum, energy) = in_the_room(&calm);
        let mut meetings: [Vec<(BodyId, BodyId)>; 2] = Default::default();
        for step in 0..STEPS {
            if step % 20 == 5 {
                let way = vec2(0.05, if step % 40 == 5 { 0.03 } else { -0.02 });
                shoved.nudge(way, 0.25).expect("a nudge in range");
            }
            for (world, list) in [&mut calm, &mut shoved].into_iter().zip(&mut meetings) {
                watch.step(world);
                list.extend(world.events().impacts().iter().map(|hit| (hit.body_a, hit.body_b)));
            }
            let (momentum_now, energy_now) = in_the_room(&shoved);
            momentum_off = momentum_off.max((momentum_now - momentum).length());
            energy_off = energy_off.max((energy_now / energy - 1.0).abs());
        }
        out_of_order += u64::from(meetings[0] != meetings[1]);
        let table = shoved.table_offset();
        for ((_, a), (_, b)) in calm.balls().zip(shoved.balls()) {
            apart = apart.max(f64::from((b.position + table - a.position).length()));
        }
    }
    let mut cases = vec![
        Case::new("momentum in the room", trials, &watch, Figure::error(momentum_off, 1e-6)),
        Case::new("energy in the room", trials, &watch, Figure::error(energy_off, 1e-6)),
        Case::new("orders of meetings changed", trials, &watch, Figure::count(0, out_of_order)),
        Case::new("places in the room after 2 s", trials, &watch, Figure::error(apart, 1e-3)),
    ];
    let trials = effort.pick(30, 300, 10_000);
    // Flights are chords within a substep, of second order in its length. Balls that strike each other make much of
    // little, so they are followed for less long.
    cases.extend(walled("four between walls", trials, (4, 0.6), DT, 1e-3));
    cases.extend(walled("four between walls, dt 1/1000 s", trials, (4, 0.6), 0.001, 1e-5));
    cases.extend(walled("one between walls, dt 1/1000 s", trials, (1, 2.0), 0.001, 1e-4));
    cases
}

/// Balls in a box, with the walls in the order left, right, below, above.
fn boxed(seed: u64, count: usize) -> (World, Vec<BodyId>, [BodyId; 4], Shaken) {
    let (low, high) = (vec2(-1.5, -1.0), vec2(1.5, 1.0));
    let mut dice = Dice::new("nudge between walls", seed);
    let mut world = scene::weightless();
    let corners = [low, vec2(high.x, low.y), high, vec2(low.x, high.y)];
    let walls = [(3, 0), (1, 2), (0, 1), (2, 3)].map(|(a, b)| {
        scene::fixed(&mut world, Material::elastic(), [scene::segment(corners[a], corners[b])])
    });
    let (mut balls, mut discs) = (Vec::new(), Vec::new());
    for n in 0..count {
        let at = vec2((n % 2) as f32 * 1.4 - 0.7, (n / 2) as f32 - 0.5) + dice.direction().as_vec2() * 0.1;
        let radius = dice.uniform(0.1, 0.2) as f32;
        let velocity = (dice.direction() * dice.uniform(0.5, 3.0)).as_vec2();
        let ball = Ball::new(at, radius).velocity(velocity).material(Material::elastic());
        balls.push(scene::ball(&mut world, ball));
        discs.push(Disc {
            place: at.as_dvec2(),
            velocity: velocity.as_dvec2(),
            radius: f64::from(radius),
            mass: f64::from(ball.mass),
        });
    }
    let (low, high) = (low.as_dvec2(), high.as_dvec2());
    let shaken = Shaken { low, high, shoves: Vec::new(), discs, time: 0.0, meetings: Vec::new() };
    (world, balls, walls, shaken)
}

/// The engine's balls against those of [`Shaken`]: momentum and energy in the room, who meets whom in which order, and
/// when.
fn walled(name: &str, trials: u64, (count, seconds): (usize, f64), dt: f32, bar: f64) -> Vec<Case> {
    let long = f64::from(dt);
    let (steps, often) = (libm::round(seconds / long) as usize, libm::round(0.4 / long) as usize);
    let mut watch = Watch::default();
    let (mut momentum_off, mut energy_off, mut late, mut apart) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    let (mut met, mut out_of_order) = (0, 0);
    for seed in 0..trials {
        let (mut world, balls, walls, mut shaken) = boxed(seed, count);
        let mut seen: Vec<(f64, Met)> = Vec::new();
        for step in 0..steps {
            let now = step as f64 * long;
            if step % often == 3 {
                let way = vec2(0.06, if step % 2 == 1 { 0.04 } else { -0.03 });
                world.nudge(way, 0.3).expect("a nudge in range");
                shaken.shoves.push(Shove { start: now, seconds: f64::from(0.3_f32), way: way.as_dvec2() });
            }
            watch.step_of(&mut world, dt);
            let row = |id: BodyId| balls.iter().position(|ball| *ball == id);
            for hit in world.events().impacts() {
                let (a, b) = (row(hit.body_a), row(hit.body_b).unwrap_or(usize::MAX));
                let wall = walls.iter().position(|wall| *wall == hit.body_a).unwrap_or(usize::MAX);
                let who = a.map_or(Met::Wall(b, wall), |a| Met::Balls(a.min(b), a.max(b)));
                seen.push((now + f64::from(hit.time), who));
            }
        }
        shaken.follow(steps as f64 * long);
        met += seen.len() as u64;
        let same = seen.iter().map(|m| m.1).eq(shaken.meetings.iter().map(|m| m.1));
        out_of_order += u64::from(!same);
        for (a, b) in seen.iter().zip(&shaken.meetings) {
            late = late.max((a.0 - b.0).abs());
        }
        let table = world.table_velocity().as_dvec2();
        let (mut momentum, mut energy) = ([DVec2::ZERO; 2], [0.0; 2]);
        for (id, disc) in balls.iter().zip(&shaken.discs) {
            let ball = scene::now(&world, *id);
            for (n, velocity) in [ball.velocity.as_dvec2() + table, disc.velocity].into_iter().enumerate() {
                momentum[n] += disc.mass * velocity;
                energy[n] += 0.5 * disc.mass * velocity.length_squared();
            }
            let place = ball.position.as_dvec2() + world.table_offset().as_dvec2();
            apart = apart.max((place - disc.place).length());
        }
        let mass: f64 = shaken.discs.iter().map(|disc| disc.mass).sum();
        let scale = libm::sqrt(2.0 * energy[1] * mass);
        momentum_off = momentum_off.max((momentum[0] - momentum[1]).length() / scale);
        energy_off = energy_off.max((energy[0] / energy[1] - 1.0).abs());
    }
    let case = |what: &str, figure| Case::new(format!("{name}: {what}"), met, &watch, figure);
    vec![
        case("orders of meetings changed", Figure::count(0, out_of_order)),
        case("times of meetings [s]", Figure::error(late, bar)),
        case("momentum in the room", Figure::error(momentum_off, bar)),
        case("energy in the room", Figure::error(energy_off, bar)),
        case("places in the room", Figure::error(apart, bar)),
    ]
}
