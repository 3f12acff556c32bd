//! The laws and tests that the constants of the engine name are there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All `constants.rs` below a folder.
fn constants(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            constants(&path, found);
        } else if path.ends_with("constants.rs") {
            found.push(path);
        }
    }
}

/// The names in backquotes after `the law` and `the laws`, up to the first word that is neither a name nor `and`.
fn named(text: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for (at, _) in text.match_indices("the law") {
        let rest = text[at..].trim_start_matches("the law").trim_start_matches('s');
        for word in rest.split_whitespace().filter(|word| *word != "and") {
            let Some((name, end)) = word.strip_prefix('`').and_then(|word| word.rsplit_once('`')) else {
                break;
            };
            names.insert(name);
            if end == "." {
                break;
            }
        }
    }
    names
}

/// The words after `--test`.
fn tests(text: &str) -> BTreeSet<&str> {
    let mut words = text.split_whitespace();
    let mut names = BTreeSet::new();
    while words.any(|word| word == "--test") {
        names.extend(words.next().map(|name| name.trim_end_matches(['`', '.', ',', ':', ';'])));
    }
    names
}

#[test]
fn constants_name_laws_and_tests_that_exist() {
    assert_eq!(named("by the laws `a`, `b` and `c-d`. The law"), BTreeSet::from(["a", "b", "c-d"]));
    assert_eq!(tests("by `cargo test --test a --test b_c`."), BTreeSet::from(["a", "b_c"]));
    let mut files = Vec::new();
    constants(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/world/src"), &mut files);
    assert!(files.len() >= 10, "{files:?}");
    let mut count = 0;
    for path in files {
        let text = fs::read_to_string(&path).expect("a file of text").replace("///", "").replace("//!", "");
        for name in tests(&text) {
            let found = ["crates/world", "examples"].iter().any(|package| {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(package);
                root.join("tests").join(name).with_extension("rs").exists()
            });
            assert!(found, "{}: no test {name}", path.display());
        }
        for name in named(&text) {
            assert!(laws::ALL.iter().any(|law| law.name == name), "{}: no law {name}", path.display());
            count += 1;
        }
    }
    assert!(count > 30, "only {count} names were found");
}
