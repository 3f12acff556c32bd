//! Scenes from files, with the files that they include.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use crate::fault::{Fault, quoted};
use crate::limits;
use crate::line_column::locate;
use crate::model::{Ball, Material, Prefab, Scene, table};
use crate::notation::{ENDS, Format};
use crate::read;
use crate::set_value::steps;
use crate::stage::Stage;

/// A scene from a file, with all its includes, so that it needs no other file.
///
/// # Errors
/// As [`Document::load`].
pub fn load(path: impl AsRef<Path>) -> Result<Scene, Fault> {
    Document::load(path).map(|document| document.scene)
}

/// A stage from a file: [`load`] and [`Scene::stage`], with line and column of every fault.
///
/// # Errors
/// A fault of the file or of the scene in it.
pub fn open(path: impl AsRef<Path>) -> Result<Stage, Fault> {
    Document::load(path)?.stage()
}

/// A scene, and the files that it came from, so that errors can name line and column.
///
/// ```
/// use carom_scene::Document;
///
/// let document = Document::from_ron("(carom: 1, balls: [(position: (0, 1), radius: 0.1)])", Default::default())?;
/// assert_eq!(document.stage()?.world.ball_count(), 1);
/// // What is wrong has a line and a column.
/// let fault = Document::from_ron("(carom: 1, bals: [])", Default::default()).unwrap_err();
/// assert!(fault.to_string().contains("balls"), "a suggestion: {fault}");
/// # Ok::<(), carom_scene::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Document {
    /// The scene, with all its includes.
    pub scene: Scene,
    sources: Vec<Source>,
    /// Paths of values that were set after the files were read.
    changed: Vec<String>,
}

impl Document {
    /// A scene from a text in RON, without files. Its includes are looked up by name in `texts`.
    ///
    /// # Errors
    /// A fault of the text, with line and column.
    #[cfg(feature = "ron")]
    pub fn from_ron(text: &str, texts: BTreeMap<String, String>) -> Result<Self, Fault> {
        Self::of_source(
            Source { path: PathBuf::new(), text: text.to_owned(), format: Format::Ron },
            Some(texts),
        )
    }

    /// A scene from a text in JSON, without files. Its includes are looked up by name in `texts`.
    ///
    /// # Errors
    /// A fault of the text, with line and column.
    pub fn from_json(text: &str, texts: BTreeMap<String, String>) -> Result<Self, Fault> {
        Self::of_source(
            Source { path: PathBuf::new(), text: text.to_owned(), format: Format::Json },
            Some(texts),
        )
    }

    /// A scene from a file, with all its includes.
    ///
    /// # Errors
    /// A fault of the file or one that it includes, with its place. Files that are too large, lie too deep or
    /// include each other in a ring are refused.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Fault> {
        Self::of_source(Source::read(path.as_ref())?, None)
    }

    fn of_source(source: Source, texts: Option<BTreeMap<String, String>>) -> Result<Self, Fault> {
        let read = read::parse::<Scene>(&source.text, source.format);
        let mut scene = read.map_err(|fault| source.own(fault))?;
        read::check_version(scene.carom).map_err(|fault| source.own(fault))?;
        let root = source.path.parent().unwrap_or(Path::new("")).to_owned();
        let names = std::mem::take(&mut scene.include);
        let mut library = Library { root, texts, sources: vec![source], open: Vec::new() };
        let mut parts = Parts::default();
        library.take(&names, 0, &mut parts)?;
        let document = Self { scene: Scene::default(), sources: library.sources, changed: Vec::new() };
        let refused = |fault| document.place(fault);
        merge(&mut scene.materials, parts.materials, "materials").map_err(refused)?;
        merge(&mut scene.kinds, parts.kinds, "kinds").map_err(refused)?;
        merge(&mut scene.prefabs, parts.prefabs, "prefabs").map_err(refused)?;
        Ok(Self { scene, ..document })
    }

    /// Sets one value, as [`Scene::set`] does. Later faults of that value are not located in the files.
    ///
    /// # Errors
    /// As [`Scene::set`].
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), Fault> {
        self.scene.set(path, value)?;
        self.changed.push(path.to_owned());
        Ok(())
    }

    /// Builds the stage, with line and column of every fault.
    ///
    /// # Errors
    /// As [`Scene::stage`].
    pub fn stage(&self) -> Result<Stage, Fault> {
        self.scene.clone().stage().map_err(|fault| self.place(fault))
    }

    /// The files of the scene: its own first, then its includes. A scene that was made otherwise has none.
    ///
    /// ```
    /// use carom_scene::{Document, Scene};
    ///
    /// assert_eq!(Document::from(Scene::default()).files().count(), 0);
    /// ```
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.sources.iter().map(|source| source.path.as_path()).filter(|path| !path.as_os_str().is_empty())
    }

    /// Gives a fault file, line and column: those where most of its path is found.
    #[must_use]
    pub fn place(&self, mut fault: Fault) -> Fault {
        if fault.file.is_some() {
            return fault;
        }
        let wrong: Vec<&str> = steps(&fault.path).collect();
        if self.changed.iter().any(|path| wrong.starts_with(&steps(path).collect::<Vec<_>>())) {
            fault.message += "; it was set after the file was read";
            return fault;
        }
        let found = self.sources.iter().filter_map(|source| {
            let (depth, line, column) = locate(&fault.path, &source.text, source.format)?;
            Some((depth, line, column, source))
        });
        // Of equal depths the first, which is the scene itself.
        let best = found.reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some((_, line, column, source)) = best {
            (fault.line, fault.column, fault.file) = (line, column, source.name());
        } else {
            fault.file = self.sources.first().and_then(Source::name);
        }
        fault
    }
}

impl From<Scene> for Document {
    /// A scene that is in no file of this format: errors name only their path.
    fn from(scene: Scene) -> Self {
        Self { scene, sources: Vec::new(), changed: Vec::new() }
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
struct Source {
    path: PathBuf,
    text: String,
    format: Format,
}

impl Source {
    fn read(path: &Path) -> Result<Self, Fault> {
        let format = Format::of(path).ok_or_else(|| Fault {
            file: Some(path.to_owned()),
            message: format!("the name of a scene file must end in {ENDS}"),
            ..Fault::default()
        })?;
        Ok(Self { path: path.to_owned(), text: text(path)?, format })
    }

    /// The file; a text that was in none has no name to tell.
    fn name(&self) -> Option<PathBuf> {
        Some(self.path.clone()).filter(|path| !path.as_os_str().is_empty())
    }

    /// A fault of this file.
    fn own(&self, mut fault: Fault) -> Fault {
        if fault.line == 0
            && let Some((_, line, column)) = locate(&fault.path, &self.text, self.format)
        {
            (fault.line, fault.column) = (line, column);
        }
        fault.file = self.name();
        fault
    }
}

/// A file that is included: surfaces, kinds and parts, and nothing that is in its place already.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Parts {
    carom: u32,
    include: Vec<String>,
    #[serde(deserialize_with = "table")]
    materials: BTreeMap<String, Material>,
    #[serde(deserialize_with = "table")]
    kinds: BTreeMap<String, Ball>,
    #[serde(deserialize_with = "table")]
    prefabs: BTreeMap<String, Prefab>,
}

/// The files that were read so far.
struct Library {
    root: PathBuf,
    /// Texts by name, in place of files.
    texts: Option<BTreeMap<String, String>>,
    sources: Vec<Source>,
    /// Files that are being read, to find rings.
    open: Vec<PathBuf>,
}

impl Library {
    /// Reads the files that one file names, and all files that these name.
    fn take(&mut self, names: &[String], from: usize, all: &mut Parts) -> Result<(), Fault> {
        for (n, name) in names.iter().enumerate() {
            let source = self.find(name).map_err(|message| {
                let fault = Fault::at(format!("include[{n}]"), message);
                self.sources[from].own(fault)
            })?;
            let refused = |fault| source.own(fault);
            let parts: Parts = read::parse(&source.text, source.format).map_err(refused)?;
            read::check_version(parts.carom).map_err(refused)?;
            merge(&mut all.materials, parts.materials, "materials").map_err(refused)?;
            merge(&mut all.kinds, parts.kinds, "kinds").map_err(refused)?;
            merge(&mut all.prefabs, parts.prefabs, "prefabs").map_err(refused)?;
            self.open.push(source.path.clone());
            self.sources.push(source);
            self.take(&parts.include, self.sources.len() - 1, all)?;
            self.open.pop();
        }
        Ok(())
    }

    /// An included file; otherwise the fault of the include.
    fn find(&self, name: &str) -> Result<Source, String> {
        let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || !plain {
            let name = quoted(name);
            return Err(format!("{name} must be a path below the folder of the scene, without `..`"));
        }
        let path = self.root.join(name);
        if self.open.contains(&path) || self.sources.first().is_some_and(|scene| scene.path == path) {
            return Err(format!("{} includes itself, directly or through other files", quoted(name)));
        }
        let bytes: usize = self.sources.iter().map(|source| source.text.len()).sum();
        if self.open.len() >= limits::NESTING || self.sources.len() > limits::FILES {
            let (deep, most) = (limits::NESTING, limits::FILES);
            return Err(format!("more than {most} files are included, or more than {deep} deep"));
        }
        if bytes as u64 > limits::FILE_BYTES {
            return Err(format!("the included files are larger than {} bytes together", limits::FILE_BYTES));
        }
        let Some(texts) = &self.texts else { return Source::read(&path).map_err(|fault| fault.to_string()) };
        let text = texts.get(name).ok_or_else(|| format!("no text was given for {}", quoted(name)))?;
        let format = Format::of(&path).ok_or_else(|| format!("{} must end in {ENDS}", quoted(name)))?;
        Ok(Source { path, text: text.clone(), format })
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
                let message = "an included file gives this name to something else: rename one of the two";
                return Err(Fault::at(path, message));
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
    let mut bytes = Vec::new();
    // A pipe has no known length.
    let read = file.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| refuse(format!("it cannot be read: {error}")))?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|_| refuse("it is not UTF-8 text".to_owned()))
}
