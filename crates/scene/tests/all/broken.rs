//! Files that are broken in every way: an error in bounded memory, never a panic.

use std::fmt::Write;

use allocation_counter::measure;
use carom_scene::{Fault, Scene};
use rand::RngExt;
use rand_pcg::Pcg64;

const PINBALL: &str = include_str!("../../../../examples/scenes/pinball.ron");

/// Most bytes that a broken scene may allocate in all.
const MOST_ALLOCATED: u64 = 64 << 20;

fn refused(text: &str, what: &str) -> Fault {
    let mut fault = None;
    let cost = measure(|| fault = Scene::from_ron(text).and_then(Scene::stage).err());
    assert!(cost.bytes_total < MOST_ALLOCATED, "{what}: {cost:?}");
    let fault = fault.expect(what);
    let said = fault.to_string();
    assert!(said.len() < 2000, "{what}: {} characters of message", said.len());
    fault
}

#[test]
fn a_corpus_of_broken_scenes_is_refused() {
    let corpus = include_str!("../broken.txt");
    let mut count = 0;
    let mut unsaid = Vec::new();
    for case in corpus.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (text, expected) = case.split_once(" ## ").expect("a scene and what is said of it");
        let fault = refused(text, case);
        let said = fault.to_string();
        if !said.contains(expected) {
            unsaid.push(format!("{case}\n{said}"));
        }
        count += 1;
    }
    assert!(unsaid.is_empty(), "{}", unsaid.join("\n"));
    assert!(count >= 185, "{count} cases");
}

#[test]
fn a_scene_that_is_cut_anywhere_is_refused() {
    let whole = Scene::from_ron(PINBALL).unwrap();
    let last = PINBALL.trim_end().len() - 1;
    for end in (0..last).step_by(37).filter(|end| PINBALL.is_char_boundary(*end)) {
        let fault = Scene::from_ron(&PINBALL[..end]).expect_err("a scene that is cut");
        assert!(fault.line > 0, "cut at {end}: {fault}");
    }
    let json = whole.to_json().unwrap();
    let last = json.trim_end().len() - 1;
    for end in (0..last).step_by(37).filter(|end| json.is_char_boundary(*end)) {
        assert!(Scene::from_json(&json[..end]).is_err(), "cut at {end}");
    }
}

/// For any change of one byte there is a scene or an error; and a scene that is built runs.
#[test]
fn a_scene_with_any_byte_changed_never_panics() {
    let chance = &mut Pcg64::new(1, 2);
    let mut built = 0;
    for _ in 0..400 {
        let mut bytes = PINBALL.as_bytes().to_vec();
        for _ in 0..chance.random_range(1..4) {
            let at = chance.random_range(0..bytes.len());
            bytes[at] =
                *b"()[]{}:,.-\"0123456789eNxa \n/*#'\\".get(chance.random_range(0..33)).unwrap_or(&b'~');
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if let Ok(mut stage) = Scene::from_ron(&text).and_then(Scene::stage) {
            (0..30).for_each(|_| stage.step());
            built += 1;
        }
    }
    assert!(built > 20, "{built} of 400 are scenes still");
}

#[test]
fn what_is_huge_or_deep_is_refused_in_time() {
    let deep = format!("(carom: 1, bodies: {}", "[".repeat(1_000_000));
    refused(&deep, "a million brackets");
    let wraps = "(".repeat(100_000);
    refused(&format!("(carom: 1, name: {wraps}"), "a hundred thousand parentheses");
    refused(&"\0".repeat(100 << 20), "100 MB of zeros");
    refused(&"9".repeat(10 << 20), "ten million digits");
    refused(&format!("(carom: 1, name: \"{}", "x".repeat(20 << 20)), "a text without end");
    refused(&format!("(carom: 1, {}: 2)", "x".repeat(1 << 20)), "a long name");
    refused(&format!("/*{}", "/*".repeat(1 << 20)), "comments in comments");
    let unknown = "like: \"".to_owned() + &"z".repeat(1 << 20) + "\"";
    refused(&format!("(carom: 1, balls: [({unknown})])"), "a long name of a kind");

    // Each part is twice the one before: two to the fifteenth, times a chain.
    let mut parts = String::from("(carom: 1, prefabs: {\"p0\": (bodies: [(shapes: [Chain(points: [");
    (0..200).for_each(|n| write!(parts, "({n}, 0),").expect("a string takes everything"));
    parts += "])])]),";
    for n in 1..15 {
        let below = n - 1;
        write!(parts, "\"p{n}\": (instances: [(prefab: \"p{below}\"), (prefab: \"p{below}\")]),")
            .expect("a string takes everything");
    }
    let fault =
        refused(&format!("{parts}}}, instances: [(prefab: \"p14\"), (prefab: \"p14\")])"), "parts of parts");
    assert!(fault.message.contains("items"), "{fault}");
    let nothing =
        parts.replace("bodies: [(shapes", "bodies: [], goals: [], balls: [], instances: [], x: [(shapes");
    refused(&format!("{nothing}}})"), "an unknown field deep inside");
}
