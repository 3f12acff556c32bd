//! Warnings: parts that were not carried over unchanged, and their places.

use std::collections::BTreeMap;
use std::fmt;

/// Most warnings that are kept one by one.
const KEPT: usize = 1000;
/// Largest number of kinds of warnings that are kept apart: a file may have any number of unknown fields.
const KINDS: usize = 200;
/// Places that are kept of each kind.
const PLACES: usize = 3;

/// Something that was read or built otherwise than the file says, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where, as a path: `segments[12].curve`.
    pub place: String,
    /// The found value, where that differs from one place to the next; empty where it does not.
    pub found: String,
    /// The replacement, and the reason.
    pub text: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if !self.found.is_empty() {
            write!(f, "is {}, ", self.found)?;
        }
        f.write_str(&self.text)
    }
}

/// All warnings of one kind: the same text for the same field, with any numbers in their places.
///
/// It shows as `segments[0].curve, segments[4].curve, segments[5].curve and 397 more: straight, as in the game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The first of them.
    pub first: Warning,
    /// The first three places.
    pub places: Vec<String>,
    /// How many there are.
    pub count: usize,
    /// Whether something else stands in one place than in another.
    differs: bool,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.places.join(", "))?;
        if self.count > self.places.len() {
            write!(f, " and {} more", self.count - self.places.len())?;
        }
        f.write_str(": ")?;
        if !self.first.found.is_empty() {
            let else_too = if self.differs { " and the like" } else { "" };
            write!(f, "is {}{else_too}, ", self.first.found)?;
        }
        f.write_str(&self.first.text)
    }
}

/// The warnings of one file, in the order in which they came up. It shows as the sum by [kinds](Self::kinds), one a
/// line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    list: Vec<Warning>,
    count: usize,
    kinds: Vec<Kind>,
    /// Which of the kinds a field and a text belong to.
    known: BTreeMap<(String, String), usize>,
    /// The number of warnings of further kinds.
    more: usize,
}

impl Warnings {
    /// The first thousand, one by one.
    #[must_use]
    pub fn list(&self) -> &[Warning] {
        &self.list
    }

    /// How many there are in all.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The sum by kinds, with the first places of each, in the order in which they came up: the first two hundred.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// How many are of none of the [kinds](Self::kinds), because there were too many.
    #[must_use]
    pub const fn of_other_kinds(&self) -> usize {
        self.more
    }

    pub(crate) fn add(&mut self, place: impl fmt::Display, text: impl fmt::Display) {
        self.add_found(place, "", text);
    }

    /// A warning with the found value of its place. The text names the replacement, and is the same for all.
    pub(crate) fn add_found(
        &mut self,
        place: impl fmt::Display,
        found: impl fmt::Display,
        text: impl fmt::Display,
    ) {
        let (place, found, text) = (place.to_string(), found.to_string(), text.to_string());
        self.put(Warning { place, found, text });
    }

    /// Takes in those of another part of the file.
    pub(crate) fn append(&mut self, other: Self) {
        other.list.into_iter().for_each(|warning| self.put(warning));
    }

    fn put(&mut self, warning: Warning) {
        self.count += 1;
        let key = (field(&warning.place), warning.text.clone());
        if let Some(kind) = self.known.get(&key).and_then(|n| self.kinds.get_mut(*n)) {
            kind.count += 1;
            kind.differs |= kind.first.found != warning.found;
            // A warning in a trait is repeated for each user of the trait.
            if kind.places.len() < PLACES && !kind.places.contains(&warning.place) {
                kind.places.push(warning.place.clone());
            }
        } else if self.kinds.len() < KINDS {
            self.known.insert(key, self.kinds.len());
            let places = vec![warning.place.clone()];
            self.kinds.push(Kind { first: warning.clone(), places, count: 1, differs: false });
        } else {
            self.more += 1;
        }
        if self.list.len() < KEPT {
            self.list.push(warning);
        }
    }
}

/// A place without the numbers of lists: `segments[].curve`.
fn field(place: &str) -> String {
    let mut inside = false;
    place
        .chars()
        .filter(|&c| {
            inside = (inside || c == '[') && c != ']';
            !inside || c == '['
        })
        .collect()
}

impl fmt::Display for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in &self.kinds {
            writeln!(f, "{kind}")?;
        }
        if self.more > 0 {
            writeln!(f, "and {} more of other kinds", self.more)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_counted_and_not_kept() {
        let mut warnings = Warnings::default();
        for i in 0..KEPT + 5 {
            warnings.add(format_args!("discs[{i}]"), "parked");
        }
        assert_eq!((warnings.list().len(), warnings.count()), (KEPT, KEPT + 5));
        assert_eq!(warnings.to_string(), "discs[0], discs[1], discs[2] and 1002 more: parked\n");
        assert_eq!(warnings.list()[3].to_string(), "discs[3]: parked");
        for i in 0..2 * KINDS {
            warnings.add(format_args!("x{i}"), "not known");
        }
        assert_eq!((warnings.kinds().len(), warnings.of_other_kinds()), (KINDS, KINDS + 1));
        assert!(warnings.to_string().ends_with("and 201 more of other kinds\n"), "{warnings}");
    }

    /// A map of 400 bent walls said the same sentence 400 times.
    #[test]
    fn the_same_of_many_places_is_said_once() {
        let mut warnings = Warnings::default();
        for (i, degrees) in [5, 7, 8, 9].into_iter().enumerate() {
            warnings.add_found(format_args!("segments[{i}].curve"), degrees, "straight");
        }
        warnings.add_found("segments[7].curve", 5, "bent");
        warnings.add("segments[7].color", "straight");
        warnings.add("segments[7].color", "straight");
        let listed: Vec<String> = warnings.kinds().iter().map(Kind::to_string).collect();
        assert_eq!(
            listed,
            [
                "segments[0].curve, segments[1].curve, segments[2].curve and 1 more: is 5 and the like, straight",
                "segments[7].curve: is 5, bent",
                "segments[7].color and 1 more: straight",
            ]
        );
        assert_eq!(warnings.list()[3].to_string(), "segments[3].curve: is 9, straight");
        assert_eq!(field("a[12].b[3]"), "a[].b[]");
    }
}
