//! Many short segments and many balls: the cost of a large level.

use carom::prelude::*;

use crate::{Options, Region, Scene, spread};

/// Shelves, each of which runs across the whole level but for a gap.
const SHELVES: usize = 100;
/// Segments of a shelf.
const SEGMENTS: usize = 100;
/// Length of the level, metres.
const WIDTH: f32 = 100.0;
/// Height between shelves, metres.
const STOREY: f32 = 2.0;
/// Radius of a ball, metres.
const RADIUS: f32 = 0.25;

/// 10 000 segments in a hundred wavy shelves that slope in alternating directions, and `n` balls (default 1000) all
/// over them.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 10 000 balls, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(1000, 1..=10_000, "1 to 10 000 for the level")?;
    let chance = &mut options.chance(5);
    let mut world = World::new(options.config(Config::default()))?;
    let (min, max) = (Vec2::ZERO, vec2(WIDTH, STOREY * (SHELVES as f32 + 1.0)));
    let ground = Material::new(0.3, 0.3);
    spread::add_box(&mut world, min, max, ground)?;

    let level = world.add_body(Body::fixed())?;
    for shelf in 0..SHELVES {
        let points: Vec<Vec2> = (0..=SEGMENTS).map(|k| corner(shelf, k)).collect();
        world.add_shape(level, Shape::chain(&Chain::polyline(&points))?.material(ground))?;
    }

    let columns = n.div_ceil(SHELVES);
    for k in 0..n {
        let (shelf, column) = (k % SHELVES, k / SHELVES);
        let share = (column as f32 + 0.5) / columns as f32;
        let above = height(shelf, 0.9 * share + 0.05) + 2.0 * RADIUS;
        let along = WIDTH * (0.9 * share + 0.05) + spread::either_way(chance, 0.1);
        let place = facing(shelf, vec2(along, above));
        world.add_ball(Ball::new(place, RADIUS).material(ground))?;
    }
    Ok(Scene::new("large_static", world, Region::rectangle(min, max)))
}

/// Height of a shelf without its waves, at a share of the level's width from its high end.
fn height(shelf: usize, share: f32) -> f32 {
    STOREY * (shelf as f32 + 1.0 - 0.5 * share)
}

/// Every other shelf is high at the right.
fn facing(shelf: usize, p: Vec2) -> Vec2 {
    if shelf.is_multiple_of(2) { p } else { vec2(WIDTH - p.x, p.y) }
}

/// Corner `k` of a shelf, which leaves a gap of 3 m at its low end.
fn corner(shelf: usize, k: usize) -> Vec2 {
    let share = k as f32 / SEGMENTS as f32;
    let wave = 0.03 * libm::sinf(0.9 * k as f32);
    facing(shelf, vec2((WIDTH - 3.0) * share, height(shelf, share) + wave))
}
