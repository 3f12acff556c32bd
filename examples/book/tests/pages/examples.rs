//! Every public type of the engine, and the methods that games use most, have an example in their documentation.

use std::collections::BTreeSet;

use crate::files::{files, read};

/// The methods that the examples, the crates around the engine and these pages call most.
const MOST_USED: &[&str] = &[
    "World::add_ball",
    "World::add_body",
    "World::add_field",
    "World::add_joint",
    "World::add_link",
    "World::add_shape",
    "World::apply_impulse",
    "World::ball",
    "World::ball_count",
    "World::balls",
    "World::balls_in_sensor",
    "World::bodies",
    "World::cast_ball",
    "World::cast_ray",
    "World::closest_point",
    "World::events",
    "World::from_snapshot",
    "World::hold",
    "World::joint_position",
    "World::kind",
    "World::move_kinematic",
    "World::new",
    "World::nudge",
    "World::overlap_ball",
    "World::position",
    "World::predict",
    "World::remove_body",
    "World::restore",
    "World::set_angular_velocity",
    "World::set_ball",
    "World::set_ball_filter",
    "World::set_ball_material",
    "World::set_collision_exception",
    "World::set_config",
    "World::set_floor",
    "World::set_gravity",
    "World::set_motor",
    "World::set_shape_material",
    "World::set_velocity",
    "World::shape_geometries",
    "World::snapshot",
    "World::state_hash",
    "World::step",
    "World::teleport",
    "World::velocity",
    "Ball::new",
    "Chain::start",
    "Chain::polyline",
    "Events::impacts",
    "Events::touched",
    "Joint::hinge",
    "Joint::slider",
    "Link::rod",
    "Link::rope",
    "Link::spring",
    "Material::new",
    "Shape::arc",
    "Shape::capsule",
    "Shape::chain",
    "Shape::circle",
    "Shape::half_plane",
    "Shape::polygon",
    "Shape::rect",
    "Shape::segment",
    "Stepper::new",
    "Stepper::steps_due",
];

/// A public type or method, and whether its documentation has code.
struct Item {
    name: String,
    has_example: bool,
}

/// The name that follows one of these words on a line.
fn name_after<'a>(line: &'a str, words: &[&str]) -> Option<&'a str> {
    let rest = words.iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    Some(&rest[..end])
}

/// All public types and methods of a crate's sources. Methods are named with the type of their `impl` block.
fn items(folder: &str) -> Vec<Item> {
    let mut found = Vec::new();
    for path in files("rs") {
        let path = path.to_string_lossy().replace('\\', "/");
        if !path.starts_with(folder) {
            continue;
        }
        let (mut of, mut has_example) = (String::new(), false);
        let text = read(&path);
        for line in text.lines() {
            let code = line.trim_start();
            if let Some(doc) = code.strip_prefix("///") {
                has_example |= doc.trim_start().starts_with("```");
                continue;
            }
            if code.starts_with("#[")
                || code.starts_with(')')
                || code.starts_with("feature =")
                || code.starts_with("serde(")
            {
                continue; // attributes between the documentation and the item
            }
            if let Some(name) = name_after(line, &["impl ", "impl<'a> "]) {
                of = name.to_owned();
            } else if let Some(name) = name_after(code, &["pub struct ", "pub enum ", "pub type "]) {
                found.push(Item { name: name.to_owned(), has_example });
            } else if let Some(name) = name_after(code, &["pub fn ", "pub const fn "]) {
                found.push(Item { name: format!("{of}::{name}"), has_example });
            }
            if !code.is_empty() {
                has_example = false;
            }
        }
    }
    found
}

/// The structs and enums in the listing of the engine's interface.
fn types_of_the_engine() -> BTreeSet<String> {
    read("docs/api/carom-world.txt")
        .lines()
        .filter_map(|line| line.strip_prefix("struct ").or_else(|| line.strip_prefix("enum ")))
        .filter_map(|item| item.strip_prefix("carom_world::")?.split(|c: char| !c.is_alphanumeric()).next())
        .map(str::to_owned)
        .collect()
}

fn without_example(items: &[Item], wanted: &BTreeSet<String>) -> Vec<String> {
    let has = |name: &String| items.iter().any(|item| item.name == *name && item.has_example);
    wanted.iter().filter(|name| !has(name)).cloned().collect()
}

#[test]
fn types_and_most_used_methods_of_the_engine_have_an_example() {
    let items = items("crates/world/src/");
    let types = types_of_the_engine();
    assert!(types.len() > 50, "only {} types were found", types.len());
    let methods: BTreeSet<String> = MOST_USED.iter().map(|&name| name.to_owned()).collect();
    assert!(methods.len() >= 40, "only {} methods", methods.len());
    let missing = [without_example(&items, &types), without_example(&items, &methods)].concat();
    assert!(missing.is_empty(), "without an example: {missing:#?}");
}

#[test]
fn types_of_the_pinball_parts_have_an_example() {
    let lib = read("crates/pinball/src/lib.rs");
    let types: BTreeSet<String> = lib
        .lines()
        .filter_map(|line| line.strip_prefix("pub use ")?.split_once("::"))
        .flat_map(|(_, names)| names.split(|c: char| !c.is_alphanumeric()).filter(|name| !name.is_empty()))
        .map(str::to_owned)
        .collect();
    assert!(types.len() > 35, "only {} types were found", types.len());
    let mut items = items("crates/pinball/src/");
    // A macro writes these two; its examples are checked when they run.
    items.extend(["Part", "PartState"].map(|name| Item { name: name.to_owned(), has_example: true }));
    let missing = without_example(&items, &types);
    assert!(missing.is_empty(), "without an example: {missing:#?}");
}

#[test]
fn examples_of_the_engine_name_the_crate_that_games_use() {
    let mut wrong = Vec::new();
    for path in files("rs") {
        let path = path.to_string_lossy().replace('\\', "/");
        if path.starts_with("crates/world/src/") {
            for line in read(&path).lines().map(str::trim_start) {
                if line.starts_with("/// use carom_world") || line.starts_with("/// use glam") {
                    wrong.push(format!("{path}: {line}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "copied into a game these would not compile: {wrong:#?}");
}
