//! `carom aim`: all values that reach a goal.

use std::io::Write;

use carom_scene::Fault;
use carom_sweep::{AimSpec, Window};
use serde_json::json;

use crate::args::Aim;
use crate::failure::Failure;
use crate::run::document;

/// Windows narrower than this are not looked for: a part of the range.
const RESOLUTION: f64 = 2e-7;
/// Most runs; a shot in a room takes some microseconds.
const MOST_RUNS: u64 = 20_000_000;

/// Reads `FROM:TO`.
fn range<T: std::str::FromStr>(text: &str, option: &str) -> Result<[T; 2], Failure> {
    let refused = || Failure::Input(format!("{option}: {text:?} is not of the form FROM:TO"));
    let (from, to) = text.split_once(':').ok_or_else(refused)?;
    let number = |part: &str| part.trim().parse::<T>().map_err(|_| refused());
    Ok([number(from)?, number(to)?])
}

pub(crate) fn aim(args: &Aim) -> Result<(), Failure> {
    let document = document(&args.which)?;
    let (path, values) = args.vary.split_once('=').ok_or_else(|| {
        Failure::Input(format!("--vary {}: it must be of the form PATH=FROM:TO", args.vary))
    })?;
    let values: [f64; 2] = range(values, "--vary")?;
    let cushions = args.cushions.as_deref().map(|text| range(text, "--cushions")).transpose()?;
    let spec = AimSpec {
        path: path.trim().to_owned(),
        range: values,
        goal: args.goal.clone(),
        cushions,
        seconds: args.which.seconds,
        samples: args.samples,
        resolution: args.resolution.unwrap_or((values[1] - values[0]) * RESOLUTION),
        most_runs: args.most_runs.unwrap_or(MOST_RUNS),
    };
    let place = |fault: Fault| Failure::from(document.place(fault));
    let found = carom_sweep::aim(&document.scene, &spec).map_err(place)?;
    let robust = |window: &&Window| args.robust.is_none_or(|robust| 0.5 * window.width() >= robust);
    let windows: Vec<&Window> = found.windows.iter().filter(robust).collect();
    let mut out = std::io::stdout().lock();
    if args.json {
        let list: Vec<_> = windows
            .iter()
            .map(|window| {
                json!({
                    "goal": window.goal,
                    "from": window.from,
                    "to": window.to,
                    "width": window.width(),
                    "middle": window.middle(),
                    "cushions": window.cushions,
                    "below": window.bounds[0],
                    "above": window.bounds[1],
                })
            })
            .collect();
        let object =
            json!({ "path": spec.path, "windows": list, "runs": found.runs, "complete": found.complete });
        writeln!(out, "{object}")?;
    } else {
        writeln!(
            out,
            "{} windows of {}, the widest first, from {} runs",
            windows.len(),
            spec.path,
            found.runs
        )?;
        if !found.complete {
            writeln!(out, "narrow ones may be missing: the runs did not suffice for the resolution")?;
        }
        for window in windows {
            let Window { goal, from, to, cushions, bounds: [below, above] } = window;
            writeln!(out, "{goal}: {from:.6} to {to:.6}, width {:.3e}, {cushions} cushions", window.width())?;
            writeln!(out, "    below it {below}")?;
            writeln!(out, "    above it {above}")?;
            writeln!(out, "    replay: --set '{}={}'", spec.path, window.middle())?;
        }
    }
    Ok(out.flush()?)
}
