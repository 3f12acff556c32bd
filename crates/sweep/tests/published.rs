//! Answers that are known without an engine, by sweeps: docs/sweep.md has them with more runs.
//!
//! `CAROM_RUNS` says how many runs each sweep has.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::f64::consts::PI;

use carom_scene::{Document, Scene};
use carom_sweep::{Column, Shard, Spec, Sweep, Table};

/// A run is long enough to forget how it began; after this many seconds impacts are counted.
const FORGOTTEN: f64 = 20.0;
const SECONDS: f64 = 100.0;

fn runs(quick: u64) -> u64 {
    std::env::var("CAROM_RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

fn scene(name: &str) -> Scene {
    let path = format!("{}/../../examples/scenes/sweeps/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    Document::load(path).unwrap().scene
}

fn sweep(scene: Scene, vary: &[&str], runs: u64) -> Vec<Table> {
    let spec = Spec {
        runs,
        seed: 58,
        seconds: Some(SECONDS),
        vary: vary.iter().map(|text| text.parse().unwrap()).collect(),
        record: vec!["impact times".parse().unwrap()],
        ..Spec::default()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Sweep::new(scene, spec).unwrap().tables(Shard::WHOLE, threads, || true).unwrap()
}

/// Impacts per second after the start is forgotten: their mean over the runs, and its standard error.
fn rate(tables: &[Table]) -> (f64, f64) {
    let mut all = Vec::new();
    for table in tables {
        let Some(Column::Numbers(times)) = table.column("impact_times") else { panic!("they are recorded") };
        let mut from = 0;
        for end in &times.ends {
            let late = times.values[from..*end].iter().filter(|time| **time > FORGOTTEN).count();
            all.push(late as f64 / (SECONDS - FORGOTTEN));
            from = *end;
        }
    }
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let spread = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0);
    (mean, libm::sqrt(spread / count))
}

fn check(what: &str, (mean, error): (f64, f64), exact: f64) {
    eprintln!(
        "{what}: {mean:.5} +- {error:.5} impacts a second, exactly {exact:.5}: {:+.2} standard errors",
        (mean - exact) / error
    );
    assert!((mean - exact).abs() < 4.0 * error, "{what}: {mean} +- {error}, exactly {exact}");
    assert!(error < 0.02 * exact, "{what}: {error} of {exact} is too wide to tell anything");
}

/// Two discs in a box: how often they meet each other and the walls follows from the partition function, in closed form.
///
/// With the box a by b of the centres, and the diameter d, it is Z = a²b² - πd²ab + 4/3 d³(a + b) - d⁴/2. Impacts with a
/// wall are as frequent as its derivative by the way of that wall says, those of the discs as that by d says; speeds are
/// even on the sphere of constant energy, so that the mean speed along one direction is 4/(3π) of the whole.
#[test]
fn two_discs_in_a_box_follow_their_partition_function() {
    let vary = ["a.angle=uniform(0,360)", "b.angle=uniform(0,360)"];
    let found = rate(&sweep(scene("two_discs"), &vary, runs(100)));
    let (a, b, d) = (1.0 - 0.25, 1.0 - 0.25, 0.25_f64);
    let z = a * a * b * b - PI * d * d * a * b + 4.0 / 3.0 * d * d * d * (a + b) - 0.5 * d * d * d * d;
    let by_a = 2.0 * a * b * b - PI * d * d * b + 4.0 / 3.0 * d * d * d;
    let by_b = 2.0 * b * a * a - PI * d * d * a + 4.0 / 3.0 * d * d * d;
    let by_d = 2.0 * PI * d * a * b - 4.0 * d * d * (a + b) + 2.0 * d * d * d;
    // Both move at 1, so that their velocities have the length of the root of two together. Half of it goes to each side.
    let speed = 0.5 * libm::sqrt(2.0) * 4.0 / (3.0 * PI);
    // Each of two walls of a kind, each of two discs: by_a is twice the measure of one.
    let exact = speed * (2.0 * by_a + 2.0 * by_b + libm::sqrt(2.0) * by_d) / z;
    check("two discs", found, exact);
}

/// The mean free path of any closed table is π times its area over its perimeter (Santaló): here a square with a disc.
#[test]
fn the_mean_free_path_is_that_of_santalo() {
    let found = rate(&sweep(scene("sinai"), &["ball.angle=uniform(0,360)"], runs(60)));
    // The centre of the ball moves in a square that is smaller by its radius, around a disc that is larger by it.
    let (side, radius) = (1.0 - 0.1, 0.2 + 0.05);
    let area = side * side - PI * radius * radius;
    let perimeter = 4.0 * side + 2.0 * PI * radius;
    check("mean free path", found, perimeter / (PI * area));
}
