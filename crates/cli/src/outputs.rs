//! Output files of a command: refused at the start, if one would overwrite an input, or another output.

use std::fs;
use std::path::{Component, Path, PathBuf};

use carom_scene::Format;

use crate::failure::Failure;

/// Most links that are followed to a file that is not there yet.
const LINKS: usize = 40;

/// A file to write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'a> {
    /// The option that names it; empty if it is an argument without one.
    pub(crate) option: &'static str,
    pub(crate) path: &'a Path,
    /// How its name may end, if it ends in anything; empty if that does not matter.
    pub(crate) ends: &'static [&'static str],
}

impl<'a> Output<'a> {
    /// One of an option, if that was given.
    pub(crate) fn of(
        option: &'static str,
        path: Option<&'a PathBuf>,
        ends: &'static [&'static str],
    ) -> Option<Self> {
        path.map(|path| Self { option, path, ends })
    }

    fn refused(&self, message: &str) -> Failure {
        let space = if self.option.is_empty() { "" } else { " " };
        Failure::Input(format!("{}{space}{}: {message}", self.option, self.path.display()))
    }

    /// Refuses a name that promises another format than is written.
    fn check_end(&self) -> Result<(), Failure> {
        let Some(end) = self.path.extension() else { return Ok(()) };
        if self.ends.is_empty() || self.ends.iter().any(|known| end.eq_ignore_ascii_case(known)) {
            return Ok(());
        }
        let known: Vec<String> = self.ends.iter().map(|end| format!(".{end}")).collect();
        Err(self.refused(&format!("its name must end in {}, the format that is written", known.join(" or "))))
    }
}

/// The notation of a scene to write, by the end of its name.
pub(crate) fn notation(path: &Path) -> Result<Format, Failure> {
    Format::of(path).ok_or_else(|| {
        Failure::Input(format!("{}: the name of a scene file must end in .ron or .json", path.display()))
    })
}

/// Refuses outputs that are the same file as an input or as each other, by any path, and names that promise another
/// format. An output that is a device or a pipe holds nothing to destroy.
pub(crate) fn check<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: &[Output<'_>],
) -> Result<(), Failure> {
    for output in outputs {
        output.check_end()?;
    }
    let inputs: Vec<PathBuf> = inputs.into_iter().map(identity).collect();
    let mut known: Vec<(PathBuf, &Output<'_>)> = Vec::new();
    for output in outputs {
        let about = fs::metadata(output.path);
        if about.as_ref().is_ok_and(|about| !about.is_file()) {
            continue;
        }
        let own = identity(output.path);
        // Of a table that is a folder all files are read.
        if inputs.iter().any(|input| own == *input || about.is_ok() && own.starts_with(input)) {
            return Err(output.refused("it is read as well, and would be overwritten: give another name"));
        }
        if let Some((_, other)) = known.iter().find(|(path, _)| *path == own) {
            let other = format!("{} {}", other.option, other.path.display());
            return Err(
                output.refused(&format!("{} would be the same file: give another name", other.trim()))
            );
        }
        known.push((own, output));
    }
    Ok(())
}

/// The one path that all paths to a file come to, whether it is there yet or not.
fn identity(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // A write to a link goes to its target.
    for _ in 0..LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    for folder in path.ancestors() {
        let there = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Ok(mut real) = there.canonicalize() else { continue };
        for part in path.strip_prefix(folder).unwrap_or(Path::new("")).components() {
            match part {
                Component::ParentDir => {
                    real.pop();
                }
                part => real.push(part),
            }
        }
        return real;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("carom-outputs-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn paths_to_one_file_are_one() {
        let here = folder("paths");
        fs::write(here.join("a.ron"), "").unwrap();
        let one = identity(&here.join("a.ron"));
        for same in ["./a.ron", "x/../a.ron", "x/y/../../a.ron"] {
            assert_eq!(identity(&here.join(same)), one, "{same}");
        }
        assert_ne!(identity(&here.join("b.ron")), one, "it is not there");
        assert_eq!(identity(&here.join("new/b.ron")), identity(&here.join("new/./c/../b.ron")));
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink("a.ron", here.join("to_a.ron")).unwrap();
            symlink("later.ron", here.join("to_later.ron")).unwrap();
            symlink("ring", here.join("ring")).unwrap();
            assert_eq!(identity(&here.join("to_a.ron")), one);
            assert_eq!(identity(&here.join("to_later.ron")), identity(&here.join("later.ron")));
            identity(&here.join("ring"));
        }
        fs::remove_dir_all(here).unwrap();
    }

    #[test]
    fn names_that_promise_another_format_are_refused() {
        let png = |name: &'static str| Output { option: "--png", path: Path::new(name), ends: &["png"] };
        for sound in ["a.png", "a.PNG", "a"] {
            assert!(check([], &[png(sound)]).is_ok(), "{sound}");
        }
        let said = check([], &[png("a.jpg")]).unwrap_err().to_string();
        assert_eq!(said, "--png a.jpg: its name must end in .png, the format that is written");
    }
}
