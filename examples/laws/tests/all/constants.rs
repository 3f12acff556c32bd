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

/// The words after `--test all`, which say what runs, up to the end of the command.
fn tests(text: &str) -> BTreeSet<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut names = BTreeSet::new();
    for rest in text.split("--test ").skip(1) {
        let command = rest.split('`').next().unwrap_or_default();
        let filters = command.strip_prefix("all ").expect("the tests of a crate are one program");
        names.extend(filters.split_whitespace().filter(|word| *word != "--").map(str::to_owned));
    }
    names
}

/// The tests below a folder, such as `links::a_link_holds`.
fn paths_of_tests(folder: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of tests").flatten() {
        let path = entry.path();
        let Some(module) = path.file_stem().filter(|_| path.is_file()) else { continue };
        let text = fs::read_to_string(&path).expect("a file of text");
        for test in text.split("#[test]").skip(1) {
            let name = test.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap_or_default();
            paths.push(format!("{}::{name}", module.to_string_lossy()));
        }
    }
    paths
}

#[test]
fn constants_name_laws_and_tests_that_exist() {
    assert_eq!(named("by the laws `a`, `b` and `c-d`. The law"), BTreeSet::from(["a", "b", "c-d"]));
    assert_eq!(
        tests("by `cargo test --test all -- a b_c`, d."),
        BTreeSet::from(["a".to_owned(), "b_c".to_owned()])
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut known = paths_of_tests(&root.join("crates/world/tests/all"));
    known.extend(paths_of_tests(&root.join("examples/tests/all")));
    let mut files = Vec::new();
    constants(&root.join("crates/world/src"), &mut files);
    assert!(files.len() >= 10, "{files:?}");
    let mut count = 0;
    for path in files {
        let text = fs::read_to_string(&path).expect("a file of text").replace("///", "").replace("//!", "");
        for name in tests(&text) {
            let found = known.iter().any(|path| path.contains(&name));
            assert!(found, "{}: no test {name}", path.display());
        }
        for name in named(&text) {
            assert!(laws::ALL.iter().any(|law| law.name == name), "{}: no law {name}", path.display());
            count += 1;
        }
    }
    assert!(count > 30, "only {count} names were found");
}
