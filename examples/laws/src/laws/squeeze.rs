//! A kinematic wall drives balls against static walls: they stay inside, and nothing explodes.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Body, Chain, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::reference::pressed::{self, Disc};
use crate::scene;
use crate::watch::Watch;

/// Half the width of the channel, and the height at which the wall sets out.
const HALF: f64 = 1.0;
const TOP: f64 = 4.0;

#[derive(Default)]
struct Outcome {
    through_fixed: u64,
    through_mover: u64,
    /// Fastest ball over the wall, and over the speed that rigid balls need.
    fastest: f64,
    beyond_need: f64,
    unreported: u64,
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, count, trials) in
        [("1 ball", 1, effort.pick(20, 300, 10_000)), ("pile of 50", 50, effort.pick(2, 10, 1000))]
    {
        let (mut watch, mut all) = (Watch::lenient(), Outcome::default());
        for trial in 0..trials {
            squeeze(&mut Dice::new(name, trial), count, &mut watch, &mut all);
        }
        let mut add = |what: &str, figure| {
            cases.push(Case::new(format!("{name}: {what}"), trials, &watch, figure));
        };
        add("through the fixed walls", Figure::count(0, all.through_fixed));
        add("through the moving wall", Figure::count(0, all.through_mover));
        add("crushed and not reported", Figure::count(0, all.unreported));
        if count == 1 {
            add("fastest ball / wall", Figure::at_most(2.0, all.fastest));
        } else {
            add("fastest ball / wall, or what rigid balls need", Figure::at_most(2.0, all.beyond_need));
        }
    }
    cases
}

fn squeeze(dice: &mut Dice, count: usize, watch: &mut Watch, all: &mut Outcome) {
    let speed = f64::from(dice.log_uniform(1.0, 1000.0) as f32);
    let mut world = scene::heavy();
    // Below a restitution of 1/2 a ball between a wall and a wall that comes with speed V stays under 2 V.
    let stuff = Material::new(0.1, 0.0);
    let half = HALF as f32;
    let trough = Chain::polyline(&[vec2(-half, 9.0), vec2(-half, 0.0), vec2(half, 0.0), vec2(half, 9.0)]);
    scene::fixed(&mut world, stuff, [scene::chain(&trough)]);
    for i in 0..count {
        let (column, row) = ((i % 8) as f64, (i / 8) as f64);
        let x = -0.85 + 0.23 * column + dice.uniform(-0.01, 0.01);
        let x = if count == 1 { dice.uniform(-0.9, 0.9) } else { x };
        let y = 0.12 + 0.25 * row + if count == 1 { dice.uniform(0.0, 2.0) } else { 0.0 };
        let radius = dice.uniform(0.08, 0.1) as f32;
        scene::ball(&mut world, Ball::new(DVec2::new(x, y).as_vec2(), radius).material(stuff));
    }
    if count > 1 {
        watch.steps(&mut world, 120);
    }
    let wall = Body::kinematic().position(vec2(0.0, TOP as f32)).velocity(vec2(0.0, -speed as f32));
    // Flush with the channel's walls: there is no gap to slip through.
    let plate = scene::segment(Vec2::new(-half, 0.0), Vec2::new(half, 0.0));
    let wall = scene::carrier(&mut world, wall, stuff, [plate]);
    let steps = (TOP / speed * 60.0) as usize + 15;
    let mut dropped = 0;
    let mut crushed = false;
    for _ in 0..steps.min(300) {
        let before = (discs(&world), world.position(wall).map_or(f64::NAN, |p| f64::from(p.y)));
        watch.step(&mut world);
        dropped += world.events().dropped().count();
        let height = world.position(wall).map_or(f64::NAN, |p| f64::from(p.y));
        let mut fastest = 0.0_f64;
        for (_, ball) in world.balls() {
            let x = ball.position.as_dvec2();
            all.through_fixed += u64::from(!(x.y > 0.0 && x.x.abs() < HALF));
            all.through_mover += u64::from(!(x.y < height));
            fastest = fastest.max(ball.velocity.as_dvec2().length());
            crushed |= height < 2.0 * f64::from(ball.radius);
        }
        let least = speed.max(9.0);
        all.fastest = all.fastest.max(fastest / least);
        // A ball that a wall presses between two others moves aside at the tangent of the angle, by the rigidity of
        // the balls.
        let need = if fastest > 2.0 * least {
            let (discs, from) = before;
            pressed::fastest(discs, HALF, [from, height], speed).max(least)
        } else {
            least
        };
        all.beyond_need = all.beyond_need.max(fastest / need);
    }
    all.unreported += u64::from(crushed && dropped == 0);
}

fn discs(world: &World) -> Vec<Disc> {
    let balls = world.balls().map(|(_, ball)| Disc {
        at: ball.position.as_dvec2(),
        radius: f64::from(ball.radius),
        mass: f64::from(ball.mass),
    });
    balls.collect()
}
