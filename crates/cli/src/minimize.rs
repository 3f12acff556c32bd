//! `carom minimize`: a smaller recording that shows the same fault.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use carom::Recording;

use crate::args::Minimize;
use crate::failure::Failure;
use crate::outputs::{self, Output};
use crate::replay::{game, read};

pub(crate) fn minimize(args: &Minimize) -> Result<(), Failure> {
    let output = Output { option: "", path: &args.output, ends: &[] };
    outputs::check([args.recording.as_path()], &[output])?;
    let recording = game(&args.recording, &read(&args.recording)?)?
        .ok_or_else(|| Failure::Input(format!("{} is no recording of a game", args.recording.display())))?;
    let mut stopped = None;
    let mut fails = |candidate: &Recording| {
        shows_fault(args, candidate).unwrap_or_else(|failure| {
            stopped.get_or_insert(failure);
            false
        })
    };
    let is_one = fails(&recording);
    let small = if is_one { recording.minimize(&mut fails) } else { Ok(recording.clone()) };
    if let Some(failure) = stopped {
        return Err(failure);
    }
    if !is_one {
        return Err(Failure::Input(
            "the command succeeds on the recording; it must fail, with another exit code than 0".to_owned(),
        ));
    }
    let small = small.map_err(|error| Failure::Input(error.to_string()))?;
    write(args, &small)?;
    let mut out = std::io::stdout().lock();
    for (name, recording) in [("from", &recording), ("to", &small)] {
        let (calls, steps, bytes) = (recording.calls(), recording.steps(), recording.to_bytes().len());
        writeln!(out, "{name:<4} {calls} calls, {steps} steps, {bytes} bytes")?;
    }
    Ok(out.flush()?)
}

fn write(args: &Minimize, recording: &Recording) -> Result<(), Failure> {
    fs::write(&args.output, recording.to_bytes()).map_err(|error| Failure::write(&args.output, &error))
}

/// Whether the command fails on a recording.
fn shows_fault(args: &Minimize, candidate: &Recording) -> Result<bool, Failure> {
    write(args, candidate)?;
    let file = args.output.to_string_lossy();
    let words: Vec<String> = args.command.iter().map(|word| word.replace("{}", &file)).collect();
    let [program, rest @ ..] = words.as_slice() else { return Ok(false) };
    let mut command = Command::new(program);
    let run = command.args(rest).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.map(|status| !status.success())
        .map_err(|error| Failure::Input(format!("{program} can't be run: {error}")))
}
