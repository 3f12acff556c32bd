//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::Options;

/// The differences between the examples. Numbers are given as they would be typed.
#[derive(Clone, Copy, Debug)]
pub struct Defaults {
    /// Name of the example.
    pub name: &'static str,
    /// One line for `--help`.
    pub about: &'static str,
    /// Seconds to simulate.
    pub seconds: &'static str,
    /// Number of balls.
    pub balls: &'static str,
    /// The meaning of the number of balls.
    pub balls_help: &'static str,
    /// Where the picture goes, if the example always draws one.
    pub png: Option<&'static str>,
}

/// Options of all examples.
#[derive(Clone, Debug, Parser)]
#[command(disable_version_flag = true)]
pub struct Args {
    /// Seconds to simulate, 0 to 1e6
    #[arg(long, allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: f64,
    /// Length of a step in seconds, 1e-6 to 0.1, as a number or a fraction
    #[arg(long, allow_negative_numbers = true, value_parser = dt, default_value = "1/60")]
    pub dt: f32,
    /// Substeps per step, 1 to 64 [default: the engine's own]
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub substeps: Option<u32>,
    /// Seed of all random numbers
    #[arg(long, allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,
    #[arg(long, allow_negative_numbers = true, value_parser = count)]
    balls: usize,
    /// Write a picture of the last moment as PNG
    #[arg(long, value_name = "PATH")]
    pub png: Option<PathBuf>,
    /// Write a picture of the last moment as SVG
    #[arg(long, value_name = "PATH")]
    pub svg: Option<PathBuf>,
    /// Write an animation of 30 frames a second, as animated PNG or as GIF
    #[arg(long, value_name = "PATH")]
    pub animation: Option<PathBuf>,
    /// Show in pictures where impacts fell
    #[arg(long)]
    pub heat: bool,
    /// Measure the phases of the steps: print them, and show them as a bar in pictures; measuring takes time itself
    #[arg(long)]
    pub profile: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}

impl Args {
    /// Reads the command line of this process; ends it with a message if an option is wrong.
    #[must_use]
    pub fn from_command_line(defaults: &Defaults) -> Self {
        Self::parse(defaults, std::env::args_os()).unwrap_or_else(|error| error.exit())
    }

    /// Reads a command line, which starts with the name of the program.
    ///
    /// # Errors
    /// The fault of the words, or the help that they ask for.
    pub fn parse<I, T>(defaults: &Defaults, words: I) -> Result<Self, clap::Error>
    where
        I: IntoIterator<Item = T>,
        T: Into<OsString> + Clone,
    {
        let mut command = Self::command()
            .name(defaults.name)
            .about(defaults.about)
            .mut_arg("seconds", |arg| arg.required(false).default_value(defaults.seconds))
            .mut_arg("balls", |arg| {
                arg.required(false).default_value(defaults.balls).help(defaults.balls_help)
            });
        if let Some(path) = defaults.png {
            command = command.mut_arg("png", |arg| arg.default_value(path));
        }
        let matches = command.try_get_matches_from(words)?;
        let mut args = Self::from_arg_matches(&matches)?;
        if matches.value_source("png") == Some(ValueSource::DefaultValue) {
            args.png = args.png.map(|path| in_target_folder(path, std::env::var_os("CARGO_TARGET_DIR")));
        }
        Ok(args)
    }

    /// The options of the scene.
    #[must_use]
    pub fn options(&self) -> Options {
        let options = Options::default().balls(self.balls).seed(self.seed);
        self.substeps.map_or(options, |substeps| options.substeps(substeps))
    }
}

/// The same path in cargo's target folder, which may be another one than `target`.
fn in_target_folder(path: PathBuf, target: Option<OsString>) -> PathBuf {
    match (path.strip_prefix("target"), target) {
        (Ok(file), Some(target)) => PathBuf::from(target).join(file),
        _ => path,
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

fn dt(text: &str) -> Result<f32, String> {
    let value = match text.split_once('/') {
        Some((above, below)) => number(above)? / number(below)?,
        None => number(text)?,
    };
    // Beyond a tenth of a second a script misses too many events.
    Ok(within(value, 1e-6, 0.1)? as f32)
}

fn count(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(count) if (1..=100_000).contains(&count) => Ok(count),
        _ => Err("it must be a whole number between 1 and 100000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULTS: Defaults = Defaults {
        name: "test",
        about: "A test",
        seconds: "60",
        balls: "3",
        balls_help: "Balls",
        png: Some("target/test.png"),
    };

    fn parse(words: &[&str]) -> Result<Args, clap::Error> {
        Args::parse(&DEFAULTS, std::iter::once(&"test").chain(words))
    }

    #[test]
    fn what_is_left_out_is_the_examples_own() {
        let args = parse(&[]).unwrap();
        assert_eq!((args.seconds, args.dt, args.substeps), (60.0, 1.0 / 60.0, None));
        assert_eq!(args.options(), Options::default().balls(3).seed(1));
        assert_eq!(
            (args.png, args.svg, args.json),
            (
                Some(in_target_folder("target/test.png".into(), std::env::var_os("CARGO_TARGET_DIR"))),
                None,
                false
            )
        );
    }

    #[test]
    fn what_is_given_is_taken() {
        let words = "--seconds 2.5 --dt 1/240 --substeps 2 --seed 9 --balls 7 --svg a.svg --json";
        let args = parse(&words.split(' ').collect::<Vec<_>>()).unwrap();
        assert_eq!((args.seconds, args.dt), (2.5, 1.0 / 240.0));
        assert_eq!(args.options(), Options::default().balls(7).seed(9).substeps(2));
        assert_eq!((args.svg, args.json), (Some("a.svg".into()), true));
    }

    #[test]
    fn a_bad_value_is_refused_with_its_option_and_its_range() {
        for (words, expected) in [
            (["--seconds", "-1"], "between 0 and 1000000"),
            (["--seconds", "inf"], "between 0 and 1000000"),
            (["--seconds", "NaN"], "between 0 and 1000000"),
            (["--seconds", "long"], "not a number"),
            (["--dt", "0"], "between 0.000001 and 0.1"),
            (["--dt", "1/0"], "between 0.000001 and 0.1"),
            (["--dt", "0/0"], "between 0.000001 and 0.1"),
            (["--dt", "1/"], "not a number"),
            (["--substeps", "0"], "1..=64"),
            (["--substeps", "65"], "1..=64"),
            (["--balls", "0"], "between 1 and 100000"),
            (["--balls", "-3"], "between 1 and 100000"),
            (["--balls", "2.5"], "between 1 and 100000"),
            (["--seed", "x"], "invalid digit"),
        ] {
            let error = parse(&words).expect_err(words[1]).to_string();
            assert!(error.contains(words[0]), "{words:?} names the option: {error}");
            assert!(error.contains(expected), "{words:?} says what is wrong: {error}");
        }
        assert!(parse(&["--no-such-option"]).is_err(), "unknown option");
    }
}
