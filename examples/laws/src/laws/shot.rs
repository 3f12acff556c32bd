//! A motor with a speed and a largest torque throws a ball that lies on the blade, and holds the load that its
//! torque can bear.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Joint, Material, Motor};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::reference::thrown::Blade;
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

const BALL: f64 = 0.1;
const BLADE: f64 = 0.05;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let trials = effort.pick(12, 100, 2000);
    let mut cases = Vec::new();
    for rate in [30.0, 60.0, 240.0, 1000.0] {
        for (kind, what) in [(true, "speed-controlled motor"), (false, "torque to the end")] {
            let mut watch = Watch::default();
            let mut errors: Vec<f64> = (0..trials)
                .map(|trial| {
                    let mut dice = Dice::new("shot", trial);
                    let (mass, place) = (dice.log_uniform(0.02, 0.5), dice.uniform(0.3, 0.8));
                    let target = dice.log_uniform(5.0, 60.0);
                    // Such that the speed is reached on the way, early or late.
                    let inertia: f64 = 0.342;
                    let torque = (inertia + mass * place * place) * target * target * dice.uniform(0.6, 3.0);
                    let blade = Blade {
                        inertia,
                        mass,
                        height: BALL + BLADE,
                        length: 2.0,
                        torque,
                        target: if kind { target } else { f64::INFINITY },
                        angles: [-0.5, 0.5],
                    };
                    shoot(&mut watch, &blade, place, rate)
                })
                .collect();
            errors.sort_by(f64::total_cmp);
            let most = errors[(errors.len() - 1).min(errors.len() * 99 / 100)];
            let name = format!("{what}, dt 1/{rate}: exit speed, p99");
            cases.push(Case::new(name, trials, &watch, Figure::error(most, 5e-3)));
        }
    }
    cases
}

/// Error of the exit speed, as a share.
fn shoot(watch: &mut Watch, blade: &Blade, place: f64, rate: f64) -> f64 {
    let mut world = scene::weightless();
    let stuff = Material::new(0.0, 0.0);
    let [low, high] = blade.angles.map(|angle| angle as f32);
    let torque = blade.torque as f32;
    let motor = if blade.target.is_finite() {
        Motor::Velocity { target: blade.target as f32, max_force: torque }
    } else {
        Motor::Force(torque)
    };
    let hinge =
        Joint::hinge(Vec2::ZERO, blade.inertia as f32).limits(low, high).joint_position(low).motor(motor);
    let hinge = world.add_joint(hinge).expect("in range");
    let bat = scene::capsule(Vec2::ZERO, vec2(blade.length as f32, 0.0), BLADE as f32);
    world.add_shape(hinge, bat.material(stuff)).expect("the body was just added");
    let along = direction(blade.angles[0]);
    let ball = Ball::new((along * place + along.perp() * blade.height).as_vec2(), BALL as f32);
    let ball = scene::ball(&mut world, ball.mass(blade.mass as f32).material(stuff));
    // Until well after the stroke, for any motor.
    let seconds = 20.0 * libm::sqrt(blade.inertia / blade.torque);
    for _ in 0..(seconds * rate) as usize + 3 {
        watch.step_of(&mut world, (1.0 / rate) as f32);
    }
    (scene::velocity(&world, ball).length() / blade.exit_speed(place) - 1.0).abs()
}

/// A level plank on a hinge, held against a ball in a cup on it.
pub(super) fn hold(effort: Effort) -> Vec<Case> {
    let seconds = effort.pick(5.0, 60.0, 600.0);
    let rates: &[f64] =
        effort.pick(&[60.0, 240.0], &[30.0, 60.0, 240.0, 1000.0], &[30.0, 60.0, 240.0, 1000.0]);
    let mut cases = Vec::new();
    for kind in [Holder::Motor, Holder::Friction] {
        for &rate in rates {
            let (mut watch, mut held, mut tips) = (Watch::default(), Worst::default(), Worst::default());
            for (arm, r, mass) in [(0.8, 0.05, 1.0), (0.4, 0.1, 0.2), (0.08, 0.0135, 0.08)] {
                let at = || format!("arm {arm}, r {r}, mass {mass}");
                let seconds = if rate > 500.0 { 0.25 * seconds } else { seconds };
                let plank = Plank { kind, arm, r, mass };
                held.add(plank.sags(&mut watch, 1.01, rate, seconds).abs(), at);
                // Twice as long as a hundredth of the torque takes.
                let falls = 2.0 * libm::sqrt(0.6 * 1.3 * arm / (0.01 * scene::g()));
                let low = plank.sags(&mut watch, 0.99, rate, falls);
                // It is to come down to its limit of 0.3.
                tips.add((low + 0.3).max(0.0), at);
            }
            let name = format!("{}, dt 1/{rate}", kind.name());
            cases.push(held.case(&format!("{name}: 1.01 of the torque holds: angle"), &watch, 1e-3));
            cases.push(tips.case(&format!("{name}: 0.99 of it tips: angle left"), &watch, 0.01));
        }
    }
    cases
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Holder {
    /// A motor whose speed is zero.
    Motor,
    /// Dry friction of the hinge.
    Friction,
}

impl Holder {
    const fn name(self) -> &'static str {
        match self {
            Self::Motor => "motor at speed 0",
            Self::Friction => "dry friction",
        }
    }
}

struct Plank {
    kind: Holder,
    arm: f64,
    r: f64,
    mass: f64,
}

impl Plank {
    /// The angle after so long, with this share of the torque of the ball's weight.
    fn sags(&self, watch: &mut Watch, share: f64, rate: f64, seconds: f64) -> f64 {
        let mut world = scene::heavy();
        let stuff = Material::new(0.0, 0.5);
        let torque = (share * self.mass * scene::g() * self.arm) as f32;
        let inertia = (0.3 * self.mass * self.arm * self.arm) as f32;
        let hinge = Joint::hinge(Vec2::ZERO, inertia).limits(-0.3, 0.3).joint_position(0.0);
        let hinge = match self.kind {
            Holder::Motor => hinge.motor(Motor::Velocity { target: 0.0, max_force: torque }),
            Holder::Friction => hinge.friction(torque),
        };
        let hinge = world.add_joint(hinge).expect("in range");
        let (r, arm) = (self.r as f32, self.arm as f32);
        let mut add = |a: Vec2, b: Vec2| {
            world.add_shape(hinge, scene::segment(a, b).material(stuff)).expect("the body was just added");
        };
        add(Vec2::ZERO, vec2(arm + 3.0 * r, 0.0));
        for side in [-1.0, 1.0] {
            let x = arm + side * r * 1.02;
            add(vec2(x, 0.0), vec2(x, 2.0 * r));
        }
        let ball = Ball::new(vec2(arm, r), r).mass(self.mass as f32).material(stuff);
        scene::ball(&mut world, ball);
        let mut angle = 0.0;
        for _ in 0..(seconds * rate) as usize {
            watch.step_of(&mut world, (1.0 / rate) as f32);
            angle = f64::from(world.joint_position(hinge).unwrap_or(f32::NAN));
            if angle <= -0.299 {
                break;
            }
        }
        angle
    }
}
