//! A ball that touches a thin wall is hit by a ball a thousand times heavier.

use carom::glam::{DVec2, vec2};
use carom::{Ball, Material};

use super::{RADIUS, Tally};
use crate::dice::Dice;
use crate::law::{Case, Figure};
use crate::reference::discs::{Disc, Discs};
use crate::scene;
use crate::watch::{DT, Watch};

pub(super) fn cases(trials: u64) -> Vec<Case> {
    let (mut watch, mut through, mut growth) = (Watch::lenient(), 0, 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("heavy", trial);
        let restitution = dice.uniform(0.0, 1.0) as f32;
        let lean = dice.uniform(-1.0, 1.0);
        let (passed, gain) = attempt(&mut dice, restitution, lean, &mut watch);
        through += u64::from(passed);
        growth = growth.max(gain);
    }
    let mut cases = vec![
        Case::new(
            "1000 times heavier onto a ball at a wall: through",
            trials,
            &watch,
            Figure::count(0, through),
        ),
        Case::new(
            "1000 times heavier onto a ball at a wall: energy gained",
            trials,
            &watch,
            Figure::error(growth, 1e-5),
        ),
    ];
    let (mut watch, mut tally) = (Watch::default(), Tally::default());
    for trial in 0..trials {
        elastic(&mut Dice::new("heavy, elastic", trial), &mut watch, &mut tally);
    }
    cases.push(Case::new(
        "1000 times heavier, e = 1, head-on: misses",
        trials,
        &watch,
        Figure::count(0, tally.misses),
    ));
    cases.push(Case::new(
        "1000 times heavier, e = 1, head-on: velocities",
        trials,
        &watch,
        Figure::error(tally.worst(), 1e-5),
    ));
    cases
}

/// Whether anything got through the wall along the x axis, and the share of energy gained.
fn attempt(dice: &mut Dice, restitution: f32, lean: f64, watch: &mut Watch) -> (bool, f64) {
    let speed = dice.log_uniform(1.0, 10_000.0);
    let wait = dice.uniform(0.0, 2.0) * f64::from(DT);
    let mut world = scene::weightless();
    let stuff = Material::new(restitution, 0.0);
    scene::fixed(&mut world, stuff, [scene::segment(vec2(-1000.0, 0.0), vec2(1000.0, 0.0))]);
    let light = Ball::new(vec2(0.0, RADIUS as f32), RADIUS as f32).mass(1.0).material(stuff);
    let velocity = -speed * crate::dice::direction(lean).rotate(DVec2::Y);
    let touching = DVec2::new(dice.uniform(-0.15, 0.15), 0.0);
    let above = RADIUS + (4.0 * RADIUS * RADIUS - touching.x * touching.x).sqrt() + 1e-4;
    let place = touching + DVec2::Y * above - velocity * wait;
    let heavy = Ball::new(place.as_vec2(), RADIUS as f32).mass(1000.0).velocity(velocity.as_vec2());
    let ids = [light, heavy.material(stuff)].map(|ball| scene::ball(&mut world, ball));
    let before = scene::kinetic(&world);
    let mut through = false;
    for _ in 0..8 {
        watch.step(&mut world);
        through |= ids.iter().any(|&id| {
            let x = scene::place(&world, id);
            !(x.y > 0.0 || x.x.abs() > 999.0)
        });
    }
    (through, scene::kinetic(&world) / before - 1.0)
}

/// Elastic and along one line: compared with the events one by one.
fn elastic(dice: &mut Dice, watch: &mut Watch, tally: &mut Tally) {
    let speed = dice.log_uniform(1.0, 10_000.0).round();
    let wait = dice.uniform(0.0, 2.0) * f64::from(DT);
    let (r, e) = (0.125_f32, 1.0);
    let height = (0.375 + 0.001 + speed * wait) as f32;
    let mut world = scene::weightless();
    let stuff = Material::new(e, 0.0);
    scene::fixed(&mut world, stuff, [scene::segment(vec2(-10.0, 0.0), vec2(10.0, 0.0))]);
    let light = Ball::new(vec2(0.0, r), r).mass(1.0).material(stuff);
    let heavy =
        Ball::new(vec2(0.0, height), r).mass(1000.0).velocity(vec2(0.0, -speed as f32)).material(stuff);
    let ids = [light, heavy].map(|ball| scene::ball(&mut world, ball));
    let disc = |y: f32, v: f64, m: f64| Disc {
        x: DVec2::new(5.0, f64::from(y)),
        v: DVec2::new(0.0, v),
        r: f64::from(r),
        m,
    };
    let mut exact =
        Discs::new(vec![disc(r, 0.0, 1.0), disc(height, -speed, 1000.0)], DVec2::new(10.0, 1e6), 1.0);
    let steps = (wait / f64::from(DT)).ceil() as usize + 4;
    watch.steps(&mut world, steps);
    exact.run(steps as f64 * f64::from(DT), 1_000_000, |_| {});
    let state = exact.state();
    let error = |i: usize| scene::velocity(&world, ids[i]).distance(state[i].v) / speed;
    // The light ball may be about to be struck when the last step ends; it shares the figure only by mass.
    tally.bounce(error(0).max(error(1)));
}
