//! `soak STEPS CHANGES [SEED]` plays pinball for this many steps and makes this many additions and removals, each
//! twice, and prints the results. Fails if the two runs differ, memory grows or a ball escapes.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use proof::soak::{self, Report};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).map(|word| word.parse().ok());
    let (Some(steps), Some(changes)) = (words.next().flatten(), words.next().flatten()) else {
        return ExitCode::from(2);
    };
    let seed = words.next().flatten().unwrap_or(0);
    let pinball = twice("pinball", steps, &|steps| soak::pinball(steps, seed));
    let traffic = twice("adds and removes", changes, &|changes| soak::traffic(changes, seed));
    let mut holds = true;
    for (name, outcome) in [("pinball", pinball), ("adds and removes", traffic)] {
        holds &= outcome.unwrap_or_else(|error| {
            eprintln!("{name}: {error}");
            false
        });
    }
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether both runs held and came to the same.
fn twice(name: &str, count: u64, run: &dyn Fn(u64) -> Result<Report, carom::Error>) -> io::Result<bool> {
    let mut out = io::stdout();
    let mut hashes = Vec::new();
    let mut holds = true;
    for _ in 0..2 {
        let begin = Instant::now();
        let report = run(count).map_err(io::Error::other)?;
        let Report { steps, hash, worst: (longest, impacts), snapshots, memory, escaped, stopped, dropped } =
            &report;
        let [stalled, frozen] = stopped;
        writeln!(
            out,
            "{name} {count}: {steps} steps in {:.1} s, hash {hash:016x}, longest step {longest:?}, most impacts \
             {impacts}, largest snapshots {snapshots:?} bytes, memory {memory:?} KiB, {escaped} escapes, \
             {stalled} bodies and {frozen} balls stopped, {dropped} drops of other kinds",
            begin.elapsed().as_secs_f64()
        )?;
        for fault in report.faults() {
            writeln!(out, "FAULT {name}: {fault}")?;
            holds = false;
        }
        hashes.push(*hash);
    }
    if hashes.windows(2).any(|pair| pair[0] != pair[1]) {
        writeln!(out, "FAULT {name}: the second run came to something else")?;
        holds = false;
    }
    Ok(holds)
}
