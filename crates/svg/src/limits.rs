//! How much of a drawing is read.

/// Longest text that is read, bytes.
pub const MAX_BYTES: u64 = 16 << 20;
/// Deepest nesting of groups, and of elements that `use` repeats.
pub const MAX_DEPTH: usize = 64;
/// Most lines and arcs that a drawing becomes.
pub const MAX_PIECES: usize = 500_000;
/// Most elements, repeated ones included.
pub(crate) const MAX_NODES: u32 = 500_000;
