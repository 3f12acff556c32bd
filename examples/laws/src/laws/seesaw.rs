//! The seesaw: balls balance where their torques do, and a ball that rolls tips it.
//!
//! A ball of mass m, radius R and inertia J rolls without slip at `s` along a plank of inertia I that is turned by
//! `theta`; its centre is `b` above the pivot's line. Lagrange's equations of the two:
//!
//! ```text
//! T = I theta'^2 / 2 + m ((s' - b theta')^2 + s^2 theta'^2) / 2 + J (theta' - s' / R)^2 / 2
//! V = m g (s sin theta + b cos theta)
//! (m + J/R^2) s'' - (m b + J/R) theta'' = m s theta'^2 - m g sin theta
//! (I + J + m (b^2 + s^2)) theta'' - (m b + J/R) s'' = -2 m s s' theta' - m g (s cos theta - b sin theta)
//! ```

use carom::glam::{Vec2, vec2};
use carom::{Ball, BodyId, Joint, Material, World};
use carom_pinball::{Seesaw, SeesawSettings};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

/// Gravity, metres per second squared.
const G: f32 = 9.81;
const RADIUS: f32 = 0.0135;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = vec![balance(effort)];
    for (name, dt) in [("1/60 s", 1.0 / 60.0), ("1/1000 s", 1e-3)] {
        for (s, mass) in [(0.03, 0.08), (-0.06, 0.08), (0.05, 0.02)] {
            cases.push(tips(s, mass, dt, name));
        }
    }
    cases
}

fn settings() -> SeesawSettings {
    let grippy = Material::new(0.0, 1.5);
    SeesawSettings { tilt: 0.6, material: grippy, ..SeesawSettings::new(Vec2::ZERO) }
}

fn put(world: &mut World, s: f32, mass: f32) -> BodyId {
    let ball = Ball::new(vec2(s, RADIUS + settings().radius), RADIUS).mass(mass).sphere();
    scene::ball(world, ball.material(Material::new(0.0, 1.5)))
}

/// Holds the plank until the balls lie still on it, then lets it go.
fn settle(watch: &mut Watch, world: &mut World, seesaw: &Seesaw, dt: f32) {
    let free = world.joint(seesaw.body()).expect("it was just added");
    let held = Joint { limits: [0.0, 0.0], ..free.clone() };
    world.set_joint(seesaw.body(), held).expect("in range");
    for _ in 0..20 {
        watch.step_of(world, dt);
    }
    world.set_joint(seesaw.body(), free).expect("in range");
}

/// Two balls; the torque of one is larger by half a per cent: that side must go down.
fn balance(effort: Effort) -> Case {
    let trials = effort.pick(50, 400, 4000);
    let (mut watch, mut wrong) = (Watch::default(), 0);
    for trial in 0..trials {
        let mut dice = Dice::new("seesaw", trial);
        let (arm, mass) = (dice.uniform(0.02, 0.08), dice.log_uniform(0.02, 0.3));
        let other = dice.uniform(0.02, 0.08);
        let heavier = if dice.uniform(0.0, 1.0) < 0.5 { 1.005 } else { 1.0 / 1.005 };
        let mut world = scene::world(vec2(0.0, -G));
        let seesaw = Seesaw::add(&mut world, settings()).expect("defaults");
        put(&mut world, -arm as f32, mass as f32);
        put(&mut world, other as f32, (heavier * mass * arm / other) as f32);
        settle(&mut watch, &mut world, &seesaw, DT);
        watch.steps(&mut world, 30);
        // The right side goes down: clockwise.
        let down = seesaw.read(&world).angle < 0.0;
        wrong += u64::from(down != (heavier > 1.0));
    }
    Case::new("torques 0.5 % apart: tipped the wrong way", trials, &watch, Figure::count(0, wrong))
}

/// Angle over time after a ball is put on the level plank, against the equations above.
fn tips(s: f32, mass: f32, dt: f32, of: &str) -> Case {
    let mut watch = Watch::default();
    let mut world = scene::world(vec2(0.0, -G));
    let seesaw = Seesaw::add(&mut world, settings()).expect("defaults");
    put(&mut world, s, mass);
    settle(&mut watch, &mut world, &seesaw, dt);
    let mut exact = [f64::from(s), 0.0, 0.0, 0.0];
    let mut worst: f64 = 0.0;
    let mut last = (0.0, 0.0);
    for _ in 0..(1.0 / dt) as usize {
        for _ in 0..100 {
            exact = runge_kutta(exact, f64::from(mass), f64::from(dt) / 100.0);
        }
        // Up to half of its range, and while the ball is well on the plank.
        if exact[1].abs() > 0.3 || exact[0].abs() > 0.09 {
            break;
        }
        watch.step_of(&mut world, dt);
        last = (exact[1], f64::from(seesaw.read(&world).angle));
        worst = worst.max((last.1 - last.0).abs());
    }
    let name = format!("{:.0} g at {:.0} mm: angle against RK4, dt {of}", 1000.0 * mass, 1000.0 * s);
    Case::new(name, 1, &watch, Figure::error(worst / last.0.abs(), 0.01))
}

/// A step of the fourth order for (s, theta, s', theta').
fn runge_kutta(x: [f64; 4], mass: f64, h: f64) -> [f64; 4] {
    let at = |k: [f64; 4], h: f64| [0, 1, 2, 3].map(|i| x[i] + h * k[i]);
    let k1 = slope(x, mass);
    let k2 = slope(at(k1, 0.5 * h), mass);
    let k3 = slope(at(k2, 0.5 * h), mass);
    let k4 = slope(at(k3, h), mass);
    [0, 1, 2, 3].map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
}

fn slope([s, theta, ds, dtheta]: [f64; 4], m: f64) -> [f64; 4] {
    let (r, g, plank) = (f64::from(RADIUS), f64::from(G), f64::from(settings().inertia));
    let b = r + f64::from(settings().radius);
    let j = 0.4 * m * r * r;
    let (sin, cos) = libm::sincos(theta);
    let (m_ss, m_st) = (m + j / (r * r), -(m * b + j / r));
    let m_tt = plank + j + m * (b * b + s * s);
    let f_s = m * s * dtheta * dtheta - m * g * sin;
    let f_t = -2.0 * m * s * ds * dtheta - m * g * (s * cos - b * sin);
    let det = m_ss * m_tt - m_st * m_st;
    [ds, dtheta, (m_tt * f_s - m_st * f_t) / det, (m_ss * f_t - m_st * f_s) / det]
}
