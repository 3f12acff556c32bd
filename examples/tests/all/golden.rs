//! Every scene file has the results of its golden summary.
//!
//! If a change of the engine is meant to change results, `CAROM_GOLDEN=write cargo test -p carom-examples --test all
//! golden` writes the summaries again; the difference of the files then shows the change.

use std::fs;
use std::path::PathBuf;

use scenes::file;
use serde_json::{Value, json};

/// The result of a scene at the end of the run that it asks for, with a seed of its own or another one.
fn summary(path: &PathBuf, seed: Option<u64>) -> Value {
    let mut scene = carom_scene::load(path).unwrap_or_else(|fault| panic!("{fault}"));
    scene.run.seed = seed.unwrap_or(scene.run.seed);
    let mut stage = scene.stage().unwrap_or_else(|fault| panic!("{fault}"));
    let (mut impacts, mut dropped) = (0, 0);
    for _ in 0..stage.steps_to_run() {
        stage.step();
        let events = stage.world.events();
        impacts += events.impacts().len();
        let lost = events.dropped();
        dropped += lost.frozen_balls + lost.stalled_bodies + lost.quarantined_balls;
    }
    json!({
        "steps": stage.steps(),
        "balls": stage.world.ball_count(),
        "impacts": impacts,
        "dropped": dropped,
        "escaped": stage.escaped(),
        "facts": stage.facts(),
        "hash": format!("{:016x}", stage.world.state_hash()),
    })
}

#[test]
fn every_scene_comes_to_its_golden_summary() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(file("")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    files.sort();
    assert!(files.len() >= 12, "{files:?}");
    let write = std::env::var("CAROM_GOLDEN").is_ok_and(|what| what == "write");
    let mut different = Vec::new();
    for path in &files {
        let found = summary(path, None);
        assert_eq!(found["escaped"], 0, "{}", path.display());
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let golden = file("golden").join(format!("{name}.json"));
        if write {
            let text = serde_json::to_string_pretty(&found).unwrap() + "\n";
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, text).unwrap();
            continue;
        }
        let text = fs::read_to_string(&golden).unwrap_or_default();
        let expected: Value = serde_json::from_str(&text).unwrap_or_default();
        if found != expected {
            different.push(format!("{name}: {found}\n  golden: {expected}"));
        }
    }
    let advice = "if this is meant: CAROM_GOLDEN=write cargo test -p carom-examples --test all golden::";
    assert!(different.is_empty(), "{}\n{advice}", different.join("\n"));
}

/// The laws that two of the scenes show, over several seeds, at a chance of one in a hundred to be refused though they hold:
/// quantiles of chi-square with 60 times 6 and 3 times 9 degrees of freedom.
#[test]
#[ignore = "long: `.ci/run tests` runs it, and `cargo test -- --ignored`"]
fn bells_are_binomial_and_speeds_are_maxwells() {
    for (scene, what, against, seeds, most) in [
        ("galton.ron", "bins", "chi_square_against_binomial", 60, 425.3),
        ("gas.ron", "speeds", "chi_square_against_maxwell", 3, 47.0),
    ] {
        let chi_square = |seed| {
            let facts = &summary(&file(scene), Some(seed))["facts"][what];
            facts[against].as_f64().expect("a number")
        };
        let all: Vec<f64> = (1..=seeds).map(chi_square).collect();
        assert!(all.iter().sum::<f64>() < most, "{scene}: {all:?}");
    }
}
