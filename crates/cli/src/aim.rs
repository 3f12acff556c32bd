//! `carom aim`: all values that reach a goal.

use std::collections::BTreeSet;
use std::io::Write;

use carom_scene::{Document, Fault};
use carom_sweep::{AimSpec, Window};
use serde_json::json;

use crate::aim_values::{as_json, range, varied, warn};
use crate::args::Aim;
use crate::failure::Failure;
use crate::run::document;

/// Windows narrower than this are not looked for: a part of the range.
const RESOLUTION: f64 = 2e-7;
/// Most runs; a shot in a room takes some microseconds.
const MOST_RUNS: u64 = 20_000_000;

pub(crate) fn aim(args: &Aim) -> Result<(), Failure> {
    let document = document(&args.which)?;
    let (first, second) = match &args.vary[..] {
        [first] => (first, None),
        [first, second] => (first, Some(second)),
        _ => {
            return Err(Failure::Input(format!(
                "--vary: {} values vary, but at most 2 may",
                args.vary.len()
            )));
        }
    };
    let (path, values) = varied(first)?;
    let spec = AimSpec {
        path,
        range: values,
        goal: args.goal.clone(),
        cushions: args.cushions.as_deref().map(|text| range(text, "--cushions")).transpose()?,
        seconds: args.which.seconds,
        samples: args.samples,
        resolution: args.resolution.unwrap_or((values[1] - values[0]) * RESOLUTION),
        most_runs: args.most_runs.unwrap_or(MOST_RUNS),
    };
    match second {
        Some(second) => crate::aim_map::aim_map(args, &document, &spec, second),
        None => one(args, &document, &spec),
    }
}

fn one(args: &Aim, document: &Document, spec: &AimSpec) -> Result<(), Failure> {
    let place = |fault: Fault| Failure::from(document.place(fault));
    let found = carom_sweep::aim(&document.scene, spec).map_err(place)?;
    let robust = |window: &&Window| args.robust.is_none_or(|robust| 0.5 * window.width() >= robust);
    let mut seen = BTreeSet::new();
    let mut windows: Vec<&Window> = Vec::new();
    for window in found.windows.iter().filter(robust) {
        let is_first = seen.insert(&*window.goal);
        if is_first || !args.widest {
            windows.push(window);
        }
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let list: Vec<_> = windows.iter().map(|window| as_json(window)).collect();
        let object =
            json!({ "path": spec.path, "windows": list, "runs": found.runs, "complete": found.complete });
        writeln!(out, "{object}")?;
        return Ok(out.flush()?);
    }
    let (count, path, runs) = (windows.len(), &spec.path, found.runs);
    writeln!(out, "{count} windows of {path}, the widest first, from {runs} runs")?;
    warn(&mut out, found.complete)?;
    for window in windows {
        let Window { goal, from, to, cushions, bounds: [below, above] } = window;
        writeln!(out, "{goal}: {from:.6} to {to:.6}, width {:.3e}, {cushions} cushions", window.width())?;
        writeln!(out, "    below it {below}")?;
        writeln!(out, "    above it {above}")?;
        writeln!(out, "    replay: --set '{path}={}'", window.middle())?;
    }
    Ok(out.flush()?)
}
