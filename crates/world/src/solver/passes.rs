//! How often contacts are solved in a substep.

use crate::contacts::constants::EQUAL_COLORS;
use crate::solver::constants::{
    RELAXING_PASSES_OF_TWO, UNEQUAL_MASS_PASSES, UNEQUAL_PUSHES_OF_TWO, UNEQUAL_RELAXING_PASSES_OF_TWO,
};

/// The passes over contacts with springs, or without them, in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    /// Over all contacts.
    all: usize,
    /// Over contacts of balls of very different masses, and the other contacts of these balls.
    repeated: usize,
}

impl Passes {
    /// The passes with springs, `pushes` in a substep, and the relaxing passes that go with them.
    pub(crate) fn of(pushes: u32) -> [Self; 2] {
        if pushes > 1 {
            let push = Self { all: pushes as usize, repeated: UNEQUAL_PUSHES_OF_TWO };
            [push, Self { all: RELAXING_PASSES_OF_TWO, repeated: UNEQUAL_RELAXING_PASSES_OF_TWO }]
        } else {
            [Self { all: 1, repeated: UNEQUAL_MASS_PASSES }; 2]
        }
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
