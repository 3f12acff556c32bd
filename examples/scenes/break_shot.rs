//! The break shot of pool: a cue ball into a rack of fifteen, on a table seen from above.

use carom::prelude::*;
use serde_json::json;

use crate::scene::number;
use crate::{Fact, Options, Region, Scene, Script, spread};

/// Radius of a pool ball, 2 1/4 inches across, metres.
const RADIUS: f32 = 0.028_575;
/// Mass of a pool ball, kilograms.
const MASS: f32 = 0.17;
/// Playing area of a nine-foot table, metres.
const TABLE: Vec2 = vec2(2.54, 1.27);
/// Speed of a strong break, metres per second.
const SPEED: f32 = 9.0;

/// A cue ball and a full triangle of balls (default 15, which makes five rows). The seed decides how far
/// beside the middle the cue ball comes in, up to 2 mm.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 105 balls in the rack, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(15, 1..=105, "1 to 105 in the rack")?;
    let aside = spread::either_way(&mut options.chance(3), 0.002);
    let mut world = World::new(options.config(Config::weightless()))?;
    spread::add_box(&mut world, Vec2::ZERO, TABLE, Material::new(0.75, 0.2))?;

    // Phenolic resin: nearly elastic, and nearly without friction.
    let ball = |place: Vec2| Ball::new(place, RADIUS).mass(MASS).sphere().material(Material::new(0.95, 0.06));
    let middle = 0.5 * TABLE.y;
    let cue = ball(vec2(0.25 * TABLE.x, middle + aside)).velocity(vec2(SPEED, 0.0));
    let mut balls = vec![world.add_ball(cue)?];
    let foot = vec2(0.72 * TABLE.x, middle);
    // A hair apart: balls that are said to touch may overlap by a rounding.
    let pitch = 2.0 * RADIUS * 1.000_01;
    for (row, place) in (0..).flat_map(|row| (0..=row).map(move |place| (row, place))).take(n) {
        let x = pitch * 0.75_f32.sqrt() * row as f32;
        let y = pitch * (place as f32 - 0.5 * row as f32);
        balls.push(world.add_ball(ball(foot + vec2(x, y)))?);
    }
    Ok(Scene::new("break_shot", world, Region::rectangle(Vec2::ZERO, TABLE)).script(Break { balls }))
}

/// What became of the rack.
#[derive(Debug)]
struct Break {
    balls: Vec<BodyId>,
}

impl Script for Break {
    fn facts(&self, world: &World) -> Vec<Fact> {
        let moving =
            self.balls.iter().filter(|id| world.velocity(**id).is_some_and(|v| v.length() > 0.01)).count();
        let squares: f32 = world.balls().map(|(_, ball)| ball.velocity.length_squared()).sum();
        vec![("balls_moving", json!(moving)), ("energy_kept", number(f64::from(squares / (SPEED * SPEED))))]
    }
}
