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
    /// Shorten a game's recording that shows a fault
    Minimize(Minimize),
    /// Run a scene many times with values that vary, and write a row a run
    Sweep(Box<Sweep>),
    /// Find all values, such as angles of a shot, that reach a goal
    Aim(Box<Aim>),
    /// Print the JSON schema of scene files, for editors
    Schema,
    /// Print the script with which a shell completes this command
    Completions {
        /// The shell: it sources the output, or finds it in its folder of completions
        shell: clap_complete::Shell,
    },
    /// Print the manual page, in roff: `carom man | man -l -`
    Man,
}

/// A scene, with changes for this run.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Which {
    /// The scene, a .ron or .json file; a Haxball stadium, .hbs; a drawing, .svg; a Visual Pinball table, .vpz, a folder that
    /// vpxtool wrote, or .vpx if built with the feature `vpx`; `-` reads standard input
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
    pub(crate) reading: ReadArgs,
}

/// The format of a scene, by the end of the name of such a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Notation {
    /// A scene in RON.
    Ron,
    /// A scene in JSON.
    Json,
    /// A Haxball stadium.
    Hbs,
    /// A drawing.
    Svg,
    /// A Visual Pinball table.
    Vpx,
}

/// How a scene is read.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct ReadArgs {
    /// The format of the scene [default: by the end of its name]; needed if it is read from standard input, `-`
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Notation>,
    /// Print no warnings about parts that are not carried over from another format
    #[arg(long, short)]
    pub(crate) quiet: bool,
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

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) which: Which,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Write traces of named balls and bodies, one line a step, as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Balls and bodies to be traced [default: the names in the scene]
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
    /// The frame of pictures: the coordinates of two corners, length units [default: everything; for a stadium the
    /// camera of its file]
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true, value_parser = frame)]
    pub(crate) frame: Option<[f32; 4]>,
    /// Stop after this many seconds of the clock, and write the results so far: as Ctrl-C does
    #[arg(long, value_name = "SECONDS", value_parser = timeout)]
    pub(crate) timeout: Option<f64>,
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
    /// The scenes: any file that `run` takes
    #[arg(required = true)]
    pub(crate) scenes: Vec<PathBuf>,
    /// Exit with 0 also if there are warnings
    #[arg(long)]
    pub(crate) lenient: bool,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Convert {
    /// The scene to read: any file that `run` takes
    pub(crate) input: PathBuf,
    /// The file to write; its name ends in .ron or .json
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
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
    /// The recording to write: JSON; with the ending .rec the calls of a game, as `World::start_recording` writes them
    pub(crate) output: PathBuf,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Replay {
    /// The recording, as `carom record` or a game wrote it
    pub(crate) recording: PathBuf,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Of a game's recording: print its calls instead of playing it
    #[arg(long, conflicts_with = "json")]
    pub(crate) calls: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Minimize {
    /// The recording of a game
    pub(crate) recording: PathBuf,
    /// The smaller recording to write
    pub(crate) output: PathBuf,
    /// A command that fails, with another exit code than 0, on recordings that show the fault; `{}` stands for the file
    #[arg(last = true, required = true)]
    pub(crate) command: Vec<String>,
}

/// A sweep, or an action on its files.
#[derive(Clone, Debug)]
pub(crate) enum Sweep {
    Run(Box<SweepRun>),
    Files(SweepCommand),
}

/// By hand: derived code would ask for a scene even where a command follows.
impl clap::FromArgMatches for Sweep {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
        if matches.subcommand_name().is_some() {
            SweepCommand::from_arg_matches(matches).map(Self::Files)
        } else {
            SweepRun::from_arg_matches(matches).map(|run| Self::Run(Box::new(run)))
        }
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Sweep {
    fn augment_args(command: clap::Command) -> clap::Command {
        SweepCommand::augment_subcommands(SweepRun::augment_args(command))
            .subcommand_required(false)
            .arg_required_else_help(false)
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum SweepCommand {
    /// Put the shards of a sweep into one folder: the same files that one process would have written
    Merge(SweepMerge),
    /// Draw a sweep: a map of two values against an outcome, or a histogram of one column
    Plot(SweepPlot),
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SweepRun {
    #[command(flatten)]
    pub(crate) which: Which,
    /// How many runs [default: all combinations of the grids]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,
    /// A value that varies, by its path as `--set` has it, as in `--vary 'cue.speed=uniform(1,3)'`; known are uniform, integer,
    /// normal, loguniform, choice, grid and sobol; may be given several times
    #[arg(long, value_name = "PATH=DISTRIBUTION")]
    pub(crate) vary: Vec<carom_sweep::Parameter>,
    /// End a run early: `goal NAME`, `any goal`, `hit NAME`, `no balls` or `rest`; may be given several times
    #[arg(long, value_name = "END")]
    pub(crate) until: Vec<carom_sweep::Until>,
    /// Record more of each run: `impact times` or `path`
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) record: Vec<carom_sweep::Record>,
    /// Give all runs the scene's own seed, so that they differ in the varied values alone
    #[arg(long)]
    pub(crate) same_luck: bool,
    /// End the sweep once the 95 % interval of a share is this narrow, as in `--until-ci 'p(goal jackpot)' 0.001`
    #[arg(long, num_args = 2, value_names = ["SHARE", "WIDTH"])]
    pub(crate) until_ci: Vec<String>,
    /// The folder to write
    #[arg(long, value_name = "FOLDER", required_unless_present = "row")]
    pub(crate) out: Option<PathBuf>,
    /// How rows are written: parquet, csv or jsonl [default: parquet]
    #[arg(long)]
    pub(crate) format: Option<carom_sweep::FileFormat>,
    /// Run a slice only, as in `--shard 17/1000`, the first is 0; it is written to a folder below `--out`
    #[arg(long, value_name = "INDEX/COUNT")]
    pub(crate) shard: Option<carom_sweep::Shard>,
    /// Continue the sweep in the folder
    #[arg(long)]
    pub(crate) resume: bool,
    /// Threads [default: one for each core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Rows of a file, 1 to 1e7
    #[arg(long, default_value_t = 10_000)]
    pub(crate) part_rows: u64,
    /// Run this row alone, and print it
    #[arg(long, value_name = "RUN")]
    pub(crate) row: Option<u64>,
    /// Write a film of the row as GIF
    #[arg(long, value_name = "FILE", requires = "row")]
    pub(crate) gif: Option<PathBuf>,
    /// Write a picture of the end of the row as PNG
    #[arg(long, value_name = "FILE", requires = "row")]
    pub(crate) png: Option<PathBuf>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SweepMerge {
    /// Folders of shards, or folders with such folders in them
    #[arg(required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// The folder to write
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// How rows are written: parquet, csv or jsonl [default: parquet]
    #[arg(long)]
    pub(crate) format: Option<carom_sweep::FileFormat>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SweepPlot {
    /// The folder of a sweep, or of its shards
    pub(crate) folder: PathBuf,
    /// The picture to write, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The column along the picture [default: the first value that varies]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) x: Option<String>,
    /// The column up the picture: a map of dots, coloured by the outcome [default: the second value that varies; without
    /// one, a histogram]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) y: Option<String>,
    /// The column that colours the dots
    #[arg(long, value_name = "COLUMN", default_value = "ended_by")]
    pub(crate) by: String,
    /// Most dots of a map
    #[arg(long, default_value_t = 20_000)]
    pub(crate) dots: usize,
    /// Columns of a histogram, 2 to 1000
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=1000))]
    pub(crate) bins: u32,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Aim {
    #[command(flatten)]
    pub(crate) which: Which,
    /// The goal to be reached, or the body or ball to be hit
    #[arg(long)]
    pub(crate) goal: String,
    /// The value that varies and its range, as in `--vary 'cue.angle=0:360'`; given twice, it makes a map of both: all windows
    /// of the first for many values of the second
    #[arg(long, value_name = "PATH=FROM:TO", required = true)]
    pub(crate) vary: Vec<String>,
    /// How many cushions the ball hits before the goal, as in `0:4`: impacts on anything but a ball; each number has windows
    /// of its own [default: any]
    #[arg(long, value_name = "FROM:TO")]
    pub(crate) cushions: Option<String>,
    /// Number of values that are tried first; the search continues between them, 2 to 1e7
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    pub(crate) samples: u64,
    /// Windows narrower than this may be missing, in the unit of the value [default: 2e-7 of the range]
    #[arg(long, value_name = "WIDTH")]
    pub(crate) resolution: Option<f64>,
    /// How many values of the second are tried first; more are tried between neighbors with other windows, 2 to 100000
    #[arg(long, default_value_t = 33, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(crate) rows: u32,
    /// Least distance of two values of the second [default: 1/1024 of its range]
    #[arg(long, value_name = "WIDTH")]
    pub(crate) row_resolution: Option<f64>,
    /// Draw the map, as .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Most runs [default: 20 million]
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) most_runs: Option<u64>,
    /// Keep only the widest window of each goal
    #[arg(long)]
    pub(crate) widest: bool,
    /// Keep only windows that reach this far to both sides of their middle
    #[arg(long, value_name = "WIDTH")]
    pub(crate) robust: Option<f64>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1024) => Ok(count),
        _ => Err("it must be a whole number between 1 and 1024".to_owned()),
    }
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

/// Two corners of the frame of a picture.
fn frame(text: &str) -> Result<[f32; 4], String> {
    let numbers: Option<Vec<f32>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[a, b, c, d]) if a != c && b != d && [a, b, c, d].iter().all(|x| x.abs() <= 1e8) => {
            Ok([a, b, c, d])
        }
        _ => Err("it must be four numbers up to 1e8, as in -1,0,1,2: two corners of a rectangle".to_owned()),
    }
}

/// Seconds of the clock.
fn timeout(text: &str) -> Result<f64, String> {
    let seconds = text.trim().parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds.ok_or_else(|| "it must be a number of seconds up to 1e6".to_owned())
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
