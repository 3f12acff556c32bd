//! What a command is given: a scene, or a stadium of another game.

use std::io::Write;
use std::path::Path;

use carom_hbs::Stadium;
use carom_scene::{Document, Format};

use crate::failure::Failure;

/// A scene from a file of any kind that is known.
pub(crate) fn load(path: &Path) -> Result<Document, Failure> {
    if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("hbs")) {
        from_stadium(path)
    } else if Format::of(path).is_some() {
        Ok(Document::load(path)?)
    } else {
        let advice = "the name of a scene must end in .ron, .json or .hbs";
        Err(Failure::Input(format!("{}: {advice}", path.display())))
    }
}

/// The walls, discs, ball and goals of a Haxball stadium. What is not carried over is reported on standard error.
fn from_stadium(path: &Path) -> Result<Document, Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let stadium = Stadium::read(path).map_err(|error| refused(&error))?;
    let (scene, warnings) = stadium.to_scene();
    let mut err = std::io::stderr().lock();
    for warnings in [&stadium.warnings, &warnings] {
        // Of the same sentence for each of 400 segments nobody reads the next one.
        for line in warnings.to_string().lines() {
            writeln!(err, "warning: {}: {line}", path.display())?;
        }
    }
    let rest = "players, their kicks and the kick-off are left out: a scene has no rules for them";
    writeln!(err, "warning: {}: {rest}", path.display())?;
    Ok(Document::from(scene))
}
