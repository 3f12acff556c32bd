//! Bounds on the size of a file's contents, so that no file costs more than a machine has.

/// Largest file, bytes: a scene of a million numbers fits.
pub const FILE_BYTES: u64 = 64 << 20;
/// How deep values may be nested in a file.
pub const DEPTH: usize = 96;
/// Files that one scene may include, in all.
pub const FILES: usize = 256;
/// How deep parts may be nested in parts, and included files in files.
pub const NESTING: usize = 16;
/// Bodies, shapes, legs of paths, balls and goals after all parts are put in their places, together.
pub const ITEMS: usize = 2_000_000;
/// Things on top of each other: the sum, over cells as wide as the things in them, of the squares of their numbers
/// in a cell. A million touching balls reach a third of it, ten thousand in one place all of it.
pub const CROWD: u64 = 100_000_000;
/// Pieces of the shapes of one body that moves.
pub const MOVING: usize = 10_000;
/// Balls of one spawner.
pub const SPAWNED: u32 = 1_000_000;
/// Longest name of a part with those of the parts that it is in, bytes.
pub const NAME: usize = 256;
/// Named layers; the one without a name is the 32nd.
pub const LAYERS: usize = 31;
