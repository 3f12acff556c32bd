//! A flipper with inertia bats a ball: it leaves as fast and the way it should, and nothing passes.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Joint, Material, Motor, Shape, World};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::reference::bat::{Bat, State};
use crate::scene;
use crate::watch::{DT, Watch};

/// Bat of 75 mm and about 100 g, ball of 80 g and 27 mm: as on a real machine. SI units.
const LENGTH: f64 = 0.075_f32 as f64;
const THICKNESS: f64 = 0.008_f32 as f64;
const BALL: f64 = 0.0135_f32 as f64;
const MASS: f64 = 0.08_f32 as f64;
const INERTIA: f64 = 2e-4_f32 as f64;

#[derive(Default)]
struct Errors {
    speeds: Vec<f64>,
    directions: Vec<f64>,
    momenta: Vec<f64>,
    passed: u64,
    lost: u64,
}

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, kind) in [
        ("steady", Kind::Steady),
        ("swinging freely", Kind::Free),
        ("driven, ball ahead", Kind::Driven),
        ("driven, ball on it", Kind::Resting),
    ] {
        let (mut watch, mut errors) = (Watch::default(), Errors::default());
        for trial in 0..effort.pick(300, 1000, 100_000) {
            strike(&mut Dice::new(name, trial), kind, &mut watch, &mut errors);
        }
        let trials = errors.speeds.len() as u64;
        let mut add = |what: &str, figure| {
            cases.push(Case::new(format!("{name}: {what}"), trials, &watch, figure));
        };
        add("balls passed", Figure::count(0, errors.passed));
        add("exit speed, p99", Figure::error(p99(&mut errors.speeds), 0.005));
        add("direction / degrees, p99", Figure::error(p99(&mut errors.directions), 0.2));
        if kind == Kind::Free {
            add("angular momentum, p99", Figure::error(p99(&mut errors.momenta), 1e-3));
        }
        add(
            "trials that the reference can't follow",
            Figure::at_most(0.1, errors.lost as f64 / trials as f64),
        );
    }
    cases
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Turns steadily, without a response to hits.
    Steady,
    /// Thrown, then free.
    Free,
    /// Driven by a torque from rest, the ball waits ahead.
    Driven,
    /// Driven by a torque from rest, the ball touches it from the start.
    Resting,
}

/// The nearest rank to the 99th percentile.
fn p99(errors: &mut [f64]) -> f64 {
    errors.sort_unstable_by(f64::total_cmp);
    let rank = (errors.len() * 99).div_ceil(100).saturating_sub(1);
    errors.get(rank).copied().unwrap_or(f64::NAN)
}

fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

fn strike(dice: &mut Dice, kind: Kind, watch: &mut Watch, errors: &mut Errors) {
    let reach = THICKNESS + BALL;
    let fastest = dice.uniform(10.0, 60.0);
    let stroke = single(dice.uniform(0.5, 0.9));
    let driven = matches!(kind, Kind::Driven | Kind::Resting);
    let restitution = single(dice.uniform(0.3, 0.9));
    let torque = if driven { single(fastest * fastest * INERTIA / (2.0 * stroke)) } else { 0.0 };
    let rate = if driven { 0.0 } else { single(fastest) };
    let bat = Bat {
        length: LENGTH,
        reach,
        inertia: if kind == Kind::Steady { 1e9 } else { INERTIA },
        torque,
        stop: if driven { stroke } else { f64::INFINITY },
        mass: MASS,
        restitution,
    };
    // Along the bat, and ahead of it by an angle.
    let s = dice.uniform(0.25, if kind == Kind::Resting { 0.5 } else { 0.85 }) * LENGTH;
    let (ahead, drop) = match kind {
        Kind::Resting => (0.0, 0.0),
        _ => (dice.uniform(0.05, 0.5), dice.uniform(0.0, 1.5)),
    };
    let axis = direction(ahead);
    let place = (axis * s + axis.perp() * reach).as_vec2();
    let velocity = (axis.perp() * -drop).as_vec2();
    let mut start =
        State { time: 0.0, angle: 0.0, rate, place: place.as_dvec2(), velocity: velocity.as_dvec2() };
    if kind == Kind::Resting {
        // Just pressed on, so that the reference begins in touch.
        start.place = DVec2::new(start.place.x, reach - 1e-12);
        start.velocity = DVec2::new(0.0, -1e-9);
    }
    // Long enough for the whole stroke, and at the end of a step.
    let needed = if driven { 2.0 * stroke / fastest * 1.6 } else { (ahead + 0.5) / fastest };
    let dt = f64::from(DT);
    let steps = (needed / dt).ceil().max(1.0) as usize;
    let Ok(end) = bat.follow(start, steps as f64 * dt) else {
        errors.lost += 1;
        return;
    };

    let mut world = scene::world(Vec2::ZERO);
    let body = add_bat(&mut world, kind, &bat, rate);
    let smooth = Material { restitution: restitution as f32, friction: 0.0, ..Material::default() };
    let ball = Ball::new(place, BALL as f32).mass(MASS as f32).velocity(velocity).material(smooth);
    let ball = world.add_ball(ball).expect("in range");
    let shape =
        Shape::capsule(Vec2::ZERO, Vec2::new(LENGTH as f32, 0.0), THICKNESS as f32).expect("in range");
    world.add_shape(body, shape.material(smooth)).expect("in range");
    let before = momentum(&world, body, ball);
    watch.steps(&mut world, steps);
    let after = momentum(&world, body, ball);

    let exit = world.velocity(ball).expect("there").as_dvec2();
    let at = world.position(ball).expect("there").as_dvec2();
    errors.speeds.push((exit.length() / end.velocity.length() - 1.0).abs());
    let turned = libm::atan2(exit.perp_dot(end.velocity), exit.dot(end.velocity));
    errors.directions.push(turned.abs().to_degrees());
    errors.momenta.push((after / before - 1.0).abs());
    let angle = f64::from(world.body(body).map_or(0.0, |body| body.angle));
    let behind = |angle: f64, at: DVec2| direction(angle).perp_dot(at) < 0.0;
    if behind(angle, at) != behind(end.angle, end.place) {
        errors.passed += 1;
    }
}

fn add_bat(world: &mut World, kind: Kind, bat: &Bat, rate: f64) -> carom::BodyId {
    if kind == Kind::Steady {
        return world.add_body(carom::Body::kinematic().angular_velocity(rate as f32)).expect("in range");
    }
    let mut guide = Joint::hinge(Vec2::ZERO, INERTIA as f32).joint_velocity(rate as f32);
    if bat.torque > 0.0 {
        guide = guide.limits(f32::NEG_INFINITY, bat.stop as f32).motor(Motor::Force(bat.torque as f32));
    }
    world.add_joint(guide).expect("in range")
}

/// Angular momentum of bat and ball about the hinge.
fn momentum(world: &World, bat: carom::BodyId, ball: carom::BodyId) -> f64 {
    let (x, v) = (world.position(ball).unwrap_or_default(), world.velocity(ball).unwrap_or_default());
    let orbit = MASS * x.as_dvec2().perp_dot(v.as_dvec2());
    orbit + INERTIA * f64::from(world.joint_velocity(bat).unwrap_or(0.0))
}
