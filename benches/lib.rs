//! Code that the benches share: a seeded source of chance, the choice of sizes, and scenes brought to a state that
//! lasts.
//!
//! - `cargo bench` measures everything; `cargo bench -- --quick` does so with less certainty. Either runs
//!   small counts, unless the variable `CAROM_BENCH_FULL` is 1, which adds up to 100 000 balls and takes
//!   minutes of settling.
//! - The whole in less than two minutes:
//!   `cargo bench -p carom-benches -- --quick --warm-up-time 0.1 --measurement-time 0.2`.
//! - `cargo run --release -p carom-benches --bin growth` fits how the cost of a step grows with the balls.

pub mod warm;

use rand_pcg::Pcg64;

/// Prepared inputs of a bench of single calls: enough that a branch predictor cannot learn them, few enough
/// to stay in the first two levels of cache.
pub const INPUTS: usize = 1024;

/// A source of chance for one purpose, the same in every run.
#[must_use]
pub fn chance(purpose: u64) -> Pcg64 {
    Pcg64::new(0xCA20, u128::from(purpose))
}

/// Whether `CAROM_BENCH_FULL` asks for the large counts.
#[must_use]
pub fn is_full() -> bool {
    std::env::var_os("CAROM_BENCH_FULL").is_some_and(|value| value == "1")
}

/// The counts to measure: the small ones, and on request the large ones.
#[must_use]
pub fn counts(small: &[usize], large: &[usize]) -> Vec<usize> {
    let large = if is_full() { large } else { &[] };
    [small, large].concat()
}
