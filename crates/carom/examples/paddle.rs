//! A brick breaker: a paddle that follows a player, bricks that vanish when they are hit, a ball of constant speed.
//!
//! Run it with `cargo run --release --example paddle`.
#![expect(clippy::print_stdout, reason = "an example may print")]

use carom::prelude::*;

const DT: f32 = 1.0 / 120.0;
const SPEED: f32 = 8.0;
/// The value of `user_data` of a brick's body.
const BRICK: u64 = 1;

fn main() -> Result<(), Error> {
    let mut world = World::new(Config::weightless())?;
    let bouncy = Material::elastic();
    let walls = world.add_body(Body::fixed())?;
    let outline = [vec2(0.0, -1.0), vec2(0.0, 8.0), vec2(6.0, 8.0), vec2(6.0, -1.0)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&outline))?.material(bouncy))?;
    for row in 0..4_u8 {
        for column in 0..5_u8 {
            let at = vec2(1.0 + f32::from(column), 5.0 + 0.5 * f32::from(row));
            let brick = world.add_body(Body::fixed().position(at).user_data(BRICK))?;
            world
                .add_shape(brick, Shape::capsule(vec2(-0.3, 0.0), vec2(0.3, 0.0), 0.12)?.material(bouncy))?;
        }
    }
    let paddle = world.add_body(Body::kinematic().position(vec2(3.0, 0.5)))?;
    world.add_shape(paddle, Shape::capsule(vec2(-0.5, 0.0), vec2(0.5, 0.0), 0.1)?.material(bouncy))?;
    let ball = world.add_ball(Ball::new(vec2(3.0, 2.0), 0.12).velocity(vec2(1.0, SPEED)).material(bouncy))?;

    let (mut score, mut steps) = (0, 0_u16);
    while score < 20 && steps < 12_000 {
        // The player: somewhat beside the ball, so that it does not go straight up for ever.
        let target = world.position(ball).unwrap_or_default().x + 0.4 * wobble(steps);
        // The target is where the paddle is after this step. Give a new one before each step.
        let from = world.position(paddle).unwrap_or_default().x;
        let reach = 12.0 * DT; // the paddle goes no faster than 12 units per second
        let x = from + (target.clamp(0.6, 5.4) - from).clamp(-reach, reach);
        world.move_kinematic(paddle, vec2(x, 0.5), 0.0)?;
        world.step(DT);

        // Events borrow the world. Collect the bodies to be removed, and remove them afterwards.
        let hit: Vec<BodyId> = world.events().impacts().iter().map(|impact| impact.body_a).collect();
        for body in hit {
            if world.body(body).is_some_and(|body| body.user_data == BRICK) {
                world.remove_body(body)?;
                score += 1;
            }
        }
        let velocity = world.velocity(ball).unwrap_or_default();
        world.set_velocity(ball, velocity.normalize_or(Vec2::Y) * SPEED)?;
        steps += 1;
    }
    println!("{score} of 20 bricks in {:.1} s", f32::from(steps) * DT);
    Ok(())
}

/// A number from -1 to 1 that changes with every step.
fn wobble(step: u16) -> f32 {
    f32::from(step.wrapping_mul(7919) % 2001) / 1000.0 - 1.0
}
