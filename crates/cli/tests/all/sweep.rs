//! `carom sweep` and `carom aim` as a user meets them.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own for each test, with a room in it: a disc to be hit, a drain at the bottom.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("carom-sweep-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    let room = r#"(
        carom: 1, run: (seconds: 6), world: (gravity: (0, 0)),
        materials: {"hard": (restitution: 1, friction: 0)},
        bodies: [
            (name: "room", material: "hard", shapes: [Box(min: (0, 0), max: (2, 1))]),
            (name: "target", material: "hard", shapes: [Circle(center: (1.5, 0.625), radius: 0.125)]),
        ],
        balls: [(name: "cue", position: (0.5, 0.25), velocity: (1, 0), radius: 0.0625, material: (restitution: 1, friction: 0))],
        goals: [(name: "left", region: Box(min: (0, 0), max: (0.25, 1)), points: 1)],
    )"#;
    fs::write(path.join("room.ron"), room).expect("it can be written");
    path
}

fn carom(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(folder).args(words).output().expect("the command starts")
}

/// Runs, which must succeed, and returns its output.
fn text(folder: &Path, words: &[&str]) -> String {
    let output = carom(folder, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(folder: &Path, words: &[&str]) -> String {
    let output = carom(folder, words);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const SWEEP: [&str; 12] = [
    "sweep",
    "room.ron",
    "--runs",
    "60",
    "--seed",
    "7",
    "--part-rows",
    "16",
    "--vary",
    "cue.angle=uniform(0,360)",
    "--until",
    "hit target",
];

fn sweep(folder: &Path, more: &[&str]) -> String {
    text(folder, &[&SWEEP[..], more].concat())
}

/// All files of a folder by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> = entries.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    files.sort();
    files
}

/// A user who adds a thread, divides the work or loses a machine must come to the same files.
#[test]
fn any_division_of_the_work_writes_the_same_bytes() {
    let here = folder("bytes");
    sweep(&here, &["--threads", "1", "--out", "one"]);
    let one = files(&here.join("one"));
    assert_eq!(
        one.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().len(),
        5,
        "four parts and a manifest"
    );
    sweep(&here, &["--threads", "2", "--out", "two"]);
    assert_eq!(files(&here.join("two")), one);
    for shard in ["2/3", "0/3", "1/3"] {
        sweep(&here, &["--shard", shard, "--out", "shards"]);
    }
    text(&here, &["sweep", "merge", "shards", "--out", "merged"]);
    assert_eq!(files(&here.join("merged")), one);
    // As a kill in the middle leaves it: some parts and half a file, and a manifest that knows the parts.
    fs::create_dir(here.join("killed")).unwrap();
    let mut manifest: Value =
        serde_json::from_slice(&fs::read(here.join("one/manifest.json")).unwrap()).unwrap();
    manifest["complete"] = false.into();
    manifest["rows_hash"] = "".into();
    manifest["parts"].as_array_mut().unwrap().remove(1);
    fs::write(here.join("killed/manifest.json"), manifest.to_string()).unwrap();
    for part in ["part-00000.parquet", "part-00002.parquet", "part-00003.parquet"] {
        fs::copy(here.join("one").join(part), here.join("killed").join(part)).unwrap();
    }
    fs::write(here.join("killed/part-00001.parquet.new"), "half").unwrap();
    assert!(refused(&here, &[&SWEEP[..], &["--out", "killed"]].concat()).contains("--resume"));
    sweep(&here, &["--resume", "--out", "killed"]);
    assert_eq!(files(&here.join("killed")), one);
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let here = folder("merge");
    for shard in ["0/3", "2/3"] {
        sweep(&here, &["--shard", shard, "--out", "gap"]);
    }
    let merge = |from: &[&str]| refused(&here, &[&["sweep", "merge", "--out", "m"], from].concat());
    assert!(merge(&["gap"]).contains("runs 20 to 39 are missing"), "{}", merge(&["gap"]));
    sweep(&here, &["--out", "whole"]);
    assert!(merge(&["whole", "gap"]).contains("are there twice"), "{}", merge(&["whole", "gap"]));
    sweep(&here, &["--shard", "1/3", "--out", "other", "--set", "balls.cue.radius=0.07"]);
    assert!(merge(&["gap", "other"]).contains("it is of another scene"), "{}", merge(&["gap", "other"]));
    assert!(merge(&["room.ron"]).contains("room.ron"));
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn a_row_is_shown_and_a_sweep_is_drawn() {
    let here = folder("row");
    sweep(&here, &["--out", "csv", "--format", "csv"]);
    let csv = fs::read_to_string(here.join("csv/part-00000.csv")).unwrap();
    let line: Vec<&str> = csv.lines().nth(6).unwrap().split(',').collect();
    let row: Value = serde_json::from_str(&sweep(&here, &["--row", "5", "--png", "end.png"])).unwrap();
    assert_eq!(
        (row["run"].to_string().as_str(), row["state_hash"].as_str()),
        (line[0], line.last().copied())
    );
    assert!(here.join("end.png").exists());
    sweep(&here, &["--out", "rows", "--record", "impact times,path"]);
    let said = text(&here, &["sweep", "plot", "rows", "--out", "map.svg", "--y", "seconds"]);
    assert!(said.contains("ended by hit target"), "{said}");
    text(&here, &["sweep", "plot", "rows", "--out", "histogram.png"]);
    assert!(fs::read_to_string(here.join("map.svg")).unwrap().contains("cue.angle"));
    fs::remove_dir_all(here).unwrap();
}

/// A sweep that ends by its results ends at the same run, for any number of threads.
#[test]
fn a_sweep_ends_when_it_knows_enough() {
    let here = folder("ci");
    let words =
        [&SWEEP[..2], &["--runs", "100000", "--vary", "cue.angle=uniform(0,360)", "--until", "hit target"]]
            .concat();
    let ended = |threads: &str, out: &str, rows: &str| {
        let more = [
            "--until-ci",
            "p(hit target)",
            "0.2",
            "--threads",
            threads,
            "--out",
            out,
            "--json",
            "--part-rows",
            rows,
        ];
        let said: Value = serde_json::from_str(&text(&here, &[&words[..], &more].concat())).unwrap();
        said["stopped_at"].as_u64().unwrap()
    };
    let rows = ended("1", "one", "64");
    assert!((40..200).contains(&rows), "{rows}");
    assert_eq!(ended("2", "two", "100"), rows);
    fs::remove_dir_all(here).unwrap();
}

/// Straight on, and off one wall each: as the mirror images of the target have it.
#[test]
fn aim_finds_the_windows_of_the_mirror_images() {
    let here = folder("aim");
    let words = [
        "aim",
        "room.ron",
        "--goal",
        "target",
        "--vary",
        "cue.angle=0:360",
        "--cushions",
        "0:1",
        "--samples",
        "360",
        "--json",
    ];
    let found: Value = serde_json::from_str(&text(&here, &words)).unwrap();
    let mut windows: Vec<(f64, f64)> = found["windows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|window| {
            (window["from"].as_f64().unwrap().to_radians(), window["to"].as_f64().unwrap().to_radians())
        })
        .collect();
    // The centre of the ball moves in [0.0625, 1.9375] x [0.0625, 0.9375]; the target grows by its radius.
    let images = [
        (1.5, 0.625),
        (1.5, 0.125 - 0.625),
        (1.5, 1.875 - 0.625),
        (3.875 - 1.5, 0.625),
        (0.125 - 1.5, 0.625),
    ];
    let mut expected: Vec<(f64, f64)> = images
        .iter()
        .map(|(x, y)| {
            let (dx, dy): (f64, f64) = (x - 0.5, y - 0.25);
            let half = libm::asin(0.1875 / libm::hypot(dx, dy));
            let middle = libm::atan2(dy, dx).rem_euclid(std::f64::consts::TAU);
            (middle - half, middle + half)
        })
        .collect();
    // The direct image hides a part of the one behind the right wall.
    let order = |a: &(f64, f64), b: &(f64, f64)| a.0.total_cmp(&b.0);
    let direct = expected[0];
    expected[3].0 = expected[3].0.max(if expected[3].1 > direct.1 { direct.1 } else { expected[3].0 });
    expected[3].1 = expected[3].1.min(if expected[3].1 <= direct.1 { direct.0 } else { expected[3].1 });
    expected.retain(|(from, to)| from < to);
    expected.sort_by(order);
    windows.sort_by(order);
    assert_eq!(windows.len(), expected.len(), "{windows:?} {expected:?}");
    for (found, expected) in windows.iter().zip(&expected) {
        let close = (found.0 - expected.0).abs() < 1e-6 && (found.1 - expected.1).abs() < 1e-6;
        assert!(close, "{found:?} {expected:?}");
    }
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn what_is_wrong_is_said() {
    let here = folder("wrong");
    let sweep = |more: &[&str]| refused(&here, &[&["sweep", "room.ron", "--out", "o"], more].concat());
    assert!(sweep(&["--vary", "cue.angle=unifrm(0,1)"]).contains("did you mean `uniform`?"));
    assert!(sweep(&["--vary", "materials.hrd.friction=uniform(0,1)"]).contains("did you mean `hard`?"));
    assert!(sweep(&["--until", "goal lft"]).contains("did you mean `left`?"));
    assert!(sweep(&["--shard", "3/3"]).contains("--shard"));
    assert!(sweep(&["--until-ci", "p(goal rigt)", "0.1"]).contains("is not known"));
    let aim = |goal: &str, vary: &str| refused(&here, &["aim", "room.ron", "--goal", goal, "--vary", vary]);
    assert!(aim("tagret", "cue.angle=0:360").contains("did you mean `target`?"));
    assert!(aim("target", "cue.angle=0").contains("FROM:TO"));
    assert!(aim("target", "cue.angle=9:1").contains("is no range"));
    fs::remove_dir_all(here).unwrap();
}

/// The command `run` plays the windows of `aim` again; `--robust` and `--widest` keep the windows that a player can
/// hit.
#[test]
fn a_window_is_replayed_and_a_map_is_drawn() {
    let here = folder("map");
    let aim = ["aim", "room.ron", "--goal", "target", "--samples", "90", "--vary", "cue.angle=0:360"];
    let found = |more: &[&str]| -> Value {
        serde_json::from_str(&text(&here, &[&aim[..], more, &["--json"]].concat())).unwrap()
    };
    let quick = ["--cushions", "0:2", "--resolution", "0.01"];
    let all = found(&quick);
    let half = |window: &Value| 0.5 * window["width"].as_f64().unwrap();
    let windows = |value: &Value| value["windows"].as_array().unwrap().clone();
    let wide = windows(&found(&[&quick[..], &["--robust", "5"]].concat()));
    assert_eq!(wide.len(), windows(&all).iter().filter(|window| half(window) >= 5.0).count());
    assert!(!wide.is_empty() && wide.len() < windows(&all).len(), "{wide:?}");
    assert_eq!(windows(&found(&[&quick[..], &["--widest"]].concat())), windows(&all)[..1]);
    let set = format!("cue.angle={}", windows(&all)[0]["middle"]);
    let events = ["run", "room.ron", "--set", &set, "--events", "events.jsonl"];
    text(&here, &events);
    assert!(fs::read_to_string(here.join("events.jsonl")).unwrap().contains("target"));
    let map = [
        "--vary",
        "cue.speed=0.2:1",
        "--rows",
        "5",
        "--row-resolution",
        "0.2",
        "--seconds",
        "2",
        "--out",
        "map.svg",
    ];
    let said = text(&here, &[&aim[..], &["--cushions", "0:0", "--resolution", "0.1"], &map].concat());
    assert!(
        said.contains("regions of cue.angle and cue.speed") && said.contains("replay: --set 'cue.speed="),
        "{said}"
    );
    assert!(fs::read_to_string(here.join("map.svg")).unwrap().contains("cue.speed"));
    fs::remove_dir_all(here).unwrap();
}
