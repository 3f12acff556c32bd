//! Air hockey on a scene file: two mallets, a puck, and goals that hand it to the side that was scored against.
//! Shows goals, and the world's reports of balls that stand still for too long.
//!
//! Run it with `cargo run --release --example air_hockey`; `carom run examples/scenes/air_hockey.ron` comes to the
//! same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("air_hockey.ron"))?;
    let mut out = io::stdout().lock();
    let puck = stage.find("puck");
    let (mut fastest, mut stuck) = (0.0_f32, 0);
    for _ in 0..stage.steps_to_run() {
        stage.step();
        fastest = puck.and_then(|id| stage.world.velocity(id)).map_or(fastest, |v| fastest.max(v.length()));
        stuck += stage.world.events().stuck().len();
        for (goal, _) in stage.entered() {
            writeln!(out, "{:6.2} s: {goal}", stage.time())?;
        }
    }
    let goals: Vec<u64> = stage.goals().map(|(_, count)| count).collect();
    writeln!(out, "goals {goals:?}, the puck stood still {stuck} times, its top speed was {fastest:.2} m/s")?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
