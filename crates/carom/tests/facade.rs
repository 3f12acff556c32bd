//! The facade offers every public name of the world, and names each of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The last parts of all paths that a file re-exports at its root.
fn exported(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).expect("the file is there");
    let mut names = BTreeSet::new();
    let mut rest = text.as_str();
    // Re-exports at the root begin a line; those of a module inside are indented.
    while let Some(at) = rest.find("\npub use ") {
        rest = &rest[at + "\npub use ".len()..];
        let (path, _) = rest.split_once(';').expect("a statement ends");
        let list = path.split_once('{').map_or(path, |(_, list)| list.trim_end_matches('}'));
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            names.insert(name.rsplit("::").next().unwrap_or(name).to_owned());
        }
    }
    names
}

#[test]
fn the_facade_names_what_the_world_offers() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut world = exported(&here.join("../world/src/lib.rs"));
    assert!(world.len() > 40, "only {} names were found", world.len());
    world.insert("limits".into()); // a public module
    let facade = exported(&here.join("src/lib.rs"));
    let missing: Vec<_> = world.difference(&facade).collect();
    assert!(missing.is_empty(), "crates/carom/src/lib.rs does not offer {missing:?}");
    let unknown: Vec<_> = facade.difference(&world).collect();
    assert!(unknown.is_empty(), "the world does not have {unknown:?}");
}
