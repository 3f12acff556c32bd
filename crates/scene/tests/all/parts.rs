//! The parts of a pinball table in `examples/scenes/include/pinball.ron` work as such parts do.

use carom::prelude::*;
use carom_scene::{Scene, Stage};

/// A scene of a weightless table with these parts.
fn stage(text: &str) -> Stage {
    let parts = include_str!("../../../../examples/scenes/include/pinball.ron");
    let parts = Scene::from_ron(parts).expect("the parts");
    let head = r#"(carom: 1, run: (rate: 600), world: (gravity: (0, 0)), layers: ["table", "ramp"],"#;
    let scene = Scene::from_ron(&format!("{head} {text})")).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let scene = Scene { materials: parts.materials, kinds: parts.kinds, prefabs: parts.prefabs, ..scene };
    scene.stage().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn ball(stage: &Stage) -> Ball {
    stage.find("ball").and_then(|id| stage.world.ball(id)).expect("the ball")
}

fn coordinate(stage: &Stage, name: &str) -> f32 {
    stage.find(name).and_then(|id| stage.world.joint_position(id)).expect(name)
}

fn run(stage: &mut Stage, seconds: f64) {
    (0..(seconds * 600.0) as usize).for_each(|_| stage.step());
}

#[test]
fn flippers_come_up_in_time_and_go_down_again() {
    let mut stage = stage(
        r#"instances: [(prefab: "flipper", name: "left", inputs: {"button": "x"}),
            (prefab: "flipper", name: "right", position: (0.2, 0), mirror: true, inputs: {"button": "x"})],
        inputs: [(input: "x", at: 0, hold: 0.1)]"#,
    );
    let mut up = None;
    for n in 0..60 {
        stage.step();
        let (left, right) = (coordinate(&stage, "left.bat"), coordinate(&stage, "right.bat"));
        assert!((left + right).abs() < 1e-4, "a mirror image: {left} and {right}");
        if up.is_none() && left > 0.348 {
            up = Some(n as f32 / 600.0);
        }
    }
    assert!(up.is_some_and(|time| time > 0.015 && time < 0.03), "{up:?}");
    run(&mut stage, 0.15);
    assert!((coordinate(&stage, "left.bat") + 0.541).abs() < 1e-3, "down again");
}

#[test]
fn a_plunger_gives_the_ball_the_work_of_its_spring() {
    let mut stage = stage(
        r#"instances: [(prefab: "plunger", name: "plunger", inputs: {"button": "x"})],
        balls: [(name: "ball", like: "pinball", position: (0, 0.0136), material: (restitution: 0, friction: 0))],
        inputs: [(input: "x", at: 0, hold: 0.5)], fields: [(acceleration: (0, -1))]"#,
    );
    let mut fastest = 0.0_f32;
    for _ in 0..600 {
        stage.step();
        fastest = fastest.max(ball(&stage).velocity.y);
    }
    // pull sqrt((k + 2 F / pull) / (M + m)), less the part of the slope.
    assert!((fastest - 2.9).abs() < 0.1, "{fastest}");
}

#[test]
fn bumpers_slingshots_and_targets_score() {
    for (part, points, kick) in
        [("bumper", 100, 0.81), ("slingshot", 10, 1.4), ("standup target", 50, 0.0), ("drop target", 50, 0.0)]
    {
        let x = if part == "slingshot" { 0.03 } else { 0.0 };
        let mut stage = stage(&format!(
            r#"instances: [(prefab: "{part}", name: "part")],
            balls: [(name: "ball", like: "pinball", position: ({x}, 0.06), velocity: (0, -1))]"#
        ));
        run(&mut stage, 0.2);
        assert_eq!(stage.score(), points, "{part}");
        let speed = ball(&stage).velocity.y;
        assert!(speed > kick && speed < kick + 1.0, "{part}: {speed}");
        assert_eq!(stage.world.bodies().count(), usize::from(part != "drop target"), "{part}");
    }
}

#[test]
fn a_gate_lets_balls_pass_one_way() {
    for (speed, passes) in [(1.0, true), (-1.0, false)] {
        let mut stage = stage(&format!(
            r#"instances: [(prefab: "gate", name: "gate")],
            balls: [(name: "ball", like: "pinball", position: (0.025, {}), velocity: (0, {speed}))]"#,
            -0.04 * speed
        ));
        run(&mut stage, 0.3);
        assert_eq!(ball(&stage).position.y * speed > 0.0, passes, "{:?}", ball(&stage));
    }
}

#[test]
fn a_spinner_turns_and_a_seesaw_tips() {
    let text = |part: &str, x: f32| {
        format!(
            r#"instances: [(prefab: "{part}", name: "part")],
            balls: [(name: "ball", like: "pinball", position: ({x}, 0.04), velocity: (0, -1))]"#
        )
    };
    let mut spinner = stage(&text("spinner", 0.025));
    run(&mut spinner, 0.5);
    assert!(coordinate(&spinner, "part.vane") < -3.0, "it goes round");
    let mut seesaw = stage(&text("seesaw", 0.08));
    run(&mut seesaw, 0.5);
    assert!(coordinate(&seesaw, "part.plank") < -0.2, "it tips");
}

#[test]
fn a_rollover_counts_every_ball_and_stops_none() {
    let mut stage = stage(
        r#"instances: [(prefab: "rollover", name: "lane")],
        balls: [(name: "ball", like: "pinball", position: (0, 0.06), velocity: (0, -3))]"#,
    );
    run(&mut stage, 0.1);
    assert_eq!((stage.score(), ball(&stage).velocity.y), (10, -3.0));
}

#[test]
fn a_kicker_holds_a_slow_ball_for_a_second_also_when_it_is_saved_meanwhile() {
    for (speed, caught) in [(1.0, true), (2.0, false)] {
        let mut stage = stage(&format!(
            r#"instances: [(prefab: "kicker", name: "hole")],
            balls: [(name: "ball", like: "pinball", position: (-0.1, 0.003), velocity: ({speed}, 0))]"#
        ));
        run(&mut stage, 0.5);
        assert_eq!(stage.score(), if caught { 200 } else { 0 });
        assert_eq!(ball(&stage).position == Vec2::ZERO, caught, "{:?}", ball(&stage));
        let saved = stage.save().unwrap().to_ron().unwrap();
        let mut again = Scene::from_ron(&saved).and_then(Scene::stage).unwrap();
        for stage in [&mut stage, &mut again] {
            run(stage, 0.7);
        }
        assert_eq!(stage.world.state_hash(), again.world.state_hash());
        if caught {
            assert_eq!(ball(&stage).velocity, vec2(0.0, 1.5), "thrown out");
            assert_eq!(stage.score(), 200, "and not caught again");
        }
    }
}

#[test]
fn a_ball_on_the_ramp_passes_over_the_table() {
    for (x, speed, over) in [(0.0, 1.0, true), (0.0, 40.0, true), (0.1, 1.0, false)] {
        let mut stage = stage(&format!(
            r#"instances: [(prefab: "ramp", name: "ramp")],
            bodies: [(layers: ["table"], collides_with: ["table"], shapes: [Segment(a: (-1, 0.1), b: (1, 0.1))])],
            balls: [(name: "ball", like: "pinball", position: ({x}, -0.05), velocity: (0, {speed}),
                layers: ["table"], collides_with: ["", "table"])]"#
        ));
        run(&mut stage, 0.6);
        let ball = ball(&stage);
        assert_eq!(ball.position.y > 0.1, over, "{ball:?}");
        assert_eq!(ball.filter.category, 2, "on the table again: {ball:?}");
    }
}

#[test]
fn two_holes_in_one_place_hold_a_ball_once_and_a_ball_that_is_taken_away_leaves_a_hole_free() {
    let hole = r#"region: Circle(center: (0, 0), radius: 0.1), then: Hold(position: (0, 0), seconds: 0.2, velocity: (0, 1))"#;
    let mut stage = stage(&format!(
        r#"goals: [(name: "one", {hole}), (name: "other", {hole})],
        balls: [(name: "ball", like: "pinball", position: (-0.2, 0), velocity: (1, 0)),
            (name: "next", like: "pinball", position: (-0.8, 0), velocity: (1, 0))]"#
    ));
    let first = stage.find("ball").unwrap();
    run(&mut stage, 0.2);
    assert!(stage.world.is_held(first));
    stage.world.remove_body(first).unwrap();
    run(&mut stage, 0.6);
    let next = stage.find("next").unwrap();
    assert!(stage.world.is_held(next), "the hole was free again");
    run(&mut stage, 0.2);
    assert_eq!(stage.world.velocity(next), Some(vec2(0.0, 1.0)));
    // No finger touches it any more.
    stage.world.set_velocity(next, vec2(3.0, 0.0)).unwrap();
    run(&mut stage, 0.5);
    assert_eq!(stage.world.velocity(next), Some(vec2(3.0, 0.0)));
}
