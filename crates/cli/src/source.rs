//! What a command is given: a scene, or what another program made.

use std::io::Write;
use std::path::Path;

use carom_hbs::Stadium;
use carom_scene::{Document, Format};
use carom_svg::Drawing;
use carom_vpx::{Options, Table};

use crate::failure::Failure;

/// A scene from a file of any kind that is known.
pub(crate) fn load(path: &Path) -> Result<Document, Failure> {
    let ends = |known: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(known));
    if ends("hbs") {
        from_stadium(path)
    } else if ends("svg") {
        from_drawing(path)
    } else if ends("vpz") || path.is_dir() {
        from_table(path)
    } else if Format::of(path).is_some() {
        Ok(Document::load(path)?)
    } else {
        let advice = "the name of a scene must end in .ron, .json, .hbs, .svg or .vpz, or be a folder that vpxtool wrote";
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

/// A Visual Pinball table. Warnings on standard error name what is not carried over.
fn from_table(path: &Path) -> Result<Document, Failure> {
    let table = Table::read(path, Options::default())
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    let mut err = std::io::stderr().lock();
    for line in table.accounts.to_string().lines() {
        writeln!(err, "warning: {}: {line}", path.display())?;
    }
    let (carried, all) = (table.accounts.carried(), table.accounts.len());
    writeln!(err, "{}: {carried} of {all} items are in the scene", path.display())?;
    Ok(Document::from(table.scene))
}

/// A drawing. Warnings on standard error name what is not carried over.
fn from_drawing(path: &Path) -> Result<Document, Failure> {
    let drawing =
        Drawing::read(path).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    let mut err = std::io::stderr().lock();
    for line in &drawing.warnings {
        writeln!(err, "warning: {}: {line}", path.display())?;
    }
    Ok(Document::from(drawing.scene))
}
