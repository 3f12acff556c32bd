//! `carom bench`: how fast a scene runs.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use carom_draw::Phases;
use carom_scene::Document;
use serde_json::json;

use crate::args::Bench;
use crate::failure::Failure;
use crate::phases::{counts, means, shares};
use crate::run::{document, name};
use crate::source::stage;

/// Runs the scene once more with a clock in its world, which costs time itself.
fn profile(document: &Document, path: &Path) -> Result<Phases, Failure> {
    let mut stage = stage(document, path)?;
    stage.world.set_profiler_clock(Some(carom::monotonic_nanos));
    let mut phases = Phases::default();
    for _ in 0..stage.steps_to_run() {
        stage.step();
        phases.record(&stage.world);
    }
    Ok(phases)
}

/// Times of the phases of one step, nanoseconds: before, the world, after.
type Times = [u64; 3];

pub(crate) fn bench(args: &Bench) -> Result<(), Failure> {
    let document = document(&args.which)?;
    let title = name(&document.scene, &args.which);
    let mut best: Option<(u64, Vec<Times>)> = None;
    let mut hash = 0;
    let mut balls = 0;
    for _ in 0..args.rounds {
        let mut stage = stage(&document, &args.which.scene)?;
        let steps = stage.steps_to_run();
        let mut times = Vec::with_capacity(steps.min(1 << 20) as usize);
        for _ in 0..steps {
            let start = Instant::now();
            stage.before();
            let begun = Instant::now();
            let dt = stage.dt();
            stage.world.step(dt);
            let done = Instant::now();
            stage.after();
            let end = Instant::now();
            times.push([begun - start, done - begun, end - done].map(|time| time.as_nanos() as u64));
        }
        let world = times.iter().map(|step| step[1]).sum();
        if best.as_ref().is_none_or(|best| world < best.0) {
            best = Some((world, times));
        }
        hash = stage.world.state_hash();
        balls = stage.world.ball_count();
    }
    let (world, times) = best.unwrap_or_default();
    if times.is_empty() {
        return Err(Failure::Input("there is no step to measure: give --seconds above 0".to_owned()));
    }
    let mut sorted: Vec<u64> = times.iter().map(|step| step[1]).collect();
    sorted.sort_unstable();
    let share = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
    let worst_step = (1..).zip(&times).max_by_key(|(_, step)| step[1]).map_or(0, |(n, _)| n);
    let sum = |phase: usize| times.iter().map(|step| step[phase]).sum::<u64>();
    let rate = times.len() as f64 / (world as f64 * 1e-9).max(1e-9);
    let phases = profile(&document, &args.which.scene)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let object = json!({
            "scene": title,
            "steps": times.len(),
            "balls": balls,
            "steps_per_second": rate.round(),
            "median_ns": share(0.5),
            "p99_ns": share(0.99),
            "max_ns": share(1.0),
            "worst_step": worst_step,
            "before_ns": sum(0),
            "world_ns": sum(1),
            "after_ns": sum(2),
            "mean_of_a_step": means(phases.counts()),
            "mean_ns_by_phase": means(phases.times()),
            "hash": format!("{hash:016x}"),
        });
        writeln!(out, "{object}")?;
    } else {
        let all = (sum(0) + sum(1) + sum(2)).max(1) as f64;
        let percent = |phase: usize| 100.0 * sum(phase) as f64 / all;
        let us = |time: u64| time as f64 * 1e-3;
        writeln!(out, "{:<24} {title}", "scene")?;
        writeln!(out, "{:<24} {} (best of {} rounds)", "steps", times.len(), args.rounds)?;
        writeln!(out, "{:<24} {rate:.0} steps/s", "speed")?;
        writeln!(out, "{:<24} {:.2} us", "median step", us(share(0.5)))?;
        writeln!(out, "{:<24} {:.2} us", "99 of 100 within", us(share(0.99)))?;
        writeln!(out, "{:<24} {:.2} us, number {worst_step}", "worst step", us(share(1.0)))?;
        writeln!(
            out,
            "{:<24} {:.1} % world, {:.1} % before (inputs, motions, streams), {:.1} % after (goals, rules)",
            "time",
            percent(1),
            percent(0),
            percent(2)
        )?;
        writeln!(out, "{:<24} {}", "world by phase", shares(&phases))?;
        writeln!(out, "{:<24} {}", "in a step, in the mean", counts(&phases))?;
        writeln!(out, "{:<24} {hash:016x}", "hash")?;
    }
    Ok(out.flush()?)
}
