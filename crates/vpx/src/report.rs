//! The report of an import: the form of each item of a table in the scene, or the reason why it was left out.

use std::collections::BTreeMap;
use std::fmt;

/// The outcome of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the scene, as this.
    Carried(&'static str),
    /// It is not in the scene, for this reason.
    LeftOut(&'static str),
}

impl Outcome {
    /// The outcome of an item that is not collidable.
    pub(crate) const STOPS_NO_BALL: Self = Self::LeftOut("stops no ball in the table either");
}

/// An item of the table, and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemReport {
    /// The kind of the item, as the program names it: `Wall`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its outcome.
    pub outcome: Outcome,
    /// Its parts that are not carried over unchanged.
    pub notes: Vec<String>,
}

impl ItemReport {
    /// Its warnings: why it was left out, and how it differs from the table.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        let reason = match &self.outcome {
            Outcome::Carried(_) => None,
            Outcome::LeftOut(reason) => Some(*reason),
        };
        reason.into_iter().chain(self.notes.iter().map(String::as_str))
    }
}

/// All items of a table in the order of their files. It shows as the sum of the warnings, the same of several items in
/// one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport(Vec<ItemReport>);

/// Number of names shown for the same warning.
const SHOWN: usize = 4;

impl ImportReport {
    pub(crate) fn add(&mut self, item: ItemReport) {
        self.0.push(item);
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &ItemReport> {
        self.0.iter()
    }

    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no item.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many items are in the scene.
    #[must_use]
    pub fn carried(&self) -> usize {
        self.0.iter().filter(|item| matches!(item.outcome, Outcome::Carried(_))).count()
    }

    /// How many warnings there are.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.0.iter().map(|item| item.warnings().count()).sum()
    }

    /// By kind: how many items there are, and how many of them are in the scene.
    #[must_use]
    pub fn by_kind(&self) -> BTreeMap<&str, (usize, usize)> {
        let mut sums = BTreeMap::new();
        for item in &self.0 {
            let sum: &mut (usize, usize) = sums.entry(item.kind.as_str()).or_default();
            sum.0 += 1;
            sum.1 += usize::from(matches!(item.outcome, Outcome::Carried(_)));
        }
        sums
    }
}

impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sums: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for item in &self.0 {
            for warning in item.warnings() {
                sums.entry((&item.kind, warning)).or_default().push(&item.name);
            }
        }
        for ((kind, warning), names) in sums {
            let shown = &names[..names.len().min(SHOWN)];
            write!(f, "{kind} {}", shown.join(", "))?;
            if names.len() > shown.len() {
                write!(f, " and {} more", names.len() - shown.len())?;
            }
            writeln!(f, ": {warning}")?;
        }
        Ok(())
    }
}
