//! A whole pinball table without a window: bumpers, slingshots, flippers, plunger, and a player.
//!
//! Run it with `cargo run --release --example pinball`, and with `-- --help` for its options. It ends with
//! a summary and a picture of the table.

use std::process::ExitCode;

use scenes::harness::{self, Defaults};

const DEFAULTS: Defaults = Defaults {
    name: "pinball",
    about: "A pinball table with a scripted player",
    seconds: "60",
    balls: "1",
    balls_help: "Balls in the game, 1 to 16",
    png: Some("target/pinball.png"),
};

fn main() -> ExitCode {
    harness::main(&DEFAULTS, scenes::pinball::build)
}
