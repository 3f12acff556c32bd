//! An aim line: where a shot will go, through its bounces, before it is fired. Then the shot goes there.
//!
//! Run it with `cargo run --release --example aim_line`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::prelude::*;
use carom::{PredictedTrajectory, TrajectoryQuery};

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::weightless())?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(0.0, 1.0)];
    let rubber = Material::new(0.9, 0.1);
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?.material(rubber))?;
    let cue = world.add_ball(Ball::new(vec2(0.3, 0.3), 0.03).material(rubber))?;

    let shot = vec2(1.5, 1.1);
    let mut line = PredictedTrajectory::default(); // reused from frame to frame
    world.predict(&TrajectoryQuery::from_ball(cue).velocity(shot).seconds(2.0).bounces(3), &mut line)?;
    for impact in line.impacts() {
        println!("foreseen after {:.4} s at {:.4}", impact.time, impact.point);
    }

    world.set_velocity(cue, shot)?;
    let mut bounces = 0;
    for step in 0..120_u16 {
        for impact in world.step(1.0 / 60.0).impacts() {
            let seconds = f32::from(step) / 60.0 + impact.time;
            println!("happened after {seconds:.4} s at {:.4}", impact.point);
            if let Some(foreseen) = line.impacts().get(bounces) {
                assert!(foreseen.point.distance(impact.point) < 1e-3, "the aim line was wrong");
            }
            bounces += 1;
        }
    }
    Ok(())
}
