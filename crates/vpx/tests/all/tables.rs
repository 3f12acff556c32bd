//! A table with one item of each kind: every item accounted for, and physics beside models of their own.

use std::collections::BTreeMap;

use carom::glam::{Vec2, vec2};
use carom::{Ball, Body, Config, Material, Shape, World};
use carom_scene::Scene;
use carom_scene::model::{Leg, Motion, Shape as Model};
use carom_vpx::{FlipperFigures, Options, Outcome, Table, units};

use crate::common;

fn table(name: &str) -> Table {
    common::read(name, &common::table(), Options::default()).expect("a sound table")
}

#[test]
fn every_item_is_accounted_for() {
    let files = common::table();
    let table = table("account");
    let items = files.keys().filter(|file| file.starts_with("gameitems/")).count();
    assert_eq!(table.report.len(), items);
    let outcomes: BTreeMap<&str, &Outcome> =
        table.report.iter().map(|item| (item.name.as_str(), &item.outcome)).collect();
    let out = ["glass", "ghost", "tunnel", "mesh", "lamp", "unheard"];
    for (name, outcome) in &outcomes {
        assert_eq!(matches!(outcome, Outcome::LeftOut(_)), out.contains(name), "{name}: {outcome:?}");
    }
    // Each omission is reported by name.
    let report = table.report.to_string();
    assert!(out.iter().all(|name| report.contains(name)), "{report}");
    // Each item that is carried over has its name, as a body or a goal; kickers in the drain are the drain.
    let scene = &table.scene;
    for name in outcomes.keys().filter(|name| !out.contains(name) && **name != "Drain") {
        let there = scene.bodies.iter().any(|body| body.name.starts_with(name))
            || scene.goals.iter().any(|goal| goal.name == *name)
            || scene.layers.iter().any(|layer| layer == name);
        assert!(there, "{name} is not in the scene");
    }
    assert!(
        table.curves.deviation < carom_vpx::TOLERANCE && table.curves.corner < 0.02,
        "{:?}",
        table.curves
    );
    assert!(table.curves.arcs >= 8, "{:?}", table.curves);
    let slips = scene.lint().expect("a sound scene");
    assert!(slips.is_empty(), "{slips:?}");
    scene.clone().stage().expect("a scene that runs");
}

/// The program's flipper, as `src/physics/hitflipper.cpp` documents it, in its own units and in steps of 1 ms: stroke time
/// in seconds, and speed of the tip at the end in metres a second.
fn program(figures: &FlipperFigures) -> (f64, f64) {
    let inertia = figures.mass * figures.length * figures.length / 3.0;
    let (mut angle, mut rate, mut torque, mut steps) = (0.0, 0.0, 0.0_f64, 0);
    while angle < figures.stroke && steps < 10_000 {
        let mut wanted = figures.strength;
        let left = figures.stroke - angle;
        if left < figures.end_angle {
            let share = left / figures.end_angle;
            let fade = share * share * share * share;
            wanted *= fade + figures.end_torque * (1.0 - fade);
        }
        torque = if figures.ramp_up > 0.0 {
            // A tenth of a unit of time a step.
            wanted.min(torque + 0.1 * figures.strength / figures.ramp_up)
        } else {
            wanted
        };
        rate += 0.1 * torque / inertia;
        angle += 0.1 * rate;
        steps += 1;
    }
    (f64::from(steps) * 1e-3, rate / units::TIME * figures.length * units::LENGTH)
}

/// The same, of the scene's hinge in the engine.
fn ours(figures: &FlipperFigures) -> (f64, f64) {
    let mut scene = Scene::default();
    scene.run.rate = 10_000.0;
    let bat = Model::Capsule(carom_scene::model::Capsule {
        b: carom_scene::model::Point(0.07, 0.0),
        radius: 0.01,
        ..Default::default()
    });
    scene.bodies.push(carom_scene::model::Body {
        name: "bat".into(),
        shapes: vec![bat],
        motion: Some(Motion::Hinge {
            inertia: figures.inertia() as f32,
            mass: 0.0,
            center_of_mass: Default::default(),
            limits: Some(carom_scene::model::Point(0.0, figures.stroke as f32)),
            drive: figures.drive(1.0, "button"),
        }),
        ..Default::default()
    });
    let mut stage = scene.stage().expect("a hinge");
    stage.press("button", true);
    let bat = stage.find("bat").expect("the bat");
    let mut last = 0.0;
    for step in 1..20_000 {
        stage.step();
        let rate = f64::from(stage.world.joint_velocity(bat).expect("a joint"));
        let angle = f64::from(stage.world.joint_position(bat).expect("a joint"));
        if angle > 0.999 * figures.stroke || rate < 0.0 {
            return (f64::from(step) * 1e-4, last * figures.length * units::LENGTH);
        }
        last = rate;
    }
    panic!("the flipper does not come up");
}

#[test]
fn flippers_come_up_as_in_the_program() {
    let default = FlipperFigures {
        stroke: 51_f64.to_radians(),
        length: 130.0,
        mass: 1.0,
        strength: 2200.0,
        back: 0.058,
        ramp_up: 3.0,
        end_torque: 0.75,
        end_angle: 6_f64.to_radians(),
    };
    let figures = [
        ("default", default),
        ("90s", FlipperFigures { strength: 3250.0, ramp_up: 2.5, end_torque: 0.275, ..default }),
        (
            "no ramp",
            FlipperFigures {
                stroke: 50.5_f64.to_radians(),
                length: 117.65,
                mass: 0.7,
                strength: 1800.0,
                back: 0.05,
                ramp_up: 0.0,
                end_torque: 0.25,
                ..default
            },
        ),
    ];
    for (name, figures) in figures {
        let ((time, tip), (our_time, our_tip)) = (program(&figures), ours(&figures));
        println!(
            "{name}: {:.1} ms, {tip:.2} m/s in the program; {:.1} ms, {our_tip:.2} m/s here",
            1e3 * time,
            1e3 * our_time
        );
        assert!((our_time / time - 1.0).abs() < 0.1, "{name}: {our_time} s and {time} s");
        assert!((our_tip / tip - 1.0).abs() < 0.05, "{name}: {our_tip} m/s and {tip} m/s");
    }
}

/// The plunger leaves the ball as fast as the program's does at full pull: `speed_fire` x pull / 30 / 13 units,
/// times the share of it that a ball gets, 1.45 / (1 + 1/30).
#[test]
fn the_plunger_throws_as_in_the_program() {
    let mut scene = table("plunger").scene;
    scene.players.clear();
    scene.run.rate = 1000.0;
    let mut stage = scene.stage().expect("a scene that runs");
    let mut fastest = 0.0_f32;
    for step in 0..2000 {
        stage.press("plunger", step < 800);
        stage.step();
        fastest = stage.world.balls().map(|(_, ball)| ball.velocity.y).fold(fastest, f32::max);
    }
    let expected = 100.0 * (0.8333 * 180.0) / 30.0 / 13.0 * 1.45 / (1.0 + 1.0 / 30.0) * units::SPEED;
    assert!((f64::from(fastest) / expected - 1.0).abs() < 0.1, "{fastest} m/s, the program {expected}");
}

/// Time and speed after this many metres along a curve that a ball is pressed against, by a force towards its
/// middle.
fn rolled(shape: Shape) -> (f32, f32) {
    let mut world = World::new(Config::weightless()).expect("a world");
    let body = world.add_body(Body::fixed()).expect("a body");
    world.add_shape(body, shape.material(Material::new(0.0, 0.0))).expect("a shape");
    let radius = units::BALL as f32 * units::LENGTH as f32;
    let far = 300.0 * units::LENGTH as f32 - radius;
    let ball = Ball::new(vec2(0.0, -0.9999 * far), radius)
        .velocity(vec2(2.0, 0.0))
        .material(Material::new(0.0, 0.0));
    let ball = world.add_ball(ball).expect("a ball");
    let mut slowest = f32::INFINITY;
    for _ in 0..1000 {
        world.step(1e-3);
        slowest = slowest.min(world.velocity(ball).map_or(0.0, Vec2::length));
    }
    (world.velocity(ball).map_or(0.0, Vec2::length), slowest)
}

/// A ball that rolls along the inside of a smooth wall for two metres keeps its speed as on an exact circle: each
/// bump at a corner would take the square of its sine.
#[test]
fn nothing_bumps_along_imported_curves() {
    let mut files = common::table();
    files.retain(|name, _| !name.starts_with("gameitems/"));
    let outline = common::ring(500.0, 1000.0, 300.0, 24);
    let wall = format!(r#"{{"Wall": {{"name": "round", "height_top": 50, "drag_points": {outline}}}}}"#);
    files.insert("gameitems/Wall.round.json".into(), wall);
    let table = common::read("bumps", &files, Options::default()).expect("a table");
    let body = table.scene.bodies.iter().find(|body| body.name == "round").expect("the wall");
    let Model::Path(path) = &body.shapes[0] else { panic!("walls are paths") };
    let middle = vec2(500.0, 1000.0) * units::LENGTH as f32;
    let at = |point: carom_scene::model::Point| Vec2::from(point) - middle;
    let chain = path.legs.iter().fold(carom::Chain::start(at(path.start)), |chain, leg| match leg {
        Leg::Line(to) | Leg::Tangent(to) => chain.line_to(at(*to)),
        Leg::Arc { through, to } => chain.arc_to(at(*through), at(*to)),
    });
    let imported = rolled(Shape::chain(&chain.close()).expect("a chain"));
    let r = 300.0 * units::LENGTH as f32;
    let half = carom::Chain::start(vec2(r, 0.0))
        .arc_to(vec2(0.0, r), vec2(-r, 0.0))
        .arc_to(vec2(0.0, -r), vec2(r, 0.0));
    let exact = rolled(Shape::chain(&half.close()).expect("a circle"));
    println!("speed after 1 s: {} m/s on the imported curve, {} m/s on the circle", imported.0, exact.0);
    assert!(imported.0 > 0.998 * exact.0, "{imported:?} and {exact:?}");
    // The same points joined by straight lines, as the program does: each corner takes its share.
    let corners: Vec<Vec2> = (0..24)
        .map(|n| n as f32 * std::f32::consts::TAU / 24.0)
        .map(|angle| vec2(libm::cosf(angle), libm::sinf(angle)) * r)
        .collect();
    let straight = rolled(Shape::chain(&carom::Chain::polyline(&corners).close()).expect("a polygon"));
    assert!(straight.0 < 0.95 * exact.0, "corners cost speed: {straight:?} and {exact:?}");
}

/// A post 10 wide at half its height, lying on its side in its file, as OBJ: `vpxtool` writes z downwards.
fn post() -> String {
    let mut text = String::new();
    for n in 0..16 {
        let angle = f64::from(n) * std::f64::consts::TAU / 16.0;
        for y in [0.0, 1.0] {
            text += &format!("v {} {y} {}\n", 0.2 * libm::cos(angle), -0.2 * libm::sin(angle));
        }
    }
    for n in 0..16 {
        let (a, b) = (2 * n + 1, 2 * ((n + 1) % 16) + 1);
        text += &format!("f {a} {b} {}\nf {a} {} {}\n", b + 1, b + 1, a + 1);
    }
    text
}

/// A mesh that stands on the table is a wall only with `Options::meshes`; its place, size and turns count.
#[test]
fn meshes_are_sliced_on_request() {
    let mut files = common::table();
    let fields = r#""is_collidable": true, "is_toy": false, "use_3d_mesh": true, "position": {"x": 600, "y": 1200, "z": 0},
        "size": {"x": 50, "y": 50, "z": 50}, "rot_and_tra": [90, 0, 0, 0, 0, 0, 0, 0, 0], "elasticity": 0.9"#;
    files.insert(
        "gameitems/Primitive.post.json".into(),
        format!(r#"{{"Primitive": {{"name": "post", {fields}}}}}"#),
    );
    files.insert("gameitems/Primitive.post.obj".into(), post());
    let plain = common::read("no-meshes", &files, Options::default()).expect("a table");
    assert!(!plain.scene.bodies.iter().any(|body| body.name == "post"), "without the option");
    let sliced =
        common::read("meshes", &files, Options { meshes: true, ..Options::default() }).expect("a table");
    let body = sliced.scene.bodies.iter().find(|body| body.name == "post").expect("the post");
    let [Model::Circle(circle)] = &body.shapes[..] else { panic!("a circle, not {:?}", body.shapes) };
    let unit = units::LENGTH as f32;
    assert!(Vec2::from(circle.center).distance(vec2(600.0, 800.0) * unit) < 0.1 * unit, "{circle:?}");
    assert!((circle.radius - 10.0 * unit).abs() < 0.2 * unit, "{circle:?}");
    // The mesh that has no file is named.
    let report = sliced.report.to_string();
    assert!(report.contains("Primitive mesh: is a mesh whose file is not there"), "{report}");
    let error = {
        files.insert("gameitems/Primitive.post.obj".into(), "v 0 0 0\nf 1 2 3".into());
        common::read("bad-mesh", &files, Options { meshes: true, ..Options::default() })
            .expect_err("a bad face")
    };
    assert!(error.to_string().starts_with("gameitems/Primitive.post.obj: line 2: "), "{error}");
}

/// Drop targets and walls that can drop fall on request.
#[test]
fn what_can_drop_falls_on_request() {
    let mut files = common::table();
    let outline = r#"[{"x": 100, "y": 100}, {"x": 150, "y": 100}, {"x": 150, "y": 150}]"#;
    let wall = |hits: bool| {
        format!(
            r#"{{"Wall": {{"name": "flap", "is_droppable": true, "hit_event": {hits}, "drag_points": {outline}}}}}"#
        )
    };
    for (falls, hits) in [(true, true), (true, false), (false, true)] {
        files.insert("gameitems/Wall.flap.json".into(), wall(hits));
        let options = Options { targets_fall: falls, ..Options::default() };
        let table = common::read(&format!("drop-{falls}-{hits}"), &files, options).expect("a table");
        let lives =
            |name: &str| table.scene.bodies.iter().find(|body| body.name == name).expect("a body").lives;
        assert_eq!(
            [lives("flap"), lives("drop"), lives("plate")],
            [u32::from(falls && hits), u32::from(falls), 0]
        );
    }
}

/// A ramp that ends on top of a wall: the ball goes over the edge onto it, and comes off it.
#[test]
fn a_ramp_may_lead_onto_a_wall() {
    let mut files = common::table();
    files.retain(|name, _| !name.starts_with("gameitems/") || name.contains("Plunger"));
    let ramp = r#"{"Ramp": {"name": "lane", "ramp_type": "flat", "height_bottom": 0, "height_top": 60, "width_bottom": 60,
        "width_top": 60, "drag_points": [{"x": 950, "y": 1500}, {"x": 950, "y": 900}]}}"#;
    let step = r#"{"Wall": {"name": "step", "height_top": 45, "drag_points": [{"x": 800, "y": 890}, {"x": 1000, "y": 890},
        {"x": 1000, "y": 400}, {"x": 900, "y": 400}]}}"#;
    files.insert("gameitems/Ramp.lane.json".into(), ramp.into());
    files.insert("gameitems/Wall.step.json".into(), step.into());
    let table = common::read("landing", &files, Options::default()).expect("a table");
    let report = table.report.to_string();
    assert!(report.contains("Wall step: lets balls off"), "{report}");
    let mut stage = table.scene.stage().expect("a scene that runs");
    let (mut highest, mut left) = (0.0_f32, f32::INFINITY);
    for _ in 0..240 * 20 {
        stage.step();
        for (_, ball) in stage.world.balls() {
            highest = highest.max(ball.position.y);
            left = left.min(ball.position.x);
        }
    }
    let unit = units::LENGTH as f32;
    assert!(highest > 1200.0 * unit, "it came no higher than {highest} m");
    assert!(left < 780.0 * unit, "it came no further than {left} m");
}

/// A thin wall behind the end of a ramp, lower than it: balls come over it, and not back.
#[test]
fn balls_come_over_a_ridge_behind_a_ramp() {
    let mut files = common::table();
    files.retain(|name, _| !name.starts_with("gameitems/") || name.contains("Plunger"));
    let ramp = |name: &str, fields: &str| {
        (
            format!("gameitems/Ramp.{name}.json"),
            format!(r#"{{"Ramp": {{"name": "{name}", "ramp_type": "flat", {fields}}}}}"#),
        )
    };
    files.extend([
        ramp(
            "lane",
            r#""height_bottom": 0, "height_top": 30, "width_bottom": 60, "width_top": 60,
            "drag_points": [{"x": 950, "y": 1500}, {"x": 950, "y": 900}]"#,
        ),
        ramp(
            "ridge",
            r#""height_bottom": 10, "height_top": 10, "width_bottom": 5, "width_top": 5, "left_wall_height": 10,
            "right_wall_height": 10, "drag_points": [{"x": 0, "y": 885}, {"x": 1000, "y": 885}]"#,
        ),
    ]);
    let mut stage = common::read("ridge", &files, Options::default())
        .expect("a table")
        .scene
        .stage()
        .expect("a scene that runs");
    let unit = units::LENGTH as f32;
    let mut over = false;
    for _ in 0..240 * 10 {
        stage.step();
        let height = stage.world.balls().map(|(_, ball)| ball.position.y).fold(0.0, f32::max);
        over |= height > 1200.0 * unit;
        assert!(!over || height > 1115.0 * unit, "it came back through the ridge");
    }
    assert!(over, "it did not come over the ridge");
}

/// A binary table that `vpin` wrote, whole, cut short and spoiled.
#[cfg(feature = "vpx")]
#[test]
fn binary_tables_are_read_by_vpin() {
    let folder = std::env::temp_dir().join(format!("carom-vpx-{}-binary", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    let path = folder.join("blank.vpx");
    vpin::vpx::new_minimal_vpx(&path).expect("a table");
    let table = Table::read(&path, Options::default()).expect("a blank table");
    table.scene.stage().expect("a scene that runs");
    let whole = std::fs::read(&path).expect("its bytes");
    for n in 0..100 {
        let at = whole.len() * n / 100;
        let mut bytes = whole.clone();
        if n % 2 == 0 {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 0xff;
        }
        std::fs::write(&path, &bytes).expect("a file for tests");
        if let Err(error) = Table::read(&path, Options::default()) {
            assert!(error.to_string().contains("blank.vpx"), "{error}");
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
