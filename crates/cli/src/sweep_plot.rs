//! `carom sweep plot`: a map of outcomes, or a histogram.

use std::collections::BTreeMap;
use std::io::Write;

use carom_draw::{Canvas, Chart, Series};
use carom_scene::Fault;
use carom_sweep::{Column, FileFormat, Folder, Table, wilson};

use crate::args::SweepPlot;
use crate::failure::Failure;

/// Most outcomes that have a colour of their own.
const COLORS: usize = 8;

/// How runs ended, and into which goals balls came, each with the number of its runs. Only Parquet files are read.
pub(crate) fn outcomes(folder: &Folder) -> Result<Vec<(String, u64)>, Failure> {
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    if folder.manifest().format != FileFormat::Parquet {
        return Ok(Vec::new());
    }
    for table in folder.tables() {
        let table = table?;
        for (field, column) in table.fields.iter().zip(&table.columns) {
            if let Some(goal) = field.name.strip_prefix("goal.") {
                let hits =
                    (0..table.len()).filter(|row| column.number(*row).is_some_and(|n| n > 0.0)).count();
                *all.entry(format!("goal {goal}")).or_default() += hits as u64;
            } else if field.name == "ended_by" {
                for row in 0..table.len() {
                    *all.entry(format!("ended by {}", column.text(row).unwrap_or_default())).or_default() +=
                        1;
                }
            }
        }
    }
    Ok(all.into_iter().collect())
}

fn column<'a>(table: &'a Table, name: &str) -> Result<&'a Column, Fault> {
    let known = || table.fields.iter().map(|field| field.name.as_str());
    table.column(name).ok_or_else(|| Fault::unknown("plot", "column", name, known()))
}

/// A value as the name of a group: numbers to three digits.
fn label(column: &Column, row: usize) -> String {
    let number = || column.number(row).map(|number| format!("{number:.3}"));
    column.text(row).map(str::to_owned).or_else(number).unwrap_or_default()
}

pub(crate) fn plot(args: &SweepPlot) -> Result<(), Failure> {
    let folders = Folder::find(std::slice::from_ref(&args.folder))?;
    let vary = folders.first().map(|folder| folder.manifest().spec.vary.clone()).unwrap_or_default();
    let name = |n: usize| vary.get(n).map(|one| one.name.clone());
    let x = args.x.clone().or_else(|| name(0)).unwrap_or_else(|| "seconds".to_owned());
    let y = args.y.clone().or_else(|| name(1).filter(|y| args.x.is_none() && *y != x));
    let rows: u64 = folders.iter().map(Folder::rows).sum();
    let canvas = match &y {
        Some(y) => map(args, &folders, rows, [&x, y])?,
        None => histogram(args, &folders, &x)?,
    };
    canvas.save(&args.out).map_err(|error| Failure::write(&args.out, &error))?;
    let mut out = std::io::stdout().lock();
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    for folder in &folders {
        for (what, hits) in outcomes(folder)? {
            *all.entry(what).or_default() += hits;
        }
    }
    for (what, hits) in all {
        let [low, high] = wilson(hits, rows);
        writeln!(out, "{what:<24} {hits} of {rows}, 95 %: {low:.5} to {high:.5}")?;
    }
    writeln!(out, "{:<24} {}", "picture", args.out.display())?;
    Ok(out.flush()?)
}

/// Dots, coloured by the outcome. Of many rows every so manieth is shown.
fn map(args: &SweepPlot, folders: &[Folder], rows: u64, [x, y]: [&str; 2]) -> Result<Canvas, Failure> {
    let every = rows.div_ceil(args.dots.max(1) as u64).max(1) as usize;
    let mut groups: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    for table in folders.iter().flat_map(Folder::tables) {
        let table = table?;
        let (across, up, by) = (column(&table, x)?, column(&table, y)?, column(&table, &args.by)?);
        for row in (0..table.len()).step_by(every) {
            let place = across.number(row).zip(up.number(row));
            groups.entry(label(by, row)).or_default().extend(place);
        }
    }
    let mut sorted: Vec<_> = groups.into_iter().collect();
    sorted.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    let rest: Vec<(f64, f64)> =
        sorted.split_off(sorted.len().min(COLORS)).into_iter().flat_map(|(_, places)| places).collect();
    if !rest.is_empty() {
        sorted.push(("others".to_owned(), rest));
    }
    let chart = Chart::new(format!("{rows} runs by {}", args.by)).x_label(x).y_label(y);
    let add = |chart: Chart, (name, places)| chart.series(Series::scatter(name, places));
    Ok(sorted.into_iter().fold(chart, add).draw())
}

fn histogram(args: &SweepPlot, folders: &[Folder], x: &str) -> Result<Canvas, Failure> {
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    let mut all = Vec::new();
    for table in folders.iter().flat_map(Folder::tables) {
        let table = table?;
        let values = column(&table, x)?;
        for number in (0..table.len()).filter_map(|row| values.number(row)).filter(|x| x.is_finite()) {
            range = [range[0].min(number), range[1].max(number)];
            all.push(number);
        }
    }
    let bins = args.bins as usize;
    let width = ((range[1] - range[0]) / bins as f64).max(f64::MIN_POSITIVE);
    let mut counts = vec![0_u64; bins];
    for number in &all {
        counts[(((number - range[0]) / width) as usize).min(bins - 1)] += 1;
    }
    let bars =
        counts.iter().enumerate().map(|(n, count)| (range[0] + (n as f64 + 0.5) * width, *count as f64));
    let chart = Chart::new(format!("{} runs", all.len())).x_label(x).y_label("runs");
    Ok(chart.series(Series::bars("", bars)).draw())
}
