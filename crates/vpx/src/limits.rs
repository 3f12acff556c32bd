//! How much a table may ask for: a hostile one costs no more than this.

/// Longest JSON file that is read, bytes. Pictures and sounds are not read.
pub const MAX_FILE: u64 = 8 << 20;
/// Most bytes of all JSON files, after unpacking.
pub const MAX_BYTES: u64 = 128 << 20;
/// Longest mesh that is read, bytes. Meshes of playfields with all they carry have 20 MB.
pub const MAX_MESH: u64 = 32 << 20;
/// Most bytes of all meshes, after unpacking.
pub const MAX_MESHES: u64 = 256 << 20;
/// Longest `.vpx` file that is read, bytes. Large tables have 500 MB, most of it pictures and sounds.
pub const MAX_BINARY: u64 = 1 << 30;
/// Most entries of a folder or an archive.
pub const MAX_FILES: usize = 50_000;
/// Most items of a table. Large tables have 4000.
pub const MAX_ITEMS: usize = 20_000;
/// Most drag points of a table. Large tables have 20 000.
pub const MAX_POINTS: usize = 200_000;
/// Most lines and arcs that the curves of a table become.
pub const MAX_PIECES: usize = 1_000_000;
/// Largest coordinate or length, VP units. A table is 2000 long.
pub const MAX_LENGTH: f64 = 1e6;
