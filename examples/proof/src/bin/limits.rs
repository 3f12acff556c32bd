//! The capacity of a world: `limits` builds worlds at the edges of the allowed range, steps them and prints their
//! cost. A million balls, a million shapes that stand still, and games a million units from the origin.

use std::io::{self, Write};
use std::time::Instant;

use carom::Error;
use carom::prelude::*;

fn main() -> io::Result<()> {
    let count = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1_000_000);
    crowd(count).map_err(io::Error::other)?;
    level(count).map_err(io::Error::other)?;
    for distance in [0.0, 1e3, 1e4, 1e5, 1e6, 1e7] {
        far(distance).map_err(io::Error::other)?;
    }
    Ok(())
}

fn tell(what: &str, world: &mut World, built: Instant, steps: u32) {
    let building = built.elapsed().as_secs_f64();
    let begin = Instant::now();
    let mut impacts = 0;
    for _ in 0..steps {
        impacts += world.step(1.0 / 60.0).impacts().len();
    }
    let took = begin.elapsed().as_secs_f64() / f64::from(steps);
    let sound = world.validate();
    let dropped = world.events().dropped();
    _ = writeln!(
        io::stdout(),
        "{what}: built in {building:.2} s, {took:.3} s a step, {impacts} impacts in {steps} steps, snapshot {:.1} MB, \
         {sound:?}, {dropped:?}",
        world.snapshot().len() as f64 / 1e6
    );
}

/// A gas of this many balls in a box.
fn crowd(count: u32) -> Result<(), Error> {
    let begin = Instant::now();
    let mut world = World::new(Config::weightless())?;
    let side = f64::from(count).sqrt().ceil() as u32;
    let half = side as f32;
    let walls = world.add_body(Body::fixed())?;
    let corners = [vec2(-half, -half), vec2(half, -half), vec2(half, half), vec2(-half, half)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
    for n in 0..count {
        let cell = vec2((n % side) as f32, (n / side) as f32) * 2.0 + 1.0;
        let way = vec2(((n % 17) as f32) - 8.0, ((n % 23) as f32) - 11.0);
        world.add_ball(Ball::new(cell - half, 0.4).velocity(way).material(Material::elastic()))?;
    }
    tell(&format!("{count} balls"), &mut world, begin, 5);
    Ok(())
}

/// A level of this many segments, with a thousand balls on it.
fn level(count: u32) -> Result<(), Error> {
    let begin = Instant::now();
    let mut world = World::new(Config::default())?;
    let ground = world.add_body(Body::fixed())?;
    let height = |n: u32| if n.is_multiple_of(2) { 0.0 } else { 0.2 };
    for n in 0..count {
        let x = n as f32 - 0.5 * count as f32;
        world.add_shape(ground, Shape::segment(vec2(x, height(n)), vec2(x + 1.0, height(n + 1)))?)?;
    }
    for n in 0..1000 {
        let x = (n as f32 - 500.0) * (count as f32 / 1100.0);
        world.add_ball(Ball::new(vec2(x, 1.0), 0.3).velocity(vec2(3.0, 0.0)))?;
    }
    tell(&format!("{count} fixed shapes"), &mut world, begin, 60);
    Ok(())
}

/// A pile of balls of radius 0.5 in a box, so far from the origin; positions at the interface are as coarse there as single
/// precision is.
fn far(distance: f32) -> Result<(), Error> {
    let begin = Instant::now();
    let mut world = World::new(Config::default())?;
    let at = vec2(distance, 0.0);
    let walls = world.add_body(Body::fixed().position(at))?;
    let corners = [vec2(-5.0, 0.0), vec2(5.0, 0.0), vec2(5.0, 20.0), vec2(-5.0, 20.0)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
    for n in 0..80_u8 {
        let cell = vec2(f32::from(n % 8) - 3.5, f32::from(n / 8) + 1.0) * 1.1;
        world.add_ball(Ball::new(at + cell, 0.5))?;
    }
    tell(&format!("{distance:e} units away"), &mut world, begin, 600);
    let fastest = world.balls().map(|(_, ball)| ball.velocity.length()).fold(0.0, f32::max);
    let inside = world.balls().all(|(_, ball)| (ball.position - at).x.abs() <= 5.0 && ball.position.y >= 0.0);
    _ = writeln!(
        io::stdout(),
        "    after ten seconds the fastest ball goes {fastest:.2e} units a second, all inside: {inside}"
    );
    Ok(())
}
