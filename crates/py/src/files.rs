//! Scenes from files of any kind that is known.

use std::path::Path;

use carom_hbs::Stadium;
use carom_scene::{Document, Format};
use carom_svg::Drawing;
use carom_vpx::{Options, Table};
use pyo3::prelude::*;

use crate::errors::{Failure, fault};

/// A scene that was read, and the parts that were not carried over from another format.
pub(crate) type Source = (Document, Vec<String>);

/// Reads RON, JSON, a Haxball stadium, a drawing in SVG, or a Visual Pinball table.
pub(crate) fn read(py: Python<'_>, path: &Path) -> PyResult<Source> {
    let ends = |known: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(known));
    let refuse = |error: String| PyErr::from(Failure::plain(format!("{}: {error}", path.display())));
    if ends("hbs") {
        let stadium = Stadium::read(path).map_err(|error| refuse(error.to_string()))?;
        let (scene, warnings) = stadium.to_scene();
        let lines = [&stadium.warnings, &warnings].map(ToString::to_string).concat();
        Ok((Document::from(scene), lines.lines().map(str::to_owned).collect()))
    } else if ends("svg") {
        let drawing = Drawing::read(path).map_err(|error| refuse(error.to_string()))?;
        Ok((Document::from(drawing.scene), drawing.warnings))
    } else if ends("vpz") || ends("vpx") || path.is_dir() {
        let table = py.detach(|| Table::read(path, Options::default()));
        let table = table.map_err(|error| refuse(error.to_string()))?;
        let lines = table.report.to_string().lines().map(str::to_owned).collect();
        Ok((Document::from(table.scene), lines))
    } else if Format::of(path).is_some() {
        let document = py.detach(|| Document::load(path));
        Ok((document.map_err(|found| fault(py, &found))?, Vec::new()))
    } else {
        let ends = "the name of a scene must end in .ron, .json, .hbs, .svg, .vpx or .vpz, or be a folder that vpxtool wrote";
        Err(refuse(ends.to_owned()))
    }
}
