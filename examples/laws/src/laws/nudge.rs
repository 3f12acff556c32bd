//! A table that is shoved: in the room, nothing has happened to balls that touch no wall.
//!
//! In an accelerated frame every body feels the frame's acceleration the other way round (Landau & Lifshitz,
//! *Mechanics*, section 39). So momentum, energy, who meets whom and when are those of the same balls on a table
//! that nobody shoves, once the table's own motion is added.

use carom::glam::{DVec2, vec2};
use carom::{Ball, BodyId, Material, World};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

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
    vec![
        Case::new("momentum in the room", trials, &watch, Figure::error(momentum_off, 1e-6)),
        Case::new("energy in the room", trials, &watch, Figure::error(energy_off, 1e-6)),
        Case::new("orders of meetings changed", trials, &watch, Figure::count(0, out_of_order)),
        Case::new("places in the room after 2 s", trials, &watch, Figure::error(apart, 1e-3)),
    ]
}
