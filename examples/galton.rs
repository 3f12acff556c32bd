//! A Galton board on a scene file: balls fall through rows of pegs into bins and make a bell. Shows how a game
//! reads the report of a scene: here a histogram, and its chi-square against the binomial distribution.
//!
//! Run it with `cargo run --release --example galton`; `carom run examples/scenes/galton.ron` comes to the same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("galton.ron"))?;
    for _ in 0..stage.steps_to_run() {
        stage.step();
    }
    let mut out = io::stdout().lock();
    let facts = serde_json::Value::Object(stage.facts());
    let bins = facts["bins"]["counts"].as_array().map_or(&[][..], Vec::as_slice);
    for bin in bins.iter().filter_map(serde_json::Value::as_u64) {
        writeln!(out, "{bin:4} {}", "#".repeat(bin as usize))?;
    }
    let (chi_square, freedom) =
        (&facts["bins"]["chi_square_against_binomial"], &facts["bins"]["degrees_of_freedom"]);
    writeln!(out, "chi-square {chi_square} with {freedom} degrees of freedom")?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
