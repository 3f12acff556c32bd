//! The shortest program: a ball falls on a table and bounces until it rests.
//!
//! Run it with `cargo run --release --example hello_ball`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::prelude::*;

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;

    let table = world.add_body(Body::fixed())?;
    world.add_shape(table, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
    let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.05))?;

    for _ in 0..120 {
        world.step(1.0 / 60.0);
        for impact in world.events().impacts() {
            println!("bounce at {:.2} m/s", impact.approach_speed);
        }
    }
    println!("the ball is at {:.3?}", world.position(ball));
    Ok(())
}
