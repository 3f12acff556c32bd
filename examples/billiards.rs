//! Four shots of billiards on a scene file: a break, a pot, a draw shot and a carom off three cushions. Shows the
//! floor, on which balls slide, roll and spin about three axes, and how a game follows a ball through the events.
//!
//! Run it with `cargo run --release --example billiards`; `carom run examples/scenes/billiards.ron` comes to the same
//! hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("billiards.ron"))?;
    let mut out = io::stdout().lock();
    let find = |name: &str| stage.find(name).ok_or(format!("there is no {name}"));
    let (draw, cue, red, yellow) = (find("draw cue")?, find("carom cue")?, find("red")?, find("yellow")?);
    let (mut farthest, mut drawn) = (f32::NEG_INFINITY, 0.0_f32);
    let (mut cushions, mut met_red, mut made) = (0, false, None);
    for _ in 0..stage.steps_to_run() {
        stage.step();
        if let Some(at) = stage.world.position(draw) {
            farthest = farthest.max(at.x);
            drawn = drawn.max(farthest - at.x);
        }
        for hit in stage.world.events().impacts() {
            let met = [hit.body_a, hit.body_b];
            if made.is_some() || !met.contains(&cue) {
                continue;
            }
            met_red |= met.contains(&red);
            // A hit on a shape is no hit on a ball.
            cushions += u32::from(hit.shape_a.is_some());
            if met.contains(&yellow) && met_red {
                made = Some(cushions);
            }
        }
        for (goal, ball) in stage.entered() {
            let ball = stage.name_of(ball).unwrap_or("a ball");
            writeln!(out, "{:6.2} s: {ball} has left by {goal}", stage.time())?;
        }
    }
    writeln!(out, "the draw shot came back by {drawn:.2} m")?;
    match made {
        Some(cushions) => writeln!(out, "the carom was made off {cushions} cushions")?,
        None => writeln!(out, "the carom was missed")?,
    }
    writeln!(out, "score {}", stage.score())?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
