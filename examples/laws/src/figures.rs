//! One picture a family.

use std::path::Path;

use carom_draw::{Chart, Error, Series};

use crate::law::Case;
use crate::laws::{bounce, live_catch};
use crate::reference::equation_of_state::{henderson, literature};
use crate::watch::Watch;

/// Draws the cases of a law into a directory: how much of each bar was used, and for some laws a picture of the law
/// itself.
///
/// # Errors
/// The error of writing a file.
pub fn draw(law: &str, cases: &[Case], directory: &Path) -> Result<(), Error> {
    match law {
        "bounce" => rebounds(directory)?,
        "equation-of-state" => pressure(cases, directory)?,
        "live-catch" => catches(directory)?,
        _ => {}
    }
    let misses: Vec<&Case> = cases.iter().filter(|case| case.bar == 0.0).collect();
    if !misses.is_empty() {
        counts(law, &misses, directory)?;
    }
    let measured: Vec<&Case> = cases.iter().filter(|case| case.bar > 0.0).collect();
    if measured.is_empty() { Ok(()) } else { margins(law, &measured, directory) }
}

/// Numbers along the axis; the table has the names.
fn numbered(cases: &[&Case]) -> Vec<String> {
    (1..=cases.len()).map(|n| n.to_string()).collect()
}

fn margins(law: &str, cases: &[&Case], directory: &Path) -> Result<(), Error> {
    // An error of zero has no place on a logarithmic axis.
    let shares = cases.iter().enumerate().map(|(i, case)| (i as f64, (case.error / case.bar).max(1e-9)));
    Chart::new(format!("{law}: error as a share of the error allowed"))
        .size(900, 420)
        .x_label("case, in the order of the table")
        .y_label("error / bar")
        .log_y()
        .y_range(1e-9, 1e3)
        .categories(numbered(cases))
        .series(Series::scatter("measured", shares))
        .reference_y(1.0, "bar")
        .draw()
        .save(directory.join(format!("{law}.svg")))
}

fn counts(law: &str, cases: &[&Case], directory: &Path) -> Result<(), Error> {
    let bars = cases.iter().enumerate().map(|(i, case)| (i as f64, case.error));
    let most = cases.iter().fold(1.0, |most: f64, case| most.max(case.error));
    let trials: u64 = cases.iter().map(|case| case.trials).sum();
    Chart::new(format!("{law}: misses and miscounts in {trials} trials"))
        .size(900, 420)
        .x_label("case, in the order of the table")
        .y_label("misses")
        .y_range(0.0, most)
        .categories(numbered(cases))
        .series(Series::bars("", bars))
        .draw()
        .save(directory.join(format!("{law}-misses.svg")))
}

fn rebounds(directory: &Path) -> Result<(), Error> {
    let mut chart = Chart::new("Rebound heights of a ball dropped from 5 units")
        .x_label("rebound")
        .y_label("height [units]")
        .log_y();
    for restitution in [0.25_f32, 0.5, 0.9, 1.0] {
        let heights = bounce::heights(restitution, 12);
        let points = |pick: fn(&(f64, f64)) -> f64| {
            heights.iter().enumerate().map(move |(k, pair)| (k as f64, pick(pair))).collect::<Vec<_>>()
        };
        chart = chart
            .series(Series::line("", points(|pair| pair.1)).dashed())
            .series(Series::scatter(format!("e = {restitution}"), points(|pair| pair.0)));
    }
    chart.draw().save(directory.join("bounce-heights.svg"))
}

fn catches(directory: &Path) -> Result<(), Error> {
    let mut chart = Chart::new("Live catch: what a flipper leaves of a ball's normal speed")
        .x_label("ms by which the stroke ends before the ball arrives")
        .y_label("speed after / speed before")
        .reference_y(0.1, "a tenth");
    for speed in [0.75, 1.0, 1.5] {
        let points = live_catch::curve(&mut Watch::default(), speed, 0.1);
        chart = chart.series(Series::line(format!("{speed} m/s"), points));
    }
    chart.draw().save(directory.join("live-catch-curve.svg"))?;
    chart.draw().save(directory.join("live-catch-curve.png"))
}

fn pressure(cases: &[Case], directory: &Path) -> Result<(), Error> {
    let number_after = |case: &Case, word: &str| -> Option<f64> {
        let rest = case.case.split(word).nth(1)?;
        rest.split_whitespace().next()?.parse().ok()
    };
    // The packing in the middle of the room is that of the bulk.
    let bulk: Vec<(f64, f64)> =
        cases.iter().filter_map(|case| Some((number_after(case, "(")?, case.measured))).collect();
    let curve =
        |law: fn(f64) -> f64| (0..=65).map(move |n| f64::from(n) / 100.0).map(move |eta| (eta, law(eta)));
    Chart::new("Equation of state of hard discs")
        .x_label("packing")
        .y_label("P A / N k T")
        .series(Series::line("Henderson 1975", curve(henderson)).dashed())
        .series(Series::line("virial series, Clisby & McCoy 2006", curve(literature)))
        .series(Series::scatter("Carom, bulk of 2500", bulk))
        .draw()
        .save(directory.join("equation-of-state-curve.svg"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Figure;

    #[test]
    fn a_law_becomes_pictures() {
        let directory = std::env::temp_dir().join("carom-laws-figures");
        std::fs::create_dir_all(&directory).unwrap();
        let cases = [
            Case::new("misses", 9, &Watch::default(), Figure::count(0, 1)),
            Case::new("error", 9, &Watch::default(), Figure::error(0.0, 1e-3)),
        ];
        draw("bounce", &cases, &directory).unwrap();
        for name in ["bounce.svg", "bounce-misses.svg", "bounce-heights.svg"] {
            let text = std::fs::read_to_string(directory.join(name)).unwrap();
            assert!(text.contains("</svg>"), "{name}");
        }
    }
}
