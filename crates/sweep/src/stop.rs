//! A sweep that ends when it knows enough.

use std::fmt;
use std::str::FromStr;

use carom_scene::Fault;
use serde::{Deserialize, Serialize};

use crate::table::Table;
use crate::wilson::wilson;

/// Ends a sweep once the 95 % interval of a share is no wider than this. It looks after each run in the order of their
/// numbers, so that the same sweep always ends at the same run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UntilCi {
    /// The runs that count, as `goal NAME`: runs in which a ball entered it; any other text: runs that ended by it.
    pub share: String,
    /// The width of the interval.
    pub width: f64,
}

impl UntilCi {
    /// Reads `p(goal NAME)` and a width.
    ///
    /// # Errors
    /// A text of another form, or a width that is not between 0 and 1.
    pub fn new(share: &str, width: f64) -> Result<Self, Fault> {
        let share: UntilShare = share.parse().map_err(|message: String| Fault::at("until_ci", message))?;
        if width > 0.0 && width < 1.0 {
            Ok(Self { share: share.0, width })
        } else {
            Err(Fault::at("until_ci", format!("the width is {width}, but must be between 0 and 1")))
        }
    }

    /// Whether a run counts.
    fn counts(&self, table: &Table, row: usize) -> bool {
        let goal = self.share.strip_prefix("goal ").and_then(|goal| table.column(&format!("goal.{goal}")));
        match goal {
            Some(column) => column.number(row).is_some_and(|count| count > 0.0),
            None => table.column("ended_by").and_then(|column| column.text(row)) == Some(&*self.share),
        }
    }

    /// Refuses a share that the columns of this sweep can't give.
    pub(crate) fn check(&self, table: &Table, ends: &[String]) -> Result<(), Fault> {
        let goal = self.share.strip_prefix("goal ").map(|goal| format!("goal.{goal}"));
        let known = goal.is_some_and(|goal| table.column(&goal).is_some()) || ends.contains(&self.share);
        if known {
            return Ok(());
        }
        let goals = table.fields.iter().filter_map(|field| field.name.strip_prefix("goal."));
        let goals: Vec<String> = goals.map(|goal| format!("goal {goal}")).collect();
        let all = goals.iter().chain(ends).map(String::as_str);
        Err(Fault::unknown("until_ci", "share", &self.share, all))
    }

    /// Counts the rows of a table. Returns how many rows there are when the interval is narrow enough.
    pub(crate) fn look(&self, table: &Table, hits: &mut u64, all: &mut u64) -> Option<usize> {
        (0..table.len()).find_map(|row| {
            *hits += u64::from(self.counts(table, row));
            *all += 1;
            let [low, high] = wilson(*hits, *all);
            (high - low <= self.width).then_some(row + 1)
        })
    }
}

/// The text in `p(...)`.
struct UntilShare(String);

impl FromStr for UntilShare {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let inside = text.trim().strip_prefix("p(").and_then(|rest| rest.strip_suffix(')'));
        let inside =
            inside.ok_or_else(|| format!("{text:?} is no share: write it as in `p(goal jackpot)`"))?;
        Ok(Self(inside.trim().to_owned()))
    }
}

impl fmt::Display for UntilCi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p({}) to {}", self.share, self.width)
    }
}
