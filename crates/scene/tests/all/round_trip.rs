//! Scenes that are written, read, saved in the middle of a run and built by hand: the same future, bit for bit.

use std::path::PathBuf;

use carom::prelude::*;
use carom_scene::model::Point;
use carom_scene::{Recording, Scene, Stage, load};
use rand::RngExt;
use rand_pcg::Pcg64;

fn scene_files() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of scenes")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .collect();
    files.sort();
    assert!(files.len() >= 9, "{files:?}");
    files
}

fn steps(stage: &mut Stage, count: usize) -> u64 {
    (0..count).for_each(|_| stage.step());
    stage.world.state_hash()
}

/// Through text in one notation and the other.
fn rewritten(scene: &Scene) -> Scene {
    let json = scene.to_json().expect("it can be written");
    let read = Scene::from_json(&json).expect("what was written can be read");
    assert_eq!(read, *scene, "JSON loses nothing");
    let ron = read.to_ron().expect("it can be written");
    let read = Scene::from_ron(&ron).expect("what was written can be read");
    assert_eq!(read, *scene, "RON loses nothing");
    read
}

/// Runs, saves, continues in both, and compares; the memory of the rules too.
fn round_trip(scene: &Scene, before: usize, after: usize, what: &str) {
    let mut stage = scene.clone().stage().expect(what);
    steps(&mut stage, before);
    let saved = rewritten(&stage.save().expect(what));
    let mut again = saved.stage().expect(what);
    assert_eq!(again.world.state_hash(), stage.world.state_hash(), "{what}: at the moment of saving");
    assert_eq!(steps(&mut stage, after), steps(&mut again, after), "{what}: {after} steps later");
    assert_eq!(stage.facts(), again.facts(), "{what}: goals, points, counts");
    assert_eq!(stage.escaped(), again.escaped(), "{what}");
}

#[test]
fn every_scene_goes_on_as_it_would_have() {
    for path in scene_files() {
        let scene = load(&path).unwrap();
        let what = path.display().to_string();
        round_trip(&rewritten(&scene), 150, 600, &what);
        by_hand(&scene, 150, &what);
    }
}

/// How many random scenes are tried: `CAROM_CASES` of them.
fn cases(few: u128) -> u128 {
    std::env::var("CAROM_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}

#[test]
fn random_scenes_go_on_as_they_would_have() {
    for seed in 0..cases(60) {
        let chance = &mut Pcg64::new(seed, 77);
        let scene = random_scene(chance);
        let text = scene.to_ron().unwrap();
        let before = chance.random_range(0..40);
        round_trip(&scene, before, 600, &format!("seed {seed}\n{text}"));
        by_hand(&scene, before, &format!("seed {seed}\n{text}"));
    }
}

/// The world of a scene, described as if someone had made it by hand: the same future.
fn by_hand(scene: &Scene, before: usize, what: &str) {
    let mut stage = scene.clone().stage().expect(what);
    steps(&mut stage, before);
    let described = Scene::of_world(&stage.world, stage.dt()).expect(what);
    let mut again = rewritten(&described).stage().expect(what);
    assert_eq!(again.world.state_hash(), stage.world.state_hash(), "{what}: the world at the start");
    for _ in 0..600 {
        stage.world.step(again.dt());
        again.step();
    }
    assert_eq!(again.world.state_hash(), stage.world.state_hash(), "{what}: the world");
    let fresh = Scene { state: None, ..described }.stage();
    assert!(fresh.is_ok(), "{what}: without its state: {:?}", fresh.err());
}

/// A box with shapes, movers and balls in it, goals, streams and rules.
fn random_scene(chance: &mut Pcg64) -> Scene {
    let mut number = |low: f32, high: f32| chance.random_range(low..high);
    let mut bodies = String::new();
    for n in 0..4 {
        let (x, y, r) = (number(-3.0, 3.0), number(-2.0, 2.0), number(0.1, 0.7));
        let shape = match number(0.0, 6.0) as u32 {
            0 => format!("Circle(radius: {r})"),
            1 => format!("Capsule(a: (-{r}, 0), b: ({r}, {r}), radius: 0.1)"),
            2 => format!("Arc(radius: {r}, start: {x}, sweep: {}, side: Left)", number(0.2, 6.0)),
            3 => format!("Chain(points: [(-{r}, 0), (0, {r}), ({r}, 0)], closed: true)"),
            4 => {
                format!("Path(start: (-{r}, 0), legs: [Arc(through: (0, {r}), to: ({r}, 0)), Line((1, 0))])")
            }
            _ => format!("Box(min: (-{r}, -{r}), max: ({r}, 0.2))"),
        };
        let motion = match number(0.0, 8.0) as u32 {
            0 => format!("motion: Swing(by: ({x}, 0), turn: {y}, period: {}),", number(0.3, 3.0)),
            1 => format!("motion: Steady(angular_velocity: {}),", number(-9.0, 9.0)),
            2 => "motion: Drive(input: \"a\", turn: 1, out: 0.1),".to_owned(),
            3 => format!(
                "motion: Hinge(inertia: {}, limits: (-1, 1), drive: (stiffness: 1, input: \"a\", pressed: Force(2))),",
                number(0.01, 1.0)
            ),
            4 => "motion: Keys(keys: [(at: 0), (at: 0.5, by: (0.5, 0.1)), (at: 1)], again: true),".to_owned(),
            _ => "lives: 2, points: 3,".to_owned(),
        };
        bodies +=
            &format!("(name: \"b{n}\", position: ({x}, {y}), angle: {r}, shapes: [{shape}], {motion}),");
    }
    let mut balls = String::new();
    for n in 0..(number(1.0, 12.0) as u32) {
        let (x, y) = (number(-3.5, 3.5), number(-3.5, 3.5));
        let (vx, vy) = (number(-9.0, 9.0), number(-9.0, 9.0));
        let like = if n % 2 == 0 { "like: \"k\"," } else { "" };
        let radius = number(0.05, 0.3);
        balls += &format!(
            "(name: \"n{n}\", {like} position: ({x}, {y}), velocity: ({vx}, {vy}), radius: {radius}),"
        );
    }
    let (gravity, e) = (number(-12.0, 0.0), number(0.0, 1.0));
    let merge = if e < 0.3 { "merges: [(kind: \"k\", into: \"big\", points: 5)]," } else { "" };
    let falloff = ["", "restitution_curve: HalfAt(2),", "restitution_curve: Curve([(0, 1), (3, 0.2)]),"]
        [number(0.0, 3.0) as usize];
    let scatter = number(-0.5, 0.5).max(0.0);
    let mut extras = String::new();
    if number(0.0, 1.0) < 0.5 {
        let (x, pull) = (number(-2.0, 2.0), number(-9.0, 9.0));
        extras += &format!(
            "fields: [(attractor: (center: ({x}, 0), strength: {pull}, softening: 0.2), input: \"a\"),
            (region: Box(min: (-4, -4), max: ({x}, 4)), drag: {}, flow: (1, 0), layers: [\"l\"])],
            nudges: [(input: \"a\", displacement: (0.01, {scatter}), seconds: 0.1)],",
            number(0.0, 3.0)
        );
    }
    if number(0.0, 1.0) < 0.3 {
        let (rolling, cushion) = (number(0.0, 0.1), number(0.0, 0.3));
        extras += &format!(
            "floor: (surface: (rolling_friction: {rolling}), cushion_height: {cushion},
            zones: [(min: (-1, -1), max: (1, 1), surface: (sliding_friction: 0.5))]),"
        );
    }
    if number(0.0, 1.0) < 0.3 {
        extras +=
            "material_pairs: [(a: \"m\", b: \"m\", material: (restitution: 0.4, static_friction: 0.6))],";
    }
    let limits = if number(0.0, 1.0) < 0.3 {
        "max_speed: 12, bounds: ((-3, -3), (3, 3)), stuck_after: 0.5, seed: 9"
    } else {
        ""
    };
    let text = format!(
        "(carom: 1, world: (gravity: (0, {gravity}), max_substeps: 4, {limits}), layers: [\"l\"], {extras}
        materials: {{\"m\": (restitution: {e}, friction: 0.3, {falloff} scatter_angle: {scatter}, kick: {})}},
        kinds: {{\"k\": (radius: 0.2, inertia: Sphere, material: \"m\", layers: [\"\", \"l\"]), \"big\": (like: \"k\", radius: 0.3)}},
        bodies: [(name: \"box\", material: \"m\", shapes: [Box(min: (-4, -4), max: (4, 4))]), {bodies}],
        balls: [{balls}],
        spawners: [Stream(balls: [(like: \"k\")], position: (0, 3.5), spread: (1, 0), count: 9, every: 0.3, speed: 2)],
        goals: [(name: \"g\", region: Circle(center: ({}, -3.4), radius: 0.5), points: 2, then: {})],
        {merge}
        inputs: [(input: \"a\", at: 0.1, hold: 0.2, every: 0.5)],
        players: [(input: \"a\", watches: Box(min: (-1, -1), max: (1, 1)), reaction: 0.2, hold: 0.1)],
        report: (bounds: Box(min: (-4, -4), max: (4, 4)), energy: true))",
        number(0.0, 1.0),
        number(-3.0, 3.0),
        [
            "Keep",
            "Remove",
            "Return(position: (0, 3), velocity: (1, 0))",
            "Hold(position: (0.5, -3.4), seconds: 0.7, velocity: (1, 6), slower_than: 5)",
            "Switch(layers: [\"l\"])",
        ][number(0.0, 5.0) as usize],
    );
    Scene::from_ron(&text).expect(&text)
}

#[test]
fn a_world_made_by_hand_becomes_a_scene_with_the_same_future() {
    let mut world = World::new(Config::default()).unwrap();
    let table = world.add_body(Body::fixed().position(vec2(0.3, 0.1)).angle(0.2)).unwrap();
    let bend = Chain::start(vec2(-2.0, 1.0)).line_to(vec2(-2.0, 0.0)).arc_to(vec2(0.0, -1.3), vec2(2.0, 0.0));
    let bend = bend.line_to(vec2(2.0, 1.0));
    world.add_shape(table, Shape::chain(&bend).unwrap().radius(0.05)).unwrap();
    let wheel = world.add_body(Body::kinematic().position(vec2(0.0, 0.2)).angular_velocity(3.0)).unwrap();
    world.add_shape(wheel, Shape::capsule(vec2(-0.4, 0.0), vec2(0.4, 0.0), 0.05).unwrap()).unwrap();
    let gone = world.add_ball(Ball::new(vec2(9.0, 9.0), 0.1)).unwrap();
    for n in 0..9 {
        let place = vec2(0.25 * n as f32 - 1.0, 1.5);
        world.add_ball(Ball::new(place, 0.1).filter(Filter { category: 5, ..Filter::default() })).unwrap();
    }
    world.remove_body(gone).unwrap();
    let dt = 1.0 / 60.0;
    (0..200).for_each(|_| _ = world.step(dt));
    let scene = Scene::of_world(&world, dt).unwrap();
    let mut stage = rewritten(&scene).stage().unwrap();
    assert_eq!((stage.world.state_hash(), stage.dt()), (world.state_hash(), dt));
    (0..600).for_each(|_| _ = world.step(dt));
    assert_eq!(steps(&mut stage, 600), world.state_hash());
    // The readable part of it is right as well, to single precision: it stands without its state.
    let fresh = Scene { state: None, ..scene }.stage().unwrap();
    assert_eq!((fresh.world.ball_count(), fresh.world.bodies().count()), (9, 2));
}

#[test]
fn a_state_belongs_to_its_scene_and_nothing_else() {
    let text =
        "(carom: 1, bodies: [(shapes: [Circle(radius: 1)])], balls: [(position: (0, 3), radius: 0.5)])";
    let saved = Scene::from_ron(text).unwrap().stage().unwrap().save().unwrap();
    let mut edited = saved.clone();
    edited.balls[0].position = Point(0.0, 4.0);
    let fault = edited.stage().unwrap_err();
    assert!(fault.path == "state" && fault.message.contains("was changed"), "{fault}");
    let state = saved.state.clone().unwrap();
    let bad = |change: &dyn Fn(&mut carom_scene::model::State)| {
        let mut state = state.clone();
        change(&mut state);
        Scene { state: Some(state), ..saved.clone() }.stage()
    };
    assert!(bad(&|_| {}).is_ok(), "as it was saved");
    assert!(bad(&|state| state.world = "%".into()).unwrap_err().path == "state.world");
    assert!(bad(&|state| state.world = state.world.replace('A', "B")).unwrap_err().path == "state.world");
    assert!(bad(&|state| state.bodies.clear()).unwrap_err().path == "state.bodies");
    // Ids that lead nowhere find nothing, and nothing panics.
    let mut lost = bad(&|state| state.bodies[0] = u64::MAX).unwrap();
    steps(&mut lost, 60);
}

#[test]
fn a_replay_names_the_step_and_the_ball_in_which_it_diverges() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes/pinball.ron");
    let mut stage = load(path).unwrap().stage().unwrap();
    let mut recording = Recording::start(&stage).unwrap();
    for n in 0..1500 {
        // A game presses as well.
        stage.press("left", n % 100 < 20);
        stage.step();
        recording.observe(&stage);
    }
    let text = serde_json::to_string(&recording).unwrap();
    let recording: Recording = serde_json::from_str(&text).unwrap();
    assert_eq!(recording.replay().unwrap(), None);
    assert!(recording.presses.len() > 20, "{:?}", recording.presses);

    let mut other = recording.clone();
    other.presses.retain(|(step, ..)| *step != 200);
    let divergence = other.replay().unwrap().expect("a flipper that is not raised");
    assert_eq!(divergence.step, 201, "{divergence}");
    assert!(divergence.body.as_deref().is_some_and(|body| body.contains("left.flipper")), "{divergence}");
    assert_eq!(divergence.field, "angular_velocity", "{divergence}");
}

#[test]
fn a_seed_decides_all_that_is_left_to_chance() {
    let run = |seed: u64| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenes/pachinko.ron");
        let mut scene = load(path).unwrap();
        scene.run.seed = seed;
        steps(&mut scene.stage().unwrap(), 600)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

/// A ball that the report traces and that has been taken away was called unknown, and the saved scene refused.
#[test]
fn a_scene_that_has_lost_what_it_traces_is_taken_up_again() {
    let text = r#"(
        carom: 1,
        balls: [(name: "cue", position: (0, 0), radius: 0.1)],
        report: (traces: ["cue"]),
    )"#;
    let mut stage = Scene::from_ron(text).unwrap().stage().unwrap();
    let cue = stage.find("cue").unwrap();
    stage.world.remove_body(cue).unwrap();
    let mut again = stage.save().unwrap().stage().unwrap();
    assert_eq!(again.find("cue"), None);
    assert_eq!(steps(&mut again, 10), steps(&mut stage, 10));
    let misspelt = text.replace("traces: [\"cue\"", "traces: [\"cu\"");
    assert!(Scene::from_ron(&misspelt).unwrap().stage().is_err(), "what never was is refused");
}
