//! `carom record` and `carom replay`.

use std::fs::File;
use std::io::{Read, Write};

use carom_scene::Recording;

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

pub(crate) fn replay(args: &Replay) -> Result<(), Failure> {
    let path = args.recording.display();
    let unread = |error: std::io::Error| Failure::Input(format!("{path}: it cannot be read: {error}"));
    let mut text = String::new();
    let file = File::open(&args.recording).map_err(unread)?;
    file.take(MOST + 1).read_to_string(&mut text).map_err(unread)?;
    if text.len() as u64 > MOST {
        return Err(Failure::Input(format!("{path}: it is larger than {MOST} bytes")));
    }
    // Some editors put a byte order mark before a text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let recording: Recording = serde_json::from_str(text).map_err(|error| {
        Failure::Input(format!("{path} is no recording, as `carom record` writes it: {error}"))
    })?;
    if let Some(divergence) =
        recording.replay().map_err(|fault| Failure::Input(format!("{path}: {fault}")))?
    {
        return Err(Failure::Found(divergence.to_string()));
    }
    let mut out = std::io::stdout().lock();
    let last = recording.hashes.last().map_or("", String::as_str);
    writeln!(out, "the replay is the same in all {} steps, hash {last}", recording.hashes.len())?;
    Ok(out.flush()?)
}
