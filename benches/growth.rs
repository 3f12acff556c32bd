//! How the cost of a step grows with the number of balls: the exponent of a power law through the medians.
//!
//! `cargo run --release -p carom-benches --bin growth`, with `--json` for one JSON object, `--max 10000` for a
//! shorter run, `--max 1000000` for the whole. 100 000 balls need a minute or more to settle before they are
//! measured, a million the better part of an hour. The fastest step is shown beside the median because other work
//! of the machine disturbs it least; the memory is that of the whole world on the heap, a ball.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use carom::{Config, Error, World};
use carom_benches::warm;
use clap::Parser;
use serde_json::{Value, json};

/// Half a decade apart.
const COUNTS: [usize; 7] = [1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000];

/// Measures how the cost of a step grows with the number of balls, from 1000 on, half a decade apart, in a gas and in a
/// pile that has settled; and the memory that a ball takes.
#[derive(Debug, Parser)]
struct Args {
    /// Only these scenes: gas, pile
    #[arg(long, value_delimiter = ',', default_value = "gas,pile", value_parser = ["gas", "pile"])]
    scenes: Vec<String>,
    /// Largest number of balls, 1000 to 1000000
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1000..=1_000_000))]
    max: u32,
    /// Steps to time at each number of balls
    #[arg(long, default_value_t = 31, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// One JSON object and nothing else
    #[arg(long)]
    json: bool,
}

/// Times of a step at one number of balls, seconds.
#[derive(Debug)]
struct Row {
    balls: usize,
    median: f64,
    fastest: f64,
    rms_speed: f64,
    bytes_per_ball: f64,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If this fails too, no message is possible.
            let _ = writeln!(io::stderr(), "growth: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    let mut report = serde_json::Map::new();
    for (name, build) in
        [("gas", warm::gas as fn(usize) -> Result<World, Error>), ("pile", warm::pile_settled)]
    {
        if !args.scenes.iter().any(|scene| scene == name) {
            continue;
        }
        if !args.json {
            writeln!(
                out,
                "{name}\n    balls   median ms  fastest ms  ns per ball  rms speed m/s  bytes per ball"
            )?;
        }
        let mut rows = Vec::new();
        for balls in COUNTS.into_iter().filter(|balls| *balls <= args.max as usize) {
            let row = measure(|| build(balls), args.steps)?;
            if !args.json {
                let Row { balls, median, fastest, rms_speed, bytes_per_ball } = row;
                let per_ball = 1e9 * median / balls as f64;
                let (median, fastest) = (1e3 * median, 1e3 * fastest);
                writeln!(
                    out,
                    "{balls:9} {median:11.3} {fastest:11.3} {per_ball:12.1} {rms_speed:14.3} {bytes_per_ball:15.0}"
                )?;
            }
            rows.push(row);
        }
        let of_median = exponent(rows.iter().map(|row| (row.balls, row.median)));
        let of_fastest = exponent(rows.iter().map(|row| (row.balls, row.fastest)));
        if args.json {
            report.insert(name.to_owned(), describe(&rows, of_median, of_fastest));
        } else if let (Some(median), Some(fastest)) = (of_median, of_fastest) {
            writeln!(out, "    exponent {median:.3} of the medians, {fastest:.3} of the fastest\n")?;
        }
    }
    if args.json {
        writeln!(out, "{}", Value::Object(report))?;
    }
    Ok(())
}

/// Times steps of a world that is built and warmed here, and counts its memory on the heap by then.
fn measure(build: impl FnOnce() -> Result<World, Error>, steps: u32) -> Result<Row, Error> {
    let mut world = World::new(Config::default());
    let memory = allocation_counter::measure(|| world = build());
    let mut world = world?;
    let rms_speed = warm::rms_speed(&world);
    let mut times: Vec<f64> = (0..steps)
        .map(|_| {
            let start = Instant::now();
            world.step(warm::DT);
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let balls = world.ball_count();
    Ok(Row {
        balls,
        median: times[times.len() / 2],
        fastest: times[0],
        rms_speed,
        bytes_per_ball: memory.bytes_current as f64 / balls as f64,
    })
}

fn describe(rows: &[Row], of_median: Option<f64>, of_fastest: Option<f64>) -> Value {
    let list: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "balls": row.balls,
                "median_seconds": row.median,
                "fastest_seconds": row.fastest,
                "rms_speed": row.rms_speed,
                "bytes_per_ball": row.bytes_per_ball,
            })
        })
        .collect();
    json!({ "rows": list, "exponent": of_median, "exponent_of_fastest": of_fastest })
}

/// Slope of the least-squares line through the logarithms; `None` for less than two points.
fn exponent(points: impl Iterator<Item = (usize, f64)>) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.map(|(n, t)| ((n as f64).ln(), t.ln())).collect();
    let count = logs.len() as f64;
    let mean_x = logs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = logs.iter().map(|(_, y)| y).sum::<f64>() / count;
    let xy: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let xx: f64 = logs.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
    (xx > 0.0).then(|| xy / xx)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_gives_its_exponent() {
        let law = COUNTS.map(|n| (n, 3e-7 * (n as f64).powi(2)));
        assert!((exponent(law.into_iter()).unwrap() - 2.0).abs() < 1e-9, "square");
        assert_eq!(exponent([(1000, 1.0)].into_iter()), None, "one point has no slope");
    }
}
