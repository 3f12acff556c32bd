//! A wrecking ball on a scene file: rods, ropes and springs. Shows how a game reads links, and which ones tighten
//! when.
//!
//! Run it with `cargo run --release --example wrecking_ball`; `carom run examples/scenes/wrecking_ball.ron` comes to
//! the same hash.

use std::io::{self, Write};

use scenes::file;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = carom_scene::open(file("wrecking_ball.ron"))?;
    let mut out = io::stdout().lock();
    let length = |world: &carom::World, id| world.link_ends(id).map_or(0.0, |[a, b]| a.distance(b));
    let rods: Vec<_> = stage
        .world
        .links()
        .filter(|(_, link)| link.min_length == link.max_length)
        .map(|(id, _)| id)
        .collect();
    let exact: Vec<f32> = rods.iter().map(|&id| length(&stage.world, id)).collect();
    let (mut stretched, mut tightened, mut hardest) = (0.0_f32, 0, 0.0_f32);
    for _ in 0..stage.steps_to_run() {
        stage.step();
        for (&id, exact) in rods.iter().zip(&exact) {
            stretched = stretched.max((length(&stage.world, id) / exact - 1.0).abs());
        }
        let events = stage.world.events();
        tightened += events.taut_links().len();
        hardest = events.impacts().iter().fold(hardest, |most, impact| most.max(impact.normal_impulse));
    }
    writeln!(out, "ropes came tight {tightened} times, the hardest blow was {hardest:.0} kg m/s")?;
    writeln!(out, "rods kept their length within {:.4} %", 100.0 * stretched)?;
    writeln!(out, "hash {:016x}", stage.world.state_hash())?;
    Ok(())
}
