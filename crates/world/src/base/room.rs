//! Lists of scratch that start with room, so that the first crowd of a long game allocates nothing.

use alloc::vec::Vec;

/// Entries for which such a list has room from the start.
pub(crate) const ENTRIES: usize = 64;

/// Gives an emptied list that room.
pub(crate) fn reserve<T>(list: &mut Vec<T>) {
    list.reserve(ENTRIES);
}

/// An empty list with room for a crowd of the usual size.
pub(crate) fn list<T>() -> Vec<T> {
    Vec::with_capacity(ENTRIES)
}
