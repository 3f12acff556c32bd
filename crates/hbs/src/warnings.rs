//! What was not carried over as it stands, and where.

use std::fmt;

/// Most warnings that are kept one by one.
const KEPT: usize = 1000;

/// Something that was read or built otherwise than the file says, or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where, as a path: `segments[12].curve`.
    pub place: String,
    /// What was done, and why.
    pub text: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// The warnings of one file, in the order in which they came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    list: Vec<Warning>,
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
    pub fn count(&self) -> usize {
        self.list.len() + self.more
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    pub(crate) fn add(&mut self, place: impl fmt::Display, text: impl fmt::Display) {
        if self.list.len() == KEPT {
            self.more += 1;
        } else {
            self.list.push(Warning { place: place.to_string(), text: text.to_string() });
        }
    }
}

impl fmt::Display for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for warning in &self.list {
            writeln!(f, "{warning}")?;
        }
        if self.more > 0 {
            writeln!(f, "and {} more", self.more)?;
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
        assert!(warnings.to_string().ends_with("and 5 more\n"), "{warnings}");
        assert_eq!(warnings.list()[3].to_string(), "discs[3]: parked");
    }
}
