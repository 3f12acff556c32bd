//! Pi from collisions on a scene file: a heavy ball, a light one and a wall. Shows that no impact is lost: their number
//! is the first digits of pi (G. Galperin, *Playing pool with pi*, 2003).
//!
//! Run it with `cargo run --release --example pi`; `carom run examples/scenes/pi.ron` comes to the same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("pi.ron"))?;
    let mut impacts = 0;
    for _ in 0..stage.steps_to_run() {
        stage.step();
        impacts += stage.world.events().impacts().len();
    }
    let mut out = io::stdout().lock();
    let facts = serde_json::Value::Object(stage.facts());
    writeln!(out, "{impacts} impacts, energy kept {}", facts["energy_kept"])?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
