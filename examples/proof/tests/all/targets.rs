//! The table of targets in `docs/reliability.md`, which `.ci/determinism --table` writes.

use std::fs;
use std::path::Path;

/// A target that left the table would be promised and not proved.
#[test]
fn every_target_of_the_script_stands_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = fs::read_to_string(root.join(".ci/determinism")).expect("the script");
    let page = fs::read_to_string(root.join("docs/reliability.md")).expect("the page");
    let table = page.split("<!-- targets").nth(1).and_then(|rest| rest.split("<!-- end of targets").next());
    let rows: Vec<&str> =
        table.unwrap_or_default().lines().filter(|line| line.starts_with('|')).skip(2).collect();
    let calls = script.lines().filter_map(|line| line.trim().strip_prefix("more "));
    let targets: Vec<&str> = calls.filter_map(|call| call.split(' ').next()).collect();
    assert!(targets.len() >= 7, "{targets:?}");
    for target in targets.into_iter().chain(["wasm32-unknown-unknown", "`x86_64` without AVX2"]) {
        let row =
            rows.iter().find(|row| row.contains(target)).unwrap_or_else(|| panic!("{target} is not there"));
        let (found, date) = (row.split('|').nth(5), row.split('|').nth(6).unwrap_or_default().trim());
        assert!(found.is_some_and(|found| found.contains("equal")), "{row}");
        assert!(date.len() == 10 && date.starts_with("20"), "when it was checked: {row}");
    }
    assert!(rows.iter().filter(|row| row.contains("big-endian")).count() >= 2, "{rows:#?}");
}
