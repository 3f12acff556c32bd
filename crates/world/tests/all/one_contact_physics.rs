//! Contacts in batches and contacts that are solved one by one obey the same law.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom::glam::{DVec2, Vec2, vec2};
use carom::{Ball, Config, Material, World};
use carom_world as carom;

use crate::common::Dice;

const DT: f32 = 1.0 / 60.0;

/// Two balls that overlap and rub, alone in space: where they are and how they move after half a second.
fn rub(material: Material, (r, s): (f32, f32), masses: (f32, f32), speed: Vec2, spin: f32) -> Vec<f64> {
    let mut world = World::new(Config::weightless()).unwrap();
    let one = Ball::new(Vec2::ZERO, r).mass(masses.0).material(material).angular_velocity(spin);
    let at = vec2(0.6, 0.8) * (0.97 * (r + s));
    let two = Ball::new(at, s).mass(masses.1).material(material).velocity(speed);
    let balls = [one, two].map(|ball| world.add_ball(ball).unwrap());
    for _ in 0..30 {
        world.step(DT);
    }
    let of = |ball: Ball| {
        let (x, v) = (ball.position.as_dvec2(), ball.velocity.as_dvec2());
        [x.x, x.y, v.x, v.y, f64::from(ball.angular_velocity)]
    };
    balls.into_iter().flat_map(|id| of(world.ball(id).unwrap())).collect()
}

/// A contact with rolling resistance or with a grip of its own is solved alone, all others in batches. Here the grip is
/// larger than friction by less than matters, so both are the same material.
#[test]
fn every_material_and_mass_ratio_is_solved_alike_in_batches_and_alone() {
    let mut dice = Dice(5);
    let (mut turned, mut most) = (0, 0.0_f64);
    for round in 0..400 {
        let mut dice = |low: f64, high: f64| dice.uniform(low, high);
        let friction = dice(0.0, 1.0) as f32;
        let packed = Material { restitution: dice(0.0, 1.0) as f32, friction, ..Material::default() };
        let alone = Material { static_friction: friction * 1.000_001 + 1e-6, ..packed };
        let radii = (libm::exp(dice(-1.5, 1.5)) as f32, libm::exp(dice(-1.5, 1.5)) as f32);
        let masses = (libm::exp(dice(-4.0, 4.0)) as f32, libm::exp(dice(-4.0, 4.0)) as f32);
        let least = radii.0.min(radii.1);
        let speed = vec2(dice(-0.2, 0.2) as f32, dice(-0.2, 0.2) as f32) * least;
        let spin = dice(-2.0, 2.0) as f32;
        let [a, b] = [packed, alone].map(|material| rub(material, radii, masses, speed, spin));
        let scale = DVec2::new(a[2], a[3]).length().max(f64::from(least));
        let apart = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale;
        most = most.max(apart);
        assert!(apart < 1e-4, "round {round}: {a:?} in a batch, {b:?} alone, {packed:?}");
        turned += usize::from(a[4] != f64::from(spin));
    }
    assert!(turned > 100, "friction acted in {turned} of 400 rounds; they part by {most}");
}
