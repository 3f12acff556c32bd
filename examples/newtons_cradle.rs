//! Newton's cradle on a scene file: one, two and three balls strike a row of five that touch each other, and as many
//! leave at the other end. Shows that impacts happen one after the other, not on average.
//!
//! Run it with `cargo run --release --example newtons_cradle`; `carom run examples/scenes/cradle.ron` comes to the
//! same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("cradle.ron"))?;
    let mut out = io::stdout().lock();
    let mut impacts = 0;
    for _ in 0..stage.steps_to_run() {
        stage.step();
        impacts += stage.world.events().impacts().len();
    }
    for (row, y) in [(1, 0.36), (2, 0.24), (3, 0.12)] {
        let of_row = |y: f32| stage.world.balls().filter(move |(_, ball)| (ball.position.y - y).abs() < 0.01);
        let moving = of_row(y).filter(|(_, ball)| ball.velocity.length() > 0.5).count();
        writeln!(out, "{row} came, {moving} of {} move", of_row(y).count())?;
    }
    let facts = serde_json::Value::Object(stage.facts());
    writeln!(out, "{impacts} impacts, energy kept {}", facts["energy_kept"])?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
