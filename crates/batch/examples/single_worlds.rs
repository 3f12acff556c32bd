//! Pinball tables one by one, with random presses of buttons: the reference of a batch.
//!
//! `cargo run --release -p carom-batch --example single_worlds -- [WORLDS] [STEPS]` prints a hash of all worlds and the
//! seconds of a loop over single worlds, and the hash of the game that `carom.gym` plays, with the same buttons.
//! `crates/py/bench/steps.py` prints the same two hashes from Python.

#![expect(clippy::print_stdout, reason = "it is for its output")]

use std::time::Instant;

use carom_batch::{Arena, Autoreset, Game};
use carom_scene::{Fault, Stage, load};

/// Chance without memory: the numbers of Vigna's splitmix64.
fn chance(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// One hash of many, which depends on their order.
fn all(hashes: impl Iterator<Item = u64>) -> u64 {
    hashes.fold(0, |all, hash| (all ^ hash).wrapping_mul(0x0100_0000_01b3))
}

fn main() -> Result<(), Fault> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap_or(1));
    let (worlds, steps) = (arguments.next().unwrap_or(1024), arguments.next().unwrap_or(500));

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes/pinball.ron");
    let first = load(path)?.stage()?;
    let mut stages: Vec<Stage> = (0..worlds).map(|_| first.clone()).collect();
    let began = Instant::now();
    for step in 0..steps {
        for (stage, world) in stages.iter_mut().zip(0..) {
            let pressed = chance(step * worlds + world);
            stage.press("left", pressed & 1 != 0);
            stage.press("right", pressed & 2 != 0);
            (0..4).for_each(|_| stage.step());
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    let hash = all(stages.iter().map(|stage| stage.world.state_hash()));
    let rate = (worlds * steps) as f64 / seconds;
    println!("single worlds: {hash:016x}, {seconds:.2} s, {rate:.0} steps of 4/240 s a second");

    let mut arena = Arena::new(Game::Pinball, worlds as usize, 4, 3600, Autoreset::NextStep)?;
    let seeds: Vec<u64> = (0..worlds).collect();
    arena.reset(Some(&seeds), None);
    for step in 0..steps {
        let actions: Vec<f32> = (0..worlds).map(|world| (chance(step * worlds + world) & 3) as f32).collect();
        arena.step(&actions);
    }
    println!("the game: {:016x}", all(arena.state_hashes()));
    Ok(())
}
