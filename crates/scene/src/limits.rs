//! Bounds on what a file may ask for, so that no file costs more than a machine has.

/// Largest file, bytes: a scene of a million numbers fits.
pub const FILE_BYTES: u64 = 64 << 20;
/// How deep values may lie inside each other in a file.
pub const DEPTH: usize = 96;
/// Files that one scene may include, in all.
pub const FILES: usize = 256;
/// How deep parts may be made of parts, and files include files.
pub const NESTING: usize = 16;
/// Bodies, shapes, legs of paths, balls and goals after all parts are put in their places, together.
pub const ITEMS: usize = 2_000_000;
/// Balls of one spawner.
pub const SPAWNED: u32 = 1_000_000;
/// Named layers; the one without a name is the 32nd.
pub const LAYERS: usize = 31;
