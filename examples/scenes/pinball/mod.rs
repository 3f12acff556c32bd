//! A pinball table: a whole game without a window, with a player who is not very good.

mod flipper;
mod outline;
mod player;
mod rules;
mod table;

use carom::prelude::*;

use crate::{Options, Region, Scene};
use rules::Game;
use table::Table;

/// Radius of a pinball, 1 1/16 inches across, metres.
const RADIUS: f32 = 0.013_5;
/// Its mass, kilograms.
const MASS: f32 = 0.08;
/// Gravity along a table that slopes by 6.5 degrees, metres per second squared: 9.81 sin 6.5.
const SLOPE: f32 = 1.110_5;

/// The surface of a ball.
fn steel() -> Material {
    Material::new(0.8, 0.2)
}

/// A table of 0.514 m x 1.07 m with `n` balls (default 1): outline and guides with exact arcs, top lanes,
/// three bumpers, two slingshots, a bank of drop targets and one of standup targets, a saucer, two flippers,
/// inlanes and outlanes, a plunger lane with a gate, and a trough below, from which balls are served. Seed 0 presses
/// the buttons in a rhythm; any other is a player who aims, and decides how well.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 16 balls, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(1, 1..=16, "1 to 16 on the pinball table")?;
    let mut world = World::new(options.config(Config { gravity: vec2(0.0, -SLOPE), ..Config::default() }))?;
    let table = Table::build(&mut world)?;
    let region = Region::polygon(table.corners.clone());
    let mut balls = Vec::with_capacity(n);
    for k in 0..n {
        let ball = Ball::new(table::trough(k), RADIUS).mass(MASS).sphere().material(steel());
        balls.push(world.add_ball(ball)?);
    }
    let lamps = table.parts.lamps();
    Ok(Scene::new("pinball", world, region).prizes(lamps).script(Game::new(table, balls, options)))
}
