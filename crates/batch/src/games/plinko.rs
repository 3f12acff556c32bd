//! Plinko: where to drop a ball so that it falls into the slot that is asked for.

use carom::glam::{Vec2, vec2};
use carom::{Ball, Body, BodyId, Config, Error, Material, Shape, World};
use rand::RngExt;
use rand_pcg::Pcg64;

use super::{Outcome, Play, bounded, write};
use crate::run::Run;

/// Rows of pegs, and slots below them.
const ROWS: usize = 9;
const SLOTS: usize = 9;
/// Distance of pegs in a row, and of rows, length units.
const PITCH: f32 = 0.1;
const RISE: f32 = 0.09;
/// Height above the floor at which the lowest row stands.
const LOWEST: f32 = 0.2;
/// Steps after which a ball that rests on two pegs is given up: 20 s.
const PATIENCE: u32 = 4800;

/// A board of pegs.
#[derive(Debug)]
pub(crate) struct Plinko {
    start: Run,
    ball: BodyId,
}

/// Half of the board's width.
const HALF: f32 = 0.5 * SLOTS as f32 * PITCH;

impl Plinko {
    pub(crate) fn new() -> Result<Self, Error> {
        let mut world = World::new(Config::default())?;
        let board = world.add_body(Body::fixed())?;
        let wood = Material { restitution: 0.4, friction: 0.2, ..Material::default() };
        let top = LOWEST + ROWS as f32 * RISE + 0.2;
        for x in [-HALF, HALF] {
            world.add_shape(board, Shape::segment(vec2(x, 0.0), vec2(x, top))?.material(wood))?;
        }
        world.add_shape(board, Shape::segment(vec2(-HALF, 0.0), vec2(HALF, 0.0))?.material(wood))?;
        for n in 1..SLOTS {
            let x = n as f32 * PITCH - HALF;
            world.add_shape(board, Shape::segment(vec2(x, 0.0), vec2(x, 0.15))?.material(wood))?;
        }
        for row in 0..ROWS {
            // Every other row stands over the middles of the slots.
            let (count, shift) = if row % 2 == 0 { (SLOTS - 1, PITCH) } else { (SLOTS, 0.5 * PITCH) };
            for n in 0..count {
                let center = vec2(n as f32 * PITCH + shift - HALF, LOWEST + row as f32 * RISE);
                world.add_shape(board, Shape::circle(center, 0.01)?.material(wood))?;
            }
        }
        let dropped = Ball::new(vec2(0.0, top - 0.05), 0.025).mass(0.05).material(wood);
        let ball = world.add_ball(dropped)?;
        world.hold(ball)?;
        Ok(Self { start: Run::alone(world, 1.0 / 240.0)?, ball })
    }

    /// The slot that is asked for, which the ball carries along.
    fn target(&self, run: &Run) -> usize {
        run.world().ball(self.ball).map_or(0, |ball| ball.user_data as usize)
    }

    fn place(&self, run: &Run) -> Vec2 {
        run.world().position(self.ball).unwrap_or_default()
    }
}

impl Play for Plinko {
    fn start(&self) -> &Run {
        &self.start
    }

    fn observations(&self) -> usize {
        1
    }

    fn actions(&self) -> usize {
        1
    }

    fn begin(&self, run: &mut Run, chance: &mut Pcg64) {
        let target = chance.random_range(0..SLOTS as u64);
        // The ball is there, and any number will do.
        let _ = run.world_mut().set_user_data(self.ball, target);
    }

    /// The action is where the ball is dropped, from -1 to 1 across the board. The slot that is asked for earns 1, and one
    /// beside it less, in proportion to the distance. An episode is one drop.
    fn play(&self, run: &mut Run, actions: &[f32], _skip: u32) -> Outcome {
        let across = bounded(actions.first().copied().unwrap_or_default(), -1.0, 1.0);
        let at = vec2(across * (HALF - 0.03), self.place(run).y);
        let target = self.target(run);
        let world = run.world_mut();
        // The ball is there, and between the walls.
        let _ = world.teleport(self.ball, at);
        let _ = world.release(self.ball);
        for _ in 0..PATIENCE {
            run.step();
            if self.place(run).y < 0.1 {
                break;
            }
        }
        let slot = ((self.place(run).x + HALF) / PITCH).clamp(0.0, SLOTS as f32 - 1.0) as usize;
        let reward = 1.0 - slot.abs_diff(target) as f64 / (SLOTS - 1) as f64;
        Outcome { rewards: [reward, 0.0], over: true }
    }

    /// The slot that is asked for, from -1 to 1.
    fn observe(&self, run: &Run, out: &mut [f32]) {
        write(out, &[2.0 * self.target(run) as f32 / (SLOTS - 1) as f32 - 1.0]);
    }
}
