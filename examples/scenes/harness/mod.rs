//! Code that all examples share: options, the run, the summary and the picture.

mod args;
mod film;
mod picture;
mod report;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use carom::Error;

pub use args::{Args, Defaults};
use film::Film;
use picture::Camera;
pub use report::Report;

use crate::{Options, Scene};

/// Whole `main` of an example: reads the command line, runs the scene, prints, writes pictures. The exit
/// code is 1 if a ball went through a wall or a picture could not be written, 2 for a bad option.
pub fn main(defaults: &Defaults, build: fn(&Options) -> Result<Scene, Error>) -> ExitCode {
    let args = Args::from_command_line(defaults);
    match build(&args.options()) {
        Ok(mut scene) => show(&mut scene, &args).unwrap_or_else(|error| fail(&error, 1)),
        Err(error) => fail(&error, 2),
    }
}

fn fail(error: &dyn std::fmt::Display, code: u8) -> ExitCode {
    // If standard error is closed, no message is possible.
    let _ = writeln!(std::io::stderr(), "error: {error}");
    ExitCode::from(code)
}

fn show(scene: &mut Scene, args: &Args) -> Result<ExitCode, Box<dyn std::error::Error>> {
    if args.profile {
        scene.world.set_profiler_clock(Some(carom::monotonic_nanos));
    }
    let (png, svg, animation) = (args.png.as_deref(), args.svg.as_deref(), args.animation.as_deref());
    let pictures = png.is_some() || svg.is_some() || animation.is_some();
    let mut camera = pictures.then(|| Camera::new(scene, args.heat));
    let mut film = match (&camera, animation) {
        (Some(camera), Some(path)) => Some(Film::new(path, scene, camera, args.seconds, args.dt)?),
        _ => None,
    };
    let report = watch(scene, args.seconds, args.dt, |scene| {
        if let Some(camera) = &mut camera {
            camera.record(&scene.world);
            if let Some(film) = &mut film {
                film.record(scene, camera);
            }
        }
    })?;
    if let Some(camera) = &camera {
        camera.save(scene, &report, png, svg)?;
    }
    let film = film.map(Film::finish).transpose()?;

    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", report.to_json()?)?;
    } else {
        writeln!(out, "{report}")?;
        for path in [png, svg].into_iter().flatten() {
            writeln!(out, "{:<20} {}", "picture", path.display())?;
        }
        if let Some(path) = film {
            writeln!(out, "{:<20} {}", "animation", path.display())?;
        }
    }
    if report.escaped == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(std::io::stderr(), "error: {} balls went through a wall", report.escaped)?;
    Ok(ExitCode::from(1))
}

/// Runs a scene for this many seconds in steps of `dt` seconds, and measures the time that the world takes.
///
/// # Errors
/// An error of the world in the scene's script.
pub fn run(scene: &mut Scene, seconds: f64, dt: f32) -> Result<Report, Error> {
    watch(scene, seconds, dt, |_| {})
}

fn watch(scene: &mut Scene, seconds: f64, dt: f32, mut look: impl FnMut(&Scene)) -> Result<Report, Error> {
    let steps = (seconds / f64::from(dt)).round() as u64;
    let mut report = Report::new(scene.name());
    let mut spent = Duration::ZERO;
    for _ in 0..steps {
        scene.before(dt)?;
        let start = Instant::now();
        scene.world.step(dt);
        spent += start.elapsed();
        report.observe(&scene.world);
        look(scene);
        scene.after(dt)?;
    }
    report.close(scene, steps as f64 * f64::from(dt), spent);
    Ok(report)
}
