//! `carom check`: faults of scenes (errors), likely slips (warnings), and parts of other formats that no scene
//! holds (notes).

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use carom_scene::Fault;
use carom_svg::NO_BALL;

use crate::args::Check;
use crate::failure::Failure;
use crate::source::{Source, named, read};

/// How many of one kind are printed one by one.
const TOLD: usize = 3;

/// Slips that are alike, in many places.
struct Kind {
    /// The first of them. The place in the file is sought for these alone: each costs reading it once more.
    first: Vec<Fault>,
    count: usize,
}

/// Sums slips up by kind, in the order in which the kinds come up.
fn kinds(found: Vec<Fault>) -> Vec<Kind> {
    let mut known = BTreeMap::new();
    let mut kinds: Vec<Kind> = Vec::new();
    for fault in found {
        let n = *known.entry(fault.kind()).or_insert(kinds.len());
        if n == kinds.len() {
            kinds.push(Kind { first: Vec::new(), count: 0 });
        }
        kinds[n].count += 1;
        if kinds[n].first.len() < TOLD {
            kinds[n].first.push(fault);
        }
    }
    kinds
}

/// Prints the messages about one scene, and returns the number of warnings. A line may count several.
fn look(path: &Path, args: &Check, out: &mut impl Write) -> Result<usize, Failure> {
    let Source { document, warnings, mut count, notes, .. } = read(path, args.reading)?;
    let place = |fault| named(&document, document.place(fault), path);
    let mut found = document.scene.lint().map_err(place)?;
    if notes.iter().any(|note| note == NO_BALL) {
        found.retain(|fault| fault.path != "balls");
    }
    count += found.len();
    if !args.reading.quiet {
        for note in notes {
            writeln!(out, "note: {}: {note}", path.display())?;
        }
    }
    for line in warnings {
        writeln!(out, "warning: {}: {line}", path.display())?;
    }
    for Kind { first, count } in kinds(found) {
        let shown = first.len();
        for fault in first {
            writeln!(out, "warning: {}", place(fault))?;
        }
        if count > shown {
            writeln!(out, "warning: {}: and {} more like these", path.display(), count - shown)?;
        }
    }
    if count == 0 && !args.reading.quiet {
        writeln!(out, "{}: OK", path.display())?;
    }
    Ok(count)
}

pub(crate) fn check(args: &Check) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let (mut wrong, mut slips) = (0, 0);
    for path in &args.scenes {
        match look(path, args, &mut out) {
            Ok(count) => slips += count,
            Err(Failure::Input(message)) => {
                wrong += 1;
                writeln!(out, "error: {message}")?;
            }
            Err(failure) => return Err(failure),
        }
    }
    out.flush()?;
    match (wrong, slips) {
        (0, 0) => Ok(()),
        (0, _) if args.lenient => Ok(()),
        (0, 1) => Err(Failure::Found("there is 1 warning".to_owned())),
        (0, n) => Err(Failure::Found(format!("there are {n} warnings"))),
        (1, _) => Err(Failure::Input("1 scene is wrong".to_owned())),
        (n, _) => Err(Failure::Input(format!("{n} scenes are wrong"))),
    }
}
