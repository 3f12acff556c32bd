//! Goals and bounds follow the way that a ball flies, however fast it is and however long the steps are.

use carom_scene::{Scene, Stage};

fn stage(text: &str) -> Stage {
    Scene::from_ron(text).and_then(Scene::stage).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn counts(stage: &Stage) -> Vec<u64> {
    stage.goals().map(|(_, count)| count).collect()
}

/// A fast ball falls through a strip that is thinner than its motion in a step, bounces off the floor and flies up.
/// It was in the strip, and is lost, at every size and rate, for any form of the area.
#[test]
fn a_thin_strip_catches_a_fast_ball() {
    for size in [1e-3_f32, 1.0, 1e3] {
        for rate in [30, 60, 120, 1000] {
            for region in [
                format!("Box(min: ({}, 0), max: ({size}, {}))", -size, 0.05 * size),
                format!("Circle(center: (0, 0), radius: {})", 0.04 * size),
                format!("Polygon(points: [({}, 0), ({size}, 0), (0, {})])", -size, 0.05 * size),
            ] {
                let text = format!(
                    r#"(carom: 1, run: (rate: {rate}), world: (gravity: (0, 0)),
                    bodies: [(material: (restitution: 1), shapes: [HalfPlane(point: (0, 0), normal: (0, 1))])],
                    balls: [(radius: {}, position: (0, {}), velocity: (0, {}), material: (restitution: 1))],
                    goals: [(name: "lost", region: {region}, points: 3, then: Remove)])"#,
                    0.02 * size,
                    2.0 * size,
                    -20.0 * size,
                );
                let mut stage = stage(&text);
                (0..rate).for_each(|_| stage.step());
                assert_eq!(counts(&stage), [1], "{text}");
                assert_eq!((stage.score(), stage.world.ball_count()), (3, 0), "{text}");
            }
        }
    }
}

/// Events of a ball after it was removed do not count, and all events before do, within one step as in many: it
/// passes a gate, is lost, and would bounce up into the jackpot and break a brick.
#[test]
fn what_happens_after_a_ball_is_lost_has_not_happened() {
    for rate in [2, 30, 1000] {
        for then in
            ["Remove", "Return(position: (0, 50))", "Hold(position: (0, 50), seconds: 9, velocity: (0, 0))"]
        {
            let text = format!(
                r#"(carom: 1, run: (rate: {rate}), world: (gravity: (0, 0)),
                bodies: [
                    (material: (restitution: 1), shapes: [HalfPlane(point: (0, 0), normal: (0, 1))]),
                    (name: "brick", lives: 1, points: 1000, shapes: [Segment(a: (3, 0), b: (3, 9))]),
                ],
                balls: [(radius: 0.1, position: (-4, 5), velocity: (20, -20), material: (restitution: 1))],
                goals: [
                    (name: "jackpot", region: Box(min: (1.5, 0.5), max: (2, 2)), points: 100),
                    (name: "lost", region: Box(min: (-9, -1), max: (9, 0.2)), points: 1, then: {then}),
                    (name: "gate", region: Box(min: (-2, 1.5), max: (-1, 3)), points: 10),
                ])"#
            );
            let mut stage = stage(&text);
            for _ in 0..rate.max(2) {
                stage.step();
                if rate == 2 && stage.score() > 0 {
                    let entered: Vec<_> = stage.entered().map(|(goal, _)| goal).collect();
                    assert_eq!(entered, ["gate", "lost"], "in the order of time: {text}");
                    let times: Vec<f32> = stage.entry_times().collect();
                    assert!(times.len() == 2 && times[0] < times[1], "{times:?}: {text}");
                    break;
                }
            }
            assert_eq!((counts(&stage), stage.score()), (vec![0, 1, 1], 11), "{text}");
            assert!(stage.find("brick").is_some(), "{text}");
        }
    }
}

/// Two areas at one place count both, whichever is named first.
#[test]
fn a_ball_that_enters_two_goals_at_once_counts_in_both() {
    for fates in [["Keep", "Remove"], ["Remove", "Keep"]] {
        let goal = |name: &str, then: &str| {
            format!(
                "(name: \"{name}\", region: Circle(center: (0, 0), radius: 0.3), points: 5, then: {then})"
            )
        };
        let text = format!(
            r#"(carom: 1, kinds: {{"b": (radius: 0.1)}}, balls: [(like: "b", position: (0, 3))], goals: [{}, {}])"#,
            goal("a", fates[0]),
            goal("b", fates[1]),
        );
        let mut stage = stage(&text);
        (0..120).for_each(|_| stage.step());
        assert_eq!((counts(&stage), stage.score(), stage.world.ball_count()), (vec![1, 1], 10, 0));
    }
}

/// A hole catches slow balls. It is the speed at which the ball came that counts: a dull cushion behind the hole
/// has stopped it by the end of the step.
#[test]
fn a_hole_goes_by_the_speed_at_which_a_ball_came() {
    for (speed, caught) in [(1.0, true), (3.0, false), (40.0, false)] {
        for rate in [30, 60, 1000] {
            let text = format!(
                r#"(carom: 1, run: (rate: {rate}), world: (gravity: (0, 0)),
                bodies: [(material: (restitution: 0), shapes: [Segment(a: (0.2, -1), b: (0.2, 1))])],
                balls: [(radius: 0.1, position: (-1, 0), velocity: ({speed}, 0), material: (restitution: 0))],
                goals: [(name: "hole", region: Circle(center: (0, 0), radius: 0.01),
                    then: Hold(position: (0, 0), seconds: 100, velocity: (0, 1), slower_than: 2))])"#
            );
            let mut stage = stage(&text);
            (0..2 * rate).for_each(|_| stage.step());
            assert_eq!(counts(&stage), [u64::from(caught)], "{text}");
        }
    }
}

/// A ball that leaves the bounds and is taken away outside, or comes back, within one step has left them.
#[test]
fn a_short_leave_is_a_leave() {
    for (then, rate) in [("Remove", 1), ("Remove", 1000), ("Keep", 1), ("Keep", 1000)] {
        let text = format!(
            r#"(carom: 1, run: (rate: {rate}), world: (gravity: (0, -10)),
            balls: [(radius: 0.1, position: (0, 0.5), velocity: (0, 5))],
            goals: [(name: "sky", region: Box(min: (-9, 1.2), max: (9, 9)), then: {then})],
            report: (bounds: Box(min: (-1, -8), max: (1, 1))))"#
        );
        let mut stage = stage(&text);
        (0..rate).for_each(|_| stage.step());
        assert_eq!((counts(&stage), stage.escaped()), (vec![1], 1), "{text}");
    }
    // A ball that is created outside has left the bounds as well; a ball that is removed inside has not.
    let born = r#"(carom: 1, balls: [(radius: 0.1, position: (5, 0)), (radius: 0.1, position: (0, 0))],
        goals: [(name: "pit", region: Box(min: (-0.5, -3), max: (0.5, -1)), then: Remove)],
        report: (bounds: Box(min: (-1, -1), max: (1, 1))))"#;
    let mut stage = stage(&born.replace("-1), max: (1, 1)", "-2), max: (1, 1)"));
    (0..60).for_each(|_| stage.step());
    assert_eq!((stage.escaped(), stage.world.ball_count()), (1, 1));
}

/// A ghost that meets nothing is in a goal as all others are.
#[test]
fn a_ghost_counts() {
    let mut stage = stage(
        r#"(carom: 1, layers: ["a"], balls: [
            (radius: 0.1, position: (0, 1), collides_with: []), (radius: 0.1, position: (2, 1), layers: []),
        ], goals: [(name: "below", region: Box(min: (-9, -9), max: (9, 0)))])"#,
    );
    (0..60).for_each(|_| stage.step());
    assert_eq!(counts(&stage), [2]);
}

/// A stage that is saved while balls are in goals continues as it would have: no goal is entered twice.
#[test]
fn a_saved_stage_knows_who_is_inside() {
    let text = r#"(carom: 1, world: (gravity: (0, -3)), balls: [(radius: 0.1, position: (0, 1)), (radius: 0.1, position: (3, 2))],
        goals: [(name: "low", region: Box(min: (-9, -9), max: (9, 0.5)), points: 7)],
        report: (bounds: Box(min: (-9, -1), max: (9, 9))))"#;
    let mut whole = stage(text);
    (0..40).for_each(|_| whole.step());
    assert_eq!((counts(&whole), whole.escaped()), (vec![1], 0));
    let mut resumed = whole.save().and_then(Scene::stage).expect("a sound state");
    for stage in [&mut whole, &mut resumed] {
        (0..60).for_each(|_| stage.step());
        assert_eq!((counts(stage), stage.score(), stage.escaped()), (vec![2], 14, 2));
    }
    assert_eq!(whole.world.state_hash(), resumed.world.state_hash());
}

/// A stream gives as many balls in a time as its interval says, for any length of step; a blocked ball does not
/// delay later ones.
#[test]
fn a_stream_keeps_its_pace_at_every_rate() {
    for rate in [30, 60, 100, 144, 480] {
        let text = format!(
            r#"(carom: 1, run: (rate: {rate}), world: (gravity: (0, 0)), kinds: {{"b": (radius: 0.01)}},
            spawners: [Stream(balls: [(like: "b")], position: (0, 0), count: 1000, every: 0.27, velocity: (1, 0))])"#
        );
        let mut stage = stage(&text);
        (0..10 * rate).for_each(|_| stage.step());
        // At 0, 0.27, ... 9.99.
        assert!((37..=38).contains(&stage.world.ball_count()), "{rate}: {}", stage.world.ball_count());
    }
}

/// Points that could be had and were not are a score of 0, and no score that is missing.
#[test]
fn a_score_of_zero_is_a_score() {
    for (goal, there) in [("points: 15", true), ("points: 0", false)] {
        let text = format!(
            r#"(carom: 1, prefabs: {{"pocket": (goals: [(name: "in", region: Circle(center: (0, 0), radius: 1), {goal})])}},
            instances: [(prefab: "pocket", position: (5, 5))])"#
        );
        let facts = stage(&text).facts();
        assert_eq!(facts.get("score").is_some_and(|score| score == 0), there, "{facts:?}");
    }
}
