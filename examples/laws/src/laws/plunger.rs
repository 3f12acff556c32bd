//! The plunger: all the work of its spring goes into rod and ball, less the part of the slope.
//!
//! Both move together until the rod comes to its stop: `(M + m) v^2 / 2 = k d^2 / 2 + F d - (M + m) g d`.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Material};
use carom_pinball::{Plunger, PlungerSettings, Pull};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

/// Gravity along a table that slopes by 6.5 degrees, metres per second squared.
const SLOPE: f32 = 1.1105;
const RADIUS: f32 = 0.0135;
const MASS: f32 = 0.08;

pub(super) fn run(_: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, dt) in [("1/60 s", 1.0 / 60.0), ("1/1000 s", 1e-3)] {
        for pull in [0.1_f32, 0.25, 0.5, 0.75, 1.0] {
            let mut watch = Watch::default();
            let settings = PlungerSettings::new(Vec2::ZERO, Vec2::Y);
            let speed = launch(&mut watch, settings, pull, dt);
            let [travel, mass, k, force] =
                [settings.travel, settings.mass, settings.stiffness, settings.preload].map(f64::from);
            let d = travel * f64::from(pull);
            let both = mass + f64::from(MASS);
            let exact = libm::sqrt((k * d * d + 2.0 * force * d) / both - 2.0 * f64::from(SLOPE) * d);
            let figure = Figure::relative(exact, speed, 0.01);
            cases.push(Case::new(format!("speed at pull {pull}, dt {name}"), 1, &watch, figure));
        }
    }
    cases
}

/// Speed at which the ball leaves the tip, from its energy afterwards.
fn launch(watch: &mut Watch, settings: PlungerSettings, pull: f32, dt: f32) -> f64 {
    let mut world = scene::world(vec2(0.0, -SLOPE));
    let mut plunger = Plunger::add(&mut world, settings).expect("defaults");
    let ball = Ball::new(vec2(0.0, RADIUS), RADIUS).mass(MASS).sphere().material(Material::new(0.8, 0.2));
    let ball = scene::ball(&mut world, ball);
    let second = (1.0 / dt) as usize;
    for n in 0..second + second / 4 {
        let pull = if n < second { Pull::Hold(pull) } else { Pull::Free };
        plunger.update(&mut world, pull, dt).expect("the pull is in range");
        watch.step_of(&mut world, dt);
    }
    let height = scene::place(&world, ball).y - f64::from(RADIUS);
    libm::sqrt(scene::velocity(&world, ball).length_squared() + 2.0 * f64::from(SLOPE) * height)
}
