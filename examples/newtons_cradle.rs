//! Newton's cradle, three times: one, two and three balls strike a row of five that touch each other, and
//! as many leave at the other end. Shows that impacts happen one after the other, not on average.
//!
//! Run it with `cargo run --release --example newtons_cradle`, and with `-- --help` for its options.

use std::process::ExitCode;

use scenes::harness::{self, Defaults};

const DEFAULTS: Defaults = Defaults {
    name: "newtons_cradle",
    about: "Newton's cradle: one, two and three balls strike a row of five",
    seconds: "10",
    balls: "5",
    balls_help: "Balls in each row",
    png: None,
};

fn main() -> ExitCode {
    harness::main(&DEFAULTS, scenes::cradle::build)
}
