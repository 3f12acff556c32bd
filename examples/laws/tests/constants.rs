//! The laws that the constants of the engine name are there.

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

/// What is in backquotes behind `the law` and `the laws`, up to the first word that is neither a name nor `and`.
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

#[test]
fn constants_name_laws_that_exist() {
    assert_eq!(named("by the laws `a`, `b` and `c-d`. The law"), BTreeSet::from(["a", "b", "c-d"]));
    let mut files = Vec::new();
    constants(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/world/src"), &mut files);
    assert!(files.len() >= 10, "{files:?}");
    let mut count = 0;
    for path in files {
        let text = fs::read_to_string(&path).expect("a file of text").replace("///", "");
        for name in named(&text) {
            assert!(laws::ALL.iter().any(|law| law.name == name), "{}: no law {name}", path.display());
            count += 1;
        }
    }
    assert!(count > 30, "only {count} names were found");
}
