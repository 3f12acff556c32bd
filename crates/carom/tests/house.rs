//! The house rules that a machine can check: no file is too long, and no two files need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Lines from which on a file asks to be split.
const LONGEST: usize = 600;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust files below a folder.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A file's text without comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a file of text");
    let end = text.find("#[cfg(test)]").unwrap_or(text.len());
    text[..end].lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The files of one crate by module path, each with the modules of the same crate that it names.
fn imports(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut paths = Vec::new();
    rust_files(source, &mut paths);
    let module = |path: &Path| {
        let name = path.strip_prefix(source).expect("a file below the folder").with_extension("");
        name.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "::").trim_end_matches("::mod").to_owned()
    };
    let names: BTreeSet<String> = paths.iter().map(|path| module(path)).collect();
    let in_crate = |named: &str| {
        let parts: Vec<&str> = named.split("::").collect();
        (1..=parts.len()).rev().map(|n| parts[..n].join("::")).find(|name| names.contains(name))
    };
    let mut graph = BTreeMap::new();
    for path in &paths {
        let own = module(path);
        let parent = own.rsplit_once("::").map_or(String::new(), |(parent, _)| format!("{parent}::"));
        let (text, mut needs) = (code(path), BTreeSet::new());
        for (prefix, base) in [("crate::", ""), ("super::", parent.as_str())] {
            for (at, _) in text.match_indices(prefix) {
                let rest = &text[at + prefix.len()..];
                let listed =
                    rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(list, _)| list);
                for named in listed.unwrap_or(rest).split(if listed.is_some() { ',' } else { '\0' }) {
                    let named = named.trim_start();
                    let stop = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
                    let named = named.split(stop).next().unwrap_or_default();
                    needs.extend(in_crate(&format!("{base}{named}")).filter(|name| *name != own));
                }
            }
        }
        graph.insert(own, needs);
    }
    graph
}

/// A way from a module back to itself.
fn cycle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(
        at: &str,
        graph: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = way.iter().position(|name| name == at) {
            return Some(way[start..].to_vec());
        }
        if !done.insert(at.to_owned()) {
            return None;
        }
        way.push(at.to_owned());
        let found = graph.get(at)?.iter().find_map(|next| walk(next, graph, way, done));
        way.pop();
        found
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| walk(start, graph, &mut Vec::new(), &mut done))
}

#[test]
fn no_two_files_need_each_other() {
    let sources = ["narrowphase", "broadphase", "world", "carom", "draw", "hbs", "pinball"]
        .map(|name| format!("crates/{name}/src"));
    for source in
        sources.iter().map(String::as_str).chain(["examples/scenes", "examples/laws/src", "benches"])
    {
        let graph = imports(&workspace().join(source));
        assert!(!graph.is_empty(), "{source} is not there");
        assert_eq!(cycle(&graph), None, "in {source}");
    }
    let crates = imports(&workspace().join("crates/world/src"));
    assert!(crates["step"].contains("kick"), "imports are read: {:?}", crates["step"]);
}

#[test]
fn a_cycle_is_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            graph.entry((*to).to_owned()).or_default();
        }
        graph
    };
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    assert_eq!(cycle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")])), Some(vec!["b".into(), "c".into()]));
}

#[test]
fn no_file_is_too_long() {
    let mut files = Vec::new();
    for folder in ["crates", "examples", "benches"] {
        rust_files(&workspace().join(folder), &mut files);
    }
    assert!(files.len() > 100, "only {} files were found", files.len());
    for file in files {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", file.display());
    }
}
