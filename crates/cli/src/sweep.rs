//! `carom sweep`: many runs of one scene.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use carom_scene::Document;
use carom_sweep::{FileFormat, Folder, Shard, Spec, Sweep, UntilCi, wilson};
use serde_json::json;

use crate::args::{Run, SweepCommand, SweepMerge, SweepRun};
use crate::failure::Failure;
use crate::outputs::{self, Output};
use crate::progress::Bar;
use crate::run::{document, name, play};

pub(crate) fn sweep(args: &crate::args::Sweep) -> Result<(), Failure> {
    match args {
        crate::args::Sweep::Files(SweepCommand::Merge(args)) => merge(args),
        crate::args::Sweep::Files(SweepCommand::Plot(args)) => crate::sweep_plot::plot(args),
        crate::args::Sweep::Run(args) if args.row.is_some() => row(args),
        crate::args::Sweep::Run(args) => run(args),
    }
}

/// The sweep of the command line, with a scene that has been checked.
fn prepare(args: &SweepRun) -> Result<(Sweep, Document), Failure> {
    let document = document(&args.which)?;
    let scene = &document.scene;
    let mut spec = Spec {
        seed: scene.run.seed,
        vary: args.vary.clone(),
        until: args.until.clone(),
        seconds: args.which.seconds,
        record: args.record.clone(),
        same_luck: args.same_luck,
        part_rows: args.part_rows,
        until_ci: None,
        ..Spec::default()
    };
    spec.runs = args.runs.unwrap_or_else(|| spec.combinations());
    if let [share, width] = &args.until_ci[..] {
        let width =
            width.parse().map_err(|_| Failure::Input(format!("--until-ci: {width:?} is not a number")))?;
        spec.until_ci = Some(UntilCi::new(share, width)?);
    }
    let sweep = Sweep::new(scene.clone(), spec).map_err(|fault| document.place(fault))?;
    Ok((sweep, document))
}

fn run(args: &SweepRun) -> Result<(), Failure> {
    let (sweep, _) = prepare(args)?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let out = args.out.as_ref().ok_or_else(|| Failure::Input("--out FOLDER is missing".to_owned()))?;
    let folder = if shard.is_whole() {
        out.clone()
    } else {
        out.join(format!("shard-{}", shard.to_string().replace('/', "-of-")))
    };
    let format = args.format.unwrap_or_default();
    if !shard.is_whole() && format != FileFormat::Parquet {
        let advice = "shards are written as Parquet; `carom sweep merge --format` writes the whole";
        return Err(Failure::Input(advice.to_owned()));
    }
    let mut folder = if args.resume {
        Folder::resume(&folder, &sweep, shard, format)?
    } else {
        Folder::create(&folder, &sweep, shard, format)?
    };
    let rows_before = folder.rows();
    let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let runs = shard.runs(sweep.spec().runs);
    let (done, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let start = Instant::now();
    let rows = thread::scope(|scope| {
        scope.spawn(|| {
            let bar = Bar::new(runs.end - runs.start, "runs");
            while !over.load(Ordering::Relaxed) {
                bar.show(done.load(Ordering::Relaxed));
                thread::sleep(Duration::from_millis(50));
            }
            bar.done();
        });
        let rows = sweep.write(&mut folder, threads, &done);
        over.store(true, Ordering::Relaxed);
        rows
    })?;
    let session = Session { runs: rows - rows_before, seconds: start.elapsed().as_secs_f64() };
    report(&folder, rows, Some(session), args.json)
}

/// The runs of this command; a folder that is resumed has others.
#[derive(Clone, Copy, Debug)]
struct Session {
    runs: u64,
    seconds: f64,
}

/// Prints a summary of a folder. The text of a Parquet folder also counts runs by how they ended, and runs with a
/// ball in each goal.
fn report(folder: &Folder, rows: u64, session: Option<Session>, as_json: bool) -> Result<(), Failure> {
    let manifest = folder.manifest();
    let mut out = std::io::stdout().lock();
    if as_json {
        let object = json!({
            "folder": folder.path().display().to_string(),
            "rows": rows,
            "rows_hash": manifest.rows_hash,
            "stopped_at": manifest.stopped_at,
            "seconds": session.map(|session| session.seconds),
        });
        writeln!(out, "{object}")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{:<24} {rows} in {}", "rows", folder.path().display())?;
    if let Some(stopped) = manifest.stopped_at {
        writeln!(out, "{:<24} after run {}, as the interval is narrow enough", "ended", stopped - 1)?;
    }
    if let Some(Session { runs, seconds }) = session {
        let rate = runs as f64 / seconds.max(1e-9);
        writeln!(out, "{:<24} {rate:.0} runs/s", "speed")?;
    }
    for (what, hits) in crate::sweep_plot::outcomes(folder)? {
        let [low, high] = wilson(hits, rows);
        let share = hits as f64 / rows.max(1) as f64;
        writeln!(out, "{what:<24} {hits} runs, {share:.5} (95 %: {low:.5} to {high:.5})")?;
    }
    writeln!(out, "{:<24} {}", "hash of the rows", manifest.rows_hash)?;
    Ok(out.flush()?)
}

fn merge(args: &SweepMerge) -> Result<(), Failure> {
    let folder = carom_sweep::merge(&args.folders, &args.out, args.format.unwrap_or_default())?;
    report(&folder, folder.rows(), None, args.json)
}

/// Runs one row again, and shows it.
fn row(args: &SweepRun) -> Result<(), Failure> {
    let (sweep, _) = prepare(args)?;
    let run = args.row.unwrap_or_default();
    let pictures =
        [Output::of("--gif", args.gif.as_ref(), &["gif"]), Output::of("--png", args.png.as_ref(), &["png"])];
    outputs::check([args.which.scene.as_path()], &pictures.into_iter().flatten().collect::<Vec<_>>())?;
    let table = sweep.runner_of(run..run.saturating_add(1), 1).next();
    let table = table.ok_or_else(|| Failure::Input(format!("--row: there is no run {run}")))??;
    let seconds = table.column("seconds").and_then(|column| column.number(0)).unwrap_or(0.0);
    let mut scene = sweep.scene_of(run)?;
    scene.run.seconds = seconds;
    FileFormat::Jsonl.write(&table, std::io::stdout())?;
    let views: [&Option<PathBuf>; 2] = [&args.gif, &args.png];
    if views.iter().all(|view| view.is_none()) {
        return Ok(());
    }
    let title = format!("{}, run {run}", name(&scene, &args.which));
    let shown = Run { gif: args.gif.clone(), png: args.png.clone(), fps: 30, ..Run::default() };
    play(&shown, &Document::from(scene), &title, None, true)
}
