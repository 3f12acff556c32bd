//! Falling fruit: two of a kind that touch become one of the next kind.
//!
//! Run it with `cargo run --release --example falling_fruit`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::prelude::*;

const KINDS: u64 = 8;

fn fruit(kind: u64, at: Vec2) -> Ball {
    let radius = 0.2 * 1.26_f32.powi(i32::try_from(kind).unwrap_or_default());
    let peel = Material::new(0.1, 0.4);
    Ball::new(at, radius).mass(radius * radius).material(peel).user_data(kind)
}

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::default())?;
    let jar = world.add_body(Body::fixed())?;
    let outline = [vec2(0.0, 9.0), vec2(0.0, 0.0), vec2(5.0, 0.0), vec2(5.0, 9.0)];
    world.add_shape(jar, Shape::chain(&Chain::polyline(&outline))?)?;

    let (mut merges, mut dropped) = (0, 0_u64);
    for step in 0..7200_u64 {
        if step % 60 == 0 && dropped < 100 {
            let kind = dropped * 7 % 4; // stands for chance
            let x = 0.6 + (dropped * 13 % 38) as f32 / 10.0;
            world.add_ball(fruit(kind, vec2(x, 8.5)))?;
            dropped += 1;
        }
        // Each pair once, whether it bounced or came slowly to rest.
        for pair in world.step(1.0 / 60.0).touched() {
            let (a, b) = (pair.body_a, pair.body_b);
            // One of them may be gone already: then there is no ball of that id.
            let (Some(one), Some(other)) = (world.ball(a), world.ball(b)) else { continue };
            if one.user_data == other.user_data && one.user_data + 1 < KINDS {
                world.remove_body(a)?;
                world.remove_body(b)?;
                world.add_ball(fruit(one.user_data + 1, one.position.midpoint(other.position)))?;
                merges += 1;
            }
        }
    }
    println!("{dropped} dropped, {merges} merges, {} left", world.ball_count());
    Ok(())
}
