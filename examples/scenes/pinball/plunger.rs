//! The plunger: it draws back under a waiting ball and shoots it up the lane.

use carom::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64;

use super::RADIUS;
use super::table::LANE;

/// Heights of the plunger's middle, metres: drawn back, at rest, at the end of its stroke.
const BACK: f32 = 0.065;
const HOME: f32 = 0.095;
const FRONT: f32 = 0.1;
/// Half its thickness, metres.
const THICKNESS: f32 = 0.004;
/// Speed of drawing back and of coming home, metres per second.
const SLOW: f32 = 0.1;

#[derive(Clone, Copy, Debug)]
enum Phase {
    Waits,
    DrawsBack,
    Shoots,
    ComesHome,
}

/// The plunger.
#[derive(Debug)]
pub(super) struct Plunger {
    body: BodyId,
    phase: Phase,
}

impl Plunger {
    pub(super) fn build(world: &mut World) -> Result<Self, Error> {
        let body = world.add_body(Body::kinematic().position(vec2(LANE, HOME)))?;
        let tip = Shape::capsule(vec2(-0.011, 0.0), vec2(0.011, 0.0), THICKNESS)?;
        world.add_shape(body, tip.material(Material::new(0.3, 0.2)))?;
        Ok(Self { body, phase: Phase::Waits })
    }

    /// Where a ball is put that is to be shot.
    pub(super) fn seat() -> Vec2 {
        vec2(LANE, HOME + THICKNESS + 1.1 * RADIUS)
    }

    pub(super) fn waits(&self) -> bool {
        matches!(self.phase, Phase::Waits)
    }

    /// Begins to draw back.
    pub(super) fn fire(&mut self) {
        self.phase = Phase::DrawsBack;
    }

    pub(super) fn drive(&mut self, world: &mut World, chance: &mut Pcg64, dt: f32) -> Result<(), Error> {
        let now = world.position(self.body).map_or(HOME, |p| p.y);
        let next = match self.phase {
            Phase::Waits => return Ok(()),
            Phase::DrawsBack if now <= BACK => {
                // Pulled by hand: no two shots are alike.
                self.phase = Phase::Shoots;
                return world.set_velocity(self.body, vec2(0.0, chance.random_range(1.3..1.9)));
            }
            Phase::DrawsBack => (now - SLOW * dt).max(BACK),
            // It keeps its speed; a long step takes it beyond the end of its stroke, which does no harm.
            Phase::Shoots if now < FRONT => return Ok(()),
            Phase::Shoots => {
                self.phase = Phase::ComesHome;
                now
            }
            Phase::ComesHome => (now - SLOW * dt).max(HOME),
        };
        if matches!(self.phase, Phase::ComesHome) && next <= HOME {
            self.phase = Phase::Waits;
        }
        world.move_to(self.body, vec2(LANE, next), 0.0)
    }
}
