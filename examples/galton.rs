//! A Galton board: balls fall through rows of pegs into bins and make a bell. Shows how balls are added
//! while the world runs, and how its queries find a free place.
//!
//! Run it with `cargo run --release --example galton`, and with `-- --help` for its options.

use std::process::ExitCode;

use scenes::harness::{self, Defaults};

const DEFAULTS: Defaults = Defaults {
    name: "galton",
    about: "A Galton board: balls fall through pegs into bins",
    seconds: "40",
    balls: "200",
    balls_help: "Balls to let in",
    png: None,
};

fn main() -> ExitCode {
    harness::main(&DEFAULTS, scenes::galton::build)
}
