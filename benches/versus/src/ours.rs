//! Carom, with its defaults, or with sleep switched off.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Body, BodyId, Config, Material, Shape, World};

use crate::engine::{Engine, Settings, State};
use crate::scene::Scene;

#[derive(Debug)]
pub struct Carom {
    world: World,
    balls: Vec<BodyId>,
    blades: Vec<BodyId>,
    dt: f32,
}

const VALID: &str = "the scenes are valid";

impl Carom {
    pub fn new(scene: &Scene, settings: Settings) -> Self {
        let gravity = vec2(0.0, scene.gravity);
        let mut config = Config { gravity, ..Config::default() };
        if !settings.sleep {
            config.sleep_speed = 0.0;
        }
        let mut world = World::new(config).expect(VALID);
        if settings.profiled {
            world.set_profiler_clock(Some(carom::monotonic_nanos));
        }
        let stuff =
            Material { restitution: scene.restitution, friction: scene.friction, ..Material::default() };
        let ground = world.add_body(Body::fixed()).expect(VALID);
        let walls = scene.walls.iter().map(|[a, b]| Shape::segment(*a, *b));
        let pegs = scene.pegs.iter().map(|(center, radius)| Shape::circle(*center, *radius));
        for shape in walls.chain(pegs) {
            world.add_shape(ground, shape.expect(VALID).material(stuff)).expect(VALID);
        }
        let mut blade = |blade: &crate::scene::Blade| {
            let body = world.add_body(Body::kinematic().position(blade.pivot)).expect(VALID);
            let shape = Shape::capsule(Vec2::ZERO, blade.tip - blade.pivot, blade.radius).expect(VALID);
            world.add_shape(body, shape.material(stuff)).expect(VALID);
            body
        };
        let blades = scene.blades.iter().map(&mut blade).collect();
        let balls = scene
            .discs
            .iter()
            .map(|disc| {
                let ball = Ball::new(disc.place, disc.radius).velocity(disc.velocity).material(stuff);
                world.add_ball(ball).expect(VALID)
            })
            .collect();
        Self { world, balls, blades, dt: scene.dt }
    }
}

impl Engine for Carom {
    fn spin(&mut self, blade: usize, spin: f32) {
        self.world.set_angular_velocity(self.blades[blade], spin).expect(VALID);
    }

    fn push(&mut self, blade: usize, velocity: Vec2) {
        self.world.set_velocity(self.blades[blade], velocity).expect(VALID);
    }

    fn step(&mut self) {
        self.world.step(self.dt);
    }

    fn profile(&self) -> Vec<(&'static str, u64)> {
        let profile = self.world.profile();
        let counts = profile.named().map(|(name, n)| (name, u64::from(n)));
        counts.into_iter().chain(profile.times.named()).collect()
    }

    fn state(&self, disc: usize) -> State {
        let ball = self.world.ball(self.balls[disc]).expect(VALID);
        State { place: ball.position, velocity: ball.velocity }
    }
}
