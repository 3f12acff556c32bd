//! Bodies of the attacks on everything that takes input. Each takes bytes, follows them and panics where a promise
//! is broken. Fuzzers find the bytes (`fuzz/`), and tests on the stable compiler throw dice for them.

mod blobs;
mod damage;
mod files;
mod grammar;
mod operations;
mod outlines;
mod pairs;
mod source;
mod things;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pub use blobs::blobs;
pub use files::{scenes, stadiums};
pub use operations::operations;
pub use outlines::outlines;
pub use pairs::pairs;

use crate::dice::Dice;

/// A function that takes the bytes of a case.
pub type Body = fn(&[u8]);

/// Name and body of every attack.
pub const ATTACKS: [(&str, Body); 6] = [
    ("pairs", pairs),
    ("operations", operations),
    ("blobs", blobs),
    ("scenes", scenes),
    ("stadiums", stadiums),
    ("outlines", outlines),
];

/// The bytes of a case.
fn case(seed: u64) -> Vec<u8> {
    let mut dice = Dice(seed);
    let length = dice.roll() % 1500;
    (0..length).map(|_| dice.roll() as u8).collect()
}

/// Runs a body on the cases of these seeds. Names the case before it passes a panic on.
///
/// # Panics
/// Where a promise is broken.
pub fn run(name: &str, body: Body, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let data = case(seed);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(&data))) {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            match message {
                Some(message) => panic!("{name}, seed {seed}: {message}"),
                None => resume_unwind(panic),
            }
        }
    }
}
