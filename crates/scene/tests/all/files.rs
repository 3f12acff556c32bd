//! Files: accepted and refused ones, and the places of faults.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use carom_scene::{Document, Fault, Scene, load, open};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("carom-scene-{}-{name}", std::process::id()));
    fs::create_dir_all(&path).expect("a folder for the test");
    path
}

fn fault(folder: &Path, text: &str) -> Fault {
    let path = folder.join("scene.ron");
    fs::write(&path, text).expect("the folder is there");
    open(&path).expect_err(text)
}

#[test]
fn a_fault_names_its_place_what_was_found_and_what_is_allowed() {
    let folder = folder("places");
    let circle = "(\n carom: 1,\n bodies: [\n  (),\n  (shapes: [Circle(radius: 1)]),\n  (),\n  (shapes: [\n   Circle(radius: -1)])])";
    let cases = [
        (circle, (8, 19), "bodies[3].shapes[0].radius", "is -1, but must be between 0 and 1e6", ""),
        ("(\n carom: 1,\n bals: [])", (3, 6), "", "unknown field \"bals\"", "did you mean `balls`?"),
        ("(carom: 2)", (1, 9), "carom", "version is 2, but must be 1", ""),
        ("(carom: 1, balls: [(position: (0, 0))])", (1, 20), "balls[0]", "radius is missing", "kind"),
        ("(carom: 1,\n balls: [(radius: \"x\")])", (2, 18), "balls[0].radius", "found \"\\\"x\\\"\"", ""),
        (
            "(carom: 1, bodies: [(shapes: [Circel(radius: 1)])])",
            (1, 37),
            "bodies[0].shapes[0]",
            "unknown variant \"Circel\"",
            "did you mean `Circle`?",
        ),
        (
            "(carom: 1, materials: {\"rubber\": (friction: 0.1)},\n bodies: [(material: \"ruber\", shapes: [Circle(radius: 1)])])",
            (2, 22),
            "bodies[0].material",
            "material \"ruber\" is not known",
            "did you mean `rubber`?",
        ),
        (
            "(carom: 1, materials: {\"a\": (restitution: 3)})",
            (1, 46),
            "materials.a.restitution",
            "is 3, but",
            "",
        ),
        ("(carom: 1, materials: {\"a\": (), \"a\": ()})", (1, 36), "materials", "\"a\" comes twice", ""),
        ("(carom: 1, balls: [(radius: 1, position: (1, NaN))])", (1, 42), "balls[0].position", "is NaN", ""),
        (
            "(carom: 1, balls: [(radius: 1, position: (1, 2, 3))])",
            (1, 49),
            "balls[0].position",
            "two numbers",
            "",
        ),
        (
            "(carom: 1, bodies: [(motion: Swing(period: 0))])",
            (1, 44),
            "bodies[0].motion.period",
            "is 0, but",
            "",
        ),
    ];
    for (text, (line, column), path, message, help) in cases {
        let fault = fault(&folder, text);
        assert_eq!(fault.path, path, "{text}\n{fault}");
        assert!(fault.message.contains(message), "{text}\n{fault}");
        assert!(fault.help.as_deref().unwrap_or("").contains(help), "{text}\n{fault}");
        assert_eq!(fault.line, line, "{text}\n{fault}");
        assert!(fault.column.abs_diff(column) <= 3, "{text}\n{fault}: column {column}");
        assert!(fault.file.is_some_and(|file| file.ends_with("scene.ron")), "{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn json_has_the_same_model_and_the_same_faults() {
    let scene = Scene::from_json(
        r#"{"carom": 1, "bodies": [{"shapes": [{"Circle": {"center": [1, 2], "radius": 3}}]}]}"#,
    )
    .unwrap();
    let same =
        Scene::from_ron("(carom: 1, bodies: [(shapes: [Circle(center: (1, 2), radius: 3)])])").unwrap();
    assert_eq!(scene, same);
    let fault = Scene::from_json("{\"carom\": 1,\n \"balls\": [{\"radus\": 1}]}").unwrap_err();
    assert_eq!((fault.line, fault.path.as_str()), (2, "balls[0]"), "{fault}");
    assert_eq!(fault.help.as_deref(), Some("did you mean `radius`?"), "{fault}");
    let fault = Scene::from_json(r#"{"carom": 1, "world": {"max_substeps": -2}}"#).unwrap_err();
    assert!(fault.to_string().contains("expected a whole number of at least 0"), "{fault}");
}

#[test]
fn what_was_set_is_not_blamed_on_the_file() {
    let text = "(carom: 1, balls: [(radius: 1)])";
    let mut document = Document::from_ron(text, BTreeMap::default()).unwrap();
    document.set("balls[0].radius", "-1").unwrap();
    let fault = document.stage().unwrap_err();
    assert_eq!((fault.line, fault.path.as_str()), (0, "balls[0].radius"), "{fault}");
    assert!(fault.message.contains("is -1") && fault.message.contains("it was set"), "{fault}");
}

#[test]
fn what_is_written_is_read_back_the_same() {
    let text = r#"(carom: 1, name: "all", layers: ["a"], units: (length: "cm", angle: Degrees),
        materials: {"rubber": (restitution: 0.8, kick: 1)},
        kinds: {"k": (radius: 0.1, inertia: Sphere, material: "rubber")},
        prefabs: {"p": (bodies: [(shapes: [Segment(a: (0, 0), b: (0.1, 0.7), side: Left)])])},
        bodies: [(shapes: [Arc(radius: 1, start: 10, sweep: 20), HalfPlane(point: (0, 0), normal: (0, 1)),
            Path(start: (0, 0), legs: [Line((1, 0)), Arc(through: (2, 1), to: (1, 2)), Tangent((0, 0.3))])],
            motion: Keys(keys: [(at: 0), (at: 1, by: (0.1, 0))], again: true)),
            (motion: Hinge(inertia: 1, limits: (-1, 1), drive: (input: "x", pressed: Velocity(target: 1, max_force: 2))))],
        instances: [(prefab: "p", mirror: true, inputs: {"a": "b"})],
        balls: [(like: "k", position: (0.3, 3.3333333), layers: ["a"], collides_with: [])],
        spawners: [Grid(ball: (like: "k"), position: (0, 0), columns: 2, rows: 3, spacing: (1, 1)),
            Stream(balls: [(like: "k")], position: (0, 0), count: 3, every: 0.1)],
        goals: [(name: "g", region: Circle(center: (0, 0), radius: 1), then: Return(position: (1, 1)))],
        merges: [(kind: "k")], inputs: [(input: "x", at: 1, hold: 2)],
        players: [(input: "x", watches: Box(min: (0, 0), max: (1, 1)), hold: 0.1)],
        report: (bounds: Polygon(points: [(0, 0), (1, 0), (0, 1)]), energy: true,
            histograms: [Speeds(name: "s", bins: 10)]),
    )"#;
    let scene = Scene::from_ron(text).unwrap();
    let ron = scene.to_ron().unwrap();
    assert_eq!(Scene::from_ron(&ron).unwrap(), scene, "{ron}");
    let json = scene.to_json().unwrap();
    assert_eq!(Scene::from_json(&json).unwrap(), scene, "{json}");
    assert!(scene.clone().stage().is_ok(), "{:?}", scene.stage().err());
}

#[test]
fn json_refuses_what_it_cannot_say() {
    for text in
        ["(carom: 1, world: (max_speed: inf))", "(carom: 1, balls: [(radius: 1, position: (NaN, 0))])"]
    {
        let scene = Scene::from_ron(text).unwrap();
        let fault = scene.to_json().unwrap_err();
        assert!(fault.message.contains("not finite") && fault.help.is_some(), "{text}: {fault}");
        assert!(scene.to_ron().is_ok(), "{text}");
    }
}

#[test]
fn includes_bring_parts_and_faults_lie_in_their_own_file() {
    let folder = folder("includes");
    fs::create_dir_all(folder.join("parts")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("parts/a.ron", "(carom: 1, include: [\"parts/b.json\"], materials: {\"m\": (friction: 0.5)})");
    write("parts/b.json", "{\"carom\": 1, \"kinds\": {\"k\": {\"radius\": 0.25, \"material\": \"m\"}}}");
    write("scene.ron", "(carom: 1, include: [\"parts/a.ron\"], balls: [(like: \"k\")])");
    let document = Document::load(folder.join("scene.ron")).unwrap();
    let files = ["scene.ron", "parts/a.ron", "parts/b.json"].map(|name| folder.join(name));
    assert!(document.files().eq(files.iter()), "{:?}", document.files().collect::<Vec<_>>());
    let scene = load(folder.join("scene.ron")).unwrap();
    assert_eq!((scene.kinds["k"].radius, scene.materials["m"].friction), (Some(0.25), 0.5));
    assert!(scene.include.is_empty() && scene.stage().is_ok(), "it stands alone");

    write("parts/b.json", "{\"carom\": 1, \"kinds\": {\n\"k\": {\"radius\": -0.25}}}");
    let fault = open(folder.join("scene.ron")).unwrap_err();
    // The ball's radius is the kind's; the ball is where it is used.
    assert_eq!(fault.path, "balls[0].radius", "{fault}");
    write("parts/a.ron", "(carom: 1,\n materials: {\"m\": (friction: -1)})");
    let document = Document::load(folder.join("scene.ron")).unwrap();
    let fault = document.stage().unwrap_err();
    assert!(fault.file.as_ref().is_some_and(|file| file.ends_with("a.ron")) && fault.line == 2, "{fault}");

    write("parts/a.ron", "(carom: 1, include: [\"parts/b.json\"])");
    write("parts/b.json", "{\"carom\": 1, \"include\": [\"parts/a.ron\"]}");
    let fault = load(folder.join("scene.ron")).unwrap_err();
    assert!(fault.message.contains("includes itself"), "{fault}");
    for name in ["../x.ron", "/etc/x.ron", "", "x.txt", "missing.ron"] {
        write("scene.ron", &format!("(carom: 1, include: [{name:?}])"));
        let fault = load(folder.join("scene.ron")).unwrap_err();
        assert_eq!(fault.path, "include[0]", "{fault}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_goal_with_a_sensor_misses_no_ball_however_fast() {
    let scene = Scene::from_ron(
        r#"(carom: 1, run: (rate: 60), world: (gravity: (0, 0)),
        prefabs: {"line": (
            bodies: [(name: "post", shapes: [Segment(name: "line", a: (0, -1), b: (0, 1), sensor: true)])],
            goals: [(name: "goal", sensor: "post.line", points: 3)],
        )},
        instances: [(prefab: "line", name: "far", position: (50, 0))],
        balls: [(position: (0, 0), radius: 0.1, velocity: (9000, 0))])"#,
    )
    .unwrap();
    let mut stage = scene.stage().unwrap();
    stage.step();
    assert_eq!(stage.entered().map(|(goal, _)| goal.to_owned()).collect::<Vec<_>>(), ["far.goal"]);
    assert_eq!(stage.score(), 3);
}

#[test]
fn parts_are_put_in_their_places() {
    let scene = Scene::from_ron(
        r#"(carom: 1, units: (angle: Degrees),
        prefabs: {
            "flipper": (bodies: [(name: "bat", position: (1, 0), angle: -30,
                shapes: [Capsule(a: (0, 0), b: (1, 0), radius: 0.1)],
                motion: Drive(input: "button", turn: 60, out: 0.05))]),
            "pair": (instances: [(prefab: "flipper", name: "right", inputs: {"button": "r"}),
                (prefab: "flipper", name: "left", mirror: true, inputs: {"button": "l"})])},
        instances: [(prefab: "pair", position: (10, 5)), (prefab: "pair", name: "upper", inputs: {"l": "up"})],
        inputs: [(input: "l", at: 0, hold: 1)])"#,
    )
    .unwrap();
    let mut stage = scene.stage().unwrap();
    assert_eq!(stage.inputs(), ["l", "r", "up"]);
    let (left, right) = (stage.find("left.bat").unwrap(), stage.find("right.bat").unwrap());
    let upper = stage.find("upper.left.bat").unwrap();
    assert_eq!(stage.world.position(right), Some(carom::prelude::vec2(11.0, 5.0)));
    assert_eq!(stage.world.position(left), Some(carom::prelude::vec2(9.0, 5.0)));
    for _ in 0..6 {
        stage.step();
    }
    let angle = |id| stage.world.body(id).unwrap().angle.to_degrees();
    assert!((angle(left) + 30.0).abs() < 1e-3, "the mirrored bat turns the other way: {}", angle(left));
    assert!((angle(right) + 30.0).abs() < 1e-3 && (angle(upper) - 30.0).abs() < 1e-3, "nobody pressed");
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let folder = folder("mark");
    for (name, sound, wrong) in [
        ("a.ron", "(carom: 1)", "(carom: 1,\n balls: [(radius: -1)])"),
        ("a.json", "{\"carom\": 1}", "{\"carom\": 1,\n \"balls\": [{\"radius\": -1}]}"),
    ] {
        let path = folder.join(name);
        fs::write(&path, format!("\u{feff}{sound}")).unwrap();
        load(&path).unwrap_or_else(|fault| panic!("{fault}"));
        fs::write(&path, format!("\u{feff}{wrong}")).unwrap();
        let fault = open(&path).expect_err("the radius");
        assert_eq!((fault.line, fault.path.as_str()), (2, "balls[0].radius"), "{fault}");
    }
    let path = folder.join("b.ron");
    // As some editors write "ü".
    fs::write(&path, b"(carom: 1, name: \"\xfc\")").unwrap();
    let said = load(&path).expect_err("no UTF-8").to_string();
    assert_eq!(said, format!("{}: it is not UTF-8 text", path.display()));
}
