//! Carom beside its peers: `cargo run --release -p carom-versus -- [scenes] [--sizes N,N] [--json]`.
//!
//! The engines take turns, round by round, so that what else the machine does strikes all alike.

#![allow(clippy::print_stdout, reason = "a program that prints tables")]

mod box2d;
mod engine;
mod ours;
mod rapier;
mod scene;
mod truth;

use std::time::Instant;

use clap::Parser;
use engine::Kind;
use indicatif::{ProgressBar, ProgressStyle};
use scene::{ALL, Phase, Scene};
use serde::Serialize;
use truth::Truth;

/// Runs the same scenes on Carom, Rapier and Box2D v3.
#[derive(Debug, Parser)]
struct Options {
    /// Scenes whose name contains one of these; all if none is given.
    scenes: Vec<String>,
    /// Numbers of balls, in place of each scene's own.
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<usize>,
    /// Engines: carom, rapier, box2d.
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// How often each engine runs each scene.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
    /// Tells what Carom's steps did, in numbers and by phase; this costs time.
    #[arg(long)]
    profile: bool,
    /// One round, a tenth of the steps.
    #[arg(long)]
    quick: bool,
}

/// Figures by name.
type Means = Vec<(&'static str, f64)>;

/// One engine in one phase of one scene.
#[derive(Clone, Debug, Serialize)]
struct Row {
    scene: &'static str,
    phase: &'static str,
    n: usize,
    engine: &'static str,
    config: &'static str,
    threads: usize,
    median_ns: f64,
    p99_ns: f64,
    max_ns: f64,
    ratio_to_best_peer: f64,
    escaped: usize,
    energy_ratio: f64,
    deepest_overlap: f64,
    /// Means of a step; empty unless asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profile: Means,
    #[serde(skip)]
    times: Vec<f64>,
}

fn main() {
    let options = Options::parse();
    let chosen =
        |given: &[String], name: &str| given.is_empty() || given.iter().any(|g| name.contains(g.as_str()));
    let kinds: Vec<Kind> =
        Kind::ALL.into_iter().filter(|kind| chosen(&options.engines, kind.name())).collect();
    let rounds = if options.quick { 1 } else { options.rounds.max(1) };
    let scenes: Vec<(&str, usize)> = ALL
        .iter()
        .filter(|(name, _)| chosen(&options.scenes, name))
        .flat_map(|(name, sizes)| {
            let sizes = if options.sizes.is_empty() { sizes.to_vec() } else { options.sizes.clone() };
            sizes.into_iter().map(move |n| (*name, n))
        })
        .collect();
    let bar = ProgressBar::new((scenes.len() * rounds * kinds.len()) as u64);
    let style = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    if !options.json {
        println!(
            "{:<16} {:<8} {:>7} {:<7} {:>11} {:>11} {:>11} {:>6} {:>7} {:>7} {:>8}",
            "scene",
            "phase",
            "n",
            "engine",
            "median ns",
            "p99 ns",
            "worst ns",
            "ratio",
            "escaped",
            "energy",
            "overlap"
        );
    }
    for (name, n) in scenes {
        let Some(mut scene) = scene::scene(name, n) else {
            continue;
        };
        if options.quick {
            scene.phases.iter_mut().for_each(|phase| phase.steps = phase.steps.div_ceil(10));
        }
        let mut rows: Vec<Row> = Vec::new();
        for _ in 0..rounds {
            for &kind in &kinds {
                bar.set_message(format!("{name} {n} {}", kind.name()));
                measure(kind, &scene, options.profile, &mut rows);
                bar.inc(1);
            }
        }
        finish(&mut rows);
        for row in &rows {
            bar.suspend(|| print(row, options.json));
        }
    }
    bar.finish_and_clear();
}

/// Runs a scene once and adds its times to the rows.
fn measure(kind: Kind, scene: &Scene, profiled: bool, rows: &mut Vec<Row>) {
    let mut engine = kind.build(scene, profiled);
    let start = truth::look(engine.as_ref(), scene);
    let mut time = 0.0;
    let mut step = || {
        for (k, blade) in scene.blades.iter().enumerate() {
            engine.spin(k, blade.spin_at(time));
        }
        time += scene.dt;
        let clock = Instant::now();
        engine.step();
        let time = clock.elapsed().as_secs_f64() * 1e9;
        (time, if profiled { engine.profile() } else { Vec::new() })
    };
    let mut found: Vec<(Phase, Vec<f64>, Means)> = Vec::new();
    for phase in &scene.phases {
        for _ in 0..phase.skip {
            step();
        }
        let mut sums = Means::new();
        let mut timed = || {
            let (time, profile) = step();
            sums.resize(profile.len(), ("", 0.0));
            for (sum, (name, n)) in sums.iter_mut().zip(profile) {
                *sum = (name, sum.1 + n as f64 / phase.steps as f64);
            }
            time
        };
        let times = (0..phase.steps).map(|_| timed()).collect();
        found.push((*phase, times, sums));
    }
    let Truth { escaped, energy, deepest } = truth::look(engine.as_ref(), scene);
    for (phase, times, profile) in found {
        let same = |row: &&mut Row| row.engine == kind.name() && row.phase == phase.name;
        if let Some(row) = rows.iter_mut().find(same) {
            row.times.extend(times);
            continue;
        }
        rows.push(Row {
            scene: scene.name,
            phase: phase.name,
            n: scene.discs.len(),
            engine: kind.name(),
            config: kind.config(),
            threads: 1,
            median_ns: 0.0,
            p99_ns: 0.0,
            max_ns: 0.0,
            ratio_to_best_peer: f64::NAN,
            escaped,
            energy_ratio: energy / start.energy,
            deepest_overlap: deepest,
            profile,
            times,
        });
    }
}

/// Works out medians and ratios.
fn finish(rows: &mut [Row]) {
    for row in rows.iter_mut() {
        row.times.sort_by(f64::total_cmp);
        let at = |share: f64| row.times[((row.times.len() - 1) as f64 * share) as usize];
        (row.median_ns, row.p99_ns, row.max_ns) = (at(0.5), at(0.99), at(1.0));
    }
    for k in 0..rows.len() {
        let peers = rows.iter().filter(|row| row.phase == rows[k].phase && row.engine != "carom");
        let best = peers.fold(f64::INFINITY, |best, row| best.min(row.median_ns));
        if best.is_finite() {
            rows[k].ratio_to_best_peer = rows[k].median_ns / best;
        }
    }
}

fn print(row: &Row, json: bool) {
    if json {
        match serde_json::to_string(row) {
            Ok(line) => println!("{line}"),
            Err(error) => println!("{{\"error\":\"{error}\"}}"),
        }
        return;
    }
    println!(
        "{:<16} {:<8} {:>7} {:<7} {:>11.0} {:>11.0} {:>11.0} {:>6.2} {:>7} {:>7.3} {:>8.4}",
        row.scene,
        row.phase,
        row.n,
        row.engine,
        row.median_ns,
        row.p99_ns,
        row.max_ns,
        row.ratio_to_best_peer,
        row.escaped,
        row.energy_ratio,
        row.deepest_overlap,
    );
    if !row.profile.is_empty() {
        let told: Vec<_> = row.profile.iter().map(|(name, mean)| format!("{name} {mean:.0}")).collect();
        println!("    {}", told.join(", "));
    }
}
