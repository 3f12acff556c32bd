//! Binary `.vpx` files, by the crate `vpin`: unpacked into memory as `vpxtool extract` unpacks them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use vpin::filesystem::MemoryFileSystem;
use vpin::vpx::expanded::{ExpandOptions, PrimitiveMeshFormat, write_fs};

use crate::error::Error;
use crate::limits::MAX_BINARY;
use crate::source::Files;

/// Root of the files in memory.
const ROOT: &str = "table";

/// The files of a `.vpx` file. `vpin` trusts its input: a spoiled file may make it panic, which becomes an error.
pub(crate) fn unpack(path: &Path) -> Result<Files, Error> {
    let unreadable = |message: String| Error::Unreadable { file: String::new(), message };
    let length = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?.len();
    if length > MAX_BINARY {
        return Err(Error::TooMuch {
            what: "the length of the file, in bytes,".to_owned(),
            most: MAX_BINARY,
        });
    }
    let unpacked = catch_unwind(AssertUnwindSafe(|| {
        let mut table = vpin::vpx::read(path).map_err(|error| error.to_string())?;
        table.images.clear();
        table.sounds.clear();
        table.fonts.clear();
        let memory = MemoryFileSystem::new();
        let options = ExpandOptions::new().mesh_format(PrimitiveMeshFormat::Obj);
        write_fs(&table, &ROOT, &options, &memory).map_err(|error| error.to_string())?;
        let file = |path: String| {
            let name = path.strip_prefix(ROOT)?.trim_start_matches(['/', '\\']).replace('\\', "/");
            Some((name, memory.get_file(&path)?))
        };
        Ok::<Files, String>(memory.list_files().into_iter().filter_map(file).collect())
    }));
    match unpacked {
        Ok(files) => {
            files.map_err(|error| unreadable(format!("it is no .vpx file that can be read: {error}; Visual Pinball writes a sound one if it opens it and saves it again")))
        }
        Err(_) => Err(unreadable("it is spoiled: the crate vpin stopped at it".to_owned())),
    }
}
