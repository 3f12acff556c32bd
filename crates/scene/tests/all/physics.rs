//! The surfaces, fields, nudges and limits of a file reach the world, measured by the motion of balls.

use carom::prelude::*;
use carom_scene::{Scene, Stage};

fn stage(text: &str) -> Stage {
    Scene::from_ron(text).and_then(Scene::stage).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn velocity(stage: &Stage, name: &str) -> Vec2 {
    stage.find(name).and_then(|id| stage.world.velocity(id)).expect(name)
}

/// How fast a ball that falls onto a wall at `speed` leaves it.
fn rebound(surface: &str, more: &str, speed: f32) -> Vec2 {
    let text = format!(
        r#"(carom: 1, units: (angle: Degrees), world: (gravity: (0, 0)),
        materials: {{"ball": (restitution: 1, friction: 0), "wall": ({surface})}}, {more}
        bodies: [(material: "wall", shapes: [Segment(a: (-1, 0), b: (1, 0))])],
        balls: [(name: "ball", material: "ball", radius: 0.1, position: (0, 0.2), velocity: (0, -{speed}))])"#
    );
    let mut stage = stage(&text);
    (0..60).for_each(|_| stage.step());
    velocity(&stage, "ball")
}

#[test]
fn restitution_falls_off_and_follows_curves() {
    for speed in [1.0_f32, 2.0, 4.0] {
        let plain = rebound("restitution: 0.64, friction: 0", "", speed);
        assert!((plain.y / speed - 0.8).abs() < 1e-5, "{plain}");
        let half = rebound("restitution: 0.64, friction: 0, restitution_curve: HalfAt(2)", "", speed);
        let expected = (0.64 / (1.0 + speed / 2.0)).sqrt();
        assert!((half.y / speed - expected).abs() < 1e-5, "{half} at {speed}");
        let curve = rebound(
            "restitution: 1, friction: 0, restitution_curve: Curve([(1, 0.81), (3, 0.25)])",
            "",
            speed,
        );
        let expected = (0.81 - 0.28 * (speed - 1.0).clamp(0.0, 2.0)).sqrt();
        assert!((curve.y / speed - expected).abs() < 1e-5, "{curve} at {speed}");
    }
}

#[test]
fn two_materials_may_have_a_meeting_of_their_own() {
    let met = "material_pairs: [(a: \"ball\", b: \"wall\", material: (restitution: 0.3, friction: 0))],";
    assert!((rebound("restitution: 1, friction: 0", met, 2.0).y - 0.6).abs() < 1e-5);
    // Others than these two follow the rule.
    let other = "material_pairs: [(a: \"wall\", b: \"wall\", material: (restitution: 0.3, friction: 0))],";
    assert!((rebound("restitution: 1, friction: 0", other, 2.0).y - 2.0).abs() < 1e-5);
}

#[test]
fn a_scattered_bounce_keeps_its_speed_and_its_angle_is_in_the_unit_of_the_file() {
    let mut widest = 0.0_f32;
    for seed in 0..200 {
        let more = format!("run: (seed: {seed}),");
        let v = rebound("restitution: 1, friction: 0, scatter_angle: 20", &more, 2.0);
        assert!((v.length() - 2.0).abs() < 1e-4, "{v}");
        widest = widest.max(libm::atan2f(v.x, v.y).abs().to_degrees());
    }
    assert!(widest > 15.0 && widest < 20.01, "{widest} degrees");
}

#[test]
fn a_slingshot_kicks_in_its_middle_and_not_at_its_end() {
    let kicked = |x: f32, profile: &str| {
        let mut stage = stage(&format!(
            r#"(carom: 1, world: (gravity: (0, 0)),
            bodies: [(material: (restitution: 1, friction: 0, kick: 3, kick_profile: {profile}),
                shapes: [Segment(a: (-1, 0), b: (1, 0))])],
            balls: [(name: "ball", material: (restitution: 1, friction: 0), radius: 0.1,
                position: ({x}, 0.2), velocity: (0, -1))])"#
        ));
        (0..60).for_each(|_| stage.step());
        velocity(&stage, "ball").y - 1.0
    };
    assert!((kicked(0.0, "Slingshot") - 3.0).abs() < 1e-4 && (kicked(0.99, "Even") - 3.0).abs() < 1e-4);
    assert!((kicked(0.5, "Slingshot") - 2.25).abs() < 1e-4, "1 - 1/4 of it");
}

#[test]
fn static_friction_holds_what_sliding_friction_would_let_go() {
    // A slope of 26.6 degrees: its tangent is 0.5.
    let moved = |grip: f32| {
        let mut stage = stage(&format!(
            r#"(carom: 1, materials: {{"a": (friction: 0.2, static_friction: {grip}, restitution: 0)}},
            bodies: [(material: "a", shapes: [Segment(a: (-9, 4.5), b: (9, -4.5))])],
            balls: [(name: "wheel", material: "a", radius: 0.5, position: (0, 0.56), inertia: Hoop)])"#
        ));
        (0..90).for_each(|_| stage.step());
        let ball = stage.find("wheel").and_then(|id| stage.world.ball(id)).unwrap();
        // A wheel that rolls turns as it goes; one that slides turns less.
        -ball.angular_velocity * 0.5 / ball.velocity.length()
    };
    assert!(moved(0.0) < 0.95, "0.25 would be needed to roll: {}", moved(0.0));
    assert!((moved(0.6) - 1.0).abs() < 0.02, "it rolls: {}", moved(0.6));
}

#[test]
fn a_magnet_pulls_while_its_button_is_pressed() {
    let mut stage = stage(
        r#"(carom: 1, world: (gravity: (0, 0)), layers: ["iron"],
        fields: [(attractor: (center: (0, 0), strength: 2, softening: 0.01), layers: ["iron"], input: "coil")],
        balls: [(name: "iron", radius: 0.1, position: (5, 0), layers: ["iron"]), (name: "wood", radius: 0.1, position: (-5, 0))],
        inputs: [(input: "coil", at: 0.5, hold: 0.5)])"#,
    );
    let speeds = |stage: &Stage| [velocity(stage, "iron").x, velocity(stage, "wood").x];
    (0..30).for_each(|_| stage.step());
    assert_eq!(speeds(&stage), [0.0, 0.0], "nobody has pressed");
    (0..60).for_each(|_| stage.step());
    // 2 / 5^2 for half a second.
    let [iron, wood] = speeds(&stage);
    assert!((iron + 0.04).abs() < 0.001 && wood == 0.0, "{iron} and {wood}");
    let before = speeds(&stage);
    (0..30).for_each(|_| stage.step());
    assert_eq!(speeds(&stage), before, "let go");
}

#[test]
fn wind_carries_only_what_is_in_it() {
    let mut stage = stage(
        r#"(carom: 1, world: (gravity: (0, 0)),
        fields: [(region: Box(min: (0, 0), max: (9, 2)), drag: 4, flow: (1.5, 0))],
        balls: [(name: "in", radius: 0.1, position: (1, 1)), (name: "out", radius: 0.1, position: (1, 3))])"#,
    );
    (0..180).for_each(|_| stage.step());
    assert!((velocity(&stage, "in").x - 1.5).abs() < 1e-3 && velocity(&stage, "out") == Vec2::ZERO);
}

#[test]
fn a_nudge_goes_once_with_each_press() {
    let mut stage = stage(
        r#"(carom: 1, world: (gravity: (0, 0)), nudges: [(input: "left", displacement: (0.02, 0), seconds: 0.2)],
        balls: [(name: "ball", radius: 0.1)])"#,
    );
    assert_eq!(stage.inputs(), ["left"]);
    let mut farthest = 0.0_f32;
    for n in 0..120 {
        // Held for a second: one nudge.
        assert!(stage.press("left", n < 60));
        stage.step();
        farthest = farthest.max(stage.world.table_offset().x);
    }
    assert!((farthest - 0.02).abs() < 1e-3 && stage.world.table_offset() == Vec2::ZERO, "{farthest}");
}

#[test]
fn bounds_speed_and_patience_are_the_worlds() {
    let mut stage = stage(
        r#"(carom: 1, run: (seed: 5), world: (gravity: (0, 0), max_speed: 3, bounds: ((-1, -1), (1, 1)), stuck_after: 0.5),
        balls: [(name: "fast", radius: 0.1, velocity: (50, 0)), (name: "lazy", radius: 0.1, position: (0, 0.5))])"#,
    );
    assert_eq!(stage.world.config().seed, 5);
    let (mut left, mut stuck) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        stage.step();
        left.extend_from_slice(stage.world.events().out_of_bounds());
        stuck.extend_from_slice(stage.world.events().stuck());
    }
    assert!((velocity(&stage, "fast").x - 3.0).abs() < 1e-5);
    assert_eq!((left, stuck), (vec![stage.find("fast").unwrap()], vec![stage.find("lazy").unwrap()]));
}

#[test]
fn a_mirrored_coil_with_curves_does_the_same_the_other_way() {
    let mut stage = stage(
        r#"(carom: 1, units: (angle: Degrees), world: (gravity: (0, 0)),
        prefabs: {"bat": (bodies: [(name: "bat", angle: -30, shapes: [Capsule(a: (0, 0), b: (1, 0), radius: 0.1)],
            motion: Hinge(inertia: 1, limits: (0, 60), drive: (input: "go", pressed: Force(5),
                torque_curve: [(0, 0.2), (40, 1), (41, 0)], damping: 0.5)))])},
        instances: [(prefab: "bat", name: "one"), (prefab: "bat", name: "other", position: (5, 0), mirror: true)],
        inputs: [(input: "go", at: 0, hold: 9)])"#,
    );
    let angle = |stage: &Stage, name: &str| {
        stage.find(name).and_then(|id| stage.world.joint_position(id)).unwrap().to_degrees()
    };
    let mut moved = 0.0_f32;
    for _ in 0..120 {
        stage.step();
        // A mirrored body is turned by minus its angle, and its shapes are mirrored.
        let (one, other) = (angle(&stage, "one.bat"), angle(&stage, "other.bat"));
        assert!((one + other).abs() < 1e-3, "{one} and {other}");
        moved = moved.max(one);
    }
    assert!(moved > 5.0, "{moved}");
    let guide = stage.find("one.bat").and_then(|id| stage.world.joint(id)).unwrap();
    assert_eq!(guide.torque_curve.len(), 3);
    assert!((guide.torque_curve[1].x.to_degrees() - 10.0).abs() < 1e-4, "from the start: {guide:?}");
}

/// A box is a room unless it is solid: then it lets out a ball that is inside, and stops it from outside. In a mirror it
/// is solid as well.
#[test]
fn what_is_solid_lets_a_ball_out_and_stops_it_from_outside() {
    for (shape, mirror, leaves) in [
        ("Box(min: (-1, -1), max: (1, 1))", "false", false),
        ("Box(min: (-1, -1), max: (1, 1), solid: true)", "false", true),
        ("Box(min: (-1, -1), max: (1, 1), solid: true)", "true", true),
        ("Chain(points: [(-1, -1), (-1, 1), (1, 1), (1, -1)], closed: true, solid: true)", "false", true),
        (
            "Path(start: (-1, 0), legs: [Arc(through: (0, 1), to: (1, 0)), Arc(through: (0, -1), to: (-1, 0))], closed: true, solid: true)",
            "true",
            true,
        ),
    ] {
        let text = format!(
            r#"(carom: 1, world: (gravity: (0, 0)), prefabs: {{"brick": (bodies: [(shapes: [{shape}])])}},
            instances: [(prefab: "brick", mirror: {mirror})],
            balls: [(name: "ball", radius: 0.1, position: (0.7, 0), velocity: (1, 0)),
                (name: "other", radius: 0.1, position: (-3, 0.2), velocity: (1, 0))])"#
        );
        let mut stage = stage(&text);
        (0..600).for_each(|_| stage.step());
        let at = stage.find("ball").and_then(|id| stage.world.position(id)).expect("the ball");
        assert_eq!(at.x > 1.0, leaves, "{shape}, mirror {mirror}: {at}");
        let other = velocity(&stage, "other");
        assert!(other.x < 0.0, "{shape}, mirror {mirror}: {other}");
    }
}

/// A player drops two cherries on each other: they have a kind, so they become a strawberry, like cherries that the
/// scene drops; and a stage that is saved in mid-air continues bit for bit.
#[test]
fn a_ball_that_a_game_adds_is_of_its_kind() {
    let text = r#"(carom: 1, units: (length: "cm"), run: (rate: 60), world: (gravity: (0, -981)),
        kinds: {"cherry": (radius: 0.8), "strawberry": (radius: 1.1)},
        bodies: [(shapes: [Chain(points: [(-2, 9), (-2, 0), (2, 0), (2, 9)])])],
        merges: [(kind: "cherry", into: "strawberry", points: 7)])"#;
    let cherry = |name: &str, y: f32| carom_scene::model::PlacedBall {
        name: name.to_owned(),
        like: Some("cherry".to_owned()),
        position: carom_scene::model::Point(0.0, y),
        ..Default::default()
    };
    let mut stage = stage(text);
    let id = stage.add_ball(&cherry("first", 1.0)).unwrap();
    assert_eq!((stage.kind_of(id), stage.find("first")), (Some("cherry"), Some(id)));
    let taken = stage.add_ball(&cherry("first", 5.0)).unwrap_err().to_string();
    assert!(taken.contains("has the name \"first\" already"), "{taken}");
    let stranger = carom_scene::model::PlacedBall { like: Some("chery".to_owned()), ..cherry("", 5.0) };
    let unknown = stage.add_ball(&stranger).unwrap_err();
    assert!(unknown.to_string().contains("cherry"), "{unknown}");
    stage.add_ball(&cherry("", 5.0)).unwrap();
    (0..3).for_each(|_| stage.step());
    let mut again = stage.save().unwrap().stage().unwrap();
    for stage in [&mut stage, &mut again] {
        (0..120).for_each(|_| stage.step());
        assert_eq!((stage.score(), stage.world.ball_count()), (7, 1));
    }
    assert_eq!(stage.world.state_hash(), again.world.state_hash());
}

/// A wheel whose keys went once round and began again was flung back by a whole turn in the step between, and one that
/// turns more than half a turn a step must not seem to turn back.
#[test]
fn a_wheel_of_keys_goes_on_the_way_it_turns() {
    for (seconds, whole, rate) in
        [(1.0_f32, 360.0_f32, 60.0_f32), (1.0, -360.0, 240.0), (2.0, 720.0, 30.0), (0.02, 360.0, 30.0)]
    {
        let mut stage = stage(&format!(
            r#"(carom: 1, units: (angle: Degrees), world: (gravity: (0, 0)), run: (rate: {rate}),
            bodies: [(name: "wheel", shapes: [Segment(a: (0, 0), b: (1, 0))],
                motion: Keys(keys: [(at: 0), (at: {seconds}, turn: {whole})], again: true))])"#
        ));
        let wheel = stage.find("wheel").expect("a wheel");
        let spin = whole.to_radians() / seconds;
        // A step more than a round has may begin in the step that ends it.
        for step in 0..200 {
            stage.step();
            let now = stage.world.angular_velocity(wheel).expect("it is there");
            let angle = stage.world.angle(wheel).expect("it is there");
            let expected = spin * (step + 1) as f32 / rate;
            assert!((angle - expected).abs() < 1e-3 * (1.0 + expected.abs()), "{angle}, not {expected}");
            assert!(now == 0.0 || (now / spin - 1.0).abs() < 1e-3, "{now}, not {spin}");
        }
    }
    // A bat that turns by 300 degrees in one step turns that way.
    let mut stage = stage(
        r#"(carom: 1, units: (angle: Degrees), world: (gravity: (0, 0)),
        bodies: [(name: "bat", shapes: [Segment(a: (0, 0), b: (1, 0))],
            motion: Drive(input: "hit", turn: 300, out: 0.01))])"#,
    );
    let bat = stage.find("bat").expect("a bat");
    stage.press("hit", true);
    stage.step();
    let angle = stage.world.angle(bat).expect("it is there").to_degrees();
    assert!((angle - 300.0).abs() < 0.01, "{angle}");
}
