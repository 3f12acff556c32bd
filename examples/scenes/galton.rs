//! A Galton board, as large as in a science museum: balls fall through rows of pegs into bins and pile up
//! as a bell.

use carom::prelude::*;
use serde_json::json;

use crate::scene::number;
use crate::{Fact, Options, Region, Scene, Script, spread};

/// Rows of pegs.
const ROWS: usize = 12;
/// Bins, one more than rows.
const BINS: usize = ROWS + 1;
/// Distance between pegs and width of a bin, metres.
const PITCH: f32 = 0.09;
/// Distance between rows, metres: equilateral triangles.
const DROP: f32 = 0.078;
/// Radius of a peg, metres.
const PEG: f32 = 0.01;
/// Radius of a ball, metres. Between two pegs it has a quarter of its diameter to spare: enough to pass,
/// and too little to fly past several rows in one go.
const RADIUS: f32 = 0.025;
/// Seconds between two balls.
const INTERVAL: f32 = 0.15;

/// `n` balls (default 200) that are let in one by one above the middle. The seed decides where exactly.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 5000 balls, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(200, 1..=5000, "1 to 5000 for the board")?;
    let mut world = World::new(options.config(Config::default()))?;

    // The fullest bin takes less than a quarter of the balls, which lie in zigzag between its walls.
    let bins = 0.2 + 0.25 * n as f32 * 1.4 * RADIUS;
    let width = PITCH * BINS as f32;
    let top = bins + DROP * (ROWS as f32 + 2.0);
    let (min, max) = (vec2(-0.5 * width, 0.0), vec2(0.5 * width, top));
    let wood = Material::new(0.3, 0.2);
    spread::add_box(&mut world, min, max, wood)?;

    let board = world.add_body(Body::fixed())?;
    for wall in 1..BINS {
        let x = min.x + PITCH * wall as f32;
        world.add_shape(board, Shape::capsule(vec2(x, 0.0), vec2(x, bins - DROP), 0.002)?.material(wood))?;
    }
    for row in 0..ROWS {
        // Over the walls between bins and over the middles of bins, in turn. The outermost middles are
        // left out: a ball would get stuck between peg and side.
        let pegs = BINS - 1 - row % 2;
        for peg in 0..pegs {
            let x = PITCH * (peg as f32 - 0.5 * (pegs as f32 - 1.0));
            let y = bins + DROP * row as f32;
            world.add_shape(board, Shape::circle(vec2(x, y), PEG)?.material(wood))?;
        }
    }
    let feeder = Feeder {
        chance: options.chance(4),
        left: n,
        mouth: vec2(0.0, top - 2.0 * RADIUS),
        material: Material::new(0.3, 0.2),
        wait: 0.0,
        bins,
        min_x: min.x,
    };
    Ok(Scene::new("galton", world, Region::rectangle(min, max)).script(feeder))
}

/// Lets the balls in, and counts them in the bins.
#[derive(Debug)]
struct Feeder {
    chance: rand_pcg::Pcg64,
    left: usize,
    mouth: Vec2,
    material: Material,
    wait: f32,
    bins: f32,
    min_x: f32,
}

impl Script for Feeder {
    fn before(&mut self, world: &mut World, dt: f32) -> Result<(), Error> {
        self.wait -= dt;
        if self.left == 0 || self.wait > 0.0 {
            return Ok(());
        }
        let place = self.mouth + vec2(spread::either_way(&mut self.chance, 0.3 * RADIUS), 0.0);
        if world.overlap_ball(place, RADIUS, Filter::default())?.is_empty() {
            world.add_ball(Ball::new(place, RADIUS).mass(0.05).material(self.material))?;
            self.left -= 1;
            self.wait = INTERVAL;
        }
        Ok(())
    }

    fn facts(&self, world: &World) -> Vec<Fact> {
        let mut counts = [0_u32; BINS];
        for (_, ball) in world.balls().filter(|(_, ball)| ball.position.y < self.bins) {
            let bin = ((ball.position.x - self.min_x) / PITCH).clamp(0.0, BINS as f32 - 1.0);
            counts[bin as usize] += 1;
        }
        let all = f64::from(counts.iter().sum::<u32>().max(1));
        let place = |bin: usize| bin as f64 - 0.5 * ROWS as f64;
        let mean = counts.iter().enumerate().map(|(k, c)| f64::from(*c) * place(k)).sum::<f64>() / all;
        let off = |bin: usize| (place(bin) - mean) * (place(bin) - mean);
        let square = counts.iter().enumerate().map(|(k, c)| f64::from(*c) * off(k)).sum::<f64>();
        vec![
            ("bins", json!(counts)),
            ("still_falling", json!(self.left + world.ball_count() - counts.iter().sum::<u32>() as usize)),
            ("mean_in_bins", number(mean)),
            ("deviation_in_bins", number((square / all).sqrt())),
        ]
    }
}
