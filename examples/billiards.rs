//! Four shots of billiards at once: a break, a pot, a draw shot and a three-cushion carom. Shows the floor: balls
//! that slide, roll and spin about three axes.
//!
//! Run it with `cargo run --release --example billiards`, and with `-- --help` for its options.

use std::process::ExitCode;

use scenes::harness::{self, Defaults};

const DEFAULTS: Defaults = Defaults {
    name: "billiards",
    about: "A break, a pot, a draw shot and a three-cushion carom, on four tables",
    seconds: "4",
    balls: "10",
    balls_help: "Balls in the rack of the break, 1 to 15",
    png: Some("target/billiards.png"),
};

fn main() -> ExitCode {
    harness::main(&DEFAULTS, scenes::billiards::build)
}
