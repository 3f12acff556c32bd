//! A marble run on a scene file. Shows how a game follows a mechanism: the seesaw's angle and the spinner's speed.
//!
//! Run it with `cargo run --release --example marble_run`; `carom run examples/scenes/marble_run.ron` comes to the
//! same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("marble_run.ron"))?;
    let (seesaw, spinner) = (stage.find("seesaw"), stage.find("spinner"));
    let (mut lowest, mut fastest) = (f32::INFINITY, 0.0_f32);
    for _ in 0..stage.steps_to_run() {
        stage.step();
        lowest =
            seesaw.and_then(|id| stage.world.joint_position(id)).map_or(lowest, |angle| lowest.min(angle));
        fastest = spinner
            .and_then(|id| stage.world.joint_velocity(id))
            .map_or(fastest, |rate| fastest.max(rate.abs()));
    }
    let lifts: u64 = stage.goals().map(|(_, count)| count).sum();
    let mut out = io::stdout().lock();
    writeln!(out, "{lifts} marbles came round")?;
    writeln!(
        out,
        "the seesaw tipped to {:.1} degrees, the spinner turned at {fastest:.1} rad/s",
        lowest.to_degrees()
    )?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
