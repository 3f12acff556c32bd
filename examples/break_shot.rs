//! The break shot of pool: a fast ball into fifteen that touch. Shows many impacts in very little time.
//!
//! Run it with `cargo run --release --example break_shot`, and with `-- --help` for its options.

use std::process::ExitCode;

use scenes::harness::{self, Defaults};

const DEFAULTS: Defaults = Defaults {
    name: "break_shot",
    about: "The break shot of pool",
    seconds: "3",
    balls: "15",
    balls_help: "Balls in the rack",
    png: None,
};

fn main() -> ExitCode {
    harness::main(&DEFAULTS, scenes::break_shot::build)
}
