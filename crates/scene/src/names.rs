//! Names for objects that a program puts into a scene.

use std::collections::BTreeMap;

/// Most characters of a name, without the number behind it.
const LONGEST: usize = 60;

/// Hands out names, each only once. Readers of another format have names that may be long, empty or the same.
///
/// ```
/// use carom_scene::Names;
///
/// let mut names = Names::default();
/// assert_eq!(names.unique("Wall"), "Wall");
/// assert_eq!(names.unique("Wall"), "Wall 2");
/// assert_eq!(names.unique("a.b"), "a_b");
/// assert_eq!(names.unique(""), "unnamed");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The names, each with the number that was last put behind it.
    known: BTreeMap<String, u64>,
}

impl Names {
    /// The name that is wanted, cut to 60 characters, with a number behind it if it was handed out before. Dots and
    /// control characters become `_`, as a dot separates a body from its shape.
    pub fn unique(&mut self, wanted: &str) -> String {
        let plain: String =
            wanted.chars().map(|c| if c == '.' || c.is_control() { '_' } else { c }).take(LONGEST).collect();
        let plain = if plain.is_empty() { "unnamed".to_owned() } else { plain };
        let mut n = self.known.get(&plain).copied().unwrap_or(0);
        loop {
            n += 1;
            let name = if n == 1 { plain.clone() } else { format!("{plain} {n}") };
            if !self.known.contains_key(&name) {
                self.known.insert(plain, n);
                self.known.entry(name.clone()).or_insert(1);
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_comes_twice_even_if_a_number_is_part_of_it() {
        let mut names = Names::default();
        let wanted = ["a", "a 2", "a", "a", "a 2", "", "unnamed", "a\n", "a_"];
        let given: Vec<String> = wanted.iter().map(|wanted| names.unique(wanted)).collect();
        assert_eq!(given[..3], ["a", "a 2", "a 3"]);
        assert_eq!(given.iter().collect::<BTreeSet<_>>().len(), wanted.len(), "{given:?}");
    }

    #[test]
    fn a_hundred_thousand_of_one_name_are_no_trouble() {
        let mut names = Names::default();
        let last = (0..100_000).map(|_| names.unique("Wall")).last();
        assert_eq!(last.as_deref(), Some("Wall 100000"));
    }
}
