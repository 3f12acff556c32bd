//! Balls on a floor: what they come to against closed forms, a second integrator and published models.

use carom_world::glam::{DVec2, Vec2, dvec2};
use carom_world::{Ball, BodyId, Config, Floor, Material, World};

const DT: f32 = 1.0 / 60.0;
const RADIUS: f32 = 0.028_575;
const G: f64 = 9.81_f32 as f64;
const SLIDING: f64 = 0.2_f32 as f64;
const ROLLING: f64 = 0.01_f32 as f64;

fn table(gravity: Vec2, floor: Floor) -> World {
    let mut world = World::new(Config { gravity, ..Config::default() }).expect("a world");
    world.set_floor(Some(floor)).expect("a floor");
    world
}

fn sphere(at: Vec2) -> Ball {
    Ball::new(at, RADIUS).mass(0.17).sphere().material(Material::new(1.0, 0.0))
}

fn state(world: &World, ball: BodyId) -> (DVec2, DVec2, DVec2) {
    let now = world.ball(ball).expect("a ball");
    (now.position.as_dvec2(), now.velocity.as_dvec2(), now.roll.as_dvec2())
}

/// A small generator of chance (Steele, Lea, Flood 2014, splitmix64).
struct Dice(u64);

impl Dice {
    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((z ^ z >> 31) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> Vec2 {
        let angle = self.uniform(0.0, core::f64::consts::TAU);
        (size * self.uniform(0.0, 1.0) * dvec2(libm::cos(angle), libm::sin(angle))).as_vec2()
    }
}

/// What becomes of a ball on a level floor after `t` seconds (Coriolis 1835).
fn level(v: DVec2, roll: DVec2, mut t: f64) -> (DVec2, DVec2) {
    let slip = v - roll;
    let slide = 2.0 / 7.0 * slip.length() / (SLIDING * G);
    let friction = -slip.normalize_or_zero() * SLIDING * G;
    if t <= slide {
        return (v * t + friction * (0.5 * t * t), v + friction * t);
    }
    let (x, v) = (v * slide + friction * (0.5 * slide * slide), v + friction * slide);
    t -= slide;
    let rest = v.length() / (ROLLING * G);
    let t = t.min(rest);
    let friction = -v.normalize_or_zero() * ROLLING * G;
    (x + v * t + friction * (0.5 * t * t), v + friction * t)
}

#[test]
fn a_ball_slides_then_rolls_then_rests_as_coriolis_says() {
    let mut dice = Dice(1);
    for _ in 0..200 {
        let mut world = table(Vec2::ZERO, Floor::default());
        let (v, roll) = (dice.vector(5.0), dice.vector(8.0));
        let ball = world.add_ball(sphere(Vec2::ZERO).velocity(v).roll(roll)).unwrap();
        for n in 1..=240 {
            world.step(DT);
            let (x, u, _) = state(&world, ball);
            let (x0, u0) = level(v.as_dvec2(), roll.as_dvec2(), f64::from(n) * f64::from(DT));
            assert!(x.distance(x0) < 2e-6 * (1.0 + x0.length()), "{v} {roll} step {n}: {x} for {x0}");
            assert!(u.distance(u0) < 2e-6 * (1.0 + u0.length()), "{v} {roll} step {n}: {u} for {u0}");
        }
        let (_, u, rolling) = state(&world, ball);
        assert_eq!(u, rolling, "after all it rolls or rests");
    }
}
