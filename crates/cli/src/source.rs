//! The input of a command: a scene, or the file of another program.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{Read, Write};
use std::path::Path;

use carom_draw::Bounds;
use carom_hbs::Stadium;
use carom_scene::{Document, Fault, Format, Stage};
use carom_svg::{Drawing, NO_BALL};
use carom_vpx::{Options, Table};

use crate::args::{Notation, ReadArgs, TableArgs};
use crate::failure::Failure;

/// A name that stands for standard input.
const INPUT: &str = "-";
/// Longest text that is read from standard input, bytes.
const MOST: u64 = 64 << 20;

/// A scene that was read, with its messages.
pub(crate) struct Source {
    pub(crate) document: Document,
    /// Parts that are not carried over from another format, the same in several places in one line.
    pub(crate) warnings: Vec<String>,
    /// How many places these are.
    pub(crate) count: usize,
    /// Parts that no scene holds, and that need no mending.
    pub(crate) notes: Vec<String>,
    /// The frame that the file asks for.
    pub(crate) shown: Option<Bounds>,
}

impl Source {
    fn new(document: Document) -> Self {
        Self { document, warnings: Vec::new(), count: 0, notes: Vec::new(), shown: None }
    }
}

/// A scene from a file of any known kind. Parts that are not carried over are reported on standard error.
pub(crate) fn load(path: &Path, reading: ReadArgs) -> Result<Source, Failure> {
    let source = read(path, reading)?;
    if !reading.quiet {
        let mut err = std::io::stderr().lock();
        for line in &source.warnings {
            writeln!(err, "warning: {}: {line}", path.display())?;
        }
        for note in &source.notes {
            writeln!(err, "note: {}: {note}", path.display())?;
        }
    }
    Ok(source)
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

/// The format of a file, by the option or by its name.
fn notation(path: &Path, format: Option<Notation>) -> Result<Notation, Failure> {
    if let Some(format) = format {
        return Ok(format);
    }
    let ends = |known: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(known));
    let known =
        [("hbs", Notation::Hbs), ("svg", Notation::Svg), ("vpz", Notation::Vpx), ("vpx", Notation::Vpx)];
    if let Some((_, known)) = known.into_iter().find(|(end, _)| ends(end)) {
        return Ok(known);
    }
    let advice = if path == Path::new(INPUT) {
        "standard input has no name: give its format by --from"
    } else if path.is_dir() {
        return Ok(Notation::Vpx);
    } else if let Some(format) = Format::of(path) {
        return Ok(if format == Format::Ron { Notation::Ron } else { Notation::Json });
    } else if !path.exists() {
        "it does not exist"
    } else if ends("svgz") {
        "it is compressed: unpack it, as `gunzip -c` does"
    } else if ends("vpt") {
        "it is a table of Visual Pinball 9: open it in Visual Pinball 10, and save it as .vpx"
    } else {
        "the name of a scene must end in .ron, .json, .hbs, .svg, .vpx or .vpz, or be a folder that vpxtool wrote; or give its format by --from"
    };
    Err(refused(path, &advice))
}

/// A scene from a file of any kind that is known.
pub(crate) fn read(path: &Path, reading: ReadArgs) -> Result<Source, Failure> {
    let notation = notation(path, reading.from)?;
    let is_input = path == Path::new(INPUT);
    if !is_input && !path.exists() {
        return Err(refused(path, &"it does not exist"));
    }
    let text = || if is_input { input() } else { text_of(path) };
    let mut source = match notation {
        Notation::Hbs if is_input => from_stadium(path, Stadium::parse(&input()?))?,
        Notation::Hbs => from_stadium(path, Stadium::read(path))?,
        Notation::Svg if is_input => from_drawing(path, Drawing::from_svg(&input()?))?,
        Notation::Svg => from_drawing(path, Drawing::read(path))?,
        Notation::Vpx if is_input => {
            return Err(refused(path, &"a table is read from a file or a folder, not from standard input"));
        }
        Notation::Vpx => from_table(path, reading.table)?,
        // Files that a scene names are found beside it.
        _ if !is_input && Format::of(path).is_some() => Source::new(Document::load(path)?),
        Notation::Ron => Source::new(Document::from_ron(&text()?, BTreeMap::new())?),
        Notation::Json => Source::new(Document::from_json(&text()?, BTreeMap::new())?),
    };
    let TableArgs { meshes, targets_fall, balls } = reading.table;
    if notation != Notation::Vpx && (meshes || targets_fall || balls != 1) {
        let note =
            "--meshes, --targets-fall and --balls are for tables of Visual Pinball, and do nothing here";
        source.notes.push(note.to_owned());
    }
    Ok(source)
}

/// All of standard input.
fn input() -> Result<String, Failure> {
    let mut text = String::new();
    let read = std::io::stdin().lock().take(MOST).read_to_string(&mut text);
    read.map_err(|error| refused(Path::new(INPUT), &error))?;
    Ok(text)
}

/// The text of a file whose name does not tell its format.
fn text_of(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &dyn Display) -> Failure {
    // An error of the system may name the file as well.
    let (name, error) = (path.display().to_string(), error.to_string());
    let error = error.strip_prefix(&name).map_or(error.as_str(), |rest| rest.trim_start_matches([':', ' ']));
    Failure::Input(format!("{name}: {error}"))
}

/// The walls, discs, ball and goals of a Haxball stadium.
fn from_stadium(path: &Path, stadium: Result<Stadium, carom_hbs::Error>) -> Result<Source, Failure> {
    let stadium = stadium.map_err(|error| refused(path, &error))?;
    let (scene, warnings) = stadium.to_scene();
    // The same sentence for each of 400 segments would hide the next one.
    let lines = [&stadium.warnings, &warnings].map(ToString::to_string).concat();
    let note = "players, their kicks and the kick-off are left out: a scene has no rules for them";
    Ok(Source {
        warnings: lines.lines().map(str::to_owned).collect(),
        count: stadium.warnings.count() + warnings.count(),
        notes: vec![note.to_owned()],
        shown: stadium.shown().map(|[low, high]| Bounds::new(low, high)),
        ..Source::new(Document::from(scene))
    })
}

/// A Visual Pinball table.
fn from_table(path: &Path, args: TableArgs) -> Result<Source, Failure> {
    let TableArgs { meshes, targets_fall, balls } = args;
    let table =
        Table::read(path, Options { balls, targets_fall, meshes }).map_err(|error| refused(path, &error))?;
    let (carried, all) = (table.report.carried(), table.report.len());
    Ok(Source {
        warnings: table.report.to_string().lines().map(str::to_owned).collect(),
        count: table.report.warnings(),
        notes: vec![format!("{carried} of {all} items are in the scene")],
        ..Source::new(Document::from(table.scene))
    })
}

/// A drawing.
fn from_drawing(path: &Path, drawing: Result<Drawing, carom_svg::Error>) -> Result<Source, Failure> {
    let drawing = drawing.map_err(|error| refused(path, &error))?;
    // A plain drawing is a level without a ball.
    let (notes, warnings): (Vec<_>, Vec<_>) = drawing.warnings.into_iter().partition(|line| line == NO_BALL);
    let count = warnings.len();
    Ok(Source { warnings: grouped(warnings), count, notes, ..Source::new(Document::from(drawing.scene)) })
}

/// Lines of a drawing; lines that differ in place and id alone become one.
fn grouped(lines: Vec<String>) -> Vec<String> {
    let kind = |line: &str| {
        let mut parts = line.splitn(3, ": ");
        let tag = parts.nth(1).and_then(|part| part.split(' ').next()).unwrap_or_default().to_owned();
        (tag, parts.next().unwrap_or(line).to_owned())
    };
    let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut groups: Vec<(String, usize)> = Vec::new();
    for line in lines {
        let n = *known.entry(kind(&line)).or_insert(groups.len());
        match groups.get_mut(n) {
            Some(group) => group.1 += 1,
            None => groups.push((line, 1)),
        }
    }
    let said = |(line, count): (String, usize)| match count {
        1 => line,
        2 => format!("{line} (and 1 more like it)"),
        n => format!("{line} (and {} more like it)", n - 1),
    };
    groups.into_iter().map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_in_place_alone_are_one() {
        let lines = ["line 2: text a: is no shape", "line 3: text: is no shape", "line 4: g: is no shape"];
        let lines = grouped(lines.map(str::to_owned).to_vec());
        assert_eq!(lines, ["line 2: text a: is no shape (and 1 more like it)", "line 4: g: is no shape"]);
    }
}
