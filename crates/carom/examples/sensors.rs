//! A race: three balls roll down a slope, and a finish line tells in which order they cross it, within a step too.
//!
//! Run it with `cargo run --release --example sensors`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::prelude::*;

const DT: f32 = 1.0 / 60.0;

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;
    let track = world.add_body(Body::fixed())?;
    let road = Material::new(0.2, 0.6);
    world.add_shape(track, Shape::segment(vec2(0.0, 2.0), vec2(10.0, 0.0))?.material(road))?;
    // A sensor notices balls and pushes nothing. Sensors notice balls only.
    let finish = world.add_shape(track, Shape::segment(vec2(9.0, 0.0), vec2(9.0, 2.0))?.sensor())?;

    // `user_data` is yours: the engine stores it and never reads it.
    for (number, inertia_factor) in [(1_u8, 1.0), (2, 0.5), (3, 0.4)] {
        let start = vec2(f32::from(number), 2.4 - 0.2 * f32::from(number));
        let mut ball = Ball::new(start, 0.1).material(road).user_data(number.into());
        ball.inertia_factor = inertia_factor; // a hoop, a disc, a sphere
        world.add_ball(ball)?;
    }

    let mut place = 0;
    for step in 0..600_u16 {
        // Events are in the order of time, also within one step.
        for entry in world.step(DT).sensor_entered().to_vec() {
            if entry.shape == finish {
                place += 1;
                let number = world.ball(entry.ball).map_or(0, |ball| ball.user_data);
                let seconds = f32::from(step) * DT + entry.time;
                println!("place {place}: ball {number} after {seconds:.4} s");
                world.remove_body(entry.ball)?;
            }
        }
    }
    Ok(())
}
