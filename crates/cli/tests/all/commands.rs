//! The command as a user meets it: its output, its files, and its exit codes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("carom-cli-{}-{name}", std::process::id()));
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

fn carom(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(folder).args(words).output().expect("the command starts")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn scenes() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes"))
}

/// Runs, which must succeed, and returns the output of `--json`.
fn summary(folder: &Path, scene: &str, more: &[&str]) -> Value {
    let words = [&["run", scene, "--json"], more].concat();
    let output = carom(folder, &words);
    assert!(output.status.success(), "{words:?}: {}", err(&output));
    assert_eq!(err(&output), "", "nothing else is said in a pipe");
    let text = out(&output);
    assert_eq!(text.lines().count(), 1, "one line: {text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn every_scene_runs_and_loses_no_ball() {
    let here = folder("all");
    let mut files: Vec<PathBuf> =
        fs::read_dir(scenes()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    assert!(files.len() >= 9, "{files:?}");
    for path in &files {
        let name = path.to_str().unwrap();
        let once = summary(&here, name, &["--seconds", "3"]);
        assert_eq!((&once["escaped"], &once["quarantined_balls"]), (&0.into(), &0.into()), "{name}: {once}");
        let again = summary(&here, name, &["--seconds", "3"]);
        assert_eq!(once["hash"], again["hash"], "{name}");
        let output = carom(&here, &["check", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", out(&output));
    }
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn pi_has_the_digits_314() {
    let here = folder("pi");
    let pi = summary(&here, scenes().join("pi.ron").to_str().unwrap(), &[]);
    assert_eq!(pi["impacts"], 314);
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn pinball_is_a_game() {
    let here = folder("pinball");
    let scene = scenes().join("pinball.ron");
    let game = summary(&here, scene.to_str().unwrap(), &[]);
    assert!(game["score"].as_i64() > Some(500) && game["presses"].as_i64() > Some(3), "{game}");
    assert!(game["goals"]["drain"].as_i64() > Some(0), "{game}");
    assert!(game["top_speed"].as_f64() < Some(10.0), "no more than kicks and flippers give: {game}");
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn the_command_line_overrides_the_scene() {
    let here = folder("override");
    let scene = scenes().join("pachinko.ron");
    let scene = scene.to_str().unwrap();
    let hash = |more: &[&str]| summary(&here, scene, &[&["--seconds", "2"], more].concat())["hash"].clone();
    let plain = hash(&[]);
    assert_eq!(hash(&["--seed", "1", "--dt", "1/120"]), plain, "these are the scene's own");
    for more in [["--seed", "2"], ["--dt", "1/240"], ["--set", "materials.wall.friction=0.9"]] {
        assert_ne!(hash(&more), plain, "{more:?}");
    }
    let hashes = summary(&here, scene, &["--seconds", "2", "--hash-every", "100"])["hashes"].clone();
    assert_eq!(hashes.as_array().map(Vec::len), Some(2), "{hashes}");
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn what_is_wrong_is_said_on_standard_error_with_its_exit_code() {
    let here = folder("wrong");
    let write = |name: &str, text: &str| fs::write(here.join(name), text).unwrap();
    write("bad.ron", "(carom: 1,\n  bals: [])");
    write("sound.ron", "(carom: 1, balls: [(name: \"a\", radius: 1)])");
    write(
        "leaky.ron",
        "(carom: 1, balls: [(radius: 1)], report: (bounds: Circle(center: (0, 0), radius: 2)))",
    );
    write("sound.txt", "");
    write("slip.ron", "(carom: 1, balls: [(radius: 1), (radius: 1, position: (0.5, 0))])");
    let cases: [(&[&str], i32, &str); 16] = [
        (&["run", "bad.ron"], 2, "bad.ron:2:7: unknown field \"bals\" (did you mean `balls`?)"),
        (&["run", "missing.ron"], 2, "missing.ron"),
        (&["run", "sound.txt"], 2, "must end in .ron, .json, .hbs, .svg, .vpx or .vpz"),
        (&["run", "leaky.ron"], 1, "escaped"),
        (&["run", "sound.ron", "--dt", "0"], 2, "--dt"),
        (&["run", "sound.ron", "--seconds", "-1"], 2, "--seconds"),
        (&["run", "sound.ron", "--set", "balls[3].radius=1"], 2, "balls has 1 entry, so there is no entry 3"),
        (&["run", "sound.ron", "--set", "balls[0].radus=1"], 2, "did you mean `radius`?"),
        (&["run", "sound.ron", "--set", "nonsense"], 2, "PATH=VALUE"),
        (&["run", "sound.ron", "--set", "balls[0].radius=1e30"], 2, "is 1e30, but must be"),
        (&["run", "sound.ron", "--csv", "a.csv", "--trace", "b"], 2, "did you mean `a`?"),
        (&["run", "sound.ron", "--png", "sound.ron/a.png"], 3, "could not be written"),
        (&["check", "slip.ron"], 1, "1 warning"),
        (&["check", "bad.ron"], 2, "1 scene is wrong"),
        (&["replay", "sound.ron"], 2, "sound.ron is no recording"),
        (&["fly"], 2, "fly"),
    ];
    for (words, code, said) in cases {
        let output = carom(&here, words);
        let heard = err(&output) + &out(&output);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {heard}");
        // The rounding of a column may differ by the text around a name.
        let said = said.replace(":2:7:", ":2:");
        let said = said.split(":2: ").last().unwrap_or("");
        assert!(heard.contains(said), "{words:?}: {heard}");
        assert!(!err(&output).is_empty(), "{words:?}");
    }
    assert_eq!(carom(&here, &["check", "slip.ron", "--lenient"]).status.code(), Some(0));
    fs::remove_dir_all(here).unwrap();
}

/// `carom run ow.svg --svg ow.svg` replaced the drawing by a picture of it, and `convert a.ron a.ron` lost its comments.
#[test]
fn what_is_read_is_never_overwritten() {
    let here = folder("overwritten");
    let scene = "(carom: 1, include: [\"parts.ron\"], balls: [(radius: 1)]) // mine";
    let drawing = r#"<svg><circle class="ball" r="5"/></svg>"#;
    fs::create_dir_all(here.join("table/gameitems")).unwrap();
    let files = [
        ("a.ron", scene),
        ("parts.ron", "(carom: 1, materials: {\"m\": ()}) // mine"),
        ("ow.svg", drawing),
        ("table/gamedata.json", "{}"),
        ("table/gameitems/Light.a.json", r#"{"Light": {"name": "a"}}"#),
    ];
    for (name, text) in files {
        fs::write(here.join(name), text).unwrap();
    }
    let cases: [(&str, &str); 12] = [
        ("convert a.ron a.ron", "a.ron: it is read as well, and would be overwritten"),
        ("convert a.ron ./table/../a.ron", "it is read as well"),
        ("convert a.ron parts.ron", "parts.ron: it is read as well"),
        ("convert table table/gamedata.json", "it is read as well"),
        ("run ow.svg --svg ow.svg", "--svg ow.svg: it is read as well"),
        ("run a.ron --save a.ron", "--save a.ron: it is read as well"),
        ("run a.ron --csv parts.ron", "--csv parts.ron: it is read as well"),
        ("record a.ron a.ron", "it is read as well"),
        (
            "run a.ron --csv same --events new/../same",
            "--events new/../same: --csv same would be the same file",
        ),
        ("run a.ron --png x.jpg", "--png x.jpg: its name must end in .png, the format that is written"),
        ("run a.ron --csv x.csv --gif x.png", "--gif x.png: its name must end in .gif"),
        ("run a.ron --csv x.csv --save x.txt", "x.txt: the name of a scene file must end in .ron or .json"),
    ];
    for (line, said) in cases {
        let words: Vec<&str> = line.split(' ').collect();
        let output = carom(&here, &words);
        assert_eq!(output.status.code(), Some(2), "{line}: {}{}", out(&output), err(&output));
        assert!(err(&output).contains(said), "{line}: {}", err(&output));
    }
    for (name, text) in files {
        assert_eq!(fs::read_to_string(here.join(name)).unwrap(), text, "{name}");
    }
    let mut left: Vec<_> = fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["a.ron", "ow.svg", "parts.ron", "table"], "nothing else was written");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.ron", here.join("link.ron")).unwrap();
        let output = carom(&here, &["convert", "a.ron", "link.ron"]);
        assert_eq!(output.status.code(), Some(2), "{}", err(&output));
        assert_eq!(fs::read_to_string(here.join("a.ron")).unwrap(), scene);
        let output = carom(
            &here,
            &[
                "run",
                "ow.svg",
                "--seconds",
                "0",
                "--csv",
                "/dev/null",
                "--events",
                "/dev/null",
                "--trace",
                "circle",
            ],
        );
        assert_eq!(output.status.code(), Some(0), "a device holds nothing: {}", err(&output));
    }
    fs::remove_dir_all(here).unwrap();
}

/// A drawing of eleven warnings ended with `badd.svg: OK` and exit code 0; one without a ball had three for that alone.
#[test]
fn warnings_of_a_conversion_count() {
    let here = folder("counted");
    fs::write(
        here.join("bad.svg"),
        r#"<svg viewBox="0 0 100 100"><text/><g class="bumpr"/><rect width="a"/></svg>"#,
    )
    .unwrap();
    let output = carom(&here, &["check", "bad.svg"]);
    let lines: Vec<String> = out(&output).lines().map(str::to_owned).collect();
    // That there is no ball is no slip of a drawing.
    assert!(lines[0].starts_with("note: bad.svg: ") && lines[0].contains("no circle of the class `ball`"));
    let warnings = &lines[1..];
    assert!(
        warnings.len() == 3 && warnings.iter().all(|line| line.starts_with("warning: bad.svg: ")),
        "{lines:?}"
    );
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(1), "error: there are 3 warnings\n"));
    assert_eq!(carom(&here, &["check", "bad.svg", "--lenient"]).status.code(), Some(0));
    // Warnings of the scene itself count as well, and name its file and body.
    let gap = r#"<svg width="1m" height="1m" viewBox="0 0 1000 1000"><circle class="ball" cx="500" cy="500" r="10"/>
        <line id="fence" x1="100" x2="400"/><line id="post" x1="423" x2="900"/></svg>"#;
    fs::write(here.join("gap.svg"), gap).unwrap();
    let output = carom(&here, &["check", "gap.svg"]);
    assert!(
        out(&output).contains(
            "warning: gap.svg: bodies[0]: the gap of 0.023 at the wall's end (0.4, 1) of \"fence\""
        ),
        "{}",
        out(&output)
    );
    assert_eq!((output.status.code(), out(&output).lines().count()), (Some(1), 2), "{}", out(&output));
    fs::write(here.join("sound.svg"), r#"<svg><circle class="ball" r="5"/></svg>"#).unwrap();
    let output = carom(&here, &["check", "sound.svg"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), "sound.svg: OK\n"));
    // An error names the table once.
    fs::create_dir_all(here.join("bad")).unwrap();
    let output = carom(&here, &["check", "bad"]);
    assert!(out(&output).starts_with("error: bad: it has neither gamedata.json"), "{}", out(&output));
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn pictures_films_traces_and_events_are_written() {
    let here = folder("written");
    let scene = scenes().join("marble_run.ron");
    let words = "--seconds 2 --png a/b/c.png --svg d.svg --gif e.gif --apng f.png --fps 10 --size 200 --contacts --heat --velocities 0.1 --legend --events g.jsonl";
    let words: Vec<&str> = words.split(' ').collect();
    summary(&here, scene.to_str().unwrap(), &words);
    let read = |name: &str| fs::read(here.join(name)).unwrap();
    for (name, start) in
        [("a/b/c.png", &b"\x89PNG"[..]), ("d.svg", b"<svg"), ("e.gif", b"GIF89a"), ("f.png", b"\x89PNG")]
    {
        assert!(read(name).starts_with(start), "{name}");
    }
    let frames = read("f.png").windows(4).filter(|word| word == b"fcTL").count();
    assert_eq!(frames, 21, "the first, and ten a second");
    let events = String::from_utf8(read("g.jsonl")).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for line in events.lines() {
        let event: Value = serde_json::from_str(line).expect(line);
        assert!(event["time"].as_f64().is_some_and(|time| (0.0..=2.01).contains(&time)), "{line}");
        kinds.insert(event["event"].as_str().unwrap().to_owned());
    }
    assert!(kinds.contains("impact") && kinds.contains("contact_started"), "{kinds:?}");

    let pinball = scenes().join("pinball.ron");
    summary(&here, pinball.to_str().unwrap(), &["--seconds", "1", "--csv", "h.csv"]);
    let csv = String::from_utf8(read("h.csv")).unwrap();
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("time,ball.x,ball.y,ball.vx,ball.vy,ball.angle,ball.angular_velocity"));
    let numbers = |line: &str| line.split(',').map(|cell| cell.parse::<f64>()).collect::<Result<Vec<_>, _>>();
    assert!(lines.clone().all(|line| numbers(line).is_ok_and(|cells| cells.len() == 7)), "{csv}");
    assert_eq!(lines.count(), 240);
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn a_run_that_is_saved_and_one_that_is_converted_come_to_the_same() {
    let here = folder("save");
    let scene = scenes().join("suika.ron");
    let scene = scene.to_str().unwrap();
    let whole = summary(&here, scene, &["--seconds", "10"]);
    summary(&here, scene, &["--seconds", "4", "--save", "later.json"]);
    let rest = summary(&here, "later.json", &["--seconds", "6"]);
    assert_eq!((&whole["hash"], &whole["score"]), (&rest["hash"], &rest["score"]));
    for (from, to) in [(scene, "a.json"), ("a.json", "b.ron")] {
        assert!(carom(&here, &["convert", from, to]).status.success(), "{from} to {to}");
    }
    assert_eq!(summary(&here, "b.ron", &["--seconds", "10"])["hash"], whole["hash"]);
    fs::remove_dir_all(here).unwrap();
}

/// An editor that writes a byte order mark made a recording one that could not be read.
#[test]
fn a_recording_with_a_byte_order_mark_is_replayed() {
    let here = folder("mark");
    fs::write(here.join("a.ron"), "(carom: 1, balls: [(radius: 1)])").unwrap();
    let recorded = carom(&here, &["record", "a.ron", "a.json", "--seconds", "0.1"]);
    assert!(recorded.status.success(), "{}", err(&recorded));
    let text = fs::read_to_string(here.join("a.json")).unwrap();
    fs::write(here.join("a.json"), format!("\u{feff}{text}")).unwrap();
    let replayed = carom(&here, &["replay", "a.json"]);
    assert!(replayed.status.success(), "{}", err(&replayed));
}

/// A game's recording needs neither the scene nor the game.
#[test]
fn a_recording_of_calls_is_replayed_and_made_smaller() {
    let here = folder("calls");
    let plain =
        "(carom: 1, balls: [(name: \"a\", position: (0, 9), radius: 0.1), (position: (1, 9), radius: 0.1)])";
    fs::write(here.join("a.ron"), plain).unwrap();
    let recorded = carom(&here, &["record", "a.ron", "a.rec", "--seconds", "2"]);
    assert!(recorded.status.success(), "{}", err(&recorded));
    let replayed = carom(&here, &["replay", "a.rec", "--json"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", err(&replayed));
    let said: Value = serde_json::from_str(&out(&replayed)).unwrap();
    assert_eq!((&said["same"], &said["divergence"]), (&true.into(), &Value::Null), "{said}");
    assert!(said["steps"].as_u64() > Some(100), "{said}");
    let calls = carom(&here, &["replay", "a.rec", "--calls"]);
    assert!(out(&calls).contains(" steps of "), "{}", out(&calls));

    let mut bytes = fs::read(here.join("a.rec")).unwrap();
    bytes[40] ^= 1;
    fs::write(here.join("bad.rec"), bytes).unwrap();
    let refused = carom(&here, &["replay", "bad.rec"]);
    assert_eq!(refused.status.code(), Some(2), "{}", err(&refused));
    assert!(err(&refused).contains("the checksum differs"), "{}", err(&refused));

    let command = ["minimize", "a.rec", "b.rec", "--"];
    let sound = carom(&here, &[&command[..], &[env!("CARGO_BIN_EXE_carom"), "replay", "{}"]].concat());
    assert_eq!(sound.status.code(), Some(2), "it shows no fault: {}", err(&sound));
    // Everything fails: nothing is left.
    let all = carom(&here, &[&command[..], &[env!("CARGO_BIN_EXE_carom"), "check", "{}"]].concat());
    assert!(all.status.success(), "{}", err(&all));
    assert!(out(&all).contains("to   0 calls, 0 steps"), "{}", out(&all));
    fs::remove_dir_all(here).unwrap();
}

/// A scene that came to something else names the ball and the field.
#[test]
fn a_replay_that_differs_says_so_in_json() {
    let here = folder("differs");
    fs::write(here.join("a.ron"), "(carom: 1, balls: [(name: \"cue\", position: (0, 9), radius: 0.1)])")
        .unwrap();
    assert!(carom(&here, &["record", "a.ron", "a.json", "--seconds", "0.5"]).status.success(), "recorded");
    let mut recording: Value = serde_json::from_slice(&fs::read(here.join("a.json")).unwrap()).unwrap();
    recording["scene"]["state"] = Value::Null;
    recording["scene"]["balls"][0]["position"] = serde_json::json!([0.0, 9.5]);
    fs::write(here.join("a.json"), recording.to_string()).unwrap();
    let replayed = carom(&here, &["replay", "a.json", "--json"]);
    assert_eq!(replayed.status.code(), Some(1), "{}", err(&replayed));
    let said: Value = serde_json::from_str(&out(&replayed)).unwrap();
    assert_eq!((&said["same"], &said["divergence"]["step"]), (&false.into(), &1.into()), "{said}");
    assert_eq!(said["divergence"]["field"], "position.y", "{said}");
    assert_eq!(said["divergence"]["body"], "ball 0 \"cue\"", "{said}");
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn a_stadium_becomes_a_scene() {
    let here = folder("stadium");
    let stadium = "{ name: 'Small', width: 200, height: 100, spawnDistance: 50, \
        vertexes: [{ x: -100, y: 50 }, { x: 100, y: 50 }], segments: [{ v0: 0, v1: 1, curve: 90 }], \
        planes: [{ normal: [0, 1], dist: -100 }], discs: [{ pos: [0, 0], radius: 10 }] }";
    fs::write(here.join("small.hbs"), stadium).unwrap();
    let output = carom(&here, &["convert", "small.hbs", "small.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(
        err(&output).starts_with("note: small.hbs: players") && out(&output).is_empty(),
        "{}",
        err(&output)
    );
    let ran = summary(&here, "small.ron", &["--seconds", "1"]);
    assert_eq!((&ran["scene"], ran["balls"].as_i64()), (&"Small".into(), Some(2)), "{ran}");
    fs::write(here.join("bad.hbs"), "{ name: ").unwrap();
    assert_eq!(carom(&here, &["convert", "bad.hbs", "bad.ron"]).status.code(), Some(2));
    fs::remove_dir_all(here).unwrap();
}

/// A Visual Pinball table as vpxtool extracts it, and a drawing: converted, checked, run and drawn.
#[test]
fn tables_and_drawings_are_scenes() {
    let here = folder("foreign");
    let items = here.join("table/gameitems");
    fs::create_dir_all(&items).unwrap();
    fs::write(here.join("table/gamedata.json"), r#"{"right": 500, "bottom": 1000}"#).unwrap();
    for (name, item) in [
        ("Plunger.rod", r#"{"Plunger": {"name": "rod", "center": {"x": 450, "y": 900}, "stroke": 100}}"#),
        ("Bumper.pop", r#"{"Bumper": {"name": "pop", "center": {"x": 200, "y": 300}}}"#),
        (
            "Primitive.post",
            r#"{"Primitive": {"name": "post", "use_3d_mesh": false, "sides": 12,
            "position": {"x": 300, "y": 500, "z": 25}, "size": {"x": 20, "y": 20, "z": 50}}}"#,
        ),
        ("Light.lamp", r#"{"Light": {"name": "lamp"}}"#),
    ] {
        fs::write(items.join(format!("{name}.json")), item).unwrap();
    }
    fs::write(
        here.join("drawing.svg"),
        r#"<svg width="200mm" height="300mm" viewBox="0 0 200 300"><rect id="box" width="200" height="300"/>
            <circle class="ball" cx="90" cy="50" r="10"/></svg>"#,
    )
    .unwrap();
    let output = carom(&here, &["convert", "table", "table.ron", "--balls", "3", "--meshes"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let report = err(&output);
    assert!(report.contains("Light lamp: is nothing") && report.contains("3 of 4 items"), "{report}");
    let scene = fs::read_to_string(here.join("table.ron")).unwrap();
    assert!(
        scene.contains("\"post\"") && scene.contains("\"ball 3\"") && !scene.contains("\"ball 4\""),
        "{scene}"
    );
    for input in ["table", "drawing.svg"] {
        let output = carom(&here, &["check", input, "--lenient"]);
        assert_eq!(output.status.code(), Some(0), "{input}: {}{}", out(&output), err(&output));
        let output = carom(&here, &["run", input, "--seconds", "2", "--png", "picture.png"]);
        assert_eq!(output.status.code(), Some(0), "{input}: {}", err(&output));
        assert!(fs::metadata(here.join("picture.png")).unwrap().len() > 1000, "{input}");
    }
    fs::write(here.join("bad.vpx"), "no table").unwrap();
    for bad in [["run", "bad.vpx"], ["run", "table/gameitems"], ["check", "bad.vpx"]] {
        let output = carom(&here, &bad);
        assert_eq!(output.status.code(), Some(2), "{bad:?}: {}{}", out(&output), err(&output));
    }
    fs::remove_dir_all(here).unwrap();
}

/// A newcomer's path: the files and commands of the tutorial, as they stand there.
#[test]
fn the_tutorial_does_what_it_says() {
    let here = folder("tutorial");
    let tutorial = include_str!("../../../../docs/tutorial.md");
    let blocks = |kind: &str| -> Vec<&str> {
        let fence = format!("```{kind}\n");
        tutorial.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
    };
    let [table, fields] = blocks("ron")[..] else { panic!("{} blocks", blocks("ron").len()) };
    fs::write(here.join("fields.ron"), format!("(carom: 1, {fields})")).unwrap();
    let output = carom(&here, &["check", "fields.ron", "--lenient"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", out(&output), err(&output));
    fs::write(here.join("table.ron"), table).unwrap();
    let mut count = 0;
    for line in blocks("sh").iter().flat_map(|block| block.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], "carom", "{line}");
        let output = carom(&here, &words[1..]);
        assert!(output.status.success(), "{line}: {}{}", out(&output), err(&output));
        if line == "carom check table.ron" {
            assert_eq!(out(&output), "table.ron: OK\n");
        }
        count += 1;
    }
    assert!(count >= 10, "{count} commands");
    for name in ["table.png", "table.gif", "events.jsonl", "ball.csv", "table.json", "later.ron"] {
        assert!(fs::metadata(here.join(name)).is_ok_and(|about| about.len() > 100), "{name}");
    }
    fs::remove_dir_all(here).unwrap();
}

#[test]
fn the_manual_and_the_completions_name_every_command() {
    let here = folder("manual");
    let help = out(&carom(&here, &["--help"]));
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() >= 9, "{commands:?}");
    let page = out(&carom(&here, &["man"]));
    assert!(page.contains(".TH carom 1"), "a page in section 1: {page}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let completions = out(&carom(&here, &["completions", shell]));
        for command in &commands {
            assert!(completions.contains(command), "{shell}: {command}");
            assert!(page.contains(&format!("CAROM {}", command.to_uppercase())), "the manual: {command}");
        }
    }
    fs::remove_dir_all(here).unwrap();
}

/// A level designer checks maps of a game: a part that no scene holds is a note, the remains of a map editor are
/// nothing, and `check` is green.
#[test]
fn a_sound_stadium_is_green() {
    let here = folder("green");
    let stadium = r#"{"name": "pitch", "width": 400, "height": 200, "_selected": 1, "bg": {"width": 300, "height": 150},
        "vertexes": [{"x": -300, "y": 90, "curve": 5, "_data": {}}, {"x": 300, "y": 90}],
        "segments": [{"v0": 0, "v1": 1, "x": 7}], "discs": [], "goals": [], "planes": []}"#;
    fs::write(here.join("pitch.hbs"), stadium).unwrap();
    let output = carom(&here, &["check", "pitch.hbs"]);
    let said = out(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.starts_with("note: pitch.hbs: players") && said.ends_with("pitch.hbs: OK\n"), "{said}");
    assert_eq!(out(&carom(&here, &["check", "--quiet", "pitch.hbs"])), "");
    let quiet = carom(&here, &["run", "--quiet", "--seconds", "0.1", "pitch.hbs", "--balls", "3"]);
    assert_eq!((quiet.status.code(), err(&quiet).as_str()), (Some(0), ""));
    let loud = err(&carom(&here, &["run", "--seconds", "0.1", "pitch.hbs", "--balls", "3"]));
    assert!(loud.contains("note: pitch.hbs: --meshes, --targets-fall and --balls are for"), "{loud}");
    fs::remove_dir_all(here).unwrap();
}

/// A parked disc of 100 000 px made the pitch a dot: a picture shows the camera of the file, or the frame of the
/// command line.
#[test]
fn pictures_show_what_is_asked_for() {
    let here = folder("frame");
    let stadium = r#"{"width": 400, "height": 200, "vertexes": [], "segments": [], "planes": [], "goals": [],
        "discs": [{"pos": [0, 100000], "radius": 99000, "invMass": 0}]}"#;
    fs::write(here.join("pitch.hbs"), stadium).unwrap();
    let width = |words: &[&str]| {
        let all =
            [&["run", "-q", "--seconds", "0.02", "pitch.hbs", "--size", "800", "--svg", "p.svg"], words]
                .concat();
        let output = carom(&here, &all);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let text = fs::read_to_string(here.join("p.svg")).unwrap();
        let number = |name: &str| -> f64 {
            let rest = text.split(&format!("{name}=\"")).nth(1).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        number("width") / number("height")
    };
    assert!((1.6..2.2).contains(&width(&[])), "as the stadium");
    assert!((0.8..1.2).contains(&width(&["--frame", "-10,-10,10,10"])), "as asked");
    assert_eq!(carom(&here, &["run", "pitch.hbs", "--frame", "1,2,1,3"]).status.code(), Some(2));
    fs::remove_dir_all(here).unwrap();
}

/// A piped scene has no name; a missing one is reported once.
#[test]
fn scenes_come_by_standard_input() {
    let here = folder("stdin");
    let pipe = |text: &str, words: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
            .args(words)
            .current_dir(&here)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let drawing = r#"<svg width="2em" height="1cm" viewBox="0 0 20 10"><circle class="ball" cx="5" cy="5" r="1"/></svg>"#;
    let output = pipe(drawing, &["check", "-", "--from", "svg"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), "-: OK\n"), "{}", err(&output));
    let scene = fs::read_to_string(scenes().join("pi.ron")).unwrap();
    assert_eq!(pipe(&scene, &["run", "-", "--from", "ron", "--seconds", "0.1"]).status.code(), Some(0));
    let lost = pipe("", &["check", "-"]);
    assert!(out(&lost).contains("give its format by --from"), "{}", out(&lost));
    let nowhere = carom(&here, &["check", "nosuchfolder", "nothere.hbs"]);
    assert_eq!(
        out(&nowhere),
        "error: nosuchfolder: it does not exist\nerror: nothere.hbs: it does not exist\n"
    );
    fs::remove_dir_all(here).unwrap();
}

/// Files that designers sent: lengths of a font, an invisible step of a path, widths without meaning, planes and
/// radii beyond all measure.
#[test]
fn small_oddities_do_not_cost_the_file() {
    let here = folder("oddities");
    let svg = |name: &str, body: &str| {
        let text = format!(
            "<svg width=\"256\" height=\"256\" viewBox=\"0 0 256 256\">{body}<circle class=\"ball\" cx=\"60\" cy=\"50\" r=\"6\"/></svg>"
        );
        fs::write(here.join(name), text).unwrap();
        let output = carom(&here, &["check", name]);
        (output.status.code(), out(&output))
    };
    let stroke = r#"fill="none" stroke="black""#;
    let tiny = svg("tiny.svg", &format!(r#"<path {stroke} d="M 20 200 h 100 v 0.000003 h 100"/>"#));
    assert_eq!(tiny, (Some(0), "tiny.svg: OK\n".to_owned()));
    let closed =
        svg("closed.svg", &format!(r#"<path {stroke} d="M 20 200 h 100 v 40 h -100 v -39.999997 z"/>"#));
    assert_eq!(closed.0, Some(0), "{}", closed.1);
    for width in ["abc", "1e300", "NaN"] {
        let (code, said) = svg(
            "wide.svg",
            &format!(
                r#"<line id="floor" x1="0" y1="90" x2="200" y2="90" stroke="black" stroke-width="{width}"/>"#
            ),
        );
        assert!(code == Some(1) && said.contains("line floor: has stroke-width = "), "{said}");
    }
    // Without a transform its origin is of no meaning.
    assert_eq!(svg("origin.svg", r#"<circle cx="9" cy="9" r="2" transform-origin="9 9"/>"#).0, Some(0));
    let many = svg("texts.svg", &"<text>a</text>\n".repeat(56)).1;
    assert!(many.lines().count() == 1 && many.contains("(and 55 more like it)"), "{many}");
    let hbs = |discs: &str, planes: &str| {
        let text = format!(
            r#"{{"width": 9, "height": 9, "discs": [{discs}], "planes": [{planes}],
            "goals": [{{"p0": [-370, -60], "p1": [-370, 60], "team": "red"}}]}}"#
        );
        fs::write(here.join("far.hbs"), text).unwrap();
        let output = carom(&here, &["run", "-q", "--seconds", "0.1", "far.hbs"]);
        (output.status.code(), err(&output))
    };
    assert_ne!(hbs("", r#"{"normal": [0, 1], "dist": 1000000000.0}"#).0, Some(2));
    assert_eq!(hbs(r#"{"pos": [0, 50], "radius": -1e9, "invMass": 0}"#, "").0, Some(0));
    fs::remove_dir_all(here).unwrap();
}

/// A run that takes too long is stopped by the clock, as by Ctrl-C, and its results so far are written.
#[test]
fn a_run_that_is_stopped_keeps_what_it_has() {
    let here = folder("stopped");
    let scene = scenes().join("pinball.ron");
    let words =
        ["run", scene.to_str().unwrap(), "--seconds", "1000000", "--timeout", "0.2", "--svg", "p.svg"];
    let output = carom(&here, &words);
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert!(
        err(&output).starts_with("error: stopped after ") && out(&output).contains("steps"),
        "{}",
        err(&output)
    );
    assert!(fs::read_to_string(here.join("p.svg")).unwrap().starts_with("<svg"));
    fs::remove_dir_all(here).unwrap();
}

/// A rope that tightens was in no journal: the list of the command had been forgotten when the event came.
#[test]
fn the_journal_has_every_event_of_the_world() {
    let events = include_str!("../../../world/src/events.rs");
    macro_rules! names {
        ($($(#[$doc:meta])* $list:ident: $event:ty = $name:literal;)*) => {
            [$(stringify!($list),)* "out_of_bounds", "stuck"]
        };
    }
    let written = carom::event_lists!(names);
    let lists = events.split("pub fn ").skip(1).filter(|rest| {
        let head = rest.split('{').next().unwrap_or_default();
        head.contains("(&self) -> &[")
    });
    let names: Vec<&str> = lists.map(|rest| rest.split('(').next().unwrap_or_default()).collect();
    assert!(names.len() > 8, "{names:?}");
    let missing: Vec<_> = names.iter().filter(|name| !written.contains(name)).collect();
    assert!(missing.is_empty(), "the journal lacks {missing:?}");
}
