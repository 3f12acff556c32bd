//! Finds and reads the files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files below the root with this extension, relative to it, without files that builds and tools write.
pub(crate) fn files(extension: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let skipped = ["target", "node_modules", ".git", "dist", "pkg", "corpus", "artifacts"];
            if path.is_dir() && !path.is_symlink() && !skipped.iter().any(|skip| name == *skip) {
                walk(&path, extension, found);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root(), extension, &mut found);
    found.sort();
    let relative = |path: PathBuf| path.strip_prefix(root()).expect("below the root").to_path_buf();
    found.into_iter().map(relative).collect()
}

/// All Markdown files with their text. The changelog speaks of the past and is left out.
pub(crate) fn pages() -> Vec<(String, String)> {
    let pages: Vec<_> = files("md")
        .into_iter()
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .filter(|path| path != "CHANGELOG.md")
        .map(|path| {
            let text = read(&path);
            (path, text)
        })
        .collect();
    assert!(pages.len() > 15, "only {} pages were found", pages.len());
    pages
}
