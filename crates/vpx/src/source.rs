//! The files of a table: of a folder, or of an archive.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use crate::error::Error;
use crate::limits::{MAX_BYTES, MAX_FILE, MAX_FILES};

/// Folders whose files say something about the playfield.
const FOLDERS: &[&str] = &["", "gameitems", "parts", "materials"];

/// The JSON files of a table by name, `gameitems/Wall.Wall1.json`.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Files while they are read, and how many bytes they have.
#[derive(Default)]
struct Reader {
    files: Files,
    bytes: u64,
}

impl Reader {
    fn add(&mut self, name: String, from: impl Read) -> Result<(), Error> {
        let mut data = Vec::new();
        let read = from.take(MAX_FILE + 1).read_to_end(&mut data);
        read.map_err(|error| Error::Unreadable { file: name.clone(), message: error.to_string() })?;
        if data.len() as u64 > MAX_FILE {
            return Err(Error::TooMuch { what: format!("the length of {name}, in bytes,"), most: MAX_FILE });
        }
        self.bytes += data.len() as u64;
        if self.bytes > MAX_BYTES {
            return Err(Error::TooMuch {
                what: "the length of all files, in bytes,".to_owned(),
                most: MAX_BYTES,
            });
        }
        self.files.insert(name, data);
        Ok(())
    }
}

/// Whether a file is one that is read.
fn is_wanted(name: &str) -> bool {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    name.ends_with(".json") && FOLDERS.contains(&folder)
}

fn too_many() -> Error {
    Error::TooMuch { what: "the number of files".to_owned(), most: MAX_FILES as u64 }
}

/// The files of a folder. Links to other folders are not followed.
pub(crate) fn folder(path: &Path) -> Result<Files, Error> {
    let mut reader = Reader::default();
    for folder in FOLDERS {
        let inside = path.join(folder);
        if !folder.is_empty() && !inside.is_dir() {
            continue;
        }
        let unreadable = |error: std::io::Error| Error::Unreadable {
            file: inside.display().to_string(),
            message: error.to_string(),
        };
        for (n, entry) in fs::read_dir(&inside).map_err(unreadable)?.enumerate() {
            if n >= MAX_FILES {
                return Err(too_many());
            }
            let entry = entry.map_err(unreadable)?;
            let file = entry.file_name().to_string_lossy().into_owned();
            let name = if folder.is_empty() { file } else { format!("{folder}/{file}") };
            if is_wanted(&name) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
                reader.add(name, fs::File::open(entry.path()).map_err(unreadable)?)?;
            }
        }
    }
    Ok(reader.files)
}

/// The files of a VPZ archive. What unpacks to more than it may is stopped on the way.
#[cfg(feature = "vpz")]
pub(crate) fn archive(data: impl Read + std::io::Seek, name: &str) -> Result<Files, Error> {
    let wrong = |error: zip::result::ZipError| Error::Unreadable {
        file: name.to_owned(),
        message: format!("it is no VPZ archive that can be read: {error}"),
    };
    let mut archive = zip::ZipArchive::new(data).map_err(wrong)?;
    if archive.len() > MAX_FILES {
        return Err(too_many());
    }
    let mut reader = Reader::default();
    for n in 0..archive.len() {
        let member = archive.by_index(n).map_err(wrong)?;
        let name = member.name().to_owned();
        if is_wanted(&name) {
            reader.add(name, member)?;
        }
    }
    Ok(reader.files)
}
