//! Rapier, with its defaults but for `length_unit`, or with `ccd_enabled` or `soft_ccd_prediction` as well. Bodies
//! sleep if the settings say so.

use carom::glam::{Vec2, vec2};
use rapier2d::prelude::*;

use crate::engine::{Engine, Settings, State};
use crate::scene::Scene;

/// The bodies that balls are swept against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ccd {
    /// Fixed colliders, the default.
    Fixed,
    /// All but other bullets, by `ccd_enabled`.
    Full,
    /// Contacts are predicted, by `soft_ccd_prediction`.
    Soft,
}

pub struct Rapier {
    world: PhysicsWorld,
    balls: Vec<RigidBodyHandle>,
    blades: Vec<RigidBodyHandle>,
}

impl core::fmt::Debug for Rapier {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Rapier with {} balls", self.balls.len())
    }
}

fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

impl Rapier {
    pub fn new(scene: &Scene, settings: Settings, ccd: Ccd) -> Self {
        let mut world = PhysicsWorld { gravity: Vector::Y * scene.gravity, ..PhysicsWorld::default() };
        world.integration_parameters.dt = scene.dt;
        let length = scene.discs.first().map_or(0.5, |disc| disc.radius);
        // Its tolerances are meant for balls of about half a metre.
        let unit = (length / 0.5).min(1.0);
        world.integration_parameters.length_unit = unit;
        // Its limit of speeds goes with the unit, and stays at 400 units a second, as in Box2D.
        world.integration_parameters.normalized_max_linear_velocity /= unit;
        let stuff = |collider: ColliderBuilder| {
            collider.restitution(scene.restitution).friction(scene.friction).build()
        };
        for [a, b] in &scene.walls {
            world.colliders.insert(stuff(ColliderBuilder::segment(vector(*a), vector(*b))));
        }
        for (center, radius) in &scene.pegs {
            world.colliders.insert(stuff(ColliderBuilder::ball(*radius).translation(vector(*center))));
        }
        // How far two bodies come nearer in a step.
        let ahead = if ccd == Ccd::Soft { 2.0 * scene.fastest * scene.dt } else { 0.0 };
        let mut blades = Vec::new();
        for blade in &scene.blades {
            let body = RigidBodyBuilder::kinematic_velocity_based().translation(vector(blade.pivot));
            let body = world.bodies.insert(body.can_sleep(settings.sleep).soft_ccd_prediction(ahead).build());
            let tip = vector(blade.tip - blade.pivot);
            // Without density the body turns about its origin, not about the middle of the blade.
            let shape = ColliderBuilder::capsule_from_endpoints(Vector::ZERO, tip, blade.radius).density(0.0);
            world.colliders.insert_with_parent(stuff(shape), body, &mut world.bodies);
            blades.push(body);
        }
        let mut balls = Vec::new();
        for (n, disc) in scene.discs.iter().enumerate() {
            // Bullets are not swept against each other.
            let is_bullet = ccd == Ccd::Full && (n % 2 == 0 || !scene.in_pairs);
            let body =
                RigidBodyBuilder::dynamic().translation(vector(disc.place)).linvel(vector(disc.velocity));
            let body = body.can_sleep(settings.sleep).ccd_enabled(is_bullet).soft_ccd_prediction(ahead);
            let body = world.bodies.insert(body.build());
            let shape = stuff(ColliderBuilder::ball(disc.radius));
            world.colliders.insert_with_parent(shape, body, &mut world.bodies);
            balls.push(body);
        }
        Self { world, balls, blades }
    }
}

impl Engine for Rapier {
    fn spin(&mut self, blade: usize, spin: f32) {
        if let Some(body) = self.world.bodies.get_mut(self.blades[blade]) {
            body.set_angvel(spin, true);
        }
    }

    fn push(&mut self, blade: usize, velocity: Vec2) {
        if let Some(body) = self.world.bodies.get_mut(self.blades[blade]) {
            body.set_linvel(vector(velocity), true);
        }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn state(&self, disc: usize) -> State {
        let body = &self.world.bodies[self.balls[disc]];
        let (x, v) = (body.translation(), body.linvel());
        State { place: vec2(x.x, x.y), velocity: vec2(v.x, v.y) }
    }
}
