//! The walks of CONTRIBUTING.md name the files that a change touches, and their numbers fall.

use std::collections::BTreeSet;

use crate::files::read;

/// A walk and the most files that it names by hand; files that a command writes do not count. Lower a number when it falls;
/// never raise it.
const WALKS: &[(&str, usize)] =
    &[("a new shape", 15), ("a new kind of event", 6), ("a field of materials", 8)];

/// The part of a page below a heading, up to the next one.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) =
        page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no walk {heading}"));
    rest.split("\n## ").next().unwrap_or_default()
}

/// Sources that a walk names as written by hand: paths of files in code, but for proofs and files that commands write.
fn by_hand(walk: &str) -> BTreeSet<&str> {
    let paragraphs =
        walk.split("\n\n").filter(|text| !["Proof:", "Written by"].iter().any(|head| text.starts_with(head)));
    let code = paragraphs.flat_map(|text| text.split('`').skip(1).step_by(2));
    code.filter(|word| word.contains('/') && word.contains('.') && !word.contains(' ')).collect()
}

#[test]
fn walks_name_few_files() {
    let page = read("CONTRIBUTING.md");
    for (walk, most) in WALKS {
        let files = by_hand(section(&page, &format!("Walk: add {walk}")));
        println!("{walk}: {} files", files.len());
        assert!(files.len() > 3, "{walk}: only {files:?} were found");
        assert!(files.len() <= *most, "{walk}: {} files, not at most {most}: {files:#?}", files.len());
    }
}

#[test]
fn files_of_a_walk_are_counted_once() {
    let walk =
        "1. `a/b.rs` and `c/d.ts`, with `cargo test` (`a/b.rs`).\n\nWritten by commands: `docs/e.txt`.\n";
    assert_eq!(by_hand(walk), BTreeSet::from(["a/b.rs", "c/d.ts"]));
}
