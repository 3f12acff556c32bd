//! A Suika game on a scene file: fruit falls, two of a kind become one of the next. Shows how a game loads a scene,
//! steps it and reads its events; the rules are in the file.
//!
//! Run it with `cargo run --release --example suika`; `carom run examples/scenes/suika.ron` comes to the same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("suika.ron"))?;
    let mut out = io::stdout().lock();
    let mut score = 0;
    for _ in 0..stage.steps_to_run() {
        stage.step();
        // A game would play a sound here, the louder the more points.
        if stage.score() - score >= 15 {
            writeln!(out, "{:6.2} s: {} points at once", stage.time(), stage.score() - score)?;
        }
        score = stage.score();
    }
    let largest = stage.world.balls().map(|(id, ball)| (ball.radius, stage.kind_of(id).unwrap_or("fruit")));
    if let Some((_, kind)) = largest.reduce(|a, b| if b.0 > a.0 { b } else { a }) {
        writeln!(out, "score {score}, largest fruit: {kind}")?;
    }
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
