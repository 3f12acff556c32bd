//! `carom run`: a scene without a window.

use std::io::Write;
use std::time::{Duration, Instant};

use carom::prelude::vec2;
use carom_draw::Bounds;
use carom_scene::{Document, Fault, Scene, Stage};

use crate::args::{Run, Which};
use crate::camera::Camera;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::journal::{Events, Traces, file};
use crate::outputs::{self, Output, notation};
use crate::progress::Progress;
use crate::source::{Source, load, stage};
use crate::summary::Summary;

/// Reads a scene, with the changes for this run.
pub(crate) fn document(which: &Which) -> Result<Document, Failure> {
    source(which).map(|source| source.document)
}

/// The same, with its messages.
fn source(which: &Which) -> Result<Source, Failure> {
    let mut source = load(&which.scene, which.reading)?;
    let document = &mut source.document;
    for change in &which.set {
        let (path, value) = change
            .split_once('=')
            .ok_or_else(|| Failure::Input(format!("--set {change}: it must be of the form PATH=VALUE")))?;
        document
            .set(path.trim(), value.trim())
            .map_err(|fault| Failure::Input(format!("--set {change}: {fault}")))?;
    }
    let scene = &mut document.scene;
    let given = which.dt.is_some() || which.substeps.is_some() || which.seed.is_some();
    if given && scene.state.take().is_some() {
        let advice = "it continues a saved state: leave out --dt, --substeps and --seed";
        return Err(Failure::Input(format!("{}: {advice}", which.scene.display())));
    }
    scene.run.seconds = which.seconds.unwrap_or(scene.run.seconds);
    scene.run.rate = which.dt.map_or(scene.run.rate, |dt| 1.0 / dt);
    scene.run.seed = which.seed.unwrap_or(scene.run.seed);
    scene.world.max_substeps = which.substeps.or(scene.world.max_substeps);
    Ok(source)
}

/// The name of a scene, or else the name of its file.
pub(crate) fn name(scene: &Scene, which: &Which) -> String {
    if scene.name.is_empty() {
        which.scene.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    } else {
        scene.name.clone()
    }
}

/// The files that a run writes.
fn written(args: &Run) -> Vec<Output<'_>> {
    let files = [
        Output::of("--csv", args.csv.as_ref(), &[]),
        Output::of("--events", args.events.as_ref(), &[]),
        Output::of("--png", args.png.as_ref(), &["png"]),
        Output::of("--svg", args.svg.as_ref(), &["svg"]),
        Output::of("--gif", args.gif.as_ref(), &["gif"]),
        Output::of("--apng", args.apng.as_ref(), &["png", "apng"]),
        Output::of("--save", args.save.as_ref(), &[]),
    ];
    files.into_iter().flatten().collect()
}

pub(crate) fn run(args: &Run) -> Result<(), Failure> {
    let written = written(args);
    args.save.as_deref().map(notation).transpose()?;
    outputs::check([args.which.scene.as_path()], &written)?;
    let Source { document, shown, .. } = source(&args.which)?;
    outputs::check(document.files(), &written)?;
    let title = name(&document.scene, &args.which);
    let corners = args.frame.map(|[a, b, c, d]| Bounds::new(vec2(a, b), vec2(c, d)));
    play(args, &document, &title, corners.or(shown), false)
}

/// Runs a scene, and writes the requested files, with the frame of its pictures; quietly, if another command
/// prints.
pub(crate) fn play(
    args: &Run,
    document: &Document,
    title: &str,
    shown: Option<Bounds>,
    quiet: bool,
) -> Result<(), Failure> {
    let seconds = args.which.seconds;
    let mut stage = stage(document, &args.which.scene)?;
    if args.profile {
        stage.world.set_profiler_clock(Some(carom::monotonic_nanos));
    }
    let mut traces = traces(args, &stage)?;
    let mut events = args.events.as_deref().map(Events::create).transpose()?;
    // A saved state has its past behind it: `--seconds` counts from there.
    let steps =
        seconds.map_or(stage.steps_to_run(), |seconds| (seconds / f64::from(stage.dt())).round() as u64);
    let mut camera = Camera::new(args, &stage, title, shown, steps)?;
    let mut summary = Summary::new(title.to_owned());
    let progress = Progress::new(steps);
    let interrupt = Interrupt::new(args.timeout);
    let mut spent = Duration::ZERO;
    let mut stopped = None;
    for n in 1..=steps {
        if interrupt.is_due() {
            stopped = Some(n - 1);
            break;
        }
        stage.before();
        let start = Instant::now();
        let dt = stage.dt();
        stage.world.step(dt);
        spent += start.elapsed();
        summary.observe(&stage);
        if let Some(events) = &mut events {
            events.record(&stage)?;
        }
        stage.after();
        if let Some(traces) = &mut traces {
            traces.record(&stage)?;
        }
        if let Some(events) = &mut events {
            events.goals(&stage)?;
        }
        if args.hash_every.is_some_and(|every| n.is_multiple_of(every)) {
            summary.hashes.push((stage.steps(), stage.world.state_hash()));
        }
        camera.record(&stage)?;
        progress.advance(n);
    }
    progress.done();
    if let Some(traces) = traces {
        traces.finish()?;
    }
    if let Some(events) = events {
        events.finish()?;
    }
    camera.finish(&stage, &summary.phases)?;
    if let Some(path) = &args.save {
        save(&stage, path)?;
    }
    summary.close(&stage, spent);
    if quiet {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", summary.to_json())?;
    } else {
        writeln!(out, "{summary}")?;
        for path in [&args.png, &args.svg, &args.gif, &args.apng].into_iter().flatten() {
            writeln!(out, "{:<24} {}", "picture", path.display())?;
        }
    }
    out.flush()?;
    if let Some(taken) = stopped {
        return Err(Failure::Stopped { taken, steps });
    }
    match stage.escaped() {
        0 => Ok(()),
        1 => Err(Failure::Found("a ball escaped from the bounds of the scene".to_owned())),
        n => Err(Failure::Found(format!("{n} balls escaped from the bounds of the scene"))),
    }
}

fn traces(args: &Run, stage: &Stage) -> Result<Option<Traces>, Failure> {
    let Some(path) = args.csv.as_deref() else { return Ok(None) };
    let mut names = args.trace.clone();
    if names.is_empty() {
        names.clone_from(&stage.scene().report.traces);
    }
    if names.is_empty() {
        names = stage
            .scene()
            .balls
            .iter()
            .map(|ball| ball.name.clone())
            .filter(|name| !name.is_empty())
            .collect();
    }
    for name in &names {
        if stage.find(name).is_none() {
            let known: Vec<&str> = stage.names().map(|(name, _)| name).collect();
            return Err(Fault::unknown("--trace", "ball or body", name, known).into());
        }
    }
    if names.is_empty() {
        let advice = "--csv: the scene names no ball; say which with --trace, or give them names";
        return Err(Failure::Input(advice.to_owned()));
    }
    Traces::create(path, names).map(Some)
}

/// Writes a scene in the notation of the file's extension.
pub(crate) fn write(scene: &Scene, path: &std::path::Path) -> Result<(), Failure> {
    let text = scene.to_text(notation(path)?)?;
    let mut out = file(path)?;
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::write(path, &error))
}

fn save(stage: &Stage, path: &std::path::Path) -> Result<(), Failure> {
    write(&stage.save()?, path)
}
