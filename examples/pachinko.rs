//! Pachinko on a scene file. Shows how a game hears of balls that enter goals.
//!
//! Run it with `cargo run --release --example pachinko`; `carom run examples/scenes/pachinko.ron` comes to the same
//! hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("pachinko.ron"))?;
    let mut out = io::stdout().lock();
    for _ in 0..stage.steps_to_run() {
        stage.step();
        for (goal, _) in stage.entered().filter(|(goal, _)| *goal != "lost") {
            writeln!(out, "{:6.2} s: {goal}", stage.time())?;
        }
    }
    writeln!(out, "score {}", stage.score())?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
