//! `carom convert`: a scene in another notation, or from another format, and `carom schema`.

use std::io::Write;
use std::path::Path;

use carom::{Config, World};
use carom_hbs::{Pitch, Stadium};
use carom_scene::{Scene, load};

use crate::args::Convert;
use crate::failure::Failure;
use crate::run;

pub(crate) fn convert(args: &Convert) -> Result<(), Failure> {
    let stadium = args.input.extension().is_some_and(|end| end.eq_ignore_ascii_case("hbs"));
    let scene = if stadium { from_stadium(&args.input)? } else { load(&args.input)? };
    run::write(&scene, &args.output)
}

/// The walls, discs and ball of a Haxball stadium. What is not carried over is told on standard error.
fn from_stadium(path: &Path) -> Result<Scene, Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let stadium = Stadium::read(path).map_err(|error| refused(&error))?;
    let name = stadium.name.clone();
    let mut world = World::new(Config::weightless()).map_err(|error| refused(&error))?;
    let pitch = Pitch::new(&mut world, stadium).map_err(|error| refused(&error))?;
    let mut err = std::io::stderr().lock();
    for warning in pitch.warnings().list() {
        writeln!(err, "warning: {}: {warning}", path.display())?;
    }
    let rest = "players, kicks, goals and the damping of discs are left out: a scene has no rules for them";
    writeln!(err, "warning: {}: {rest}", path.display())?;
    // It starts anew: a scene with a state could not be edited.
    Ok(Scene { name, state: None, ..Scene::of_world(&world, 1.0 / 60.0)? })
}

pub(crate) fn schema() -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let text = serde_json::to_string_pretty(&carom_scene::schema());
    writeln!(out, "{}", text.map_err(|error| Failure::Input(error.to_string()))?)?;
    Ok(out.flush()?)
}
