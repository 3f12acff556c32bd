//! Figures in README.md are those of their sources.
//!
//! `CAROM_DOCS=write cargo test -p carom-book --test pages` updates them from the sources.

use std::sync::{Mutex, PoisonError};

use crate::files::{read, root};

/// Who reads and writes the README does so alone.
static README: Mutex<()> = Mutex::new(());

/// The cells of all rows of a table whose first cells are these.
fn rows<'a>(text: &'a str, first: &[&str]) -> Vec<Vec<&'a str>> {
    let cells =
        |line: &'a str| -> Vec<&'a str> { line.trim().trim_matches('|').split('|').map(str::trim).collect() };
    text.lines()
        .filter(|line| line.starts_with('|'))
        .map(cells)
        .filter(|row| row.len() > first.len() && row.iter().zip(first).all(|(cell, first)| cell == first))
        .collect()
}

/// A count with a space before each group of three digits.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Trials of the torture law in which a ball could have passed, and those in which it did.
fn torture(accuracy: &str) -> String {
    let (mut shots, mut passed) = (0, 0);
    for row in rows(accuracy, &["torture"]) {
        let what = row[1];
        let counts_balls = ["misses", "through", "escapes", "outside"].iter().any(|word| what.contains(word));
        if counts_balls && !what.contains("velocity") {
            shots += row[2].parse::<usize>().expect("a count");
            passed += row[4].parse::<f64>().expect("a number") as usize;
        }
    }
    assert!(shots > 1000, "only {shots} shots were found");
    format!("{passed} of {} shots", grouped(shots))
}

/// The largest error of energy in the gas after 10 000 steps, rounded up to one digit.
fn gas(accuracy: &str) -> String {
    let errors = rows(accuracy, &["gas"]).into_iter().filter(|row| row[1].ends_with("10000 steps: energy"));
    let worst = errors.map(|row| row[5].parse::<f64>().expect("a number")).fold(0.0, f64::max);
    assert!(worst > 0.0, "no row was found");
    let power = worst.log10().floor() as i32;
    format!("{}e{power}", (worst / 10_f64.powi(power)).ceil())
}

fn within(accuracy: &str) -> String {
    let line = accuracy.lines().find(|line| line.contains("cases within their bars")).expect("the sum");
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let (met, missed) = (numbers.next().expect("a count"), numbers.next().expect("a count"));
    match missed {
        "0" => format!("all {met} figures are within their tolerances"),
        _ => format!("{met} figures are within their tolerances and {missed} are not yet"),
    }
}

fn hash() -> String {
    let golden = read("examples/scenes/golden/pinball.json");
    let (_, rest) = golden.split_once("\"hash\": \"").expect("a hash");
    format!("`{}`", rest.split('"').next().expect("its end"))
}

fn build(name: &str) -> String {
    let benchmarks = read("docs/benchmarks.md");
    let row =
        rows(&benchmarks, &[name]).into_iter().find(|row| row.len() == 3).expect("a row of the build table");
    format!("{} crates and {} CPU seconds", row[1], row[2])
}

/// How many random outlines CI attacks.
fn outlines() -> String {
    let script = read(".ci/run");
    let (_, rest) = script.split_once("attack -- outlines ").expect("the attack");
    grouped(rest.split('x').next().expect("a count").parse().expect("a number"))
}

#[test]
fn figures_of_the_readme_are_those_of_their_sources() {
    let _alone = README.lock().unwrap_or_else(PoisonError::into_inner);
    let accuracy = read("docs/accuracy.md");
    let sources = [
        ("torture", torture(&accuracy), "docs/accuracy.md"),
        ("gas", gas(&accuracy), "docs/accuracy.md"),
        ("within", within(&accuracy), "docs/accuracy.md"),
        ("outlines", outlines(), ".ci/run"),
        ("hash", hash(), "examples/scenes/golden/pinball.json"),
        ("build", build("carom"), "docs/benchmarks.md"),
        ("build-rapier", build("rapier2d"), "docs/benchmarks.md"),
    ];
    let readme = read("README.md");
    let (mut written, mut differ) = (readme.clone(), Vec::new());
    for (name, figure, source) in &sources {
        let mark = format!("<!-- figure: {name} -->");
        let start = readme.find(&mark).unwrap_or_else(|| panic!("README.md has no {mark}")) + mark.len();
        let length = readme[start..].find("<!-- end -->").expect("the mark ends");
        let stands = &readme[start..start + length];
        if stands != figure {
            differ.push(format!("README.md says {stands:?}, {source} says {figure:?}"));
        }
        written = written.replace(&format!("{mark}{stands}<!--"), &format!("{mark}{figure}<!--"));
    }
    assert_eq!(readme.matches("<!-- figure:").count(), sources.len(), "each mark has a source");
    if std::env::var("CAROM_DOCS").is_ok_and(|what| what == "write") {
        std::fs::write(root().join("README.md"), written).expect("README.md can be written");
        return;
    }
    assert!(
        differ.is_empty(),
        "{differ:#?}\n`CAROM_DOCS=write cargo test -p carom-book --test pages` updates them"
    );
}

/// Cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The ratio of a scene in the table of the benchmarks, whose rows name a scene once.
fn ratio(benchmarks: &str, wanted: [&str; 2]) -> Option<String> {
    let mut scene = "";
    benchmarks.lines().filter(|line| line.starts_with('|')).find_map(|line| {
        let cells = cells(line);
        if !cells[0].is_empty() {
            scene = cells[0];
        }
        (cells.len() > 2 && [scene, cells[1]] == wanted).then(|| cells[2].to_owned())
    })
}

#[test]
fn speeds_of_the_readme_are_those_of_the_benchmarks() {
    let _alone = README.lock().unwrap_or_else(PoisonError::into_inner);
    let (readme, benchmarks) = (read("README.md"), read("docs/benchmarks.md"));
    let (_, table) = readme.split_once("| scene | balls | Carom / faster peer |").expect("the table");
    let (mut written, mut compared, mut differ) = (readme.clone(), 0, Vec::new());
    for line in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let row = cells(line);
        let ratio = ratio(&benchmarks, [row[0], row[1]]);
        let ratio = ratio.unwrap_or_else(|| panic!("docs/benchmarks.md has no row {row:?}"));
        if ratio != row[2] {
            differ.push(format!("README.md says {row:?}, docs/benchmarks.md says {ratio}"));
        }
        written = written.replace(line, &format!("| {} | {} | {ratio} |", row[0], row[1]));
        compared += 1;
    }
    assert!(compared >= 5, "only {compared} rows were compared");
    if std::env::var("CAROM_DOCS").is_ok_and(|what| what == "write") {
        std::fs::write(root().join("README.md"), written).expect("README.md can be written");
        return;
    }
    assert!(
        differ.is_empty(),
        "{differ:#?}\n`CAROM_DOCS=write cargo test -p carom-book --test pages` updates them"
    );
}

#[test]
fn counts_are_grouped() {
    assert_eq!([grouped(7), grouped(1000), grouped(123_456)], ["7", "1 000", "123 456"]);
}

/// A version that a manifest states on the line that begins so, without the part that only patches change.
fn version(manifest: &str, begins: &str) -> String {
    let text = read(manifest);
    let line =
        text.lines().find(|line| line.starts_with(begins)).unwrap_or_else(|| panic!("{manifest}: {begins}"));
    let numbers = line.split('"').nth(1).expect("a version in quotes");
    numbers.splitn(3, '.').take(2).collect::<Vec<_>>().join(".")
}

#[test]
fn versions_of_the_readme_are_those_of_the_manifests() {
    let readme = read("README.md").replace('\n', " ");
    let versions = [
        ("Rust ", version("Cargo.toml", "rust-version")),
        ("[glam](https://docs.rs/glam) ", version("Cargo.toml", "glam = { version")),
        ("Bevy ", version("crates/bevy/Cargo.toml", "bevy_app")),
        ("Rapier ", version("benches/versus/Cargo.toml", "rapier2d")),
    ];
    for (name, version) in versions {
        assert!(readme.contains(&format!("{name}{version}")), "README.md does not say {name}{version}");
    }
}

/// Versions of a package in all lock files.
fn locked(name: &str) -> Vec<String> {
    let (cargo, npm) = (read("Cargo.lock"), read("web/package-lock.json"));
    let bevy = read("crates/bevy/versus/Cargo.lock");
    let after = |text: &str, mark: &str, key: &str| -> Vec<String> {
        let found = text.match_indices(mark).filter_map(|(at, _)| {
            let rest = &text[at + mark.len()..];
            let rest = &rest[rest.find(key)? + key.len()..];
            Some(rest.split('"').next()?.to_owned())
        });
        found.collect()
    };
    let mut versions = after(&cargo, &format!("name = \"{name}\"\n"), "version = \"");
    versions.extend(after(&bevy, &format!("name = \"{name}\"\n"), "version = \""));
    for package in [name.to_owned(), format!("@dimforge/{name}-compat")] {
        versions.extend(after(&npm, &format!("\"node_modules/{package}\": {{"), "\"version\": \""));
    }
    versions
}

/// A comparison is of the versions that ran: pages name those of the lock files.
#[test]
fn versions_of_peers_are_those_of_the_lock_files() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for peer in ["rapier2d", "rapier2d-simd", "planck", "matter-js", "boxdd-sys", "avian2d", "bevy_rapier2d"]
    {
        let known = locked(peer);
        assert!(!known.is_empty(), "no lock file has {peer}");
        for (page, text) in crate::files::pages() {
            let text = text.replace('`', "");
            let is_whole = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            for (at, _) in text.match_indices(&format!("{peer} ")).filter(|(at, _)| is_whole(*at)) {
                let rest = &text[at + peer.len() + 1..];
                let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
                let said = rest[..end].trim_end_matches('.');
                if !said.contains('.') {
                    continue;
                }
                count += 1;
                if !known.iter().any(|known| known == said || known.starts_with(&format!("{said}."))) {
                    wrong.push(format!("{page}: {peer} {said}, but {known:?} is locked"));
                }
            }
        }
    }
    assert!(count > 20, "only {count} versions were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
