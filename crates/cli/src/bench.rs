//! `carom bench`: how fast a scene runs.

use std::io::Write;
use std::sync::LazyLock;
use std::time::Instant;

use carom_scene::Document;
use serde_json::{Map, Value, json};

use crate::args::Bench;
use crate::failure::Failure;
use crate::run::{document, name};

/// What the world's steps did, in the mean, by name; the times of its phases in nanoseconds are the last.
type Means = Vec<(&'static str, f64)>;

/// Runs the scene once more with a clock in its world, which costs time itself.
fn profile(document: &Document) -> Result<(Means, Means), Failure> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let mut stage = document.stage()?;
    stage.world.set_clock(Some(|| START.elapsed().as_nanos() as u64));
    let steps = stage.steps_to_run();
    let (mut counts, mut times) = (Means::new(), Means::new());
    for _ in 0..steps {
        stage.before();
        let dt = stage.dt();
        stage.world.step(dt);
        let told = stage.world.profile();
        let named = [
            ("substeps", told.substeps),
            ("contacts", told.contacts),
            ("foreseen", told.foreseen),
            ("arrivals", told.arrivals),
            ("impacts", told.impacts),
            ("listed_anew", told.listed_anew),
        ];
        add(&mut counts, &named.map(|(name, n)| (name, u64::from(n))), steps);
        add(&mut times, &told.times.named(), steps);
        stage.after();
    }
    Ok((counts, times))
}

fn add(means: &mut Means, named: &[(&'static str, u64)], steps: u64) {
    means.resize(named.len(), ("", 0.0));
    for (mean, (name, n)) in means.iter_mut().zip(named) {
        *mean = (name, mean.1 + *n as f64 / steps as f64);
    }
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
        let mut stage = document.stage()?;
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
        return Err(Failure::Input("there is no step to measure: give --seconds".to_owned()));
    }
    let mut sorted: Vec<u64> = times.iter().map(|step| step[1]).collect();
    sorted.sort_unstable();
    let share = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
    let worst_step = (1..).zip(&times).max_by_key(|(_, step)| step[1]).map_or(0, |(n, _)| n);
    let sum = |phase: usize| times.iter().map(|step| step[phase]).sum::<u64>();
    let rate = times.len() as f64 / (world as f64 * 1e-9).max(1e-9);
    let (counts, phases) = profile(&document)?;
    let object = |means: &Means| {
        let entry = |(name, mean): &(&str, f64)| ((*name).to_owned(), json!((mean * 100.0).round() / 100.0));
        Value::Object(means.iter().map(entry).collect::<Map<_, _>>())
    };
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
            "mean_of_a_step": object(&counts),
            "mean_ns_by_phase": object(&phases),
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
        writeln!(out, "{:<24} {:.2} us, the {worst_step}th", "worst step", us(share(1.0)))?;
        writeln!(
            out,
            "{:<24} {:.1} % world, {:.1} % before (inputs, motions, streams), {:.1} % after (goals, rules)",
            "time",
            percent(1),
            percent(0),
            percent(2)
        )?;
        let whole = phases.iter().map(|(_, time)| time).sum::<f64>().max(1.0);
        let told: Vec<_> =
            phases.iter().map(|(name, time)| format!("{name} {:.0} %", 100.0 * time / whole)).collect();
        writeln!(out, "{:<24} {}", "world by phase", told.join(", "))?;
        let told: Vec<_> = counts.iter().map(|(name, n)| format!("{name} {n:.1}")).collect();
        writeln!(out, "{:<24} {}", "in a step, in the mean", told.join(", "))?;
        writeln!(out, "{:<24} {hash:016x}", "hash")?;
    }
    Ok(out.flush()?)
}
