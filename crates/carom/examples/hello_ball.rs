//! The shortest program: a ball falls on a floor and bounces until it rests.
//!
//! Run it with `cargo run --release --example hello_ball`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::prelude::*;

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;

    let floor = world.add_body(Body::fixed())?;
    world.add_shape(floor, Shape::segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))?)?;
    let ball = world.add_ball(Ball::new(vec2(0.0, 1.0), 0.05))?;

    for step in 0..120_u16 {
        for impact in world.step(DT).impacts() {
            // The time of an event counts from the start of its step.
            let seconds = f32::from(step) * DT + impact.time;
            println!("after {seconds:.3} s: bounce at {:.2} m/s", impact.approach_speed);
        }
    }
    println!("the ball is at {:.3?}", world.position(ball));
    Ok(())
}
