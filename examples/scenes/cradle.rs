//! Newton's cradle, seen from above: touching elastic balls on straight lanes, hit by one, two and three.

use carom::prelude::*;
use serde_json::json;

use crate::scene::number;
use crate::{Fact, Options, Region, Scene, Script, spread};

/// Radius, metres.
const RADIUS: f32 = 0.02;
/// Speed of the strikers, metres per second.
const SPEED: f32 = 1.0;
/// Room to either side of the row, in radii.
const ROOM: f32 = 14.0;

/// Three lanes with `n` touching balls each (default 5); one ball strikes the first row, two the second,
/// three the third. The lanes end in elastic walls, so that it goes on for ever.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 3 to 1000 balls in a row, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(5, 3..=1000, "3 to 1000 in a row of the cradle")?;
    let mut world = World::new(options.config(Config::weightless()))?;
    let length = RADIUS * (2.0 * n as f32 + 2.0 * ROOM);
    let size = vec2(length, 24.0 * RADIUS);
    spread::add_box(&mut world, Vec2::ZERO, size, Material::elastic())?;

    let ball = |x: f32, y: f32| Ball::new(vec2(x, y), RADIUS).mass(0.26).material(Material::elastic());
    let mut rows = Vec::new();
    for strikers in 1..=3 {
        let y = RADIUS * (24.0 - 6.0 * strikers as f32);
        let mut row = Vec::new();
        for k in 0..strikers {
            let x = RADIUS * (2.0 + 2.0 * k as f32);
            row.push(world.add_ball(ball(x, y).velocity(vec2(SPEED, 0.0)))?);
        }
        for k in 0..n {
            row.push(world.add_ball(ball(RADIUS * (ROOM + 1.0 + 2.0 * k as f32), y))?);
        }
        rows.push(row);
    }
    Ok(Scene::new("newtons_cradle", world, Region::rectangle(Vec2::ZERO, size)).script(Rows(rows)))
}

/// The balls of each lane, from left to right.
#[derive(Debug)]
struct Rows(Vec<Vec<BodyId>>);

impl Script for Rows {
    fn facts(&self, world: &World) -> Vec<Fact> {
        let speed = |id: &BodyId| world.velocity(*id).map_or(0.0, |v| v.x.abs());
        let moving: Vec<usize> =
            self.0.iter().map(|row| row.iter().filter(|id| speed(id) > 0.5 * SPEED).count()).collect();
        let at_rest = self.0.iter().flatten().map(speed).filter(|v| *v <= 0.5 * SPEED).fold(0.0, f32::max);
        let squares: f32 = self.0.iter().flatten().map(|id| speed(id) * speed(id)).sum();
        vec![
            ("balls_moving_in_each_row", json!(moving)),
            ("fastest_of_the_others", number(f64::from(at_rest / SPEED))),
            ("energy_kept", number(f64::from(squares / (6.0 * SPEED * SPEED)))),
        ]
    }
}
