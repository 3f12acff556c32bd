//! Tools that several tests of the world share: a seeded generator, and rooms.

mod dice;
pub(crate) mod twins;

use carom_world::{Body, BodyId, Chain, Config, Material, Shape, World};
use glam::{Vec2, vec2};

pub(crate) use dice::Dice;

/// The usual step, seconds.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// How many random cases are tried: `CAROM_CASES`, or as many as a quick run has.
pub(crate) fn cases(few: u64) -> u64 {
    std::env::var("CAROM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// The unit vector in a direction, radians: the same bits everywhere.
pub(crate) fn direction(angle: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(angle);
    vec2(cos, sin)
}

/// An empty world without gravity.
pub(crate) fn weightless() -> World {
    World::new(Config::weightless()).expect("sound settings")
}

/// A square room about the origin with walls at `half`, and the body that carries them.
pub(crate) fn room(config: Config, body: Body, half: f32, material: Material) -> (World, BodyId) {
    let mut world = World::new(config).expect("sound settings");
    let walls = world.add_body(body).expect("a sound body");
    let corners = [vec2(-half, -half), vec2(half, -half), vec2(half, half), vec2(-half, half)];
    let walls_shape = Shape::chain(&Chain::polyline(&corners).close()).expect("four corners");
    world.add_shape(walls, walls_shape.material(material)).expect("a sound shape");
    (world, walls)
}
