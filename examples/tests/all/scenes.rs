//! Every scene runs, keeps its balls, and does the same again.

use carom::prelude::vec2;
use carom::{Error, Filter};
use scenes::harness::{self, Report};
use scenes::{Options, Scene, disc_football, file, galton, gas, large_static, pile, pinball};
use serde_json::Value;

type Build = fn(&Options) -> Result<Scene, Error>;

/// Each scene with a small number of balls and a large one.
const SCENES: [(Build, [usize; 2]); 6] = [
    (pinball::build, [1, 16]),
    (pile::build, [3, 300]),
    (gas::build, [1, 300]),
    (galton::build, [1, 50]),
    (large_static::build, [10, 1000]),
    (disc_football::build, [2, 16]),
];

const DT: f32 = 1.0 / 60.0;

fn run(build: Build, options: &Options, seconds: f64) -> Report {
    let mut scene = build(options).expect("the scene takes these options");
    harness::run(&mut scene, seconds, DT).expect("the world takes what the script does")
}

#[test]
fn every_scene_runs_and_keeps_its_balls() {
    for (build, counts) in SCENES {
        for balls in counts {
            let report = run(build, &Options::default().balls(balls).seed(3), 2.0);
            assert_eq!(report.steps, 120);
            assert_eq!((report.escaped, report.quarantined_balls), (0, 0), "{report}");
            assert!(report.balls > 0, "{report}");
        }
    }
}

#[test]
fn no_ball_starts_inside_something() {
    for (build, counts) in SCENES {
        for balls in counts {
            let mut scene = build(&Options::default().balls(balls).seed(5)).unwrap();
            for (id, ball) in scene.world.balls() {
                let found =
                    scene.world.overlap_ball(ball.position, 0.999 * ball.radius, Filter::default()).unwrap();
                let others: Vec<_> = found.iter().filter(|closest| closest.body != id).collect();
                assert!(others.is_empty(), "{}: {ball:?} and {others:?}", scene.name());
            }
            scene.after(DT).unwrap();
            assert_eq!(scene.escaped(), 0, "{} starts within its walls", scene.name());
        }
    }
}

#[test]
fn the_seed_decides_everything() {
    for (build, [_, balls]) in SCENES {
        let options = Options::default().balls(balls);
        let [once, again, other] = [7, 7, 8].map(|seed| run(build, &options.seed(seed), 2.0));
        assert_eq!(once.hash, again.hash, "{}", once.scene);
        assert_eq!((once.impacts, once.score), (again.impacts, again.score), "{}", once.scene);
        if once.scene != "newtons_cradle" {
            assert_ne!(once.hash, other.hash, "{}", once.scene);
        }
    }
}

#[test]
fn substeps_reach_the_world() {
    for (build, [balls, _]) in SCENES {
        let options = Options::default().balls(balls);
        assert_eq!(build(&options.substeps(7)).unwrap().world.config().max_substeps, 7);
        assert!(build(&options.substeps(0)).is_err(), "no substeps");
    }
}

#[test]
fn a_scene_says_how_many_balls_it_can_hold() {
    for (build, balls) in [
        (pinball::build as Build, 17),
        (pile::build, 1_000_001),
        (gas::build, 0),
        (galton::build, 5001),
        (large_static::build, 0),
        (disc_football::build, 17),
    ] {
        let error = build(&Options::default().balls(balls)).expect_err("too many or too few").to_string();
        assert!(error.contains("balls") && error.contains(&balls.to_string()), "{error}");
    }
}

#[test]
fn json_is_one_object_with_finite_numbers() {
    for (build, [balls, _]) in SCENES {
        for seconds in [0.0, 0.5] {
            let report = run(build, &Options::default().balls(balls), seconds);
            let text = report.to_json().unwrap();
            assert!(!text.contains('\n'), "one line");
            let Value::Object(object) = serde_json::from_str(&text).unwrap() else {
                panic!("{text} is no object");
            };
            for name in [
                "steps",
                "simulated_seconds",
                "steps_per_second",
                "real_time_factor",
                "impacts",
                "top_speed",
                "escaped",
                "dropped",
            ] {
                assert!(object[name].as_f64().is_some_and(f64::is_finite), "{name} in {text}");
            }
            assert!(object.values().all(|value| !value.is_null()), "a number that is not finite: {text}");
            let counts = object["scene"] == "pinball" || object["scene"] == "disc_football";
            assert_eq!(object.contains_key("score"), counts, "{text}");
            assert_eq!(object["hash"].as_str().map(str::len), Some(16), "{text}");
        }
    }
}

#[test]
fn as_many_leave_the_cradle_as_came() {
    let mut stage = carom_scene::open(file("cradle.ron")).unwrap();
    (0..stage.steps_to_run()).for_each(|_| stage.step());
    for (height, came) in [(0.36, 1), (0.24, 2), (0.12, 3)] {
        let row = stage.world.balls().filter(|(_, ball)| (ball.position.y - height).abs() < 0.01);
        let speeds: Vec<_> = row.map(|(_, ball)| ball.velocity.length()).collect();
        let (moving, others): (Vec<&f32>, Vec<&f32>) = speeds.iter().partition(|speed| **speed > 0.5);
        assert_eq!(moving.len(), came, "{speeds:?}");
        assert!(others.len() == 5 && others.iter().all(|speed| **speed < 1e-6), "{speeds:?}");
    }
}

#[test]
fn a_minute_of_pinball_is_a_game() {
    let report = run(pinball::build, &Options::default().balls(4).seed(2), 60.0);
    assert_eq!((report.escaped, report.dropped), (0, 0), "{report}");
    for fact in ["bumper_hits", "slingshot_hits", "target_hits", "flips", "served", "drained"] {
        assert!(report.facts[fact].as_u64().is_some_and(|count| count > 0), "{fact}: {report}");
    }
    let count = |fact: &str| report.facts[fact].as_u64().unwrap();
    let hits = 100 * count("bumper_hits") + 10 * count("slingshot_hits") + 50 * count("target_hits");
    let more =
        20 * count("lanes") + 200 * count("rows_of_lanes") + 500 * count("banks") + 150 * count("catches");
    assert_eq!(report.score, Some(hits + more - count("points_lost_to_tilts")), "{report}");
    // A ball cannot gain more than a kick, a flipper's tip or the plunger gives.
    assert!(report.top_speed > 1.5 && report.top_speed < 10.0, "{report}");
}

/// A ball that had drained bounced off another one, a flipper struck it up and the saucer held it. The game still thought
/// it waited, and the next serve read the velocity of a held ball: after 958 751 steps the game ended with an error.
#[test]
fn a_drained_ball_that_is_struck_back_is_in_play() {
    let mut scene = pinball::build(&Options::default().balls(2)).expect("two balls");
    scene.step(DT).expect("the first ball is served");
    let playing =
        |scene: &Scene| scene.facts().iter().find(|(name, _)| *name == "in_play").map(|(_, n)| n.clone());
    let waits = scene.world.balls().filter(|(_, ball)| ball.position.y < 0.09).map(|(id, _)| id).next();
    let waits = waits.expect("the second ball waits in the trough");
    scene.world.teleport(waits, vec2(0.1, 0.665)).expect("the saucer is free");
    scene.step(DT).expect("the saucer catches");
    assert_eq!(playing(&scene), Some(1.into()));
    // The lane becomes free while the saucer holds the ball.
    let mut held = 0;
    for _ in 0..600 {
        scene.step(DT).expect("nothing asks for what a held ball can't do");
        held += u32::from(scene.world.is_held(waits));
    }
    assert!(held > 30, "held for {held} steps");
}

#[test]
fn every_shot_of_billiards_comes_off() {
    let mut stage = carom_scene::open(file("billiards.ron")).unwrap();
    let [potted, draw, carom] = ["potted", "draw cue", "carom cue"].map(|name| stage.find(name).expect(name));
    let (mut balls_met, mut cushions, mut struck_at) = (0, 0, None);
    for _ in 0..stage.steps_to_run() {
        stage.step();
        for impact in stage.world.events().impacts() {
            let met_ball = impact.shape_a.is_none();
            if impact.body_b == draw && met_ball || impact.body_a == draw {
                struck_at = struck_at.or(Some(impact.point.x));
            }
            if impact.body_b == carom && !met_ball && balls_met < 2 {
                cushions += 1;
            }
            balls_met += u32::from((impact.body_a == carom || impact.body_b == carom) && met_ball);
        }
    }
    assert!(stage.world.ball(potted).is_none(), "it is in the pocket");
    let stopped = stage.world.position(draw).expect("the cue ball stays on the table").x;
    assert!(struck_at.is_some_and(|at| stopped < at - 0.2), "{struck_at:?}, back to {stopped}");
    assert!(balls_met == 2 && cushions >= 3, "{balls_met} balls after {cushions} cushions");
}
