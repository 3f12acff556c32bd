//! A row depends on scene, specification, seed and number of the run, and on nothing else.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use carom_scene::Scene;
use carom_sweep::{Shard, Spec, Sweep, Table};

fn scene() -> Scene {
    Scene::from_ron(
        r#"(
            carom: 1,
            run: (seconds: 1.5),
            materials: {"rubber": (restitution: 0.8, friction: 0.3)},
            bodies: [
                (name: "room", material: "rubber", shapes: [Box(min: (-1, -1), max: (1, 1))]),
                (name: "post", material: "rubber", shapes: [Circle(center: (0, -0.3), radius: 0.2)]),
            ],
            balls: [
                (name: "cue", position: (-0.5, 0.5), velocity: (1, 0), radius: 0.1),
                (name: "other", position: (0.5, 0.4), radius: 0.1),
            ],
            spawners: [Stream(balls: [(radius: 0.05)], position: (0, 0.8), spread: (0.1, 0), count: 2, every: 0.4)],
            goals: [(name: "low", region: Box(min: (-1, -1), max: (1, -0.7)), points: 3)],
        )"#,
    )
    .unwrap()
}

fn spec(vary: &[&str]) -> Spec {
    Spec {
        runs: 150,
        seed: 7,
        part_rows: 64,
        vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
        ..Spec::default()
    }
}

fn tables(sweep: &Sweep, shard: &str, threads: usize) -> Vec<Table> {
    sweep.runner(shard.parse().unwrap(), threads).map(Result::unwrap).collect()
}

/// The rows of all tables: a column is a list of texts.
fn rows(tables: &[Table]) -> Vec<Vec<String>> {
    let row = |table: &Table, row: usize| {
        let value = |column: &carom_sweep::Column| {
            column
                .number(row)
                .map_or_else(|| column.text(row).unwrap_or_default().to_owned(), |x| format!("{x:?}"))
        };
        table.columns.iter().map(value).collect()
    };
    tables.iter().flat_map(|table| (0..table.len()).map(move |n| row(table, n))).collect()
}

/// A user who adds a machine must not get other results.
#[test]
fn threads_and_shards_change_no_row() {
    let vary = ["cue.speed=uniform(1,3)", "materials.rubber.restitution=normal(0.7,0.02)"];
    let sweep = Sweep::new(scene(), spec(&vary)).unwrap();
    let one = tables(&sweep, "0/1", 1);
    assert_eq!(one.iter().map(Table::len).collect::<Vec<_>>(), [64, 64, 22]);
    assert_eq!(tables(&sweep, "0/1", 3), one);
    let shards: Vec<Table> = (0..7).flat_map(|n| tables(&sweep, &format!("{n}/7"), 2)).collect();
    assert_eq!(rows(&shards), rows(&one));
    let sum = |tables: &[Table]| tables.iter().fold(0_u64, |sum, table| sum.wrapping_add(table.rows_hash()));
    assert_eq!(sum(&shards), sum(&one));
    let again = rows(&tables(&sweep, "0/1", 1));
    assert_eq!(again, rows(&one));
    assert!(again[0] != again[1], "runs differ");
}

/// A question of a player: with one parameter more the runs differ by that alone.
#[test]
fn another_parameter_or_order_changes_no_draw() {
    let vary = ["cue.speed=uniform(1,3)", "materials.rubber.restitution=normal(0.7,0.02)"];
    let one = Sweep::new(scene(), spec(&vary)).unwrap();
    let other = Sweep::new(scene(), spec(&[vary[1], vary[0]])).unwrap();
    assert_eq!(tables(&one, "0/1", 1), tables(&other, "0/1", 1));
    let more =
        Sweep::new(scene(), spec(&[vary[0], "bodies.post.position.x=uniform(0,0.001)", vary[1]])).unwrap();
    for name in ["seed", "cue.speed", "materials.rubber.restitution"] {
        let column = |sweep: &Sweep| tables(sweep, "0/1", 1)[0].column(name).unwrap().clone();
        assert_eq!(column(&one), column(&more), "{name}");
    }
}

/// Any row is that of the scene with the values of the run, run by itself.
#[test]
fn a_row_is_what_the_scene_comes_to_by_itself() {
    let vary =
        ["cue.speed=uniform(1,3)", "materials.rubber.friction=grid(0,0.5)", "cue.angle=uniform(0,360)"];
    let until = vec!["goal low".parse().unwrap()];
    let sweep = Sweep::new(scene(), Spec { until, ..spec(&vary) }).unwrap();
    let table = &tables(&sweep, "0/1", 2)[0];
    let ends = table.column("ended_by").unwrap();
    assert!((0..64).any(|row| ends.text(row) == Some("goal low")), "some runs end early");
    for row in [0, 17, 63] {
        let mut stage = sweep.scene_of(row as u64).unwrap().stage().unwrap();
        while stage.goals().all(|(_, count)| count == 0) && stage.steps() < stage.steps_to_run() {
            stage.step();
        }
        let hash = stage.world.state_hash() as f64;
        assert_eq!(table.column("state_hash").unwrap().number(row), Some(hash), "{row}");
        assert_eq!(table.column("score").unwrap().number(row), Some(stage.score() as f64), "{row}");
        assert_eq!(table.column("seconds").unwrap().number(row), Some(stage.time()), "{row}");
    }
}

#[test]
fn what_is_wrong_is_said_before_the_first_run() {
    let refused = |spec: Spec| Sweep::new(scene(), spec).unwrap_err().to_string();
    let wrong = |vary: &str| refused(spec(&[vary]));
    assert!(wrong("materials.ruber.friction=uniform(0,1)").contains("did you mean `rubber`?"));
    assert!(wrong("materials.rubber.frction=uniform(0,1)").contains("did you mean `friction`?"));
    assert!(wrong("balls[7].radius=uniform(0,1)").contains("there is no entry 7"));
    let until = |text: &str| refused(Spec { until: vec![text.parse().unwrap()], ..spec(&[]) });
    assert!(until("goal lo").contains("did you mean `low`?"));
    assert!(until("hit pst").contains("did you mean `post`?"));
}

/// A value that goes out of range in the middle names its run.
#[test]
fn a_run_that_cannot_be_names_itself() {
    let sweep = Sweep::new(scene(), spec(&["materials.rubber.restitution=grid(0.5,0.6,-2)"])).unwrap();
    let fault = sweep.runner(Shard::WHOLE, 2).find_map(Result::err).unwrap().to_string();
    assert!(fault.contains("restitution: is -2, but must be") && fault.contains("(run 2)"), "{fault}");
}

/// A ball on a plunger is at rest. Its direction counts all the same, in whichever order the two are given.
#[test]
fn a_ball_at_rest_gets_its_direction() {
    let vary = ["other.angle=uniform(80,100)", "other.speed=uniform(1,2)"];
    let sweep = Sweep::new(scene(), spec(&vary)).unwrap();
    for run in [0, 7] {
        let values = sweep.values_of(run);
        let (x, y) = {
            let stage = sweep.scene_of(run).unwrap().stage().unwrap();
            let ball = stage.find("other").unwrap();
            let velocity = stage.world.velocity(ball).unwrap();
            (f64::from(velocity.x), f64::from(velocity.y))
        };
        let of = |n: usize| values[n].1.to_string().parse::<f64>().unwrap();
        assert!((libm::atan2(y, x).to_degrees() - of(0)).abs() < 1e-4, "{x} {y} {values:?}");
        assert!((libm::hypot(x, y) - of(1)).abs() < 1e-6, "{x} {y} {values:?}");
    }
    let other = tables(&Sweep::new(scene(), spec(&["other.speed=uniform(1,2)"])).unwrap(), "0/1", 1);
    let both = tables(&sweep, "0/1", 1);
    assert_ne!(both[0].column("last.other.y"), other[0].column("last.other.y"));
}
