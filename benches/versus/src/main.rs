//! Carom beside its peers: `cargo run --release -p carom-versus -- [SCENES] [OPTIONS]`.
//!
//! The engines run in turn within each round, so that other work of the machine disturbs all alike.

mod box2d;
mod engine;
mod engines;
mod grid;
mod measure;
mod meet;
mod ours;
mod page;
mod plot;
mod rapier;
mod row;
mod run;
mod scene;
mod snippets;
mod truth;
mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use engine::Kind;
use indicatif::{ProgressBar, ProgressStyle};
use row::Row;
use run::Run;
use scene::Scene;

/// Runs the same scenes on Carom, Rapier and Box2D v3, in turns, and tells how long their steps took and how true
/// they were.
///
/// Columns: median, mean, p99 and worst time of a step; ratio of the median to that of the faster peer with as many
/// threads (below 1: quicker than both); balls that left the scene; energy at the end of the phase over energy at
/// the start; deepest overlap of two balls in radii of the smaller; balls that went through a ball or a blade
/// without a bounce, both over the steps that are watched after each phase, a sixth of it.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Options {
    /// Scenes whose name contains one of these words; all if none is given. Names: pile, gas, galton, large_static,
    /// pinball, pinball_1000hz, billiards, suika
    #[arg(value_name = "SCENES")]
    scenes: Vec<String>,
    /// Numbers of balls, in place of each scene's own
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = count)]
    sizes: Vec<usize>,
    /// Largest number of balls of the scenes' own sizes. 100000 adds the large pile and gas, which take minutes a
    /// round; 1000000 the scenes that only Carom runs, which take an hour
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max: usize,
    /// Engines: carom, rapier, box2d with their defaults; rapier_ccd, rapier_soft and box2d_bullet with
    /// continuous detection against moving bodies. If none is given, all, the tuned ones where balls are fast
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = engine)]
    engines: Vec<Kind>,
    /// Threads that an engine may use. More than one only in scenes of a thousand balls and more, and only with
    /// engines that have threads: Carom, Box2D, and Rapier in a build with `--features rapier-parallel`
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "1,2", value_parser = threads)]
    threads: Vec<usize>,
    /// Whether resting bodies may sleep, in all engines: off, on. With sleep only scenes run in which balls come to
    /// rest
    #[arg(long, value_name = "WHEN,WHEN", value_delimiter = ',', default_value = "off,on", value_parser = sleep)]
    sleep: Vec<bool>,
    /// How often each engine runs each scene
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Print one JSON object a line in place of the table
    #[arg(long)]
    json: bool,
    /// Draw the time of a step, a ball, against the number of balls, as .svg or .png; with several scenes or
    /// phases one file each, their names put before the ending
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Put the table of this run into a page, in place of the table that stands there between two marks, as in
    /// docs/benchmarks.md
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Report the work of Carom's steps, in numbers and by phase; this costs time itself
    #[arg(long)]
    profile: bool,
    /// Count bodies that pass through each other when they meet, at four speeds, and do nothing else
    #[arg(long)]
    meet: bool,
    /// One round, a tenth of the steps
    #[arg(long)]
    quick: bool,
}

const EXAMPLES: &str = "\
Examples (the peers get their best build with CFLAGS=\"-O3 -DNDEBUG\" in front):
  carom-versus                                        all scenes up to 10 000 balls
  carom-versus pile gas --sizes 100,1000,10000 --plot cost.png
  carom-versus pile gas --max 100000 --rounds 1 --json
  carom-versus pinball --engines carom,box2d --threads 1 --profile";

/// Balls above which an engine gets a second thread.
const CROWD: usize = 1_000;
/// Most balls for which the peers run: beyond, a step of theirs takes seconds.
const PEERS_REACH: usize = 100_000;

fn count(text: &str) -> Result<usize, String> {
    let count = text.trim().parse().ok().filter(|n| (1..=1_000_000).contains(n));
    count.ok_or_else(|| "it must be a whole number between 1 and 1000000".to_owned())
}

fn threads(text: &str) -> Result<usize, String> {
    let threads = text.trim().parse().ok().filter(|n| (1..=64).contains(n));
    threads.ok_or_else(|| "it must be a whole number between 1 and 64".to_owned())
}

fn sleep(text: &str) -> Result<bool, String> {
    match text.trim() {
        "off" => Ok(false),
        "on" => Ok(true),
        _ => Err("it must be off or on".to_owned()),
    }
}

fn engine(text: &str) -> Result<Kind, String> {
    let found = Kind::ALL.into_iter().find(|kind| kind.name() == text.trim());
    found.ok_or_else(|| "it must be carom, rapier, rapier_ccd, rapier_soft, box2d or box2d_bullet".to_owned())
}

impl Options {
    /// The chosen scenes, by name and number of balls.
    fn scenes(&self) -> Result<Vec<(&'static str, usize)>, String> {
        let names: Vec<&str> = scene::ALL.iter().map(|(name, _)| *name).collect();
        if let Some(word) = self.scenes.iter().find(|word| !names.iter().any(|name| name.contains(*word))) {
            return Err(format!("no scene is called {word}: there are {}", names.join(", ")));
        }
        let wanted =
            |name: &str| self.scenes.is_empty() || self.scenes.iter().any(|word| name.contains(word));
        let sizes = |own: &[usize]| {
            if self.sizes.is_empty() {
                own.iter().copied().filter(|n| *n <= self.max).collect()
            } else {
                self.sizes.clone()
            }
        };
        let scenes = scene::ALL.iter().filter(|(name, _)| wanted(name));
        Ok(scenes.flat_map(|(name, own)| sizes(own).into_iter().map(move |n| (*name, n))).collect())
    }

    /// The engines that run a scene of this many balls, with their settings.
    fn runs(&self, name: &str, balls: usize) -> Vec<Run> {
        let wanted = |kind: &Kind| {
            let suits = !kind.is_tuned() || scene::is_fast(name);
            self.engines.contains(kind) || self.engines.is_empty() && suits
        };
        let able = |kind: &Kind| *kind == Kind::Carom || balls <= PEERS_REACH;
        let fit =
            |threads: &usize, kind: Kind| *threads == 1 || balls >= CROWD && *threads <= kind.most_threads();
        let kinds = || Kind::ALL.into_iter().filter(wanted).filter(able);
        let of = |threads: &usize| {
            let threads = *threads;
            kinds().filter(move |kind| fit(&threads, *kind)).map(move |kind| (kind, threads))
        };
        let runs = |sleep: bool| {
            self.threads.iter().flat_map(of).map(move |(kind, threads)| Run { kind, threads, sleep })
        };
        self.sleep
            .iter()
            .filter(|sleep| !**sleep || scene::settles(name))
            .flat_map(|sleep| runs(*sleep))
            .collect()
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("carom-versus: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn std::error::Error>> {
    if options.meet {
        writeln!(std::io::stdout(), "{}", meet::table())?;
        return Ok(());
    }
    let scenes = options.scenes()?;
    let rounds = if options.quick { 1 } else { options.rounds };
    let all: usize = scenes.iter().map(|(name, n)| options.runs(name, *n).len()).sum();
    let bar = ProgressBar::new(all as u64 * u64::from(rounds));
    bar.set_style(ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len}")?);
    let mut out = std::io::stdout();
    if !options.json {
        writeln!(out, "{}", Row::HEAD)?;
    }
    let mut measured: Vec<Row> = Vec::new();
    for (name, n) in scenes {
        let Some(mut scene) = scene::scene(name, n) else {
            continue;
        };
        if options.quick {
            scene.phases.iter_mut().for_each(|phase| phase.steps = phase.steps.div_ceil(10));
        }
        let rows = rounds_of(&scene, &options.runs(name, n), rounds, options.profile, &bar)?;
        for row in &rows {
            let line = if options.json { serde_json::to_string(row)? } else { row.to_string() };
            bar.suspend(|| writeln!(out, "{line}"))?;
        }
        measured.extend(rows);
    }
    bar.finish_and_clear();
    if let Some(path) = &options.page {
        page::write(&measured, path)?;
    }
    if let Some(path) = &options.plot {
        for path in plot::save(&measured, path)? {
            eprintln!("plot {}", path.display());
        }
    }
    Ok(())
}

/// Measures one scene in turns.
fn rounds_of(
    scene: &Scene,
    runs: &[Run],
    rounds: u32,
    profiled: bool,
    bar: &ProgressBar,
) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let mut rows = Vec::new();
    for _ in 0..rounds {
        for run in runs {
            bar.set_message(format!("{} {} {}", scene.name, scene.discs.len(), run.kind.name()));
            // The whole run is inside a pool of its own, so that no step has to wake one.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(run.threads).build()?;
            pool.install(|| measure::measure(*run, scene, profiled, &mut rows));
            bar.inc(1);
        }
    }
    row::finish(&mut rows);
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Options {
        Options::try_parse_from([&["carom-versus"], words].concat()).expect("sound")
    }

    #[test]
    fn the_default_run_is_bounded_and_the_greatest_worlds_are_ours_alone() {
        let small = options(&[]).scenes().expect("sound");
        assert!(small.iter().all(|(_, n)| *n <= 10_000), "{small:?}");
        let all = options(&["--max", "1000000"]).scenes().expect("sound");
        assert!(all.contains(&("pile", 100_000)) && all.contains(&("gas", 1_000_000)), "{all:?}");
        let kinds = |n: usize| {
            let runs = options(&["--threads", "1", "--sleep", "off"]).runs("pile", n);
            runs.iter().map(|run| run.kind).collect::<Vec<_>>()
        };
        assert_eq!(kinds(100_000), [Kind::Carom, Kind::Rapier, Kind::Box2d]);
        assert_eq!(kinds(1_000_000), [Kind::Carom]);
    }

    #[test]
    fn small_scenes_run_on_one_thread() {
        assert!(options(&[]).runs("gas", 16).iter().all(|run| run.threads == 1), "16 balls");
        for kind in [Kind::Carom, Kind::Box2d].into_iter().filter(|kind| kind.most_threads() > 1) {
            assert!(
                options(&[]).runs("gas", 1000).contains(&Run { kind, threads: 2, sleep: false }),
                "1000 balls"
            );
        }
    }

    #[test]
    fn balls_may_sleep_where_they_come_to_rest() {
        for (name, _) in scene::ALL {
            let scene = scene::scene(name, 16).expect("a scene");
            let settles = scene.phases.iter().any(|phase| phase.name == scene::Phase::SETTLED);
            assert_eq!(options(&[]).runs(name, 16).iter().any(|run| run.sleep), settles, "{name}");
        }
        assert!(options(&["--sleep", "on"]).runs("gas", 16).is_empty());
    }

    #[test]
    fn unknown_names_are_refused() {
        assert!(options(&["pyle"]).scenes().is_err());
        for words in [
            ["--engines", "bullet"],
            ["--sizes", "0"],
            ["--threads", "0"],
            ["--rounds", "0"],
            ["--sleep", "now"],
        ] {
            assert!(Options::try_parse_from([&["carom-versus"], &words[..]].concat()).is_err(), "{words:?}");
        }
    }
}
