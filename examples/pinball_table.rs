//! A pinball table on a scene file, played by the fingers that the file has and by a game that helps them. Shows
//! how a game presses buttons, and reads hits and scores.
//!
//! Run it with `cargo run --release --example pinball_table`; `carom run examples/scenes/pinball.ron` comes to the same
//! hash. With `-- --press` the game presses the left button as well, every two seconds, and comes to another one.

use std::collections::BTreeMap;
use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let helps = std::env::args().any(|word| word == "--press");
    let mut stage = carom_scene::open(file("pinball.ron"))?;
    let mut hits = BTreeMap::<String, u32>::new();
    for n in 0..stage.steps_to_run() {
        if helps {
            stage.press("left", n % 480 < 60);
        }
        stage.step();
        for impact in stage.world.events().impacts() {
            if let Some(name) = stage.name_of(impact.body_a) {
                *hits.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    let mut out = io::stdout().lock();
    for (name, count) in hits {
        writeln!(out, "{count:4} {name}")?;
    }
    writeln!(out, "score {}", stage.score())?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
