//! The names in pages exist: paths, commands, constants, types and functions; and their Rust code is compiled
//! somewhere.

use std::collections::BTreeSet;

use crate::files::{files, pages, read, root};

/// Words in code of others, which no source of ours has.
const OF_OTHERS: &[&str] = &[
    "RapierConfiguration",
    "EventHandler",
    "Engine",
    "b2World",
    "Constraint",
    "CARGO_TARGET_DIR",
    "CMakeLists",
    "README",
    "NOT",
];

/// All pieces of code in the text of a page: the text between backticks on one line.
fn inline_code(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    found
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// All identifiers of all sources.
fn identifiers() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in files("rs") {
        let text = read(&path.to_string_lossy());
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
            if !word.is_empty() && !found.contains(word) {
                found.insert(word.to_owned());
            }
        }
    }
    found
}

fn exists(path: &str) -> bool {
    // A pattern stands for its folder.
    let path = path.split(['*', '{']).next().unwrap_or_default().trim_end_matches('/');
    let below =
        ["", "crates/world/src/", "crates/narrowphase/src/", "crates/scene/src/", "examples/", "docs/"];
    below.iter().any(|folder| root().join(folder).join(path).exists())
}

#[test]
fn paths_exist() {
    let (mut missing, mut count) = (Vec::new(), 0);
    for (page, text) in pages() {
        for code in inline_code(&text) {
            let first = code.split(['/', ' ']).next().unwrap_or_default();
            let known = ["crates", "docs", "examples", "benches", "fuzz", ".ci", ".github", "web"];
            let path = code.split([' ', ':']).next().unwrap_or_default();
            if known.contains(&first) && path.contains('/') || path.contains('/') && path.ends_with(".rs") {
                count += 1;
                if !exists(path) {
                    missing.push(format!("{page}: {path}"));
                }
            }
        }
    }
    assert!(count > 50, "only {count} paths were found");
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn types_functions_and_constants_exist() {
    let known = identifiers();
    let (mut missing, mut count) = (Vec::new(), 0);
    for (page, text) in pages() {
        for code in inline_code(&text) {
            let name = code.split(['(', ' ', '{', '<']).next().unwrap_or_default();
            let parts: Vec<&str> = name.split("::").collect();
            let is_path = parts.len() > 1 && parts.iter().all(|part| is_word(part));
            let is_constant = is_word(name)
                && name.len() > 3
                && name.contains(|c: char| c.is_ascii_uppercase())
                && !name.contains(|c: char| c.is_ascii_lowercase());
            if is_path || is_constant {
                count += 1;
                let strange: Vec<_> = parts
                    .iter()
                    .filter(|part| !known.contains(**part) && !OF_OTHERS.contains(part))
                    .collect();
                if !strange.is_empty() {
                    missing.push(format!("{page}: {name}"));
                }
            }
        }
    }
    assert!(count > 60, "only {count} names were found");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The word after a flag in a command.
fn after<'a>(words: &[&'a str], flags: &[&str]) -> Option<&'a str> {
    words.iter().position(|word| flags.contains(word)).and_then(|at| words.get(at + 1).copied())
}

#[test]
fn commands_name_what_exists() {
    let manifests: String = files("toml").iter().map(|path| read(&path.to_string_lossy())).collect();
    let sources: Vec<_> =
        files("rs").into_iter().map(|path| path.to_string_lossy().replace('\\', "/")).collect();
    let tests = sources.iter().filter(|path| path.contains("/tests/all/"));
    let tests: Vec<_> = tests.map(|path| (path, read(path))).collect();
    // A filter is a part of a test's path.
    let is_test = |filter: &str| {
        tests.iter().any(|(path, text)| {
            let mut functions = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
            path.contains(filter) || functions.any(|name| name.contains(filter))
        })
    };
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (page, text) in pages() {
        // In text commands may go over the end of a line.
        let joined = text.replace('\n', " ");
        let lines = text.lines().chain(joined.split('`').skip(1).step_by(2));
        for line in lines.filter(|line| line.trim_start().starts_with("cargo ") || line.contains(" cargo ")) {
            let command = line.split(" # ").next().unwrap_or_default();
            let words: Vec<&str> = command
                .split_whitespace()
                .map(|word| word.trim_matches(['`', ';', ',', '.', ')', ':']))
                .collect();
            let Some(at) = words.iter().position(|word| *word == "cargo") else { continue };
            let words = &words[at..];
            if !["run", "test", "bench", "build", "clippy", "check"]
                .contains(&words.get(1).copied().unwrap_or(""))
            {
                continue;
            }
            count += 1;
            let mut need = |what: &str, name: Option<&str>, found: &dyn Fn(&str) -> bool| {
                let is_name = |name: &&str| is_word(&name.replace('-', "_")) && *name != "NAME";
                if let Some(name) = name.filter(is_name)
                    && !found(name)
                {
                    wrong.push(format!("{page}: {what} {name}"));
                }
            };
            let has = |name: &str| manifests.contains(&format!("name = \"{name}\""));
            need("package", after(words, &["-p", "--package"]), &has);
            need("example", after(words, &["--example"]), &|name| {
                let file = format!("examples/{name}.rs");
                has(name) || files("rs").iter().any(|path| path.ends_with(&file))
            });
            need("binary", after(words, &["--bin"]), &|name| {
                let file = format!("{name}.rs");
                has(name) || files("rs").iter().any(|path| path.ends_with(&file))
            });
            need("test", after(words, &["--test"]), &|name| {
                let ways = [format!("/tests/{name}.rs"), format!("/tests/{name}/main.rs")];
                sources.iter().any(|path| ways.iter().any(|way| path.ends_with(way)))
            });
            let filters = command.split("--test all ").nth(1).and_then(|rest| rest.split('`').next());
            let filters = filters.into_iter().flat_map(str::split_whitespace);
            for filter in filters.filter(|word| !word.starts_with('-')) {
                need("test", Some(filter.trim_end_matches("::")), &is_test);
            }
        }
    }
    assert!(count > 20, "only {count} commands were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rust_code_of_every_page_is_compiled() {
    let sources: String = files("rs").iter().map(|path| read(&path.to_string_lossy())).collect();
    for (page, text) in pages() {
        let has_code = text.lines().any(|line| line.starts_with("```rust") && !line.contains("ignore"));
        // Some source includes the page for rustdoc, or the crate has its README as its own documentation.
        let own = page.strip_suffix("README.md").map(|folder| root().join(folder).join("src/lib.rs"));
        let has_own = own.is_some_and(|lib| {
            std::fs::read_to_string(lib)
                .is_ok_and(|text| text.starts_with("#![doc = include_str!(\"../README.md\")]"))
        });
        let is_included = has_own || sources.contains(&format!("{page}\""));
        assert!(!has_code || is_included, "the code of {page} is compiled nowhere");
        assert!(!text.contains("```rust,ignore"), "{page} has code that is not compiled");
    }
}

/// Code of other engines is compiled where they are dependencies.
#[test]
fn code_of_peers_is_compiled() {
    let compiled: String =
        read("benches/versus/src/snippets.rs").lines().map(|line| format!("{}\n", line.trim())).collect();
    let mut count = 0;
    for (page, text) in pages() {
        for block in text.split("```rs\n").skip(1) {
            let code = block.split("```").next().unwrap_or_default();
            let lines: String = code.lines().map(|line| format!("{}\n", line.trim())).collect();
            assert!(compiled.contains(&lines), "{page}: benches/versus/src/snippets.rs has not\n{lines}");
            count += 1;
        }
    }
    assert!(count > 0);
}
