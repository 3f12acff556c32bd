//! Box2D v3, with its defaults and four substeps, or with bullets; sleeping as it is asked for.

use boxdd_sys::ffi;
use carom::glam::{Vec2, vec2};

use crate::engine::{Engine, Settings, State};
use crate::scene::Scene;

pub struct Box2d {
    world: ffi::b2WorldId,
    balls: Vec<ffi::b2BodyId>,
    blades: Vec<ffi::b2BodyId>,
    dt: f32,
}

impl core::fmt::Debug for Box2d {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Box2D with {} balls", self.balls.len())
    }
}

fn vector(v: Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: v.x, y: v.y }
}

impl Box2d {
    pub fn new(scene: &Scene, settings: Settings, bullets: bool) -> Self {
        // SAFETY: plain calls of the C API with definitions that its own defaults have filled; every id is used
        // while its world exists, and the definitions outlive the calls that they are lent to.
        unsafe {
            let mut def = ffi::b2DefaultWorldDef();
            def.gravity = vector(vec2(0.0, scene.gravity));
            def.enableSleep = settings.sleep;
            // From two on it brings a scheduler of its own.
            def.workerCount = settings.threads as i32;
            let world = ffi::b2CreateWorld(&raw const def);
            let mut stuff = ffi::b2DefaultShapeDef();
            stuff.material.friction = scene.friction;
            stuff.material.restitution = scene.restitution;
            let ground = ffi::b2DefaultBodyDef();
            let ground = ffi::b2CreateBody(world, &raw const ground);
            for [a, b] in &scene.walls {
                let segment = ffi::b2Segment { point1: vector(*a), point2: vector(*b) };
                ffi::b2CreateSegmentShape(ground, &raw const stuff, &raw const segment);
            }
            for (center, radius) in &scene.pegs {
                let circle = ffi::b2Circle { center: vector(*center), radius: *radius };
                ffi::b2CreateCircleShape(ground, &raw const stuff, &raw const circle);
            }
            let blades = scene
                .blades
                .iter()
                .map(|blade| {
                    let mut def = ffi::b2DefaultBodyDef();
                    def.type_ = ffi::b2BodyType_b2_kinematicBody;
                    def.position = vector(blade.pivot);
                    let body = ffi::b2CreateBody(world, &raw const def);
                    let capsule = ffi::b2Capsule {
                        center1: vector(Vec2::ZERO),
                        center2: vector(blade.tip - blade.pivot),
                        radius: blade.radius,
                    };
                    ffi::b2CreateCapsuleShape(body, &raw const stuff, &raw const capsule);
                    body
                })
                .collect();
            let balls = scene
                .discs
                .iter()
                .enumerate()
                .map(|(n, disc)| {
                    let mut def = ffi::b2DefaultBodyDef();
                    def.type_ = ffi::b2BodyType_b2_dynamicBody;
                    def.position = vector(disc.place);
                    def.linearVelocity = vector(disc.velocity);
                    def.isBullet = bullets && (n % 2 == 0 || !scene.in_pairs);
                    let body = ffi::b2CreateBody(world, &raw const def);
                    let circle = ffi::b2Circle { center: vector(Vec2::ZERO), radius: disc.radius };
                    ffi::b2CreateCircleShape(body, &raw const stuff, &raw const circle);
                    body
                })
                .collect();
            Self { world, balls, blades, dt: scene.dt }
        }
    }
}

impl Engine for Box2d {
    fn spin(&mut self, blade: usize, spin: f32) {
        // SAFETY: the body lives as long as this world.
        unsafe { ffi::b2Body_SetAngularVelocity(self.blades[blade], spin) };
    }

    fn push(&mut self, blade: usize, velocity: Vec2) {
        // SAFETY: the body lives as long as this world.
        unsafe { ffi::b2Body_SetLinearVelocity(self.blades[blade], vector(velocity)) };
    }

    fn step(&mut self) {
        // SAFETY: the world lives until it is dropped.
        unsafe { ffi::b2World_Step(self.world, self.dt, 4) };
    }

    fn state(&self, disc: usize) -> State {
        // SAFETY: the body lives as long as this world.
        let (x, v) = unsafe {
            (ffi::b2Body_GetPosition(self.balls[disc]), ffi::b2Body_GetLinearVelocity(self.balls[disc]))
        };
        State { place: vec2(x.x, x.y), velocity: vec2(v.x, v.y) }
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: nothing uses the world after this.
        unsafe { ffi::b2DestroyWorld(self.world) };
    }
}
