//! A game loop with a fixed time step and interpolated drawing; the picture is text, so that nothing else is needed.
//!
//! Run it with `cargo run --release --example draw_loop`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::ShapeGeometry;
use carom::prelude::*;

const WIDTH: usize = 64;
const HEIGHT: usize = 20;

fn draw(world: &World, poses: &Interpolation, alpha: f32) -> String {
    let mut rows = vec![vec![b' '; WIDTH]; HEIGHT];
    let mut dot = |at: Vec2, ink: u8| {
        let (x, y) = ((at.x * 8.0) as usize, HEIGHT.wrapping_sub((at.y * 4.0) as usize + 1));
        if let Some(cell) = rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = ink;
        }
    };
    for (_, _, shape) in world.shape_geometries() {
        if let ShapeGeometry::Segment { a, b, .. } = shape {
            for n in 0..=100_u8 {
                dot(a.lerp(b, f32::from(n) / 100.0), b'#');
            }
        }
    }
    for (_, pose) in poses.balls(world, alpha) {
        dot(pose.position, b'o');
    }
    rows.iter().map(|row| String::from_utf8_lossy(row).trim_end().to_owned() + "\n").collect()
}

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;
    let ground = world.add_body(Body::fixed())?;
    for (a, b) in [(vec2(0.0, 0.3), vec2(7.9, 0.3)), (vec2(0.5, 3.5), vec2(4.0, 2.5))] {
        world.add_shape(ground, Shape::segment(a, b)?)?;
    }
    for n in 0..5_u8 {
        world.add_ball(Ball::new(vec2(0.8 + 0.5 * f32::from(n), 4.0 + 0.1 * f32::from(n)), 0.1))?;
    }

    let mut stepper = Stepper::new(1.0 / 120.0)?;
    let mut poses = Interpolation::new();
    // Alternating frames of 7, 25 and 16 ms, as a busy machine delivers them. A game measures them.
    for frame in [0.007, 0.025, 0.016].into_iter().cycle().take(60) {
        for _ in 0..stepper.steps_due(frame) {
            poses.record(&world); // where all is before the step: what drawing interpolates from
            world.step(stepper.dt()); // read inputs before it, events after it
            poses.record_path(&world, stepper.dt()); // where balls bounced meanwhile
        }
    }
    println!("{}", draw(&world, &poses, stepper.alpha()));
    Ok(())
}
