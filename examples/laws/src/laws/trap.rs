//! A ball trapped on a raised flipper: it stays, and gains nothing when it is released.
//!
//! For the latter the bat has no friction and does not bounce off its stop: both would do work on the ball.

use carom::glam::{Vec2, vec2};
use carom::{Ball, BodyId, Material, World};
use carom_pinball::{Flipper, FlipperSettings};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

/// Gravity along a table that slopes by 6.5 degrees, metres per second squared.
const SLOPE: f32 = 1.1105;
const RADIUS: f32 = 0.0135;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let seconds = effort.pick(20, 60, 600);
    let mut watch = Watch::default();
    let defaults = FlipperSettings::left(Vec2::ZERO);
    let (mut world, mut flipper, ball) = trapped(&mut watch, defaults);
    let start = scene::place(&world, ball);
    let mut squares = 0.0;
    let steps = 60 * seconds;
    for _ in 0..steps {
        go(&mut watch, &mut world, &mut flipper, true);
        squares += scene::velocity(&world, ball).length_squared();
    }
    let rms = libm::sqrt(squares / f64::from(steps));
    let crept = scene::place(&world, ball).distance(start);
    let unit = f64::from(0.08 * SLOPE * RADIUS);
    let gained = let_go(&mut watch, defaults) / unit;
    vec![
        Case::new(format!("{seconds} s: rms speed [m/s]"), 1, &watch, Figure::error(rms, 1e-4)),
        Case::new(format!("{seconds} s: way [m]"), 1, &watch, Figure::error(crept, 1e-4)),
        Case::new("after release: energy gained / m g r", 1, &watch, Figure::error(gained, 1e-3)),
    ]
}

/// Greatest gain of the ball's energy over that in the trap, joules, within half a second of its release.
fn let_go(watch: &mut Watch, defaults: FlipperSettings) -> f64 {
    let smooth = Material::new(defaults.material.restitution, 0.0);
    let settings = FlipperSettings { stop_restitution: 0.0, material: smooth, ..defaults };
    let (mut world, mut flipper, ball) = trapped(watch, settings);
    let before = energy(&world, ball);
    let mut most: f64 = 0.0;
    for _ in 0..30 {
        go(watch, &mut world, &mut flipper, false);
        most = most.max(energy(&world, ball) - before);
    }
    most
}

fn go(watch: &mut Watch, world: &mut World, flipper: &mut Flipper, pressed: bool) {
    flipper.update(world, pressed, DT).expect("nothing was removed");
    watch.step(world);
}

fn energy(world: &World, ball: BodyId) -> f64 {
    let ball = scene::now(world, ball);
    let (m, r, w) = (f64::from(ball.mass), f64::from(ball.radius), f64::from(ball.angular_velocity));
    let spin = 0.5 * f64::from(ball.inertia_factor) * m * r * r * w * w;
    let height = f64::from(ball.position.y) * f64::from(SLOPE);
    m * (0.5 * ball.velocity.as_dvec2().length_squared() + height) + spin
}

/// A ball in the corner between a raised flipper and a guide, come to rest there.
fn trapped(watch: &mut Watch, settings: FlipperSettings) -> (World, Flipper, BodyId) {
    let mut world = scene::world(vec2(0.0, -SLOPE));
    let mut flipper = Flipper::add(&mut world, settings).expect("in range");
    let steel = Material::new(0.4, 0.1);
    scene::fixed(&mut world, steel, [scene::segment(vec2(-0.012, 0.1), vec2(-0.012, 0.0))]);
    for _ in 0..30 {
        go(watch, &mut world, &mut flipper, true);
    }
    let ball = Ball::new(vec2(0.02, 0.06), RADIUS).mass(0.08).sphere().material(Material::new(0.8, 0.2));
    let ball = scene::ball(&mut world, ball);
    for _ in 0..600 {
        go(watch, &mut world, &mut flipper, true);
    }
    (world, flipper, ball)
}
