//! What a command is given: a scene, or what another program made.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use carom_hbs::Stadium;
use carom_scene::{Document, Fault, Format, Stage};
use carom_svg::Drawing;
use carom_vpx::{Options, Table};

use crate::args::TableArgs;
use crate::failure::Failure;

/// A scene that was read, and what is to be said of it.
pub(crate) struct Source {
    pub(crate) document: Document,
    /// What is not carried over from another format, the same in several places in one line.
    pub(crate) warnings: Vec<String>,
    /// How many places these are.
    pub(crate) count: usize,
    /// What else is to be known.
    pub(crate) note: Option<String>,
}

impl Source {
    fn new(document: Document) -> Self {
        Self { document, warnings: Vec::new(), count: 0, note: None }
    }
}

/// A scene from a file of any kind that is known. What is not carried over is reported on standard error.
pub(crate) fn load(path: &Path, table: TableArgs) -> Result<Document, Failure> {
    let source = read(path, table)?;
    let mut err = std::io::stderr().lock();
    for line in &source.warnings {
        writeln!(err, "warning: {}: {line}", path.display())?;
    }
    if let Some(note) = &source.note {
        writeln!(err, "{}: {note}", path.display())?;
    }
    Ok(source.document)
}

/// The stage of a scene from a file.
pub(crate) fn stage(document: &Document, path: &Path) -> Result<Stage, Failure> {
    document.stage().map_err(|fault| named(document, fault, path).into())
}

/// A fault with its file: a scene that was converted knows none.
pub(crate) fn named(document: &Document, mut fault: Fault, path: &Path) -> Fault {
    if document.files().next().is_none() {
        fault.file = Some(path.to_owned());
    }
    fault
}

/// A scene from a file of any kind that is known.
pub(crate) fn read(path: &Path, table: TableArgs) -> Result<Source, Failure> {
    let ends = |known: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(known));
    if ends("hbs") {
        from_stadium(path)
    } else if ends("svg") {
        from_drawing(path)
    } else if ends("vpz") || ends("vpx") || path.is_dir() {
        from_table(path, table)
    } else if Format::of(path).is_some() {
        Ok(Source::new(Document::load(path)?))
    } else {
        let advice = "the name of a scene must end in .ron, .json, .hbs, .svg, .vpx or .vpz, or be a folder that vpxtool wrote";
        Err(refused(path, &advice))
    }
}

fn refused(path: &Path, error: &dyn Display) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// The walls, discs, ball and goals of a Haxball stadium.
fn from_stadium(path: &Path) -> Result<Source, Failure> {
    let stadium = Stadium::read(path).map_err(|error| refused(path, &error))?;
    let (scene, warnings) = stadium.to_scene();
    // Of the same sentence for each of 400 segments nobody reads the next one.
    let lines = [&stadium.warnings, &warnings].map(ToString::to_string).concat();
    let rest = "players, their kicks and the kick-off are left out: a scene has no rules for them";
    Ok(Source {
        warnings: lines.lines().chain([rest]).map(str::to_owned).collect(),
        count: stadium.warnings.count() + warnings.count() + 1,
        ..Source::new(Document::from(scene))
    })
}

/// A Visual Pinball table.
fn from_table(path: &Path, args: TableArgs) -> Result<Source, Failure> {
    let TableArgs { meshes, targets_fall, balls } = args;
    let table =
        Table::read(path, Options { balls, targets_fall, meshes }).map_err(|error| refused(path, &error))?;
    let (carried, all) = (table.accounts.carried(), table.accounts.len());
    Ok(Source {
        warnings: table.accounts.to_string().lines().map(str::to_owned).collect(),
        count: table.accounts.warnings(),
        note: Some(format!("{carried} of {all} items are in the scene")),
        ..Source::new(Document::from(table.scene))
    })
}

/// A drawing.
fn from_drawing(path: &Path) -> Result<Source, Failure> {
    let drawing = Drawing::read(path).map_err(|error| refused(path, &error))?;
    let count = drawing.warnings.len();
    Ok(Source { warnings: drawing.warnings, count, ..Source::new(Document::from(drawing.scene)) })
}
