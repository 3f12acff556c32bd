//! Balls of unequal size that fall into a box and come to rest.

use carom::prelude::*;
use rand::RngExt;
use serde_json::json;

use crate::scene::number;
use crate::{Fact, Options, Region, Scene, Script, spread};

/// Mean radius, metres.
const RADIUS: f32 = 0.5;

/// `n` balls (default 500) of radius 0.5 m +-20 %, friction 0.3 and restitution 0.1, in a box 1.2 sqrt(n)
/// wide.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 1 000 000 balls, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(500, 1..=1_000_000, "1 to 1 000 000 for a pile")?;
    let chance = &mut options.chance(1);
    let material = Material::new(0.1, 0.3);
    let mut world = World::new(options.config(Config::default()))?;

    // The lattice is wide enough for the largest ball, so none overlap at the start.
    let spacing = 2.5 * RADIUS;
    let width = (1.2 * (n as f32).sqrt()).max(2.0 * spacing);
    let columns = (width / spacing) as usize;
    let height = spacing * (n.div_ceil(columns) as f32 + 1.0);
    let (min, max) = (vec2(-0.5 * width, 0.0), vec2(0.5 * width, height));
    spread::add_box(&mut world, min, max, material)?;

    let first = vec2(-0.5 * spacing * (columns as f32 - 1.0), 0.5 * spacing);
    for place in spread::grid(n, columns, first, spacing, 0.02 * RADIUS, chance) {
        let radius = RADIUS * chance.random_range(0.8..1.2);
        world.add_ball(Ball::new(place, radius).material(material))?;
    }
    Ok(Scene::new("pile", world, Region::rectangle(min, max)).script(Quality))
}

/// How well the pile rests.
#[derive(Debug)]
struct Quality;

impl Script for Quality {
    fn facts(&self, world: &World) -> Vec<Fact> {
        let radius = |id| world.ball(id).map_or(f32::INFINITY, |ball| ball.radius);
        let deepest = world
            .contacts()
            .map(|c| -c.separation / radius(c.body_b).min(radius(c.body_a)))
            .fold(0.0_f32, f32::max);
        let square_sum: f64 = world.balls().map(|(_, ball)| f64::from(ball.velocity.length_squared())).sum();
        vec![
            ("deepest_overlap_in_radii", number(f64::from(deepest))),
            ("rms_speed", number((square_sum / world.ball_count() as f64).sqrt())),
            ("resting_contacts", json!(world.contacts().count())),
        ]
    }
}
