//! Answers that are known without an engine, by sweeps: docs/sweep.md has them with more runs.
//!
//! `CAROM_RUNS` says how many runs each sweep has.
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::f64::consts::PI;
use std::io::Write;

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
    _ = writeln!(
        std::io::stderr(),
        "{what}: {mean:.5} +- {error:.5} impacts a second, exactly {exact:.5}: {:+.2} standard errors",
        (mean - exact) / error
    );
    assert!((mean - exact).abs() < 4.0 * error, "{what}: {mean} +- {error}, exactly {exact}");
    assert!(error < 0.02 * exact, "{what}: {error} of {exact} is too wide to tell anything");
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
