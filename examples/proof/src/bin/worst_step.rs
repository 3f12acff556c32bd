//! The dearest step of each scene beside its median: a game has to show a frame after each.
//!
//! `worst_step [STEPS]` plays the scenes and games of the course, and a disc that stirs a crowd, for up to that many steps (600).
//! The same steps are taken three times, and the least time of each counts: what else runs on the machine falls out.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use carom::prelude::*;
use carom::{Profile, World};
use proof::course::{Runner, count, name};
use proof::dice::Dice;

/// Runs of the same steps.
const RUNS: usize = 3;

/// A scene's steps: seconds and counts of each.
type Steps = Vec<(f64, Profile)>;

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
    writeln!(out, "{:<24} {:>9} {:>9} {:>7}  in the dearest step", "scene", "median us", "worst us", "step")?;
    for number in 0..count() {
        let mut runs = Vec::new();
        for _ in 0..RUNS {
            let Some(mut runner) = Runner::new(number)? else { continue };
            runs.push(measure(steps, |step| {
                runner.run_to(step)?;
                Ok(*runner.world().profile())
            })?);
        }
        tell(&mut out, &name(number).unwrap_or_default(), &runs)?;
    }
    for speed in [2.0, 5.0, 10.0] {
        let runs = (0..RUNS).map(|_| {
            let (mut world, disc) = crowd()?;
            measure(steps, |step| {
                let angle = step as f32 * speed / 60.0;
                world.move_kinematic(disc, vec2(libm::cosf(angle), 0.1 + libm::sinf(angle)), 0.0)?;
                world.step(1.0 / 60.0);
                Ok(*world.profile())
            })
        });
        tell(&mut out, &format!("stirred at {speed}/s"), &runs.collect::<Outcome<Vec<_>>>()?)?;
    }
    Ok(())
}

/// A crowd of 150 balls in a box, and the disc that stirs it, a unit away from the centre of its way.
fn crowd() -> Outcome<(World, BodyId)> {
    let mut world = World::new(Config::default())?;
    let walls = world.add_body(Body::fixed())?;
    let corners = [vec2(-2.0, -1.5), vec2(2.0, -1.5), vec2(2.0, 4.0), vec2(-2.0, 4.0)];
    world.add_shape(walls, Shape::chain(&Chain::polyline(&corners).close())?)?;
    let disc = world.add_body(Body::kinematic().position(vec2(1.0, 0.1)))?;
    world.add_shape(disc, Shape::circle(Vec2::ZERO, 0.4)?)?;
    let mut dice = Dice(150);
    for n in 0..150 {
        let at = vec2(-1.8 + 0.25 * (n % 15) as f32, 0.7 + 0.25 * (n / 15) as f32);
        world.add_ball(Ball::new(at + dice.point(0.01), 0.1))?;
    }
    Ok((world, disc))
}

fn measure(steps: u32, mut step: impl FnMut(u32) -> Outcome<Profile>) -> Outcome<Steps> {
    let timed = |n| {
        let start = Instant::now();
        let profile = step(n)?;
        Ok((start.elapsed().as_secs_f64(), profile))
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
    let Profile { arrivals, impacts, contacts, largest_island, .. } = runs[0][at].1;
    let mark = if *worst > 50.0 * median + 1e3 { " OVER 50 medians + 1 ms" } else { "" };
    writeln!(
        out,
        "{name:<24} {median:>9.1} {worst:>9.0} {:>7}  {arrivals} arrivals, {impacts} impacts, {contacts} contacts, islands of {largest_island}{mark}",
        at + 1,
    )
}
