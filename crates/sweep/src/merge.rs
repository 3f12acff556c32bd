//! The shards of a sweep become one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use carom_scene::Fault;

use crate::folder::{Folder, Part};
use crate::format::FileFormat;
use crate::shard::Shard;
use crate::table::{Field, Table};

/// Puts the shards of a sweep into one folder: the same files that one process would have written.
///
/// # Errors
/// Folders of several sweeps, runs that are missing or there twice, shards that are not complete, rows that are damaged:
/// each with the folder or the runs.
pub fn merge(from: &[PathBuf], to: &Path, format: FileFormat) -> Result<Folder, Fault> {
    let folders = Folder::find(from)?;
    let first = folders.first().ok_or_else(|| Fault::at("", "there is no folder to merge"))?;
    for folder in &folders {
        let at = || folder.path().display().to_string();
        if let Some(what) = first.manifest().differs(folder.manifest()) {
            return Err(Fault::at(at(), format!("it is of another {what} than {}", first.path().display())));
        }
        if !folder.manifest().complete {
            let help = "go on with it by --resume".to_owned();
            return Err(Fault::at(at(), "it is not complete").help(Some(help)));
        }
    }
    let mut parts: Vec<(&Part, &Folder)> = folders
        .iter()
        .flat_map(|folder| folder.manifest().parts.iter().map(move |part| (part, folder)))
        .collect();
    parts.sort_by_key(|(part, _)| part.first);
    let spec = &first.manifest().spec;
    let all = first.manifest().stopped_at.unwrap_or(spec.runs);
    check(&parts, all)?;
    let mut merged = Folder::blank(to, first.manifest(), format)?;
    let fields: Arc<[Field]> = first.manifest().columns.clone().into();
    let mut next = Table::new(fields.clone());
    let (mut number, mut done) = (0, 0);
    for (part, folder) in parts {
        let table = folder.table(part, &fields)?;
        let mut row = 0;
        while row < table.len() {
            let left = (spec.part_rows - next.len() as u64).min((table.len() - row) as u64) as usize;
            next.extend(&table, row..row + left);
            row += left;
            done += left as u64;
            if next.len() as u64 == spec.part_rows || done == all {
                merged.add(number, &next, None)?;
                number += 1;
                next.clear();
            }
        }
    }
    merged.finish(first.manifest().stopped_at)?;
    Ok(merged)
}

/// Refuses runs that are missing or there twice.
fn check(parts: &[(&Part, &Folder)], all: u64) -> Result<(), Fault> {
    let mut end = 0;
    let mut last: Option<&Folder> = None;
    let missing = |from: u64, to: u64| Fault::at("", format!("runs {from} to {} are missing", to - 1));
    for (part, folder) in parts {
        if part.first > end {
            return Err(missing(end, part.first));
        }
        if part.first < end {
            let message =
                format!("runs {} to {} are there twice", part.first, end.min(part.first + part.rows) - 1);
            let other = last.map(|folder| format!("also in {}", folder.path().display()));
            return Err(Fault::at(folder.path().display().to_string(), message).help(other));
        }
        end = part.first + part.rows;
        last = Some(folder);
    }
    if end < all { Err(missing(end, all)) } else { Ok(()) }
}

impl Folder {
    /// A new folder for the whole of a sweep of which another folder holds a shard.
    fn blank(path: &Path, of: &crate::folder::Manifest, format: FileFormat) -> Result<Self, Fault> {
        let manifest = crate::folder::Manifest {
            shard: Shard::WHOLE,
            format,
            parts: Vec::new(),
            complete: false,
            stopped_at: None,
            rows_hash: String::new(),
            ..of.clone()
        };
        Self::with(path, manifest)
    }
}
