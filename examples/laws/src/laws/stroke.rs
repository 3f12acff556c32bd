//! The stroke of a flipper without a ball, against the motion of a rod under the coil's torque.
//!
//! The bars are measurements of a machine of 1998, Monster Bash: 19 to 24 ms up, about 89 ms down (Visual Pinball,
//! `src/physics/hitflipper.cpp`, head); 5 to 7 m/s at the tip follow from stroke and length.

use carom::BodyId;
use carom::glam::Vec2;
use carom_pinball::{Flipper, FlipperSettings};

use crate::law::{Case, Effort, Figure};
use crate::scene;
use crate::watch::Watch;

/// Times of the ways up and down, seconds, and speed of the tip at the end of the way up, metres per second.
#[derive(Clone, Copy, Debug)]
struct Stroke {
    up: f64,
    tip: f64,
    down: f64,
}

pub(super) fn run(_: Effort) -> Vec<Case> {
    let settings = FlipperSettings::left(Vec2::ZERO);
    let exact = reference(&settings);
    let mut cases = Vec::new();
    let mut strokes = Vec::new();
    for (name, dt) in [("1/60 s", 1.0 / 60.0), ("1/1000 s", 1e-3)] {
        let mut watch = Watch::default();
        let stroke = measure(&mut watch, &settings, dt);
        let mut add =
            |what: &str, figure| cases.push(Case::new(format!("{what}, dt {name}"), 1, &watch, figure));
        add("stroke [s], 0.020 to 0.030", Figure::relative(0.025, stroke.up, 0.2));
        add("speed of the tip [m/s], 5 to 7", Figure::relative(6.0, stroke.tip, 1.0 / 6.0));
        add("return [s], 0.060 to 0.120", Figure::relative(0.09, stroke.down, 1.0 / 3.0));
        add("stroke against RK4", Figure::relative(exact.up, stroke.up, 0.02));
        add("speed of the tip against RK4", Figure::relative(exact.tip, stroke.tip, 0.02));
        add("return against RK4", Figure::relative(exact.down, stroke.down, 0.02));
        strokes.push((stroke, watch));
    }
    if let [(coarse, watch), (fine, _)] = &strokes[..] {
        let pairs = [
            ("stroke", fine.up, coarse.up),
            ("speed of the tip", fine.tip, coarse.tip),
            ("return", fine.down, coarse.down),
        ];
        for (name, fine, coarse) in pairs {
            let figure = Figure::relative(fine, coarse, 0.02);
            cases.push(Case::new(format!("{name}: dt 1/60 s against 1/1000 s"), 1, watch, figure));
        }
    }
    cases
}

fn measure(watch: &mut Watch, settings: &FlipperSettings, dt: f32) -> Stroke {
    let mut world = scene::weightless();
    let settings = FlipperSettings { delay: 0.0, ..*settings };
    let mut flipper = Flipper::add(&mut world, settings).expect("the defaults are in range");
    let [(up, tip), (down, _)] = [true, false].map(|pressed| {
        for n in 0..(1.0 / dt) as usize {
            flipper.update(&mut world, pressed, dt).expect("nothing was removed");
            watch.step_of(&mut world, dt);
            if let Some(stop) = first_stop(&world, flipper.body()) {
                // Until it lies still at its stop.
                for _ in 0..(0.3 / dt) as usize {
                    watch.step_of(&mut world, dt);
                }
                return (n as f64 * f64::from(dt) + stop.0, stop.1);
            }
        }
        (f64::NAN, f64::NAN)
    });
    Stroke { up, tip: tip * f64::from(settings.reach()), down }
}

/// Time within the step and speed of the first arrival at a stop.
fn first_stop(world: &carom::World, body: BodyId) -> Option<(f64, f64)> {
    let stop = world.events().joint_limits().iter().find(|stop| stop.body == body)?;
    Some((f64::from(stop.time), f64::from(stop.speed)))
}

/// The same motion by Runge and Kutta's fourth order, in steps that resolve the switch.
fn reference(settings: &FlipperSettings) -> Stroke {
    let [inertia, torque, start, hold, switch] =
        [settings.inertia, settings.torque, settings.start, settings.hold, settings.switch].map(f64::from);
    let [at_rest, at_end] = settings.spring.map(f64::from);
    let stroke = f64::from((settings.raised - settings.rest).abs());
    let spring = move |x: f64| at_rest + (at_end - at_rest) * x / stroke;
    let to_switch = stroke - switch;
    let coil = move |x: f64, v: f64| {
        if x < to_switch {
            torque * (start + (1.0 - start) * x / to_switch)
        } else if v > f64::from(settings.hold_speed) {
            // The hold winding brakes a bat that is faster than its limit.
            -hold
        } else {
            hold
        }
    };
    let (up, speed) = fall(|x, v| (coil(x, v) - spring(x)) / inertia, stroke);
    let (down, _) = fall(|x, _| spring(stroke - x) / inertia, stroke);
    Stroke { up, tip: speed * f64::from(settings.reach()), down }
}

/// Time and speed at which `x'' = a(x, x')` from rest at 0 covers a way.
fn fall(a: impl Fn(f64, f64) -> f64, way: f64) -> (f64, f64) {
    let h = 1e-7;
    let (mut x, mut v, mut t) = (0.0, 0.0, 0.0);
    while x < way && t < 1.0 {
        let k1 = (v, a(x, v));
        let k2 = (v + 0.5 * h * k1.1, a(x + 0.5 * h * k1.0, v + 0.5 * h * k1.1));
        let k3 = (v + 0.5 * h * k2.1, a(x + 0.5 * h * k2.0, v + 0.5 * h * k2.1));
        let k4 = (v + h * k3.1, a(x + h * k3.0, v + h * k3.1));
        x += h / 6.0 * (k1.0 + 2.0 * (k2.0 + k3.0) + k4.0);
        v += h / 6.0 * (k1.1 + 2.0 * (k2.1 + k3.1) + k4.1);
        t += h;
    }
    (t, v)
}
