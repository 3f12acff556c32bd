//! The corpus of frozen games: replays it, or writes it again where motion is meant to change.
//!
//! `corpus` replays all; `corpus write` writes it, unless this version is released; `corpus export NAME FILE` records a game,
//! so that `carom replay FILE` with another build of the engine names the first step, body and field that differ.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use carom::{Recording, World};
use proof::corpus::{GAMES, SECONDS, differs, game, line, minor_version, number};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Largest recording that is kept, bytes: each change of motion writes all of them again.
const MOST_BYTES: usize = 16_384;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => check(),
        ["write"] => write(),
        ["export", name, file] => export(name, Path::new(file)),
        _ => Err("corpus, corpus write, or corpus export NAME FILE".into()),
    };
    match done {
        Ok(said) => {
            let _ = writeln!(io::stdout(), "{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// The lines of all games, played on all cores.
fn lines() -> Outcome<Vec<String>> {
    let next = AtomicUsize::new(0);
    let play = || -> Outcome<Vec<(usize, String)>> {
        let numbers =
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < GAMES));
        numbers.map(|n| Ok((n, line(n)?))).collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        running.into_iter().try_fold(Vec::new(), |mut all, thread| {
            all.extend(thread.join().map_err(|_| "a game panicked")??);
            Outcome::Ok(all)
        })
    })?;
    all.sort_unstable();
    Ok(all.into_iter().map(|(_, line)| line).collect())
}

fn check() -> Outcome<String> {
    let kept = fs::read_to_string(folder().join("games.txt"))?;
    let found = lines()?;
    let mut faults = Vec::new();
    for (kept, found) in kept.lines().skip(1).zip(&found) {
        if let Some(second) = differs(kept, found) {
            let name = found.split(' ').next().unwrap_or_default();
            faults.push(format!("{name} differs in second {second}"));
        }
    }
    if kept.lines().count() != found.len() + 1 {
        faults.push(format!("games.txt has {} lines for {} games", kept.lines().count(), found.len()));
    }
    let recordings = recordings()?;
    for path in &recordings {
        let recording = Recording::from_bytes(&fs::read(path)?)?;
        if let Some(found) = World::replay(&recording)? {
            faults.push(format!("{}: {found}", path.display()));
        }
    }
    let (games, files) = (found.len(), recordings.len());
    if faults.is_empty() {
        return Ok(format!("{games} games of {SECONDS} s and {files} recordings are the same bit for bit"));
    }
    let advice = "a patch keeps every bit of motion; where a change of motion is meant, see CONTRIBUTING.md";
    let shown = faults.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    Err(format!("{shown}\n{} of {} differ: {advice}", faults.len(), games + files).into())
}

/// The recordings of scene files.
fn recordings() -> Outcome<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder())?.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "rec"));
    paths.sort();
    Ok(paths)
}

fn write() -> Outcome<String> {
    let changelog = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../CHANGELOG.md"))?;
    let heading = format!("## {} - not released yet", env!("CARGO_PKG_VERSION"));
    if !changelog.lines().any(|line| line == heading) {
        let minor = minor_version();
        return Err(
            format!("{minor} is released, and its motion stays: raise the minor version first").into()
        );
    }
    fs::create_dir_all(folder())?;
    let text = format!("carom {}\n{}\n", minor_version(), lines()?.join("\n"));
    fs::write(folder().join("games.txt"), text)?;
    for old in recordings()? {
        fs::remove_file(old)?;
    }
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    let mut paths: Vec<PathBuf> = fs::read_dir(scenes)?.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    for path in paths {
        let bytes = record(&path)?.to_bytes();
        if bytes.len() <= MOST_BYTES {
            fs::write(folder().join(path.file_name().unwrap_or_default()).with_extension("rec"), bytes)?;
        }
    }
    check()
}

/// The calls of a scene file on its world, while someone presses its buttons.
fn record(path: &Path) -> Outcome<Recording> {
    let mut stage = carom_scene::load(path)?.stage()?;
    let rate = (1.0 / stage.dt()).round() as u32;
    let inputs = stage.inputs().to_vec();
    stage.world.start_recording(rate);
    for step in 0..SECONDS as u64 * u64::from(rate) {
        for (n, name) in (0_u64..).zip(&inputs) {
            stage.press(name, (step / 20 + n) % 5 == 0);
        }
        stage.step();
    }
    stage.world.stop_recording().ok_or_else(|| "it was not recorded".into())
}

fn export(name: &str, file: &Path) -> Outcome<String> {
    let number = number(name).ok_or_else(|| format!("no game is called {name}"))?;
    let mut play = game(number)?;
    play.world_mut().start_recording(1);
    for _ in 0..SECONDS {
        play.second()?;
    }
    let recording = play.world_mut().stop_recording().ok_or("it was not recorded")?;
    fs::write(file, recording.to_bytes())?;
    Ok(format!("{} steps, {} calls", recording.steps(), recording.calls()))
}
