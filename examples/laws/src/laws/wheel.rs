//! A paddle wheel among balls in a round housing: none comes past a blade.
//!
//! The play at the tips and between the blades at the hub is less than a ball is wide, so that a ball can change the sector of
//! the wheel that it is in only through a blade. Where the geometry jams, the wheel is stopped for a while, which is counted
//! and no fault.

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Body, BodyId, Material};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

const R: f64 = 0.06;
const HOUSING: f64 = 2.0;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let speeds: &[f64] = effort.pick(
        &[-30.0],
        &[1.0, -5.0, 10.0, -30.0, 60.0],
        &[1.0, -5.0, 10.0, -20.0, -30.0, 30.0, -60.0, 60.0],
    );
    let plays: &[f64] = effort.pick(&[0.05], &[0.001, 0.05], &[0.001, 0.003, 0.01, 0.03, 0.05, 0.1]);
    let counts: &[usize] = effort.pick(&[60], &[60], &[20, 60, 150]);
    let seconds = effort.pick(0.4, 1.0, 30.0);
    let seeds = effort.pick(1, 1, 10);
    let mut cases = Vec::new();
    let rates: &[f64] = effort.pick(&[60.0], &[60.0, 240.0], &[30.0, 60.0, 240.0, 1000.0]);
    for &rate in rates {
        let mut watch = Watch::lenient();
        let (mut past, mut out, mut trials, mut fast, mut frozen) = (0, 0, 0, Worst::default(), 0);
        for &spin in speeds {
            for &play in plays {
                for &count in counts {
                    for seed in 0..seeds {
                        let wheel = Wheel { spin, play, count, seed, rate };
                        let found = wheel.run(&mut watch, seconds);
                        past += found.past;
                        out += found.out;
                        frozen += found.frozen;
                        trials += count as u64;
                        fast.add(found.fastest / (spin.abs() * HOUSING + 6.0), || {
                            format!("{spin} rad/s, play {play}, {count} balls, seed {seed}")
                        });
                    }
                }
            }
        }
        let count =
            |what: &str, n| Case::new(format!("dt 1/{rate}: {what}"), trials, &watch, Figure::count(0, n));
        cases.push(count("past a blade", past));
        cases.push(count("outside", out));
        cases.push(count("frozen", frozen));
        cases.push(fast.case(
            &format!("dt 1/{rate}: top speed / that of the tips and the fall"),
            &watch,
            2.5,
        ));
    }
    cases
}

struct Wheel {
    spin: f64,
    play: f64,
    count: usize,
    seed: u64,
    rate: f64,
}

struct Found {
    past: u64,
    out: u64,
    frozen: u64,
    fastest: f64,
}

impl Wheel {
    fn run(&self, watch: &mut Watch, seconds: f64) -> Found {
        let stuff = Material::new(0.4, 0.3);
        let mut world = scene::heavy();
        let ring = scene::arc(Vec2::ZERO, HOUSING as f32, 0.0, core::f32::consts::TAU);
        scene::fixed(&mut world, stuff, [ring]);
        let half = 0.02;
        let tip = HOUSING - self.play - half;
        // The corners between blades are narrower than a ball down to here.
        let blades = [vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)]
            .map(|d| scene::capsule(d * 0.05, d * tip as f32, half as f32));
        let wheel =
            scene::carrier(&mut world, Body::kinematic().angular_velocity(self.spin as f32), stuff, blades);
        let mut dice = Dice::new("wheel", self.seed);
        let mut places: Vec<DVec2> = Vec::new();
        while places.len() < self.count {
            let place = DVec2::new(dice.uniform(-1.8, 1.8), dice.uniform(-1.8, 1.8));
            let clear = place.length() < 1.75 && place.abs().min_element() > 0.12;
            if clear && places.iter().all(|other| other.distance(place) > 0.125) {
                places.push(place);
            }
        }
        let add =
            |place: &DVec2| scene::ball(&mut world, Ball::new(place.as_vec2(), R as f32).material(stuff));
        let balls: Vec<BodyId> = places.iter().map(add).collect();
        // Which sector of the wheel a place is in.
        let sector = |world: &carom::World, id: BodyId| {
            let angle = world.body(wheel).map_or(0.0, |body| f64::from(body.angle));
            let place = direction(-angle).rotate(scene::place(world, id));
            (place.x > 0.0, place.y > 0.0)
        };
        let mut last: Vec<_> = balls.iter().map(|id| sector(&world, *id)).collect();
        let mut found = Found { past: 0, out: 0, frozen: 0, fastest: 0.0 };
        for _ in 0..(seconds * self.rate) as usize {
            watch.step_of(&mut world, (1.0 / self.rate) as f32);
            found.frozen += u64::from(world.events().dropped().frozen_balls);
            found.fastest = found.fastest.max(scene::top_speed(&world));
            for (id, last) in balls.iter().zip(&mut last) {
                let now = sector(&world, *id);
                found.past += u64::from(now != *last);
                *last = now;
            }
        }
        let out = balls.iter().filter(|id| scene::place(&world, **id).length() > HOUSING);
        found.out = out.count() as u64;
        found
    }
}
