//! A flipper: a kinematic capsule that turns between two angles.

use carom::prelude::*;

/// From pivot to the centre of the tip, metres.
const LENGTH: f32 = 0.068;
/// Half its thickness, metres.
pub(super) const RADIUS: f32 = 0.008;
/// Angle of the left flipper at rest, radians: 30 degrees down.
pub(super) const REST: f32 = -std::f32::consts::FRAC_PI_6;
/// Angle over which it turns up, radians.
const STROKE: f32 = 1.0;
/// Turning up takes 25 ms, going down twice as long: radians per second.
const UP: f32 = STROKE / 0.025;
const DOWN: f32 = STROKE / 0.05;

/// Which of the two flippers, or which side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Left,
    Right,
}

/// One flipper.
#[derive(Debug)]
pub(super) struct Flipper {
    body: BodyId,
    which: Which,
    pivot: Vec2,
}

impl Flipper {
    pub(super) fn build(world: &mut World, which: Which, pivot: Vec2) -> Result<Self, Error> {
        let flipper = |angle| Body::kinematic().position(pivot).angle(angle);
        let (body, tip) = match which {
            Which::Left => (world.add_body(flipper(REST))?, vec2(LENGTH, 0.0)),
            Which::Right => (world.add_body(flipper(-REST))?, vec2(-LENGTH, 0.0)),
        };
        let rubber = Material::new(0.6, 0.5);
        world.add_shape(body, Shape::capsule(Vec2::ZERO, tip, RADIUS)?.material(rubber))?;
        Ok(Self { body, which, pivot })
    }

    /// Turns it up or down in the next step, as far as it comes.
    pub(super) fn drive(&self, world: &mut World, raised: bool, dt: f32) -> Result<(), Error> {
        let mirror = if self.which == Which::Left { 1.0 } else { -1.0 };
        // Where it really is: a ball in the way may have held it up.
        let now = world.body(self.body).map_or(REST, |body| mirror * body.angle);
        let next = if raised { now + UP * dt } else { now - DOWN * dt };
        world.move_to(self.body, self.pivot, mirror * next.clamp(REST, REST + STROKE))
    }

    /// Where a place is, seen from the flipper at rest: along it as a share of its length, and above it in
    /// metres.
    pub(super) fn seen(&self, place: Vec2) -> (f32, f32) {
        let d = place - self.pivot;
        let d = if self.which == Which::Left { d } else { vec2(-d.x, d.y) };
        let (sin, cos) = libm::sincosf(REST);
        (d.dot(vec2(cos, sin)) / LENGTH, d.dot(vec2(-sin, cos)))
    }
}
