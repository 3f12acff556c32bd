//! `stadiums FOLDER [MINUTES] [SEED] [NAME]` plays the Haxball stadiums in a folder (those with NAME in their name)
//! for this many minutes of the game, with eight discs kicked at random. It prints the outcome of each, here and by
//! the law of the game itself. Fails if one is refused, or loses or freezes more than it may.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use proof::stadiums::{Fate, Report, play};

/// Longest that one may take.
const LONGEST: Duration = Duration::from_secs(120);
/// Balls that may be stopped in ten minutes.
const FROZEN: u64 = 100;
/// Fastest that a disc may be, in fastest kicks, where that is not the map's wish.
const FASTER: f64 = 3.0;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(folder) = words.next() else {
        eprintln!("stadiums FOLDER [MINUTES] [SEED] [NAME]");
        return ExitCode::from(2);
    };
    let minutes: f64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(10.0);
    let seed = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let part = words.next().unwrap_or_default();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    let named = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(&part));
    paths.retain(|path| path.extension().is_some_and(|end| end == "hbs") && named(path));
    paths.sort();
    let mut faults = 0;
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let frames = (minutes * 3600.0) as u64;
        let (line, found) = match play(path, frames, seed, LONGEST) {
            Err(error) => (format!("refused: {error}"), vec!["refused"]),
            Ok(report) => (summary(&report), judged(&report, frames)),
        };
        faults += found.len();
        let found = if found.is_empty() { String::new() } else { format!("  FAULT: {}", found.join(", ")) };
        if writeln!(stdout(), "{name}: {line}{found}").and_then(|()| stdout().flush()).is_err() {
            return ExitCode::FAILURE;
        }
    }
    if paths.is_empty() {
        eprintln!("there are no stadiums to play");
        return ExitCode::from(2);
    }
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn summary(report: &Report) -> String {
    let Report {
        warnings,
        here,
        game,
        dropped: [frozen, stalled, wrong],
        dropped_frames,
        first_dropped,
        impacts,
        time,
        frames,
    } = report;
    let first = first_dropped.as_ref().map_or(String::new(), |first| format!(", first {first:?}"));
    let first = format!("{first}, fastest at {:?}", here.fastest_at);
    let both = |what: fn(&Fate) -> f64| format!("{:.0} ({:.0})", what(here), what(game));
    let [sum, kinds] =
        [warnings[0].count() + warnings[1].count(), warnings[0].kinds().len() + warnings[1].kinds().len()];
    format!(
        "{frames} frames, {:.0} us each, {:.1} ms at most; here (in the game): outside {}, behind {}, jumps {}, kicks {}, top \
         speed {}, of all discs {}, goals {}; frozen {frozen}, stalled {stalled}, wrong {wrong}, in {dropped_frames} \
         frames{first}; impacts {}, {} at most; {sum} warnings of {kinds} kinds",
        1e6 * time[0].as_secs_f64() / (*frames).max(1) as f64,
        1e3 * time[1].as_secs_f64(),
        both(|fate| fate.outside as f64),
        both(|fate| fate.behind as f64),
        both(|fate| fate.jumps as f64),
        both(|fate| fate.speeds[0]),
        both(|fate| fate.speeds[1]),
        both(|fate| fate.fastest),
        both(|fate| fate.goals as f64),
        impacts[0],
        impacts[1],
    )
}

/// The faults of a report. Where the game does the same it is the map's wish.
fn judged(report: &Report, frames: u64) -> Vec<&'static str> {
    let Report { here, game, dropped: [frozen, _, wrong], .. } = report;
    let mut faults = Vec::new();
    if report.frames < frames {
        faults.push("too slow");
    }
    // Paint is no wall: a disc may pass it where the map lets it, and the two outcomes differ a little.
    if here.outside > 10 * game.outside + frames / 100 {
        faults.push("outside");
    }
    if here.behind > 2 * game.behind {
        faults.push("behind a plane");
    }
    if here.speeds[1] > FASTER * here.speeds[0] && here.speeds[1] > 2.0 * game.speeds[1] {
        faults.push("too fast");
    }
    if *frozen > FROZEN {
        faults.push("frozen");
    }
    if *wrong > 0 {
        faults.push("wrong numbers");
    }
    faults
}
