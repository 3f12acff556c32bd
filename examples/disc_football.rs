//! Disc football on a stadium in Haxball's format: two teams run after the ball. Shows how a level that was drawn
//! for another game is read and played.
//!
//! Run it with `cargo run --release --example disc_football`, and with `-- --help` for its options.

use std::process::ExitCode;

use scenes::harness::{self, Defaults};

const DEFAULTS: Defaults = Defaults {
    name: "disc_football",
    about: "Two teams run after the ball, on a stadium read from a file",
    seconds: "600",
    balls: "8",
    balls_help: "Players, 1 to 16",
    png: Some("target/disc_football.png"),
};

fn main() -> ExitCode {
    harness::main(&DEFAULTS, scenes::disc_football::build)
}
