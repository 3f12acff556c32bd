//! What of a shape senses.

use crate::save::saved;

/// What of a sensor a ball must overlap to be in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// Its curves, with their radius.
    Line,
    /// All that its closed outline encloses as well.
    Area,
}

saved!(
    enum Sense {
        Line = 0,
        Area = 1,
    }
);
