//! The break shot of pool on a scene file: a fast ball into fifteen that touch. Shows many impacts in very little time,
//! and how a game hears of balls that are potted.
//!
//! Run it with `cargo run --release --example break_shot`; `carom run examples/scenes/break_shot.ron` comes to the
//! same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("break_shot.ron"))?;
    let mut out = io::stdout().lock();
    let (mut impacts, mut hardest) = (0, 0.0_f32);
    for _ in 0..stage.steps_to_run() {
        stage.step();
        let events = stage.world.events().impacts();
        impacts += events.len();
        hardest = events.iter().fold(hardest, |most, impact| most.max(impact.normal_impulse));
        for (pocket, _) in stage.entered() {
            writeln!(out, "{:6.2} s: a ball in {pocket}", stage.time())?;
        }
    }
    writeln!(out, "{impacts} impacts, the hardest of {hardest:.3} N s, {} balls potted", stage.score())?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
