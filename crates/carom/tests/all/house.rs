//! The house rules that a machine can check: folders import only from those below them, and no two files of a small
//! crate need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders and root files of `crates/world/src` from the bottom up, each with its allowed imports. A folder
/// names only folders above it in this list.
const WORLD: &[(&str, &[&str])] = &[
    ("id", &[]),
    ("error", &["id"]),
    ("limits", &["error"]),
    ("profile", &[]),
    ("base", &["id"]),
    ("context", &["base"]),
    ("config", &["base", "error", "limits"]),
    ("model", &["base", "error", "id", "limits"]),
    ("events", &["base", "id", "model"]),
    ("bodies", &["base", "context", "id", "limits", "model"]),
    ("geometry", &["base", "bodies", "id", "model"]),
    ("floor", &["base", "bodies", "id", "model"]),
    ("contacts", &["base", "bodies"]),
    ("links", &["base", "bodies", "contacts", "id", "model"]),
    ("pairs", &["base", "bodies", "contacts", "context", "geometry"]),
    (
        "observe",
        &["base", "bodies", "config", "contacts", "events", "geometry", "id", "limits", "model", "pairs"],
    ),
    ("solver", &["base", "bodies", "contacts", "context", "geometry", "links", "model", "pairs"]),
    ("sleep", &["base", "bodies", "contacts", "context", "pairs", "solver"]),
    (
        "continuous",
        &[
            "base", "bodies", "contacts", "context", "events", "floor", "geometry", "id", "links", "model",
            "observe", "pairs", "profile", "sleep", "solver",
        ],
    ),
    (
        "state",
        &[
            "base", "bodies", "contacts", "events", "floor", "geometry", "id", "links", "model", "observe",
            "sleep", "solver",
        ],
    ),
    ("cache", &["continuous", "pairs", "solver"]),
    ("recording", &["base", "config", "error", "id", "model"]),
    (
        "world",
        &[
            "cache",
            "config",
            "contacts",
            "error",
            "events",
            "geometry",
            "id",
            "model",
            "observe",
            "profile",
            "recording",
            "state",
        ],
    ),
    (
        "step",
        &[
            "base",
            "bodies",
            "cache",
            "config",
            "contacts",
            "context",
            "continuous",
            "events",
            "geometry",
            "observe",
            "pairs",
            "profile",
            "recording",
            "solver",
            "state",
            "world",
        ],
    ),
    (
        "api",
        &[
            "base",
            "bodies",
            "config",
            "contacts",
            "context",
            "error",
            "events",
            "floor",
            "geometry",
            "id",
            "limits",
            "links",
            "model",
            "observe",
            "pairs",
            "profile",
            "recording",
            "sleep",
            "state",
            "step",
            "world",
        ],
    ),
    (
        "snapshot",
        &[
            "base",
            "bodies",
            "config",
            "contacts",
            "context",
            "error",
            "floor",
            "geometry",
            "id",
            "limits",
            "model",
            "recording",
            "sleep",
            "solver",
            "state",
            "step",
            "world",
        ],
    ),
    ("replay", &["error", "id", "recording", "state", "world"]),
];

/// All other crates and programs: no two of their files may need each other.
const FLAT: &[&str] = &[
    "crates/narrowphase/src",
    "crates/broadphase/src",
    "crates/carom/src",
    "crates/batch/src",
    "crates/bevy/src",
    "crates/biarc/src",
    "crates/cli/src",
    "crates/draw/src",
    "crates/hbs/src",
    "crates/pinball/src",
    "crates/py/src",
    "crates/scene/src",
    "crates/svg/src",
    "crates/sweep/src",
    "crates/vpx/src",
    "crates/wasm/src",
    "examples/scenes",
    "examples/laws/src",
    "examples/proof/src",
    "benches",
    "benches/versus/src",
];

/// Lines of a function that a screen holds, its head included.
const SCREEN: usize = 70;

/// The crates that a game compiles for its steps.
const ENGINE: &[&str] = &["narrowphase", "broadphase", "world", "carom", "pinball"];

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
    let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    text[..end].lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The module paths in a text after a prefix such as `crate::`; for a list in braces each of its parts.
fn named<'a>(text: &'a str, prefix: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        let rest = &text[at + prefix.len()..];
        let listed = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(list, _)| list);
        for part in listed.unwrap_or(rest).split(if listed.is_some() { ',' } else { '\0' }) {
            let stop = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
            found.push(part.trim_start().split(stop).next().unwrap_or_default());
        }
    }
    found
}

/// The module path of a file below a folder.
fn module(source: &Path, path: &Path) -> String {
    let name = path.strip_prefix(source).expect("a file below the folder").with_extension("");
    name.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "::").trim_end_matches("::mod").to_owned()
}

/// Imports that `layers` does not allow, each as `file imports folder`.
fn imports_against(layers: &[(&str, &[&str])], files: &[(String, String)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (file, text) in files {
        let region = file.split("::").next().unwrap_or_default();
        let Some((_, allowed)) = layers.iter().find(|(name, _)| *name == region) else {
            faults.push(format!("{file} is in no folder of the list"));
            continue;
        };
        for path in named(text, "crate::") {
            let to = path.split("::").next().unwrap_or_default();
            // Types and macros at the root are public, and stand for their folders in documentation alone.
            let is_module = layers.iter().any(|(name, _)| *name == to);
            if to != region && is_module && !allowed.contains(&to) {
                faults.push(format!("{file} imports {to}"));
            }
        }
    }
    faults
}

#[test]
fn folders_import_only_what_stands_below_them() {
    for (n, (folder, allowed)) in WORLD.iter().enumerate() {
        for import in *allowed {
            let below = WORLD[..n].iter().any(|(name, _)| name == import);
            assert!(below, "{folder} may not import {import}, which does not stand below it");
        }
    }
    let source = workspace().join("crates/world/src");
    let mut paths = Vec::new();
    rust_files(&source, &mut paths);
    let files: Vec<_> = paths.iter().map(|path| (module(&source, path), code(path))).collect();
    let files: Vec<_> = files.into_iter().filter(|(file, _)| file != "lib").collect();
    assert!(files.len() > 80, "only {} files were found", files.len());
    let faults = imports_against(WORLD, &files);
    assert!(faults.is_empty(), "{faults:#?}");
    let imports = |file: &str, folder: &str| {
        let (_, text) = files.iter().find(|(name, _)| name == file).expect("the file is there");
        named(text, "crate::").iter().any(|path| path.starts_with(folder))
    };
    assert!(imports("step::phases", "bodies"), "imports are read");
}

#[test]
fn an_import_upwards_is_found() {
    let layers: &[(&str, &[&str])] = &[("low", &[]), ("high", &["low"])];
    let files = |low: &str, high: &str| vec![("low::a".into(), low.into()), ("high::b".into(), high.into())];
    assert!(
        imports_against(layers, &files("", "use crate::low::a::{A, B};")).is_empty(),
        "downwards is allowed"
    );
    let upwards = imports_against(layers, &files("use crate::{high::b::C, low};", ""));
    assert_eq!(upwards, ["low::a imports high"]);
}

/// The files of one crate by module path, each with the modules of the same crate that it names.
fn imports(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut paths = Vec::new();
    rust_files(source, &mut paths);
    let names: BTreeSet<String> = paths.iter().map(|path| module(source, path)).collect();
    let in_crate = |named: &str| {
        let parts: Vec<&str> = named.split("::").collect();
        (1..=parts.len()).rev().map(|n| parts[..n].join("::")).find(|name| names.contains(name))
    };
    let mut graph = BTreeMap::new();
    for path in &paths {
        let own = module(source, path);
        let parent = own.rsplit_once("::").map_or(String::new(), |(parent, _)| format!("{parent}::"));
        let (text, mut needs) = (code(path), BTreeSet::new());
        for (prefix, base) in [("crate::", ""), ("super::", parent.as_str())] {
            for path in named(&text, prefix) {
                needs.extend(in_crate(&format!("{base}{path}")).filter(|name| *name != own));
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
fn no_two_files_of_a_small_crate_need_each_other() {
    for source in FLAT {
        let graph = imports(&workspace().join(source));
        assert!(!graph.is_empty(), "{source} is not there");
        assert_eq!(cycle(&graph), None, "in {source}");
    }
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
fn every_crate_is_covered() {
    for folder in fs::read_dir(workspace().join("crates")).expect("crates are there").flatten() {
        let source = format!("crates/{}/src", folder.file_name().to_string_lossy());
        let has_layers = source == "crates/world/src";
        assert!(has_layers || FLAT.contains(&source.as_str()), "{source} is in no list of this file");
    }
}

/// Functions of a formatted text, each with its number of lines.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let head = line.trim_start();
        let is_code = !head.starts_with("//") && !head.ends_with(';');
        let Some((before, rest)) = head.split_once("fn ").filter(|_| is_code) else { continue };
        let is_head = before.split_whitespace().all(|word| {
            ["pub", "const", "async", "unsafe", "extern"].contains(&word) || word.starts_with("pub(")
        });
        let name = rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        let end = format!("{}}}", &line[..line.len() - head.len()]);
        let last = lines[n..].iter().position(|line| *line == end);
        if let (true, false, Some(last)) = (is_head, name.is_empty(), last) {
            found.push((name, last + 1));
        }
    }
    found
}

/// A reader sees a function at once. Longer ones become a list of named steps.
#[test]
fn functions_fit_a_screen() {
    let text =
        "impl A {\n    pub(crate) fn f(\n        a: u8,\n    ) {\n        b();\n    }\n\n    fn g() {}\n}";
    assert_eq!(functions(text), [("f", 5)]);
    let mut long = Vec::new();
    for name in ENGINE {
        let mut paths = Vec::new();
        rust_files(&workspace().join(format!("crates/{name}/src")), &mut paths);
        for path in paths {
            let text = fs::read_to_string(&path).expect("a file of text");
            let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
            let found = functions(&text[..end]).into_iter().filter(|(_, lines)| *lines > SCREEN);
            long.extend(found.map(|(name, lines)| (lines, format!("{}: {name}", path.display()))));
        }
    }
    long.sort();
    for (lines, place) in long.iter().rev() {
        println!("{lines} lines: {place}");
    }
    assert!(long.is_empty(), "{} functions are longer than {SCREEN} lines: {long:#?}", long.len());
}

/// Functions of several arguments that take one of them apart: `fn f(.., (a, b): (A, B), ..)`.
fn functions_that_take_tuples(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("fn ") {
        let rest = &text[at + 3..];
        let name = rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        // Up to the body or the end of a declaration: the arguments and the result.
        let head = rest.split(['{', ';']).next().unwrap_or_default();
        let arguments = head.split_once('(').map_or("", |(_, arguments)| arguments);
        let arguments = arguments.replace("(): ()", "");
        if !name.is_empty() && arguments.matches(": ").count() > 2 && arguments.contains("): (") {
            found.push(name);
        }
    }
    found
}

/// A function that needs more than it may take gets a struct with a name, not a tuple.
#[test]
fn no_function_of_a_crate_takes_a_tuple_apart() {
    assert_eq!(
        functions_that_take_tuples(
            "fn f(a: u8) {}\nfn g(\n    (a, b): (u8, u8),\n    c: u8,\n    d: u8,\n) {}"
        ),
        ["g"]
    );
    assert!(
        functions_that_take_tuples("fn f(a: u8, b: u8, g: impl Fn((u8, u8)) -> u8) -> (u8, u8) {}")
            .is_empty()
    );
    let mut paths = Vec::new();
    for folder in fs::read_dir(workspace().join("crates")).expect("crates are there").flatten() {
        rust_files(&folder.path().join("src"), &mut paths);
    }
    assert!(paths.len() > 200, "only {} files were found", paths.len());
    let texts: Vec<_> = paths.iter().map(|path| (path.display(), code(path))).collect();
    let faults: Vec<_> = texts
        .iter()
        .flat_map(|(path, text)| {
            functions_that_take_tuples(text).into_iter().map(move |name| format!("{path}: {name}"))
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The tests of a crate are one program. A file that `main.rs` does not name would never run.
#[test]
fn every_file_of_tests_runs() {
    let mut paths = Vec::new();
    for folder in ["crates", "examples"] {
        rust_files(&workspace().join(folder), &mut paths);
    }
    let (mut missing, mut count) = (Vec::new(), 0);
    for path in paths {
        let folder = path.parent().expect("the folder of tests");
        let module = path.file_stem().expect("a file has a name").to_string_lossy();
        if !folder.ends_with("tests/all") || module == "main" {
            continue;
        }
        count += 1;
        let program = fs::read_to_string(folder.join("main.rs")).expect("the program");
        if !program.lines().any(|line| line == format!("mod {module};")) {
            missing.push(format!("{}: {module}", folder.display()));
        }
    }
    assert!(count > 80, "only {count} files were found");
    assert!(missing.is_empty(), "{missing:#?}");
}
