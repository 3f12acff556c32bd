//! A gas on a scene file: elastic discs whose energy stays and whose speeds find the law of Maxwell and Boltzmann.
//! Shows how many impacts a step takes, and how a game reads the report of a scene.
//!
//! Run it with `cargo run --release --example gas`; `carom run examples/scenes/gas.ron` comes to the same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("gas.ron"))?;
    let mut impacts = 0;
    for _ in 0..stage.steps_to_run() {
        stage.step();
        impacts += stage.world.events().impacts().len();
    }
    let mut out = io::stdout().lock();
    let facts = serde_json::Value::Object(stage.facts());
    writeln!(out, "{impacts} impacts, energy kept {}", facts["energy_kept"])?;
    let speeds = &facts["speeds"];
    writeln!(
        out,
        "speeds: chi-square {} against Maxwell's law with {} degrees of freedom",
        speeds["chi_square_against_maxwell"], speeds["degrees_of_freedom"]
    )?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
