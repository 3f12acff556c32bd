//! `carom check`: what is wrong with scenes, and what is likely to be a slip.

use std::collections::BTreeMap;
use std::io::Write;

use carom_scene::Fault;

use crate::args::Check;
use crate::failure::Failure;
use crate::source::load;

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

pub(crate) fn check(args: &Check) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let (mut wrong, mut slips) = (0, 0);
    for path in &args.scenes {
        let found = load(path, args.table).and_then(|document| {
            let found = document.scene.lint().map_err(|fault| document.place(fault))?;
            Ok((found, document))
        });
        match found {
            Ok((found, _)) if found.is_empty() => writeln!(out, "{}: OK", path.display())?,
            Ok((found, document)) => {
                slips += found.len();
                for Kind { first, count } in kinds(found) {
                    let shown = first.len();
                    for fault in first {
                        writeln!(out, "warning: {}", document.place(fault))?;
                    }
                    if count > shown {
                        writeln!(out, "warning: {}: and {} more like these", path.display(), count - shown)?;
                    }
                }
            }
            Err(fault) => {
                wrong += 1;
                writeln!(out, "error: {fault}")?;
            }
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
