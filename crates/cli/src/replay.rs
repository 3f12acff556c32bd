//! `carom record` and `carom replay`.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use carom::Recording as Game;
use carom_scene::{Fault, Recording, Stage};
use serde_json::{Value, json};

use crate::args::{Record, Replay};
use crate::failure::Failure;
use crate::journal::file;
use crate::outputs::{self, Output};
use crate::progress::Progress;
use crate::run::document;
use crate::source::stage;

/// Largest recording that is read, bytes.
const MOST: u64 = 1 << 30;

pub(crate) fn record(args: &Record) -> Result<(), Failure> {
    let output = [Output { option: "", path: &args.output, ends: &[] }];
    outputs::check([args.which.scene.as_path()], &output)?;
    let document = document(&args.which)?;
    outputs::check(document.files(), &output)?;
    let mut stage = stage(&document, &args.which.scene)?;
    if args.output.extension().is_some_and(|end| end == "rec") {
        return record_calls(args, &mut stage);
    }
    let mut recording = Recording::start(&stage)?;
    let steps = stage.steps_to_run();
    let progress = Progress::new(steps);
    for n in 1..=steps {
        stage.step();
        recording.observe(&stage);
        progress.advance(n);
    }
    progress.done();
    let path = &args.output;
    let mut out = file(path)?;
    serde_json::to_writer(&mut out, &recording).map_err(|error| Failure::write(path, &error))?;
    out.write_all(b"\n").and_then(|()| out.flush()).map_err(|error| Failure::write(path, &error))?;
    let mut out = std::io::stdout().lock();
    let (hash, presses) = (stage.world.state_hash(), recording.presses.len());
    writeln!(out, "recorded {steps} steps and {presses} presses and releases, hash {hash:016x}")?;
    Ok(out.flush()?)
}

/// Records the calls of the scene on its world, as a game's recording does.
fn record_calls(args: &Record, stage: &mut Stage) -> Result<(), Failure> {
    stage.world.start_recording(1);
    let steps = stage.steps_to_run();
    let progress = Progress::new(steps);
    for n in 1..=steps {
        stage.step();
        progress.advance(n);
    }
    progress.done();
    let Some(recording) = stage.world.stop_recording() else { return Ok(()) };
    let path = &args.output;
    let mut out = file(path)?;
    out.write_all(&recording.to_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::write(path, &error))?;
    let mut out = std::io::stdout().lock();
    let (hash, calls) = (stage.world.state_hash(), recording.calls());
    writeln!(out, "recorded {steps} steps and {calls} calls, hash {hash:016x}")?;
    Ok(out.flush()?)
}

/// The bytes of a recording.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let unread =
        |error: std::io::Error| Failure::Input(format!("{}: it cannot be read: {error}", path.display()));
    let mut bytes = Vec::new();
    File::open(path).map_err(unread)?.take(MOST + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::Input(format!("{}: it is larger than {MOST} bytes", path.display())));
    }
    Ok(bytes)
}

/// The recording of a game, if the bytes begin as one.
pub(crate) fn game(path: &Path, bytes: &[u8]) -> Result<Option<Game>, Failure> {
    let read = bytes.starts_with(b"CAROMREC").then(|| Game::from_bytes(bytes)).transpose();
    read.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// The result of a replay.
struct Outcome {
    steps: u64,
    hash: String,
    /// A difference in words, and its parts.
    divergence: Option<(String, Value)>,
}

pub(crate) fn replay(args: &Replay) -> Result<(), Failure> {
    let bytes = read(&args.recording)?;
    let mut out = std::io::stdout().lock();
    let outcome = match game(&args.recording, &bytes)? {
        Some(recording) if args.calls => {
            write!(out, "{recording}")?;
            return Ok(out.flush()?);
        }
        Some(recording) => of_game(&recording).map_err(|error| error.to_string()),
        None => of_scene(&args.recording, &bytes)?.map_err(|fault| fault.to_string()),
    };
    let outcome = outcome.map_err(|why| Failure::Input(format!("{}: {why}", args.recording.display())))?;
    let Outcome { steps, hash, divergence } = outcome;
    if args.json {
        let same = divergence.is_none();
        let about = divergence.as_ref().map(|(_, about)| about);
        let line = json!({ "same": same, "steps": steps, "hash": hash, "divergence": about });
        writeln!(out, "{line}")?;
    } else if divergence.is_none() {
        writeln!(out, "the replay is the same in all {steps} steps, hash {hash}")?;
    }
    out.flush()?;
    divergence.map_or(Ok(()), |(what, _)| Err(Failure::Found(what)))
}

fn of_game(recording: &Game) -> Result<Outcome, carom::Error> {
    let mut replay = carom::Replay::new(recording)?;
    let progress = Progress::new(recording.steps());
    while replay.divergence().is_none() && replay.step() {
        progress.advance(replay.steps());
    }
    progress.done();
    let divergence = replay.divergence().map(|found| {
        let about = json!({
            "step": found.step, "same_until": found.same_until, "body": found.name, "field": found.field,
            "recorded_by": recording.engine(), "replayed_by": env!("CARGO_PKG_VERSION"),
        });
        (format!("{found}; recorded by {}", recording.engine()), about)
    });
    let hash = format!("{:016x}", replay.world().state_hash());
    Ok(Outcome { steps: replay.steps(), hash, divergence })
}

fn of_scene(path: &Path, bytes: &[u8]) -> Result<Result<Outcome, Fault>, Failure> {
    // Some editors put a byte order mark before a text.
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let recording: Recording = serde_json::from_slice(text).map_err(|error| {
        Failure::Input(format!("{} is no recording, as `carom record` writes it: {error}", path.display()))
    })?;
    Ok(recording.replay().map(|divergence| {
        let divergence = divergence.map(|found| {
            let about = json!({
                "step": found.step, "seen": found.seen, "body": found.body, "field": found.field,
            });
            (found.to_string(), about)
        });
        let hash = recording.hashes.last().cloned().unwrap_or_default();
        Outcome { steps: recording.hashes.len() as u64, hash, divergence }
    }))
}
