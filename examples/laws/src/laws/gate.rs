//! The one-way gate: every ball passes one way, none the other, and the flap takes its share of the momentum.
//!
//! A ball of mass m that meets a flap of inertia I at arm `a` and speed `v` squarely, with restitution e: impulse
//! `(1 + e) v / (1/m + a^2/I)`.

use carom::glam::vec2;
use carom::{Ball, Body, Material, World};
use carom_pinball::{Gate, GateSettings};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f32 = 0.0135;
/// Half the width of the lane, metres.
const HALF: f32 = 0.021;
/// The hinge lies in the wall: its pin in the lane would be a post, off which slow balls bounce and come back, in steps
/// of any length.
const PIVOT: f32 = -HALF - 0.001;
const MASS: f64 = 0.08;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(100, 1000, 10_000);
    vec![passes(trials, true), passes(trials, false), momentum(trials)]
}

/// A lane upwards with a gate across it at height 0 that opens upwards.
fn lane(settings: impl Fn(GateSettings) -> GateSettings) -> (World, Gate) {
    let mut world = scene::weightless();
    let steel = Material::new(0.4, 0.1);
    let walls = [-HALF, HALF].map(|x| scene::segment(vec2(x, -3.0), vec2(x, 3.0)));
    scene::carrier(&mut world, Body::fixed(), steel, walls);
    let gate = GateSettings::new(vec2(PIVOT, 0.0), vec2(HALF - 0.0015, 0.0));
    let gate = Gate::add(&mut world, settings(gate)).expect("in range");
    (world, gate)
}

fn passes(trials: u64, upwards: bool) -> Case {
    let name = if upwards { "balls that pass" } else { "balls that pass the wrong way" };
    let (mut watch, mut passed) = (Watch::default(), 0);
    for trial in 0..trials {
        let mut dice = Dice::new(name, trial);
        let (mut world, _) = lane(|gate| gate);
        let room = f64::from(HALF - RADIUS) - 1e-4;
        let x = dice.uniform(-room, room) as f32;
        let speed = dice.log_uniform(0.3, 10.0) as f32;
        let aside = dice.uniform(-0.3, 0.3) as f32 * speed;
        let way = if upwards { 1.0 } else { -1.0 };
        let ball = Ball::new(vec2(x, -0.05 * way), RADIUS).mass(MASS as f32).sphere();
        let ball = ball.velocity(vec2(aside, speed * way)).material(Material::new(0.8, 0.2));
        let id = scene::ball(&mut world, ball);
        for _ in 0..180 {
            watch.step(&mut world);
            let y = scene::place(&world, id).y * f64::from(way);
            if y > 0.06 {
                passed += 1;
                break;
            }
            if y < -0.3 {
                break;
            }
        }
    }
    Case::new(name, trials, &watch, Figure::count(if upwards { trials } else { 0 }, passed))
}

fn momentum(trials: u64) -> Case {
    let (mut watch, mut worst) = (Watch::default(), 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("gate momentum", trial);
        let inertia = dice.log_uniform(3e-7, 3e-4) as f32;
        let slippery = Material::new(0.25, 0.0);
        let (mut world, gate) = lane(|gate| GateSettings {
            inertia,
            preload: 0.0,
            stiffness: 0.0,
            damping: 0.0,
            material: slippery,
            ..gate
        });
        let x = dice.uniform(-0.006, 0.006) as f32;
        let speed = dice.log_uniform(0.3, 10.0) as f32;
        let ball = Ball::new(vec2(x, -0.02), RADIUS).mass(MASS as f32).sphere();
        let id = scene::ball(&mut world, ball.velocity(vec2(0.0, speed)).material(Material::new(1.0, 0.0)));
        let dt = DT / 64.0;
        while world.events().impacts().is_empty() {
            watch.step_of(&mut world, dt);
        }
        let (arm, v) = (f64::from(x - PIVOT), f64::from(speed));
        let impulse = 1.5 * v / (1.0 / MASS + arm * arm / f64::from(inertia));
        let ball_off = scene::velocity(&world, id).y - (v - impulse / MASS);
        let rate = world.joint_velocity(gate.body()).map_or(f64::NAN, f64::from);
        let flap_off = rate * arm - impulse * arm * arm / f64::from(inertia);
        worst = worst.max(ball_off.abs().max(flap_off.abs()) / v);
    }
    Case::new("speeds of ball and flap after the blow", trials, &watch, Figure::error(worst, 1e-3))
}
