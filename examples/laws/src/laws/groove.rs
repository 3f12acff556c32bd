//! A ball is laid into a steep groove, so that it touches both walls, and stays there.
//!
//! Between walls `degrees` apart each bears half of the weight over the sine of half the angle: 57 times the weight
//! at one degree. They may yield, and then the ball lies lower by the overlap over that sine; it may not be thrown
//! out.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Material};

use crate::law::{Case, Effort};
use crate::scene;
use crate::watch::Watch;
use crate::worst::Worst;

const DEGREES: [f64; 7] = [0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0];

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let sizes: &[f64] = effort.pick(&[0.1, 0.0135], &[0.1, 0.0135, 1.0, 10.0], &[0.1, 0.0135, 1.0, 10.0]);
    let rates: &[f64] =
        effort.pick(&[60.0, 240.0], &[30.0, 60.0, 240.0, 1000.0], &[30.0, 60.0, 240.0, 1000.0]);
    let seconds = effort.pick(10.0, 60.0, 600.0);
    let mut cases = Vec::new();
    for friction in [0.0, 0.05, 0.3] {
        let mut watch = Watch::default();
        let [mut high, mut deep, mut gain, mut fast] = core::array::from_fn(|_| Worst::default());
        for degrees in DEGREES {
            for &r in sizes {
                for &rate in rates {
                    let at = || format!("{degrees} degrees, r {r}, dt 1/{rate}");
                    let found = lie(&mut watch, degrees, r, friction, rate, seconds);
                    high.add(found[0], at);
                    deep.add(found[1], at);
                    gain.add(found[2], at);
                    fast.add(found[3], at);
                }
            }
        }
        let name = format!("friction {friction}, 0.2 to 10 degrees, {seconds} s");
        cases.push(high.case(&format!("{name}: thrown up / r"), &watch, 1e-3));
        cases.push(deep.case(&format!("{name}: overlap / r"), &watch, 0.101));
        cases.push(gain.case(&format!("{name}: energy gained / m g r"), &watch, 1e-3));
        cases.push(fast.case(&format!("{name}: speed in the last half / sqrt(g r)"), &watch, 1e-3));
    }
    cases
}

fn lie(watch: &mut Watch, degrees: f64, r: f64, friction: f32, rate: f64, seconds: f64) -> [f64; 4] {
    let half = 0.5 * degrees.to_radians();
    let mut world = scene::heavy();
    let stuff = Material::new(0.0, friction);
    let (sin, cos) = libm::sincos(half);
    let arm = 3.0 * r / sin;
    let top = vec2((arm * sin) as f32, (arm * cos) as f32);
    let walls = [scene::segment(Vec2::ZERO, top), scene::segment(Vec2::ZERO, vec2(-top.x, top.y))];
    scene::fixed(&mut world, stuff, walls);
    let high = r / sin;
    let ball = Ball::new(vec2(0.0, high as f32), r as f32).mass(1.0).material(stuff);
    let ball = scene::ball(&mut world, ball);
    let start = scene::place(&world, ball).y;
    let (mut up, mut deep, mut gain, mut fast) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    let steps = (seconds * rate) as usize;
    for n in 0..steps {
        watch.step_of(&mut world, (1.0 / rate) as f32);
        let (x, v) = (scene::place(&world, ball), scene::velocity(&world, ball));
        up = up.max((x.y - start) / r);
        deep = deep.max((start - x.y) * sin / r);
        gain = gain.max((0.5 * v.length_squared() + scene::g() * (x.y - start)) / (scene::g() * r));
        if 2 * n > steps {
            fast = fast.max(v.length() / libm::sqrt(scene::g() * r));
        }
    }
    [up, deep, gain, fast]
}
