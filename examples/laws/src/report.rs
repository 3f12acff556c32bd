//! The results of the laboratory, for people and for programs.

use std::io::{self, Write};

use crate::law::Case;

/// Writes a table for people.
///
/// # Errors
/// The errors of the writer.
pub fn table(out: &mut impl Write, cases: &[Case]) -> io::Result<()> {
    let widest = cases.iter().map(|case| case.case.chars().count()).max().unwrap_or(4);
    for case in cases {
        let verdict = if case.pass { "ok  " } else { "FAIL" };
        writeln!(
            out,
            "  {verdict} {:<widest$} {:>8}  exact {:>12}  measured {:>12}  error {:>9.2e}  bar {:>7.1e}  dropped {:>5}  worst step {:>7.1} x  impacts {:>6}",
            case.case,
            case.trials,
            short(case.exact),
            short(case.measured),
            case.error,
            case.bar,
            case.dropped,
            case.worst_step,
            case.most_impacts,
        )?;
    }
    Ok(())
}

/// A number in at most twelve characters.
fn short(x: f64) -> String {
    let size = x.abs();
    if x == x.trunc() && size < 1e9 {
        format!("{x:.0}")
    } else if (1e-2..1e6).contains(&size) {
        format!("{x:.6}")
    } else {
        format!("{x:.3e}")
    }
}

/// Writes one JSON object a line.
///
/// # Errors
/// The errors of the writer.
pub fn json(out: &mut impl Write, cases: &[Case]) -> io::Result<()> {
    for case in cases {
        serde_json::to_writer(&mut *out, case)?;
        writeln!(out)?;
    }
    Ok(())
}

const INTRODUCTION: &str = "\
# Accuracy

The measurements of the laboratory. This page is written by

    cargo run --release --example laws -- EFFORT--markdown docs/accuracy.md --figures target/laws

with default settings, at 60 steps a second unless the case names another rate. The exact answers stand with their
sources in `examples/laws/src/laws`.
`error` is the difference from `exact` by the measure of the law; `dropped` counts the balls frozen, bodies stalled and balls
put back in all trials together; `worst step` is the slowest step as a multiple of the median, on the machine of
this run, and `impacts` the most in a step. `--full` runs all seeds, `-- pile spin` some laws by name, `--json` writes
one object a line. `cargo test` runs the forms of `--brief`.
";

/// Writes all results as a document; `effort` is the flag with which they were measured, empty for none.
///
/// # Errors
/// The errors of the writer.
pub fn markdown(out: &mut impl Write, cases: &[Case], effort: &str) -> io::Result<()> {
    let flag = if effort.is_empty() { String::new() } else { format!("{effort} ") };
    writeln!(out, "{}", INTRODUCTION.replace("EFFORT", &flag))?;
    let missed = cases.iter().filter(|case| !case.pass).count();
    writeln!(out, "{} cases within their bars, {missed} not.\n", cases.len() - missed)?;
    writeln!(
        out,
        "| law | case | trials | exact | measured | error | bar | met | dropped | worst step | impacts |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|")?;
    for case in cases {
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {:.2e} | {:.1e} | {} | {} | {:.1} | {} |",
            case.law,
            case.case,
            case.trials,
            short(case.exact),
            short(case.measured),
            case.error,
            case.bar,
            if case.pass { "yes" } else { "**no**" },
            case.dropped,
            case.worst_step,
            case.most_impacts,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Figure;
    use crate::watch::Watch;

    #[test]
    fn every_case_is_a_line_in_both_forms() {
        let cases =
            [1.0, 2.0].map(|x| Case::new("thing", 7, &Watch::default(), Figure::relative(1.0, x, 0.1)));
        assert!(cases[0].pass && !cases[1].pass);
        let (mut people, mut programs) = (Vec::new(), Vec::new());
        table(&mut people, &cases).unwrap();
        json(&mut programs, &cases).unwrap();
        let (people, programs) = (String::from_utf8(people).unwrap(), String::from_utf8(programs).unwrap());
        assert_eq!(people.lines().count(), 2);
        assert!(people.contains("FAIL thing"), "{people}");
        let line: serde_json::Value = serde_json::from_str(programs.lines().last().unwrap()).unwrap();
        for key in ["law", "case", "trials", "exact", "measured", "error", "bar", "pass", "dropped"] {
            assert!(line.get(key).is_some(), "{key} in {line}");
        }
        assert_eq!(line["pass"], false);
        let mut document = Vec::new();
        markdown(&mut document, &cases, "").unwrap();
        let document = String::from_utf8(document).unwrap();
        assert!(document.contains("1 cases within their bars, 1 not."), "{document}");
        assert!(document.ends_with("| **no** | 0 | 0.0 | 0 |\n"), "{document}");
    }

    #[test]
    fn numbers_are_short() {
        for (x, text) in [(0.0, "0"), (3141.0, "3141"), (0.5, "0.500000"), (1.25e-7, "1.250e-7")] {
            assert_eq!(short(x), text);
        }
    }
}
