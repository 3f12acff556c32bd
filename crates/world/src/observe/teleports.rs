//! How often a game has placed each body: a body that was placed has not moved there.

use slotmap::SecondaryMap;

use crate::base::cloned;
use crate::id::BodyId;

/// Counts of placements. No step reads them, so no snapshot holds them.
#[derive(Debug, Default)]
pub(crate) struct Teleports {
    of: SecondaryMap<BodyId, u32>,
    /// Placements of all bodies at once: snapshots that were put back.
    all: u32,
}

cloned!(Teleports { of, all });

impl Teleports {
    pub(crate) fn note(&mut self, body: BodyId) {
        let count = self.of(body).wrapping_add(1);
        self.of.insert(body, count);
    }

    pub(crate) fn note_all(&mut self) {
        self.all = self.all.wrapping_add(1);
    }

    /// The counts that change if the body was placed in between.
    pub(crate) fn count(&self, body: BodyId) -> [u32; 2] {
        [self.of(body), self.all]
    }

    fn of(&self, body: BodyId) -> u32 {
        self.of.get(body).copied().unwrap_or(0)
    }

    pub(crate) fn forget(&mut self, body: BodyId) {
        self.of.remove(body);
    }
}
