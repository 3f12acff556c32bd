//! Balls of unequal size fall into a box and come to rest. Shows how deep they overlap and how still they
//! lie.
//!
//! Run it with `cargo run --release --example pile`, and with `-- --help` for its options.

use std::process::ExitCode;

use scenes::harness::{self, Defaults};

const DEFAULTS: Defaults = Defaults {
    name: "pile",
    about: "Balls of unequal size fall into a box and come to rest",
    seconds: "20",
    balls: "500",
    balls_help: "Balls in the pile",
    png: None,
};

fn main() -> ExitCode {
    harness::main(&DEFAULTS, scenes::pile::build)
}
