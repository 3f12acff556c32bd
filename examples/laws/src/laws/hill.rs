//! A ball slides down a round hill and leaves it where gravity no longer presses it on.
//!
//! With the speed `v` at the top, and `l = R + r`, the cosine of the angle from the top is `(2 + v^2 / g l) / 3`; from rest
//! two thirds, 48.19 degrees. There `v^2 = g l cos`, so that on the flight the speed across is `sqrt(g l) cos^(3/2)`,
//! which tells the place however long the steps are.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, Shape};

use crate::law::{Case, Effort};
use crate::reference::pendulum;
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

/// Radius of the hill, of the ball.
const SIZES: [(f32, f32); 5] = [(1.0, 0.1), (0.2, 0.0135), (10.0, 0.5), (1.0, 1.0), (50.0, 0.1)];
/// Shares of the speed at which it would fly at once.
const SHARES: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 0.9];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let sizes = effort.pick(&SIZES[..3], &SIZES[..], &SIZES[..]);
    let mut cases = Vec::new();
    for rate in [30.0, 60.0, 240.0, 1000.0] {
        for kind in ["disc", "arc"] {
            let (mut watch, mut place, mut energy) = (Watch::default(), Worst::default(), Worst::default());
            for &(big, r) in sizes {
                for share in SHARES {
                    // Towards either side.
                    for side in [1.0, -1.0] {
                        let at = || format!("R {big}, r {r}, {} of the speed that flies", side * share);
                        let (degrees, lost) = slide(&mut watch, kind, (big, r), side * share, rate);
                        place.add(degrees, at);
                        energy.add(lost, at);
                    }
                }
            }
            cases.push(place.case(&format!("{kind}, dt 1/{rate}: leaves at / degrees"), &watch, 0.1));
            cases.push(energy.case(&format!("{kind}, dt 1/{rate}: energy on the flight"), &watch, 1e-3));
        }
    }
    cases
}

/// How many degrees off the place is at which it leaves, and how much of its energy is gained or lost by then.
fn slide(watch: &mut Watch, kind: &str, (big, r): (f32, f32), share: f64, rate: f64) -> (f64, f64) {
    let mut world = scene::heavy();
    let stuff = Material::new(0.0, 0.0);
    let shape = match kind {
        "disc" => Shape::circle(Vec2::ZERO, big).expect("a disc"),
        _ => scene::arc(Vec2::ZERO, big, 0.0, core::f32::consts::PI),
    };
    scene::fixed(&mut world, stuff, [shape]);
    let (length, g) = (f64::from(big) + f64::from(r), scene::g());
    // Not at the top, where it would stand, but so far down that it has the speed of one that came from there.
    let v = share.abs() * libm::sqrt(g * length);
    let down = 0.3 * libm::acos(pendulum::leaves_hill(length, g, v)) * share.signum();
    let out = DVec2::new(libm::sin(down), libm::cos(down));
    let speed = libm::sqrt(v * v + 2.0 * g * length * (1.0 - out.y));
    let along = share.signum() * speed * DVec2::new(out.y, -out.x);
    let ball = Ball::new((length * out).as_vec2(), r).velocity(along.as_vec2()).mass(1.0).material(stuff);
    let ball = scene::ball(&mut world, ball);
    let exact = libm::acos(pendulum::leaves_hill(length, g, v)).to_degrees();
    let gone = libm::cos(1.4) * length;
    for _ in 0..(20.0 * libm::sqrt(length / g) * rate) as usize {
        watch.step_of(&mut world, (1.0 / rate) as f32);
        let (x, u) = (scene::place(&world, ball), scene::velocity(&world, ball));
        if x.y < gone && x.length() > length {
            let cosine = libm::cbrt((u.x * u.x) / (g * length));
            let energy = (0.5 * u.length_squared() + g * x.y) / (0.5 * v * v + g * length);
            return ((libm::acos(cosine.min(1.0)).to_degrees() - exact).abs(), (energy - 1.0).abs());
        }
    }
    (f64::INFINITY, f64::INFINITY)
}
