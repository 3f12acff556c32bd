//! Goals: lines that count.

use crate::error::Error;
use crate::fields::Fields;
use crate::warnings::Warnings;

/// One of the two sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Team {
    /// Plays from the left.
    Red,
    /// Plays from the right.
    Blue,
}

impl Team {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

/// A line; a scoring thing that crosses it counts for the other team.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The two ends of the line, pixels, y down.
    pub ends: [[f64; 2]; 2],
    /// Whose goal it is.
    pub team: Team,
}

impl Goal {
    pub(crate) fn read(fields: &mut Fields<'_>, notes: &mut Warnings) -> Result<Self, Error> {
        let mut end = |end| fields.required(end, |fields, name| fields.point(name, notes));
        let ends = [end("p0")?, end("p1")?];
        let team = match fields.required("team", Fields::text)? {
            "red" => Team::Red,
            "blue" => Team::Blue,
            other => return fields.refuse("team", format!("{other:.40?}"), "\"red\" or \"blue\""),
        };
        Ok(Self { ends, team })
    }
}
