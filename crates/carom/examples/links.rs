//! Rods, ropes and springs: a wrecking ball on a chain of rods knocks over a lamp on a rope.
//!
//! Run it with `cargo run --release --example links`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::prelude::*;

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;

    // A chain hangs from a point: each link joins two ends, which are balls, points or places on bodies.
    let hook = vec2(0.0, 5.0);
    let mut end = LinkEnd::from(hook);
    for n in 1..=4_u8 {
        let radius = if n == 4 { 0.4 } else { 0.05 };
        let at = hook + vec2(-0.6, -0.3) * f32::from(n);
        let ball = world.add_ball(Ball::new(at, radius).mass(if n == 4 { 50.0 } else { 1.0 }))?;
        world.add_link(Link::rod(end, ball, vec2(0.6, 0.3).length()))?;
        end = LinkEnd::from(ball);
    }
    // A rope only pulls. It reports when it becomes taut.
    let lamp = world.add_ball(Ball::new(vec2(1.0, 2.5), 0.2))?;
    world.add_link(Link::rope(vec2(1.0, 4.0), lamp, 1.6))?;
    // A spring of 40 N/m holds a small ball beside it.
    let bob = world.add_ball(Ball::new(vec2(2.5, 3.0), 0.1))?;
    world.add_link(Link::spring(vec2(2.5, 4.0), bob, 0.5, 40.0))?;

    let mut highest: f32 = 0.0;
    for step in 0..300_u16 {
        world.step(1.0 / 60.0);
        for taut in world.events().taut_links() {
            println!("step {step}: a rope went taut at {:.2} m/s", taut.speed);
        }
        highest = highest.max(world.position(lamp).unwrap_or_default().y);
    }
    println!("the lamp swung up to {highest:.2} m");
    Ok(())
}
