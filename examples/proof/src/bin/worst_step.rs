//! The dearest step of each scene beside its median: a game has to show a frame after each.
//!
//! `worst_step [STEPS]` plays the scenes and games of the course, and a disc that stirs a crowd, for up to that many steps
//! (600), and a Galton board until a thousand balls stand in zigzag in its bins (10 000 steps, once). `work` is that of the dearest step, `stopped` counts balls and bodies that were stopped in all steps.
//! The same steps are taken three times, and the least time of each counts: what else runs on the machine falls out.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use carom::{Dropped, Profile, World};
use proof::course::{Runner, count, name};
use proof::crowd::Crowd;
use scenes::{Options, galton};

/// Runs of the same steps of all but the board.
const RUNS: usize = 3;

/// The counts of a step.
#[derive(Clone, Copy)]
struct Step {
    profile: Profile,
    dropped: Dropped,
}

impl Step {
    fn of(world: &World) -> Self {
        Self { profile: *world.profile(), dropped: world.events().dropped() }
    }
}

/// A scene's steps: seconds and counts of each.
type Steps = Vec<(f64, Step)>;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> ExitCode {
    let steps = std::env::args().nth(1).map_or(Ok(600), |word| word.parse());
    match steps.map_err(Into::into).and_then(print) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn print(steps: u32) -> Outcome<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<24} {:>9} {:>9} {:>7} {:>7} {:>7}  in the dearest step",
        "scene", "median us", "worst us", "step", "work", "stopped"
    )?;
    for number in 0..count() {
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            let Some(mut runner) = Runner::new(number)? else { continue };
            runs.push(measure(steps, |step| {
                runner.run_to(step)?;
                Ok(Step::of(runner.world()))
            })?);
        }
        tell(&mut out, &name(number).unwrap_or_default(), &runs)?;
    }
    for speed in [2.0, 5.0, 10.0] {
        let runs = (0..RUNS).map(|_| {
            let mut crowd = Crowd::new(speed, 150)?;
            measure(steps, |_| {
                crowd.step()?;
                Ok(Step::of(&crowd.world))
            })
        });
        tell(&mut out, &format!("stirred at {speed}/s"), &runs.collect::<Outcome<Vec<_>>>()?)?;
    }
    let mut board = galton::build(&Options::default().balls(1000).seed(1))?;
    let rain = measure(10_000, |_| {
        board.step(1.0 / 60.0)?;
        Ok(Step::of(&board.world))
    })?;
    tell(&mut out, "rain on a Galton board", &[rain])?;
    Ok(())
}

fn measure(steps: u32, mut step: impl FnMut(u32) -> Outcome<Step>) -> Outcome<Steps> {
    let timed = |n| {
        let start = Instant::now();
        let counts = step(n)?;
        Ok((start.elapsed().as_secs_f64(), counts))
    };
    (1..=steps).map(timed).collect()
}

fn tell(out: &mut impl Write, name: &str, runs: &[Steps]) -> io::Result<()> {
    let least = |n: usize| runs.iter().map(|run| run[n].0).fold(f64::INFINITY, f64::min) * 1e6;
    let times: Vec<f64> = (0..runs.first().map_or(0, Vec::len)).map(least).collect();
    let mut sorted = times.clone();
    sorted.sort_by(f64::total_cmp);
    let (Some(worst), median) = (sorted.last(), sorted.get(sorted.len() / 2).copied().unwrap_or_default())
    else {
        return Ok(());
    };
    let at = times.iter().position(|time| time == worst).unwrap_or_default();
    let Profile { impacts, contacts, largest_island, work, .. } = runs[0][at].1.profile;
    let stopped: u32 =
        runs[0].iter().map(|(_, step)| step.dropped.frozen_balls + step.dropped.stalled_bodies).sum();
    let mark = if *worst > 50.0 * median + 1e3 { " OVER 50 medians + 1 ms" } else { "" };
    writeln!(
        out,
        "{name:<24} {median:>9.1} {worst:>9.0} {:>7} {work:>7} {stopped:>7}  {impacts} impacts, \
         {contacts} contacts, islands of {largest_island}{mark}",
        at + 1,
    )
}
