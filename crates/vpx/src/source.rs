//! The files of a table: of a folder, of an archive, or unpacked in memory.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::PathBuf;

use crate::error::Error;
use crate::limits::{MAX_BYTES, MAX_FILE, MAX_FILES, MAX_MESH, MAX_MESHES};
use crate::mesh::Mesh;

/// Folders whose files say something about the playfield.
const FOLDERS: &[&str] = &["", "gameitems", "parts", "materials"];

/// Files by name, `gameitems/Wall.Wall1.json`.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Where files are.
trait Shelf {
    /// The names of all files in [`FOLDERS`].
    fn names(&mut self) -> Result<Vec<String>, Error>;
    /// A file; none if it is not there.
    fn open(&mut self, name: &str) -> Result<Option<Box<dyn Read + '_>>, Error>;
}

/// A table's files while they are read.
pub(crate) struct Source<'a> {
    shelf: Box<dyn Shelf + 'a>,
    /// How many bytes of meshes may still be read.
    room: Room,
}

impl<'a> Source<'a> {
    fn new(shelf: impl Shelf + 'a) -> Self {
        Self {
            shelf: Box::new(shelf),
            room: Room { what: "the length of all meshes, in bytes,", most: MAX_MESHES, left: MAX_MESHES },
        }
    }

    /// The files of a folder. Links are not followed.
    pub(crate) fn folder(path: PathBuf) -> Self {
        Self::new(Folder(path))
    }

    /// The files of a VPZ archive. Unpacking stops at the bound on its size.
    #[cfg(feature = "vpz")]
    pub(crate) fn archive(data: impl Read + std::io::Seek + 'a) -> Result<Self, Error> {
        let archive = zip::ZipArchive::new(data).map_err(|error| unreadable_archive(&error))?;
        if archive.len() > MAX_FILES {
            return Err(too_many());
        }
        Ok(Self::new(Archive(archive)))
    }

    /// Files in memory.
    #[cfg(feature = "vpx")]
    pub(crate) fn memory(files: Files) -> Self {
        Self::new(files)
    }

    /// All JSON files.
    pub(crate) fn texts(&mut self) -> Result<Files, Error> {
        let mut files = Files::new();
        let what = "the length of all files, in bytes,";
        let mut room = Room { what, most: MAX_BYTES, left: MAX_BYTES };
        for name in self.shelf.names()? {
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            if !(name.ends_with(".json") && FOLDERS.contains(&folder)) {
                continue;
            }
            if let Some(file) = self.shelf.open(&name)? {
                let data = read(file, &name, MAX_FILE, &mut room)?;
                files.insert(name, data);
            }
        }
        Ok(files)
    }

    /// The mesh of an item, by the name of the item's file; none if it is not there.
    pub(crate) fn mesh(&mut self, item: &str) -> Result<Option<Mesh>, Error> {
        let stem = item.strip_suffix(".json").unwrap_or(item);
        let part = stem.strip_prefix("parts/");
        let name = part.map_or_else(|| format!("{stem}.obj"), |part| format!("meshes/{part}.glb"));
        let Some(file) = self.shelf.open(&name)? else { return Ok(None) };
        let data = read(file, &name, MAX_MESH, &mut self.room)?;
        let mesh = if part.is_some() { Mesh::from_glb(&name, &data) } else { Mesh::from_obj(&name, &data) };
        mesh.map(Some)
    }
}

/// The bound on the size of a table.
struct Room {
    what: &'static str,
    most: u64,
    left: u64,
}

/// The bytes of a file, which may have `most`, of a table that has room for them.
fn read(file: impl Read, name: &str, most: u64, room: &mut Room) -> Result<Vec<u8>, Error> {
    let mut data = Vec::new();
    let read = file.take(most + 1).read_to_end(&mut data);
    read.map_err(|error| unreadable(name, &error))?;
    let length = data.len() as u64;
    if length > most {
        return Err(Error::TooMuch { what: format!("the length of {name}, in bytes,"), most });
    }
    let too_much = || Error::TooMuch { what: room.what.to_owned(), most: room.most };
    room.left = room.left.checked_sub(length).ok_or_else(too_much)?;
    Ok(data)
}

fn too_many() -> Error {
    Error::TooMuch { what: "the number of files".to_owned(), most: MAX_FILES as u64 }
}

struct Folder(PathBuf);

fn unreadable(name: &str, error: &std::io::Error) -> Error {
    Error::Unreadable { file: name.to_owned(), message: error.to_string() }
}

impl Shelf for Folder {
    fn names(&mut self) -> Result<Vec<String>, Error> {
        let mut names = Vec::new();
        for folder in FOLDERS {
            let inside = self.0.join(folder);
            if !folder.is_empty() && !inside.is_dir() {
                continue;
            }
            for (n, entry) in fs::read_dir(&inside).map_err(|error| unreadable(folder, &error))?.enumerate() {
                if n >= MAX_FILES {
                    return Err(too_many());
                }
                let entry = entry.map_err(|error| unreadable(folder, &error))?;
                let file = entry.file_name().to_string_lossy().into_owned();
                names.push(if folder.is_empty() { file } else { format!("{folder}/{file}") });
            }
        }
        Ok(names)
    }

    fn open(&mut self, name: &str) -> Result<Option<Box<dyn Read + '_>>, Error> {
        let path = self.0.join(name);
        if !fs::symlink_metadata(&path).is_ok_and(|about| about.is_file()) {
            return Ok(None);
        }
        let file = fs::File::open(path).map_err(|error| unreadable(name, &error))?;
        Ok(Some(Box::new(file)))
    }
}

#[cfg(feature = "vpz")]
struct Archive<R>(zip::ZipArchive<R>);

#[cfg(feature = "vpz")]
fn unreadable_archive(error: &zip::result::ZipError) -> Error {
    let message = format!("it is no VPZ archive that can be read: {error}");
    Error::Unreadable { file: String::new(), message }
}

#[cfg(feature = "vpz")]
impl<R: Read + std::io::Seek> Shelf for Archive<R> {
    fn names(&mut self) -> Result<Vec<String>, Error> {
        Ok(self.0.file_names().map(str::to_owned).collect())
    }

    fn open(&mut self, name: &str) -> Result<Option<Box<dyn Read + '_>>, Error> {
        match self.0.by_name(name) {
            Ok(file) => Ok(Some(Box::new(file))),
            Err(zip::result::ZipError::FileNotFound) => Ok(None),
            Err(error) => Err(unreadable_archive(&error)),
        }
    }
}

#[cfg(feature = "vpx")]
impl Shelf for Files {
    fn names(&mut self) -> Result<Vec<String>, Error> {
        Ok(self.keys().cloned().collect())
    }

    fn open(&mut self, name: &str) -> Result<Option<Box<dyn Read + '_>>, Error> {
        Ok(self.get(name).map(|data| Box::new(data.as_slice()) as Box<dyn Read>))
    }
}
