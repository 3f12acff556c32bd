//! A gas of elastic discs, which must keep its energy.

use carom::prelude::*;
use rand::RngExt;

use crate::scene::number;
use crate::{Fact, Options, Region, Scene, Script, spread};

/// `n` elastic balls (default 500) of radius 0.5 in a square box of which they fill 0.3, each with a speed
/// of up to 10 either way.
///
/// # Errors
/// [`Error::WrongCount`] unless there are 1 to 1 000 000 balls, [`Error::OutOfRange`] for bad substeps.
pub fn build(options: &Options) -> Result<Scene, Error> {
    let n = options.balls_or(500, 1..=1_000_000, "1 to 1 000 000 for a gas")?;
    let chance = &mut options.chance(2);
    let mut world = World::new(options.config(Config::weightless()))?;

    let radius = 0.5_f32;
    let columns = (n as f32).sqrt().ceil() as usize;
    let spacing = radius * (std::f32::consts::PI / 0.3).sqrt() * (n as f32).sqrt() / columns as f32;
    let size = spacing * columns as f32;
    spread::add_box(&mut world, Vec2::ZERO, Vec2::splat(size), Material::elastic())?;

    let jitter = 0.45 * (spacing - 2.0 * radius);
    for place in spread::grid(n, columns, Vec2::splat(0.5 * spacing), spacing, jitter, chance) {
        let velocity = vec2(chance.random_range(-10.0..10.0), chance.random_range(-10.0..10.0));
        world.add_ball(Ball::new(place, radius).velocity(velocity).material(Material::elastic()))?;
    }
    let energy = energy(&world);
    Ok(Scene::new("gas", world, Region::rectangle(Vec2::ZERO, Vec2::splat(size))).script(Energy(energy)))
}

/// The energy at the start.
#[derive(Debug)]
struct Energy(f64);

fn energy(world: &World) -> f64 {
    world
        .balls()
        .map(|(_, ball)| 0.5 * f64::from(ball.mass) * f64::from(ball.velocity.length_squared()))
        .sum()
}

impl Script for Energy {
    fn facts(&self, world: &World) -> Vec<Fact> {
        vec![("energy_kept", number(energy(world) / self.0))]
    }
}
