//! Answers that are known without an engine, by sweeps: docs/sweep.md has them with more runs.
//!
//! `CAROM_RUNS` says how many runs each sweep has.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::f64::consts::PI;
use std::io::Write;

use carom_scene::model::PlacedBall;
use carom_scene::{Document, Scene};
use carom_sweep::{Shard, Spec, Sweep, Table};

fn runs(quick: u64) -> u64 {
    std::env::var("CAROM_RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

fn scene(name: &str) -> Scene {
    let path = format!("{}/../../examples/scenes/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    Document::load(path).unwrap().scene
}

fn sweep(scene: Scene, vary: &[&str], runs: u64) -> Table {
    let spec = Spec {
        runs,
        seed: 58,
        vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
        part_rows: runs,
        ..Spec::default()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let tables = Sweep::new(scene, spec).unwrap().tables(Shard::WHOLE, threads, || true).unwrap();
    tables.into_iter().next().unwrap()
}

fn number(table: &Table, name: &str, row: usize) -> f64 {
    table.column(name).unwrap().number(row).unwrap()
}

/// A mean and its standard error.
fn mean(all: &[f64]) -> [f64; 2] {
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let spread = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
    [mean, libm::sqrt(spread / count)]
}

fn say(text: &str) {
    _ = writeln!(std::io::stderr(), "{text}");
}

fn check(what: &str, all: &[f64], exact: f64) {
    let [mean, error] = mean(all);
    let off = (mean - exact) / error;
    say(&format!(
        "{what}: {mean:.5} +- {error:.5} in {} runs, exactly {exact:.5}: {off:+.2} standard errors",
        all.len()
    ));
    assert!(off.abs() < 4.0, "{what}: {mean} +- {error}, exactly {exact}");
    assert!(error < 0.02 * exact, "{what}: {error} of {exact} is too wide to tell anything");
}

/// Two discs in a box: how often they meet each other and the walls follows from the partition function, in closed form.
///
/// With the box a by b of the centres, and the diameter d, it is Z = a²b² - πd²ab + 4/3 d³(a + b) - d⁴/2. Impacts with a
/// wall are as frequent as its derivative by the way of that wall says, those of the discs as that by d says; speeds are
/// even on the sphere of constant energy, so that the mean speed along one direction is 4/(3π) of the whole.
///
/// Each run starts from that law: places are even, and starts that overlap are left out; velocities are normal, and impacts
/// are counted over a way instead of a time. So nothing must be forgotten before impacts are counted, which takes these discs
/// more than 200 s: flat walls hold motions along them for long.
#[test]
fn two_discs_in_a_box_follow_their_partition_function() {
    let scene = scene("sweeps/two_discs");
    let seconds = scene.run.seconds;
    let mut vary = Vec::new();
    for ball in ["a", "b"] {
        for axis in ["x", "y"] {
            vary.push(format!("balls.{ball}.position.{axis}=uniform(0.125,0.875)"));
            vary.push(format!("balls.{ball}.velocity.{axis}=normal(0,1)"));
        }
    }
    let vary: Vec<&str> = vary.iter().map(String::as_str).collect();
    let table = sweep(scene, &vary, runs(300));
    let mut found = Vec::new();
    for row in 0..table.len() {
        let all = |what: &str| {
            ["a.{}.x", "a.{}.y", "b.{}.x", "b.{}.y"]
                .map(|name| number(&table, &format!("balls.{}", name.replace("{}", what)), row))
        };
        let [ax, ay, bx, by] = all("position");
        if libm::hypot(ax - bx, ay - by) > 0.25 {
            let speed = libm::sqrt(all("velocity").iter().map(|v| v * v).sum());
            found.push(number(&table, "impacts", row) / (seconds * speed));
        }
    }
    let (a, b, d) = (1.0 - 0.25, 1.0 - 0.25, 0.25_f64);
    let z = a * a * b * b - PI * d * d * a * b + 4.0 / 3.0 * d * d * d * (a + b) - 0.5 * d * d * d * d;
    let by_a = 2.0 * a * b * b - PI * d * d * b + 4.0 / 3.0 * d * d * d;
    let by_b = 2.0 * b * a * a - PI * d * d * a + 4.0 / 3.0 * d * d * d;
    let by_d = 2.0 * PI * d * a * b - 4.0 * d * d * (a + b) + 2.0 * d * d * d;
    // Half of a speed goes to each side. Each wall of two meets each disc of two: by_a is twice the measure of one.
    let speed = 0.5 * 4.0 / (3.0 * PI);
    let exact = speed * (2.0 * by_a + 2.0 * by_b + libm::sqrt(2.0) * by_d) / z;
    check("two discs, impacts a length", &found, exact);
}

/// The mean free path of any closed table is π times its area over its perimeter (Santaló): here a square with a disc.
#[test]
fn the_mean_free_path_is_that_of_santalo() {
    let scene = scene("sweeps/sinai");
    let seconds = scene.run.seconds;
    let vary = [
        "ball.angle=uniform(0,360)",
        "balls.ball.position.x=uniform(0.05,0.95)",
        "balls.ball.position.y=uniform(0.05,0.95)",
    ];
    let table = sweep(scene, &vary, runs(100));
    // The centre of the ball moves in a square that is smaller by its radius, around a disc that is larger by it.
    let (side, radius) = (1.0 - 0.1, 0.2 + 0.05);
    let place = |row, axis: &str| number(&table, &format!("balls.ball.position.{axis}"), row) - 0.5;
    let rows = (0..table.len()).filter(|row| libm::hypot(place(*row, "x"), place(*row, "y")) > radius);
    let found: Vec<f64> = rows.map(|row| number(&table, "impacts", row) / seconds).collect();
    let area = side * side - PI * radius * radius;
    let perimeter = 4.0 * side + 2.0 * PI * radius;
    check("Sinai's table, impacts a length", &found, perimeter / (PI * area));
}

/// A player who buys balls wins as much on a slow computer as on a quick one: the pay-out does not depend on the step.
#[test]
fn a_pachinko_pays_the_same_at_all_rates() {
    let pays = |rate: f64| {
        let mut scene = scene("pachinko");
        scene.run.rate = rate;
        // A run has 100 balls.
        let table = sweep(scene, &[], runs(24) / 4);
        let all: Vec<f64> = (0..table.len()).map(|row| number(&table, "score", row)).collect();
        let [mean, error] = mean(&all);
        say(&format!(
            "pachinko at {rate} Hz: {mean:.2} +- {error:.2} points for 100 balls in {} runs",
            all.len()
        ));
        [mean, error]
    };
    let [exact, spread] = pays(240.0);
    for rate in [480.0, 120.0, 60.0, 30.0] {
        let [mean, error] = pays(rate);
        let off = (mean - exact) / libm::hypot(error, spread);
        assert!(off.abs() < 3.0, "{rate} Hz: {mean} +- {error}, at 240 Hz {exact} +- {spread}");
    }
}

/// Each of twelve rows of a Galton board sends a ball left or right: bins fill as a binomial distribution says.
#[test]
fn a_galton_board_fills_its_bins_as_the_binomial_says() {
    let mut scene = scene("galton");
    scene.spawners.clear();
    scene.run.seconds = 12.0;
    scene.report.histograms.clear();
    let (name, like) = ("ball".to_owned(), Some("ball".to_owned()));
    scene.balls.push(PlacedBall {
        name,
        like,
        position: carom::glam::vec2(0.0, 2.992).into(),
        ..PlacedBall::default()
    });
    let table = sweep(scene, &["balls.ball.position.x=uniform(-0.02,0.02)"], runs(60));
    let rows = || (0..table.len()).map(|row| number(&table, "last.ball.x", row));
    let bin = |x: f64| ((x + 0.585) / 0.09).floor() as usize;
    let mut counts = [0.0; 13];
    rows().for_each(|x| counts[bin(x)] += 1.0);
    let mut ways = 1.0;
    let mut expected = [0.0; 13];
    for (k, place) in expected.iter_mut().enumerate() {
        *place = ways / 4096.0 * table.len() as f64;
        ways *= (12 - k) as f64 / (k + 1) as f64;
    }
    say(&format!("Galton board: {counts:?}, binomial {expected:.1?}"));
    let centers: Vec<f64> = rows().map(|x| bin(x) as f64 - 6.0).collect();
    let squares: Vec<f64> = centers.iter().map(|x| x * x).collect();
    let [[m, e], [v, f]] = [mean(&centers), mean(&squares)];
    say(&format!("Galton board: mean {m:.3} +- {e:.3} of 0, variance {v:.3} +- {f:.3} of 3"));
    assert!(m.abs() < 4.0 * e && (v - 3.0).abs() < 4.0 * f, "mean {m} +- {e}, variance {v} +- {f}");
}
