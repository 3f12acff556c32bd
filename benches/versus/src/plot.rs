//! How the cost of a step grows with the number of balls, as a picture.

use std::path::{Path, PathBuf};

use carom_draw::{Chart, Error, Series};

use crate::row::Row;

/// Draws one picture for each phase of each scene that was run; where they are.
pub fn save(rows: &[Row], path: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut kinds: Vec<(&str, &str)> = rows.iter().map(|row| (row.scene, row.phase)).collect();
    kinds.dedup();
    kinds.sort_unstable();
    kinds.dedup();
    let mut saved = Vec::new();
    for (scene, phase) in &kinds {
        let path = if kinds.len() == 1 { path.to_owned() } else { named(path, scene, phase) };
        let rows: Vec<&Row> = rows.iter().filter(|row| (row.scene, row.phase) == (scene, phase)).collect();
        chart(&rows, &format!("{scene}, {phase}")).draw().save(&path)?;
        saved.push(path);
    }
    Ok(saved)
}

/// `cost.png` becomes `cost-gas-mixed.png`.
fn named(path: &Path, scene: &str, phase: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{scene}-{phase}.{ending}"))
}

fn chart(rows: &[&Row], title: &str) -> Chart {
    let mut runs: Vec<(bool, usize, &str)> =
        rows.iter().map(|row| (row.sleep, row.threads, row.engine)).collect();
    runs.sort_unstable();
    runs.dedup();
    let mut engines: Vec<&str> = runs.iter().map(|(.., engine)| *engine).collect();
    engines.sort_unstable();
    engines.dedup();
    let title = format!("{title}: median time of a step, a ball");
    let mut chart = Chart::new(title).x_label("balls").y_label("ns").log_x().log_y();
    let theme = carom_draw::Theme::light();
    for run in runs {
        let points = rows.iter().filter(|row| (row.sleep, row.threads, row.engine) == run).map(|row| {
            let n = row.n as f64;
            (n, row.median_ns / n)
        });
        let (sleep, threads, engine) = run;
        let mut label = engine.to_owned();
        if threads > 1 {
            label += &format!(", {threads} threads");
        }
        if sleep {
            label += ", sleeping";
        }
        let color = theme.series(engines.iter().position(|name| *name == engine).unwrap_or(0));
        let series = Series::line(label, points).marked().color(color);
        chart = chart.series(if threads == 1 && !sleep { series } else { series.dashed() });
    }
    chart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phase_has_a_file_of_its_own() {
        assert_eq!(named(Path::new("a/cost.svg"), "gas", "mixed"), Path::new("a/cost-gas-mixed.svg"));
    }
}
