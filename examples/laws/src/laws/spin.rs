//! A spinning ball bounces: the friction impulse is at most the share of the blow, restitution included.
//!
//! Coulomb friction at an instantaneous impact (Routh, *Dynamics of a system of rigid bodies* (1905), part I,
//! chapter V; Brach, *Mechanical impact dynamics* (1991), section 2): normal impulse `(1 + e) m v_n`, tangential
//! impulse `m_t` times the slip or mu times the normal one, whichever is less, with `m_t = m / 3` for a disc.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

const RADIUS: f64 = 0.1_f32 as f64;
const BAR: f64 = 1e-3;

#[derive(Default)]
struct Errors {
    trials: u64,
    impulse: f64,
    motion: f64,
    unanswered: u64,
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, side) in [("topspin", 1.0), ("backspin", -1.0), ("sidespin", 0.0)] {
        let mut watch = Watch::default();
        let mut all = [Errors::default(), Errors::default()];
        for trial in 0..effort.pick(50, 1000, 100_000) {
            bounce(&mut Dice::new(name, trial), side, &mut watch, &mut all);
        }
        for (errors, kind) in all.iter().zip(["gripping", "sliding"]) {
            let mut add = |what: &str, figure| {
                cases.push(Case::new(format!("{name}, {kind}: {what}"), errors.trials, &watch, figure));
            };
            add("bounces not reported once", Figure::count(0, errors.unanswered));
            add("friction impulse", Figure::error(errors.impulse, BAR));
            add("velocity and spin", Figure::error(errors.motion, BAR));
        }
    }
    cases
}

/// Topspin (1) and backspin (-1) on a floor under gravity, sidespin (0) against a wall of any direction.
fn bounce(dice: &mut Dice, side: f64, watch: &mut Watch, all: &mut [Errors; 2]) {
    let dt = f64::from(DT);
    let gravity = if side == 0.0 { 0.0 } else { scene::g() };
    let normal = if side == 0.0 { dice.direction() } else { DVec2::Y };
    // A ball that hardly bounces lands again before the step ends; without gravity there is no such thing.
    let e = f64::from(dice.uniform(if side == 0.0 { 0.0 } else { 0.1 }, 1.0) as f32);
    let mu = f64::from(dice.log_uniform(0.02, 3.0) as f32);
    let wait = dice.uniform(0.02, 3.0) * dt;
    let tangent = normal.perp();
    let approach = dice.uniform(5.0, 20.0);
    // Along -tangent, the way topspin (clockwise) would carry it over a floor.
    let velocity =
        (-normal * approach + DVec2::X * 0.0 - tangent * dice.uniform(0.0, 20.0)).as_vec2().as_dvec2();
    let way = if side == 0.0 { if dice.below(2) == 0 { 1.0 } else { -1.0 } } else { side };
    let spin = f64::from((-way * dice.uniform(0.0, 400.0)) as f32);
    let fall = DVec2::NEG_Y * gravity;
    let touch = normal * RADIUS;
    let place = (touch - velocity * wait - fall * (0.5 * wait * wait)).as_vec2().as_dvec2();

    // Time of touch from the rounded start: g/2 t^2 - v_n t - gap = 0 along the normal.
    let gap = place.dot(normal) - RADIUS;
    let (vn, gn) = (-velocity.dot(normal), -fall.dot(normal));
    let t = 2.0 * gap / (vn + (vn * vn + 2.0 * gn * gap).sqrt());
    let v = velocity + fall * t;
    let push = -(1.0 + e) * v.dot(normal);
    let slip = v.dot(tangent) - RADIUS * spin;
    let grip = -slip / 3.0;
    let drag = grip.clamp(-mu * push, mu * push);
    let after = v + normal * push + tangent * drag;
    let spin_after = spin - 2.0 * drag / RADIUS;
    let steps = (t / dt).ceil() as usize + 1;
    let exact = after + fall * (steps as f64 * dt - t);

    let mut world = scene::world(fall.as_vec2());
    let wall = Material::new(e as f32, mu as f32);
    let ends = [-1e3, 1e3]
        .map(|s| if side == 0.0 { (tangent * s * 0.01).as_vec2() } else { Vec2::new(s as f32, 0.0) });
    scene::fixed(&mut world, wall, [scene::segment(ends[0], ends[1])]);
    let ball =
        Ball::new(place.as_vec2(), RADIUS as f32).velocity(velocity.as_vec2()).angular_velocity(spin as f32);
    let ball = scene::ball(&mut world, ball.mass(1.0).material(wall));
    let (mut impulse, mut impacts) = (0.0, 0);
    for _ in 0..steps {
        watch.step(&mut world);
        for impact in world.events().impacts() {
            impulse += f64::from(impact.tangent_impulse);
            impacts += 1;
        }
    }
    let now = scene::now(&world, ball);
    let errors = &mut all[usize::from(grip.abs() > mu * push)];
    errors.trials += 1;
    errors.unanswered += u64::from(impacts != 1);
    // A friction impulse near zero has no relative error.
    errors.impulse = errors.impulse.max((impulse - drag).abs() / drag.abs().max(0.01 * push));
    let scale = v.length() + RADIUS * spin.abs();
    let off = now.velocity.as_dvec2().distance(exact)
        + RADIUS * (f64::from(now.angular_velocity) - spin_after).abs();
    errors.motion = errors.motion.max(off / scale);
}
