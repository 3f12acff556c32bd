//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Runs, checks, converts, times, records and replays scenes of Carom, a 2D physics engine for ball games.
#[derive(Debug, Parser)]
#[command(name = "carom", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run a scene without a window, and print a summary
    Run(Box<Run>),
    /// Read a scene, and report errors and likely mistakes
    Check(Check),
    /// Write a scene in another format
    Convert(Convert),
    /// Measure how fast a scene runs
    Bench(Bench),
    /// Run a scene, and write its inputs and the resulting states to a file
    Record(Record),
    /// Play a recording again, and report where it differs
    Replay(Replay),
    /// Print the JSON schema of scene files, for editors
    Schema,
    /// Print what a shell needs to complete this command
    Completions {
        /// The shell: it sources the output, or finds it in its folder of completions
        shell: clap_complete::Shell,
    },
    /// Print the manual page, in roff: `carom man | man -l -`
    Man,
}

/// Which scene, and what is different this time.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Which {
    /// The scene, a .ron or .json file; a Haxball stadium, .hbs; a drawing, .svg; a Visual Pinball table, .vpz, a folder that
    /// vpxtool wrote, or .vpx if built with the feature `vpx`
    pub(crate) scene: PathBuf,
    /// Seconds to simulate, 0 to 1e6 [default: the scene's own]
    #[arg(long, allow_negative_numbers = true, value_parser = seconds)]
    pub(crate) seconds: Option<f64>,
    /// Length of a step in seconds, 1e-6 to 1, as a number or a fraction [default: the scene's own]
    #[arg(long, allow_negative_numbers = true, value_parser = dt)]
    pub(crate) dt: Option<f64>,
    /// Most substeps of a step, 1 to 64 [default: the scene's own]
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) substeps: Option<u32>,
    /// Seed of all random numbers [default: the scene's own]
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Change a value of the scene, as in `--set materials.rubber.friction=0.4`; may be given several times
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// How a Visual Pinball table becomes a scene.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct TableArgs {
    /// Of a Visual Pinball table: slice meshes at the height of a ball's centre, instead of leaving them out
    #[arg(long)]
    pub(crate) meshes: bool,
    /// Of a Visual Pinball table: drop targets, and walls that can drop, fall for good when they are hit
    #[arg(long)]
    pub(crate) targets_fall: bool,
    /// Of a Visual Pinball table: how many balls start, 1 to 4
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub(crate) balls: u32,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Write traces of named balls and bodies, one line a step, as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Balls and bodies to be traced [default: those that the scene names]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "csv")]
    pub(crate) trace: Vec<String>,
    /// Write every impact, contact and goal, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// Write a picture of the last moment as PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Write a picture of the last moment as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a film as GIF
    #[arg(long, value_name = "FILE")]
    pub(crate) gif: Option<PathBuf>,
    /// Write a film as animated PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) apng: Option<PathBuf>,
    /// Frames per second of a film, 1 to 100
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) fps: u32,
    /// Largest width and height of pictures, pixels, 16 to 8192 [default: 1200, for films 480]
    #[arg(long, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub(crate) size: Option<u32>,
    /// Mark contacts in pictures
    #[arg(long)]
    pub(crate) contacts: bool,
    /// Show a heat map of impacts in pictures, instead of trails
    #[arg(long)]
    pub(crate) heat: bool,
    /// Draw velocity arrows in pictures: how far each ball goes in this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = arrows)]
    pub(crate) velocities: Option<f32>,
    /// Explain colours in pictures
    #[arg(long)]
    pub(crate) legend: bool,
    /// White background in pictures instead of dark
    #[arg(long)]
    pub(crate) light: bool,
    /// Measure the phases of the steps: print them, and show them as a bar in pictures; measuring takes time itself
    #[arg(long)]
    pub(crate) profile: bool,
    /// Print the hash of the world after every this many steps
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) hash_every: Option<u64>,
    /// Write the scene as it is at the end, to continue from there
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Check {
    /// The scenes: whatever `run` takes
    #[arg(required = true)]
    pub(crate) scenes: Vec<PathBuf>,
    /// Exit with 0 although there are warnings
    #[arg(long)]
    pub(crate) lenient: bool,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Convert {
    /// The scene to read: whatever `run` takes
    pub(crate) input: PathBuf,
    /// The file to write; its name ends in .ron or .json
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Rounds; the best one counts, as others share the machine
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: u32,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Record {
    #[command(flatten)]
    pub(crate) which: Which,
    /// The recording to write, JSON
    pub(crate) output: PathBuf,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Replay {
    /// The recording, as `carom record` wrote it
    pub(crate) recording: PathBuf,
}

fn number(text: &str) -> Result<f64, String> {
    text.trim().parse::<f64>().map_err(|_| "it is not a number".to_owned())
}

fn within(value: f64, low: f64, high: f64) -> Result<f64, String> {
    if value >= low && value <= high {
        Ok(value)
    } else {
        Err(format!("it must be between {low} and {high}"))
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    within(number(text)?, 0.0, 1e6)
}

fn arrows(text: &str) -> Result<f32, String> {
    Ok(within(number(text)?, 1e-6, 1e6)? as f32)
}

fn dt(text: &str) -> Result<f64, String> {
    let value = match text.split_once('/') {
        Some((above, below)) => number(above)? / number(below)?,
        None => number(text)?,
    };
    within(value, 1e-6, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert_eq!(dt("1/240"), Ok(1.0 / 240.0));
        for bad in ["0", "2", "1/0", "x", "NaN", "-1/60"] {
            assert!(dt(bad).is_err(), "{bad}");
        }
        assert!(seconds("-1").is_err() && seconds("inf").is_err() && seconds("1e6").is_ok(), "0 to 1e6");
    }
}
