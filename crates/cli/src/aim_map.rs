//! `carom aim` for two values: a map.

use std::collections::BTreeMap;
use std::io::Write;

use carom_draw::{Chart, Series};
use carom_scene::{Document, Fault};
use carom_sweep::{Across, AimMap, AimSpec, Region};
use serde_json::json;

use crate::aim_values::{as_json, varied, warn};
use crate::args::Aim;
use crate::failure::Failure;

/// Between rows with other windows more are taken down to this distance: a part of the range.
const RESOLUTION: f64 = 1.0 / 1024.0;

/// Regions that the text lists, the largest first. All are in the picture and in JSON.
const MOST_LISTED: usize = 20;

pub(crate) fn aim_map(args: &Aim, document: &Document, spec: &AimSpec, second: &str) -> Result<(), Failure> {
    let (path, range) = varied(second)?;
    let resolution = args.row_resolution.unwrap_or((range[1] - range[0]) * RESOLUTION);
    let across = Across { path, range, rows: args.rows, resolution };
    let place = |fault: Fault| Failure::from(document.place(fault));
    let map = carom_sweep::aim_map(&document.scene, spec, &across).map_err(place)?;
    if let Some(file) = &args.out {
        let canvas = chart(&map, spec, &across).draw();
        canvas.save(file).map_err(|error| Failure::write(file, &error))?;
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", whole(&map, spec, &across))?;
        return Ok(out.flush()?);
    }
    let (count, rows, runs) = (map.regions.len(), map.rows.len(), map.runs);
    let paths = [&*spec.path, &*across.path];
    writeln!(
        out,
        "{count} regions of {} and {}, the largest first, from {rows} rows, {runs} runs",
        paths[0], paths[1]
    )?;
    warn(&mut out, map.complete)?;
    let robust = |region: &&Region| args.robust.is_none_or(|robust| region.reach[0] >= robust);
    for region in map.regions.iter().filter(robust).take(MOST_LISTED) {
        let Region { goal, cushions, range: [low, high], area, best, reach } = region;
        writeln!(
            out,
            "{goal}: area {area:.3e}, {} from {low:.6} to {high:.6}, {cushions} cushions",
            paths[1]
        )?;
        writeln!(out, "    either may be off by {:.3e} and {:.3e} at its best", reach[0], reach[1])?;
        writeln!(out, "    replay: --set '{}={}' --set '{}={}'", paths[1], best[1], paths[0], best[0])?;
    }
    Ok(out.flush()?)
}

fn whole(map: &AimMap, spec: &AimSpec, across: &Across) -> serde_json::Value {
    let rows: Vec<_> = map
        .rows
        .iter()
        .map(|row| json!({ "value": row.value, "windows": row.windows.iter().map(as_json).collect::<Vec<_>>() }))
        .collect();
    let region = |region: &Region| {
        json!({
            "goal": region.goal,
            "cushions": region.cushions,
            "range": region.range,
            "area": region.area,
            "best": region.best,
            "reach": region.reach,
        })
    };
    let regions: Vec<_> = map.regions.iter().map(region).collect();
    let paths = [&spec.path, &across.path];
    json!({ "paths": paths, "rows": rows, "regions": regions, "runs": map.runs, "complete": map.complete })
}

/// A line along each window, in the colour of its goal.
fn chart(map: &AimMap, spec: &AimSpec, across: &Across) -> Chart {
    let mut lines: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for row in &map.rows {
        for window in &row.windows {
            let name = match spec.cushions {
                Some(_) => format!("{}, {} cushions", window.goal, window.cushions),
                None => window.goal.clone(),
            };
            // A point that is no number ends the line.
            let line = [(window.from, row.value), (window.to, row.value), (f64::NAN, f64::NAN)];
            lines.entry(name).or_default().extend(line);
        }
    }
    let chart = Chart::new(format!("{} by two values", spec.goal))
        .x_label(&*spec.path)
        .y_label(&*across.path)
        .x_range(spec.range[0], spec.range[1])
        .y_range(across.range[0], across.range[1]);
    lines.into_iter().fold(chart, |chart, (name, points)| chart.series(Series::line(name, points)))
}
