//! The files of a sweep: parts, and a manifest that describes them.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use carom_scene::Fault;
use serde::{Deserialize, Serialize};

use crate::format::FileFormat;
use crate::parquet_file;
use crate::shard::Shard;
use crate::spec::Spec;
use crate::sweep::Sweep;
use crate::table::{Field, Table};

/// Name of the manifest in its folder.
const MANIFEST: &str = "manifest.json";

/// The description of a folder's files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of this layout: 1.
    pub carom_sweep: u32,
    /// Version of the engine.
    pub engine: String,
    /// Processor and system that ran it.
    pub target: String,
    /// Fingerprint of the scene.
    pub scene: String,
    /// The specification of the sweep.
    pub spec: Spec,
    /// The slice of it that is here.
    pub shard: Shard,
    /// How tables are written.
    pub format: FileFormat,
    /// The columns.
    pub columns: Vec<Field>,
    /// The parts that are written, in the order of their runs.
    pub parts: Vec<Part>,
    /// Whether all of the shard is done.
    pub complete: bool,
    /// How many runs there are if the sweep ended before all were done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_at: Option<u64>,
    /// Sum of the hashes of all rows, 16 hexadecimal digits: the same for any division into parts and shards.
    pub rows_hash: String,
}

/// A file with rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its number, which its name has.
    pub number: u64,
    /// Its first run.
    pub first: u64,
    /// How many runs it has.
    pub rows: u64,
    /// Sum of the hashes of its rows, 16 hexadecimal digits.
    pub hash: String,
    /// How many of its rows count for the share that ends the sweep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<u64>,
}

/// A folder with the files of a sweep.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
}

fn failed(path: &Path, what: &str, error: &dyn std::fmt::Display) -> Fault {
    Fault::at(path.display().to_string(), format!("{what}: {error}"))
}

impl Folder {
    /// A new folder for a shard of a sweep, or one with nothing of a sweep in it.
    ///
    /// # Errors
    /// It has a sweep in it already, or cannot be written.
    pub fn create(path: &Path, sweep: &Sweep, shard: Shard, format: FileFormat) -> Result<Self, Fault> {
        Self::with(path, Manifest::new(sweep, shard, format))
    }

    /// A new folder with a manifest.
    pub(crate) fn with(path: &Path, manifest: Manifest) -> Result<Self, Fault> {
        if path.join(MANIFEST).exists() {
            let help = "go on with it by --resume, or give another folder".to_owned();
            return Err(Fault::at(path.display().to_string(), "it holds a sweep already").help(Some(help)));
        }
        fs::create_dir_all(path).map_err(|error| failed(path, "it cannot be made", &error))?;
        let folder = Self { path: path.to_owned(), manifest };
        folder.write_manifest()?;
        Ok(folder)
    }

    /// Continues a sweep that was broken off; begins it if there is none.
    ///
    /// # Errors
    /// The folder holds another sweep.
    pub fn resume(path: &Path, sweep: &Sweep, shard: Shard, format: FileFormat) -> Result<Self, Fault> {
        if !path.join(MANIFEST).exists() {
            return Self::create(path, sweep, shard, format);
        }
        let mut folder = Self::open(path)?;
        let own = Manifest::new(sweep, shard, format);
        if let Some(differs) = folder.manifest.differs(&own) {
            return Err(Fault::at(path.display().to_string(), format!("it is of another {differs}")));
        }
        if folder.manifest.shard != shard || folder.manifest.format != format {
            return Err(Fault::at(path.display().to_string(), "it is of another shard or format"));
        }
        let there = |part: &Part| folder.path.join(folder.manifest.name_of(part.number)).exists();
        let parts = folder.manifest.parts.iter().filter(|part| there(part)).cloned().collect();
        folder.manifest.parts = parts;
        Ok(folder)
    }

    /// A folder that was written.
    ///
    /// # Errors
    /// It has no manifest, or one that cannot be read.
    pub fn open(path: &Path) -> Result<Self, Fault> {
        let file = path.join(MANIFEST);
        let text = fs::read_to_string(&file).map_err(|error| failed(&file, "it cannot be read", &error))?;
        let manifest: Manifest = serde_json::from_str(&text)
            .map_err(|error| failed(&file, "it is no manifest of a sweep", &error))?;
        Ok(Self { path: path.to_owned(), manifest })
    }

    /// All folders with a manifest among these and one level below them.
    ///
    /// # Errors
    /// One that holds no sweep.
    pub fn find(paths: &[PathBuf]) -> Result<Vec<Self>, Fault> {
        let mut found = Vec::new();
        for path in paths {
            if path.join(MANIFEST).exists() {
                found.push(Self::open(path)?);
                continue;
            }
            let entries = fs::read_dir(path).map_err(|error| failed(path, "it cannot be read", &error))?;
            let mut below: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            below.retain(|folder| folder.join(MANIFEST).exists());
            below.sort();
            if below.is_empty() {
                return Err(Fault::at(path.display().to_string(), "there is no sweep in it"));
            }
            for folder in below {
                found.push(Self::open(&folder)?);
            }
        }
        Ok(found)
    }

    /// The description of the files.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// How many rows are written.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.manifest.parts.iter().map(|part| part.rows).sum()
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write_manifest(&self) -> Result<(), Fault> {
        let path = self.path.join(MANIFEST);
        let text = serde_json::to_string_pretty(&self.manifest).map_err(|error| failed(&path, "", &error))?;
        replace(&path, |out| writeln!(out, "{text}"))
    }

    /// Adds a part. Its file is written aside and then renamed, so that it is whole or not there.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn add(&mut self, number: u64, table: &Table, hits: Option<u64>) -> Result<(), Fault> {
        let format = self.manifest.format;
        let path = self.path.join(self.manifest.name_of(number));
        replace(&path, |out| format.write(table, out))?;
        let first = table.column("run").and_then(|column| column.number(0)).unwrap_or(0.0) as u64;
        let hash = format!("{:016x}", table.rows_hash());
        let part = Part { number, first, rows: table.len() as u64, hash, hits };
        let place = self.manifest.parts.partition_point(|other| other.number < number);
        self.manifest.parts.insert(place, part);
        self.write_manifest()
    }

    /// Whether a part is there.
    pub(crate) fn part(&self, number: u64) -> Option<&Part> {
        self.manifest.parts.iter().find(|part| part.number == number)
    }

    /// Writes down that all is done.
    pub(crate) fn finish(&mut self, stopped_at: Option<u64>) -> Result<(), Fault> {
        let hash = |part: &Part| u64::from_str_radix(&part.hash, 16).unwrap_or(0);
        let sum = self.manifest.parts.iter().map(hash).fold(0, u64::wrapping_add);
        self.manifest.rows_hash = format!("{sum:016x}");
        self.manifest.complete = true;
        self.manifest.stopped_at = stopped_at;
        self.write_manifest()
    }

    /// The table of each part, in the order of the runs.
    pub fn tables(&self) -> impl Iterator<Item = Result<Table, Fault>> + '_ {
        let fields: Arc<[Field]> = self.manifest.columns.clone().into();
        self.manifest.parts.iter().map(move |part| self.table(part, &fields))
    }

    pub(crate) fn table(&self, part: &Part, fields: &Arc<[Field]>) -> Result<Table, Fault> {
        let path = self.path.join(self.manifest.name_of(part.number));
        if self.manifest.format != FileFormat::Parquet {
            return Err(Fault::at(path.display().to_string(), "only Parquet files are read"));
        }
        let file = File::open(&path).map_err(|error| failed(&path, "it cannot be read", &error))?;
        let table =
            parquet_file::read(file, fields).map_err(|error| failed(&path, "it cannot be read", &error))?;
        if format!("{:016x}", table.rows_hash()) == part.hash {
            Ok(table)
        } else {
            Err(Fault::at(path.display().to_string(), "its rows are not those of the manifest"))
        }
    }
}

/// Writes a file aside, and then puts it in its place.
fn replace(
    path: &Path,
    write: impl FnOnce(&mut std::io::BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), Fault> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    let aside = PathBuf::from(aside);
    let all = || {
        let mut out = std::io::BufWriter::new(File::create(&aside)?);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&aside, path)
    };
    all().map_err(|error| failed(path, "it could not be written", &error))
}

impl Manifest {
    pub(crate) fn new(sweep: &Sweep, shard: Shard, format: FileFormat) -> Self {
        Self {
            carom_sweep: 1,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            target: format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
            scene: sweep.fingerprint().to_owned(),
            spec: sweep.spec().clone(),
            shard,
            format,
            columns: sweep.fields().to_vec(),
            parts: Vec::new(),
            complete: false,
            stopped_at: None,
            rows_hash: String::new(),
        }
    }

    /// The difference of two folders that are not of one sweep.
    pub(crate) fn differs(&self, other: &Self) -> Option<&'static str> {
        if self.engine != other.engine {
            Some("version of the engine")
        } else if self.scene != other.scene {
            Some("scene")
        } else if self.spec != other.spec || self.columns != other.columns {
            Some("specification")
        } else {
            None
        }
    }

    fn name_of(&self, part: u64) -> String {
        format!("part-{part:05}.{}", self.format.extension())
    }
}
