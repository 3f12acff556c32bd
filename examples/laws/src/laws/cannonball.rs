//! A ball is shot into a resting pile.

use carom::glam::{DVec2, Vec2};
use carom::{Ball, Material, World};

use crate::dice::{Dice, direction};
use crate::law::{Case, Effort, Figure};
use crate::laws::pile;
use crate::scene;
use crate::watch::Watch;

pub(super) fn run(effort: Effort) -> Vec<Case> {
    let (count, trials) = (effort.pick(200, 1000, 1000), effort.pick(6, 24, 1000));
    let width = pile::width(count);
    let stuff = pile::material();
    let mut rested = scene::heavy();
    let room = scene::room(Vec2::ZERO, Vec2::new(width as f32, (2.0 * width) as f32));
    scene::fixed(&mut rested, stuff, [room]);
    pile::drop(&mut rested, count, width);
    Watch::default().steps(&mut rested, 600);

    let (mut watch, mut outside, mut growth) = (Watch::lenient(), 0, 0.0_f64);
    for trial in 0..trials {
        let mut dice = Dice::new("cannonball", trial);
        let (lost, grown) = shoot(rested.clone(), width, &mut dice, &mut watch, stuff);
        outside += lost;
        growth = growth.max(grown);
    }
    vec![
        Case::new(format!("into {count}: balls outside"), trials, &watch, Figure::count(0, outside)),
        Case::new(format!("into {count}: energy gained"), trials, &watch, Figure::error(growth, 1e-3)),
    ]
}

/// Balls outside at any time, and the largest rise of the energy above an earlier value, as a share of its start.
fn shoot(mut world: World, width: f64, dice: &mut Dice, watch: &mut Watch, stuff: Material) -> (u64, f64) {
    let top = world.balls().map(|(_, ball)| f64::from(ball.position.y)).fold(0.0, f64::max);
    let place = DVec2::new(width * dice.uniform(0.1, 0.9), top + dice.uniform(1.2, 3.0));
    let velocity = direction(-dice.uniform(0.4, 2.7)) * dice.log_uniform(10.0, 1000.0);
    let mass = dice.log_uniform(0.01, 1000.0) * core::f64::consts::FRAC_PI_4;
    let ball = Ball::new(place.as_vec2(), 0.5).mass(mass as f32).velocity(velocity.as_vec2());
    scene::ball(&mut world, ball.material(stuff));
    let start = scene::energy(&world);
    let mut least = start;
    let mut growth: f64 = 0.0;
    let mut outside = 0;
    for _ in 0..120 {
        watch.step(&mut world);
        let energy = scene::energy(&world);
        growth = growth.max((energy - least) / start);
        least = least.min(energy);
        let limits = DVec2::new(width, 2.0 * width);
        let lost = |p: DVec2| !(p.min_element() > 0.0 && (limits - p).min_element() > 0.0);
        outside += world.balls().filter(|(_, ball)| lost(ball.position.as_dvec2())).count() as u64;
    }
    (outside, growth)
}
