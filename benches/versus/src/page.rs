//! The table of `docs/benchmarks.md`.

use std::fmt::Write as _;
use std::path::Path;

use crate::row::Row;

/// Between these two the table stands in the page.
const MARKS: [&str; 2] = ["<!-- table: carom-versus -->\n", "<!-- end -->"];

const HEAD: &str = "\
| scene | balls | Carom / faster peer | of means | Carom, us | mean | 99th percentile | worst | worst of peers | deepest overlap: Carom; peers |
|---|---|---|---|---|---|---|---|---|---|
";

/// Puts the table into a page in place of the one that is there.
///
/// # Errors
/// The page cannot be read or written, or has no marks.
pub fn write(rows: &[Row], page: &Path) -> Result<(), String> {
    let refused = |error: std::io::Error| format!("{}: {error}", page.display());
    let text = std::fs::read_to_string(page).map_err(refused)?;
    let [begin, end] = MARKS;
    let marked = text.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let (before, after) =
        marked.ok_or_else(|| format!("{}: there is no {}", page.display(), begin.trim_end()))?;
    std::fs::write(page, format!("{before}{begin}\n{}\n{end}{after}", table(rows))).map_err(refused)
}

/// One row for each scene, phase and number of balls in which a peer ran as well, on one thread.
fn table(rows: &[Row]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in ours(rows).map(name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut out = HEAD.to_owned();
    for wanted in &names {
        let mut shown = wanted.as_str();
        for row in ours(rows).filter(|row| name(row) == *wanted) {
            if let Some(line) = line(row, &peers(rows, row)) {
                // A String takes any text.
                _ = writeln!(out, "| {shown} | {line}");
                shown = "";
            }
        }
    }
    out
}

/// Carom's rows; how balls fall when they may sleep is no row of its own.
fn ours(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter()
        .filter(|row| row.engine == "carom" && row.threads == 1 && (!row.sleep || row.phase == "settled"))
}

fn peers<'a>(rows: &'a [Row], ours: &Row) -> Vec<&'a Row> {
    rows.iter().filter(|row| row.n == ours.n && row.scene == ours.scene && row.is_peer_of(ours)).collect()
}

fn name(row: &Row) -> String {
    match (row.scene, row.phase) {
        ("gas", _) => "gas, e = 1".to_owned(),
        ("pinball_1000hz", _) => "pinball at 1000 Hz".to_owned(),
        ("billiards", phase) => format!("billiards, {phase}"),
        (scene, "settled") if row.sleep => format!("{scene}, settled, sleep in all"),
        (scene, "settled") => format!("{scene}, settled, no sleep"),
        (scene, "falling") => format!("{scene}, falling"),
        (scene, _) => scene.to_owned(),
    }
}

/// The cells behind the scene's.
fn line(row: &Row, peers: &[&Row]) -> Option<String> {
    let least = |of: fn(&Row) -> f64| peers.iter().map(|row| of(row)).min_by(f64::total_cmp);
    let most = |of: fn(&Row) -> f64| peers.iter().map(|row| of(row)).max_by(f64::total_cmp);
    let times = [row.median_ns, row.mean_ns, row.p99_ns, row.max_ns, most(|row| row.max_ns)?];
    let truth = if row.scene == "gas" {
        let [low, high] = [least(|row| row.energy_ratio)?, most(|row| row.energy_ratio)?];
        format!("energy kept {:.3}; {low:.2}-{high:.2}", row.energy_ratio)
    } else {
        let [low, high] = [least(|row| row.deepest_overlap)?, most(|row| row.deepest_overlap)?];
        format!("{:.3} r; {low:.3}-{high:.3} r", row.deepest_overlap)
    };
    let [median, mean, p99, worst, of_peers] = times.map(microseconds);
    Some(format!(
        "{} | {:.2} | {:.2} | {median} | {mean} | {p99} | {worst} | {of_peers} | {truth} |",
        grouped(row.n as f64),
        row.median_ns / least(|row| row.median_ns)?,
        row.mean_ns / least(|row| row.mean_ns)?,
    ))
}

/// A time in nanoseconds as microseconds, with three digits or all before the point.
fn microseconds(nanoseconds: f64) -> String {
    match nanoseconds / 1e3 {
        us if us < 1.0 => format!("{us:.2}"),
        us if us < 100.0 => format!("{us:.1}"),
        us => grouped(us),
    }
}

/// A whole number with a space before each group of three digits.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(engine: &'static str, sleep: bool, times: [f64; 4]) -> Row {
        let [median_ns, mean_ns, p99_ns, max_ns] = times;
        let (scene, phase, n, deepest_overlap) = ("pile", "settled", 1000, 0.0131);
        Row {
            scene,
            phase,
            n,
            engine,
            threads: 1,
            sleep,
            median_ns,
            mean_ns,
            p99_ns,
            max_ns,
            deepest_overlap,
            ..Row::default()
        }
    }

    #[test]
    fn medians_means_and_worst_steps_stand_beside_the_better_peer() {
        let rows = [
            row("carom", false, [2e5, 3e5, 9e5, 4e6]),
            row("rapier", false, [4e5, 5e5, 6e5, 7e6]),
            row("box2d", false, [2.5e5, 6e5, 7e5, 8e5]),
            row("rapier_ccd", false, [1.0; 4]),
            row("carom", true, [50.0, 80.0, 900.0, 12_340.0]),
            row("box2d", true, [200.0; 4]),
        ];
        let table = table(&rows);
        let lines: Vec<_> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| pile, settled, no sleep | 1 000 | 0.80 | 0.60 | 200 | 300 | 900 | 4 000 | 7 000 | 0.013 r; 0.013-0.013 r |",
                "| pile, settled, sleep in all | 1 000 | 0.25 | 0.40 | 0.05 | 0.08 | 0.90 | 12.3 | 0.20 | 0.013 r; 0.013-0.013 r |",
            ]
        );
    }

    #[test]
    fn the_page_has_a_place_for_the_table() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/benchmarks.md");
        let text = std::fs::read_to_string(page).expect("the page");
        let (_, rest) = text.split_once(MARKS[0]).expect("its begin");
        let (table, _) = rest.split_once(MARKS[1]).expect("its end");
        assert!(table.trim().starts_with("| scene | balls | Carom / faster peer |"), "{table}");
    }
}
