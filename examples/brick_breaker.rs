//! A brick breaker on a scene file. Shows how a game finds things by name and sees bricks break.
//!
//! Run it with `cargo run --release --example brick_breaker`; `carom run examples/scenes/brick_breaker.ron` comes to
//! the same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("brick_breaker.ron"))?;
    let paddle = stage.find("paddle");
    let all = stage.world.bodies().count();
    let mut returns = 0;
    for _ in 0..stage.steps_to_run() {
        stage.step();
        let impacts = stage.world.events().impacts();
        returns += impacts.iter().filter(|impact| Some(impact.body_a) == paddle).count();
    }
    let left = stage.world.bodies().count();
    let lost: u64 = stage.goals().map(|(_, count)| count).sum();
    let mut out = io::stdout().lock();
    writeln!(out, "{} bricks broken, {returns} returns, {lost} balls lost", all - left)?;
    writeln!(out, "score {}", stage.score())?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
