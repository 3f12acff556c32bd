//! Two balls head-on, both fast.

use carom::glam::DVec2;
use carom::{Ball, Material};

use super::{BOUNCE, RADIUS, Tally};
use crate::dice::{Dice, direction};
use crate::law::{Case, Figure};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) fn cases(trials: u64) -> [Case; 2] {
    let (mut watch, mut tally) = (Watch::default(), Tally::default());
    for trial in 0..trials {
        attempt(&mut Dice::new("head-on", trial), &mut watch, &mut tally);
    }
    [
        Case::new("two balls head-on: misses", trials, &watch, Figure::count(0, tally.misses)),
        Case::new(
            "two balls head-on: velocities",
            tally.errors.len() as u64,
            &watch,
            Figure::error(tally.worst(), BOUNCE),
        ),
    ]
}

fn attempt(dice: &mut Dice, watch: &mut Watch, tally: &mut Tally) {
    let dt = f64::from(DT);
    let restitution = f64::from(dice.uniform(0.0, 1.0) as f32);
    let heading = dice.direction();
    let speeds = [dice.log_uniform(1.0, 10_000.0), dice.log_uniform(1.0, 10_000.0)];
    let mass = f64::from(dice.log_uniform(0.1, 10.0) as f32);
    let wait = dice.uniform(0.01, 4.0) * dt;
    // Centres on the line of contact at the time of contact, up to 64 degrees off the heading.
    let offset = direction(dice.uniform(-1.1, 1.1)).rotate(heading) * (2.0 * RADIUS);
    let round = |p: DVec2| p.as_vec2().as_dvec2();
    let v = [round(heading * speeds[0]), round(-heading * speeds[1])];
    let x = [round(-v[0] * wait), round(offset - v[1] * wait)];

    // Closed form: the quadratic for the touch, then the impulse along the line of centres.
    let (d, u) = (x[1] - x[0], v[1] - v[0]);
    let towards = d.dot(u);
    let excess = d.length_squared() - 4.0 * RADIUS * RADIUS;
    let t = excess / (-towards + (towards * towards - u.length_squared() * excess).sqrt());
    let normal = (d + u * t).normalize();
    let impulse = -(1.0 + restitution) * u.dot(normal) / (1.0 + 1.0 / mass);
    let exact = [v[0] - normal * impulse, v[1] + normal * (impulse / mass)];

    let mut world = scene::weightless();
    let stuff = Material::new(restitution as f32, 0.0);
    let ids = [(0, 1.0), (1, mass)].map(|(i, m)| {
        let ball = Ball::new(x[i].as_vec2(), RADIUS as f32).velocity(v[i].as_vec2());
        scene::ball(&mut world, ball.mass(m as f32).material(stuff))
    });
    watch.steps(&mut world, (wait / dt).ceil() as usize + 1);
    let error = [0, 1].map(|i| scene::velocity(&world, ids[i]).distance(exact[i]) / u.length());
    tally.bounce(error[0].max(error[1]));
}
