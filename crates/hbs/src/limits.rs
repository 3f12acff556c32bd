//! How much a file may ask for: a hostile one costs no more than this.

/// Longest text that is read, bytes. The longest stadiums that are known have a tenth of it.
pub const MAX_BYTES: usize = 4 << 20;
/// Deepest nesting of lists and objects. A stadium needs 4.
pub const MAX_DEPTH: u32 = 16;
/// Most values in one file, of any kind. A list of zeros as long as a text may be would hold two million.
pub const MAX_VALUES: u32 = 1_000_000;
/// Most entries of one list. The largest stadiums that are known have a tenth of it.
pub const MAX_ITEMS: usize = 10_000;
