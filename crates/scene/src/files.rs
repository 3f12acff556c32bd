//! Scenes from files, with the files that they include.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use crate::fault::{Fault, quoted};
use crate::limits;
use crate::locate::locate;
use crate::model::{Ball, Prefab, Scene, Surface, table};
use crate::read::{self, Format};

/// A scene from a file, with all that it includes, and checked as far as that is possible without building
/// it. The scene that is returned stands alone.
///
/// # Errors
/// What is wrong with the file or one that it includes, with its place. Files that are too large, lie too deep
/// or include each other in a ring are refused.
pub fn load(path: impl AsRef<Path>) -> Result<Scene, Fault> {
    let path = path.as_ref();
    let format = Format::of(path).ok_or_else(|| Fault {
        file: Some(path.to_owned()),
        message: "the name of a scene file must end in .ron or .json".to_owned(),
        ..Fault::default()
    })?;
    let text = text(path)?;
    Source { path, text: &text, format }.scene()
}

/// A text with its place in the file system.
pub(crate) struct Source<'a> {
    pub(crate) path: &'a Path,
    pub(crate) text: &'a str,
    pub(crate) format: Format,
}

impl Source<'_> {
    /// Gives a fault file, line and column.
    pub(crate) fn place(&self, fault: Fault) -> Fault {
        if fault.file.is_some() {
            return fault;
        }
        let mut fault = locate(fault, self.text, self.format);
        fault.file = Some(self.path.to_owned());
        fault
    }

    fn scene(&self) -> Result<Scene, Fault> {
        let read = read::parse::<Scene>(self.text, self.format);
        let mut scene = read.map_err(|fault| self.place(fault))?;
        read::check_version(scene.carom).map_err(|fault| self.place(fault))?;
        let mut library =
            Library { root: self.path.parent().unwrap_or(Path::new("")), files: 0, open: Vec::new() };
        let names = std::mem::take(&mut scene.include);
        let mut parts = Parts::default();
        library.take(&names, self, &mut parts)?;
        merge(&mut scene.materials, parts.materials, "materials").map_err(|fault| self.place(fault))?;
        merge(&mut scene.kinds, parts.kinds, "kinds").map_err(|fault| self.place(fault))?;
        merge(&mut scene.prefabs, parts.prefabs, "prefabs").map_err(|fault| self.place(fault))?;
        Ok(scene)
    }
}

/// A file that is included: surfaces, kinds and parts, and nothing that is in its place already.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Parts {
    carom: u32,
    include: Vec<String>,
    #[serde(deserialize_with = "table")]
    materials: BTreeMap<String, Surface>,
    #[serde(deserialize_with = "table")]
    kinds: BTreeMap<String, Ball>,
    #[serde(deserialize_with = "table")]
    prefabs: BTreeMap<String, Prefab>,
}

/// The files that are included.
struct Library<'a> {
    root: &'a Path,
    files: usize,
    /// Those that are being read, to find rings.
    open: Vec<PathBuf>,
}

impl Library<'_> {
    /// Reads the files that one file names, and those that they name.
    fn take(&mut self, names: &[String], from: &Source<'_>, all: &mut Parts) -> Result<(), Fault> {
        for (n, name) in names.iter().enumerate() {
            let refuse = |message: String| from.place(Fault::at(format!("include[{n}]"), message));
            let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
            if name.is_empty() || !plain {
                let name = quoted(name);
                return Err(refuse(format!(
                    "{name} must be a path below the folder of the scene, without `..`"
                )));
            }
            let path = self.root.join(name);
            if self.open.contains(&path) || path == from.path {
                return Err(refuse(format!("{} includes itself, by way of other files", quoted(name))));
            }
            if self.open.len() >= limits::NESTING || self.files >= limits::FILES {
                return Err(refuse(format!("more than {} files are included", limits::FILES)));
            }
            let Some(format) = Format::of(&path) else {
                return Err(refuse(format!("{} must end in .ron or .json", quoted(name))));
            };
            self.files += 1;
            self.open.push(path.clone());
            let text = text(&path).map_err(|fault| refuse(fault.to_string()))?;
            let source = Source { path: &path, text: &text, format };
            let parts: Parts = read::parse(&text, format).map_err(|fault| source.place(fault))?;
            read::check_version(parts.carom).map_err(|fault| source.place(fault))?;
            self.take(&parts.include, &source, all)?;
            self.open.pop();
            merge(&mut all.materials, parts.materials, "materials").map_err(|fault| source.place(fault))?;
            merge(&mut all.kinds, parts.kinds, "kinds").map_err(|fault| source.place(fault))?;
            merge(&mut all.prefabs, parts.prefabs, "prefabs").map_err(|fault| source.place(fault))?;
        }
        Ok(())
    }
}

/// Puts a table into another; the same thing twice is one thing, two things of one name are refused.
fn merge<T: PartialEq>(
    into: &mut BTreeMap<String, T>,
    from: BTreeMap<String, T>,
    what: &str,
) -> Result<(), Fault> {
    for (name, value) in from {
        match into.get(&name) {
            Some(known) if *known != value => {
                let path = format!("{what}[{}]", quoted(&name));
                return Err(Fault::at(path, "an included file has another one of this name"));
            }
            _ => _ = into.insert(name, value),
        }
    }
    Ok(())
}

/// The text of a file that is not too large.
pub(crate) fn text(path: &Path) -> Result<String, Fault> {
    let refuse = |message: String| Fault { file: Some(path.to_owned()), message, ..Fault::default() };
    let file = File::open(path).map_err(|error| refuse(format!("it cannot be read: {error}")))?;
    let most = limits::FILE_BYTES;
    let too_large = || refuse(format!("it is larger than {most} bytes"));
    if file.metadata().is_ok_and(|about| about.len() > most) {
        return Err(too_large());
    }
    let mut text = String::new();
    // A pipe has no length that could be asked for.
    let read = file.take(most + 1).read_to_string(&mut text);
    read.map_err(|error| refuse(format!("it cannot be read: {error}")))?;
    if text.len() as u64 > most { Err(too_large()) } else { Ok(text) }
}
