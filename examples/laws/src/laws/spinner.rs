//! The spinner: `I w' = -friction - damping w`, so `w = (w0 + f/c) exp(-c t / I) - f/c` until it stands.

use carom::glam::Vec2;
use carom_pinball::{Spinner, SpinnerSettings};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

pub(super) fn run(_: Effort) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, dt) in [("1/60 s", 1.0 / 60.0), ("1/1000 s", 1e-3)] {
        for start in [5.0_f32, 60.0, -200.0] {
            cases.extend(decay(start, dt, name));
        }
    }
    cases
}

fn decay(start: f32, dt: f32, name: &str) -> [Case; 3] {
    let mut watch = Watch::default();
    let mut world = scene::weightless();
    let settings = SpinnerSettings::new(Vec2::ZERO);
    let mut spinner = Spinner::add(&mut world, settings).expect("defaults");
    world.set_joint_position(spinner.body(), 0.0, start).expect("in range");
    let [inertia, friction, damping] = [settings.inertia, settings.friction, settings.damping].map(f64::from);
    let (w0, floor, rate) = (f64::from(start.abs()), friction / damping, damping / inertia);
    let to_rest = libm::log(1.0 + w0 / floor) / rate;
    let turned = |t: f64| (w0 + floor) * -libm::expm1(-rate * t) / rate - floor * t;
    let (mut worst, mut stood, mut turns) = (0.0_f64, f64::NAN, 0);
    for n in 1..=(1.2 * to_rest / f64::from(dt)) as u64 {
        watch.step_of(&mut world, dt);
        let state = spinner.read(&world);
        turns += u64::from(state.clicks);
        let t = n as f64 * f64::from(dt);
        let exact = ((w0 + floor) * libm::exp(-rate * t) - floor).max(0.0);
        worst = worst.max((f64::from(state.rate.abs()) - exact).abs() / w0);
        if state.rate == 0.0 && stood.is_nan() {
            stood = t;
        }
    }
    let half_turns = libm::floor(turned(to_rest) / core::f64::consts::PI + 0.5) as u64;
    let case = |what: &str| format!("{what} from {start} rad/s, dt {name}");
    [
        Case::new(case("speed"), 1, &watch, Figure::error(worst, 1e-3)),
        Case::new(
            case("time to rest"),
            1,
            &watch,
            Figure::error((stood - to_rest).abs(), 2.0 * f64::from(dt)),
        ),
        Case::new(case("half turns"), 1, &watch, Figure::count(half_turns, turns)),
    ]
}
