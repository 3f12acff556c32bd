//! Two hard discs in a box, whose pressure is known in closed form at every size.
//!
//! Centres move in a square of side a = L - d. The partition function is Q = a⁴ - πa²d² + 8/3 ad³ - d⁴/2, the force on
//! a wall kT times its derivative by the way of that wall, so F L / N kT = L/4 d ln Q / da. At constant energy kT is half of
//! it: two discs have four degrees of freedom, and the volume of phase space grows with the square of the energy.
//!
//! Each run starts from that law: even places, and velocities even on a sphere of four dimensions. So nothing has to be
//! forgotten before impulses are counted, which takes these discs long: flat walls hold motions along them.

use core::f64::consts::PI;

use carom::glam::DVec2;
use carom::{Ball, Material};

use crate::dice::Dice;
use crate::law::{Case, Effort, Figure};
use crate::sample::Sample;
use crate::scene;
use crate::watch::{DT, Watch};

const SPEED: f64 = 20.0;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    [0.1, 0.2, 0.3, 0.4].into_iter().map(|diameter| pressure(diameter, effort)).collect()
}

fn pressure(diameter: f64, effort: Effort) -> Case {
    let (runs, steps) = (effort.pick(200, 3000, 30_000), 150);
    let name = format!("diameter {diameter}: F L / NkT");
    let (mut watch, mut sample) = (Watch::default(), Sample::default());
    let (radius, a) = (f64::from((0.5 * diameter) as f32), 1.0 - diameter);
    for run in 0..runs {
        let mut dice = Dice::new(&name, run);
        let [p, q] = loop {
            let place =
                |dice: &mut Dice| DVec2::new(dice.uniform(0.0, a), dice.uniform(0.0, a)) + 0.5 * diameter;
            let [p, q] = [place(&mut dice), place(&mut dice)];
            if p.distance(q) > diameter {
                break [p, q];
            }
        };
        let velocities = [0, 1].map(|_| DVec2::new(dice.normal(), dice.normal()));
        let whole = libm::sqrt(velocities.iter().map(|v| v.length_squared()).sum());
        let mut world = scene::weightless();
        let stuff = Material::elastic();
        scene::fixed(&mut world, stuff, [scene::room(DVec2::ZERO.as_vec2(), DVec2::ONE.as_vec2())]);
        for (at, v) in [p, q].into_iter().zip(velocities) {
            let ball = Ball::new(at.as_vec2(), radius as f32).velocity((v * (SPEED / whole)).as_vec2());
            scene::ball(&mut world, ball.mass(1.0).material(stuff));
        }
        let energy = scene::kinetic(&world);
        let mut impulses = 0.0;
        for _ in 0..steps {
            watch.step(&mut world);
            let walls = world.events().impacts().iter().filter(|impact| impact.shape_a.is_some());
            impulses += walls.map(|impact| impact.precise().normal_impulse).sum::<f64>();
        }
        // A mean over four walls of length 1; N kT is the energy.
        sample.add(impulses / (4.0 * f64::from(steps) * f64::from(DT)) / energy);
    }
    let d = diameter;
    let q = a * a * a * a - PI * a * a * d * d + 8.0 / 3.0 * a * d * d * d - 0.5 * d * d * d * d;
    let by_a = 4.0 * a * a * a - 2.0 * PI * a * d * d + 8.0 / 3.0 * d * d * d;
    Case::new(name, runs, &watch, Figure::sampled(0.25 * by_a / q, &sample, effort))
}
