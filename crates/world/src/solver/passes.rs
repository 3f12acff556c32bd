//! How often contacts are solved in a substep.

use crate::contacts::constants::EQUAL_COLORS;
use crate::solver::constants::UNEQUAL_MASS_PASSES;

/// The passes over contacts in a substep: as many with springs before the balls move as without them afterwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    /// Over all contacts.
    all: usize,
    /// Over contacts of balls of very different masses, and the other contacts of these balls.
    repeated: usize,
}

impl Passes {
    /// This number of passes in a substep.
    pub(crate) fn of(all: u32) -> Self {
        Self { all: all as usize, repeated: UNEQUAL_MASS_PASSES }
    }

    /// The number of passes, where some contacts are `repeated` or none is.
    pub(crate) fn count(self, repeated: bool) -> usize {
        if repeated { self.repeated } else { self.all }
    }

    /// Whether only repeated contacts take part in a pass.
    pub(crate) fn is_repeated(self, pass: usize) -> bool {
        pass >= self.all
    }

    /// The first colour that takes part in a pass.
    pub(crate) fn first_color(self, pass: usize) -> usize {
        if self.is_repeated(pass) { EQUAL_COLORS } else { 0 }
    }
}
