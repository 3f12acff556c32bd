//! Faults of a scene, and their places.

use std::fmt;
use std::path::PathBuf;

/// A fault of a scene, and its place.
///
/// It shows as `table.ron:12:9: bodies[3].shapes[0].radius: is -1, but must be between 0 and 1e6`; parts that
/// are not known are left out.
///
/// ```
/// use carom_scene::Scene;
///
/// let fault = Scene::from_ron("(carom: 1, balls: [(position: (0, 1), radius: -1)])")
///     .and_then(Scene::stage)
///     .unwrap_err();
/// assert!(fault.to_string().contains("radius"), "{fault}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The file.
    pub file: Option<PathBuf>,
    /// Line in the file, from 1; 0 if it is not known.
    pub line: usize,
    /// Column in the line in characters, from 1; 0 if it is not known.
    pub column: usize,
    /// Where in the scene, as `bodies[3].shapes[0].radius`.
    pub path: String,
    /// The found value and the allowed range.
    pub message: String,
    /// A guess of the intended value.
    pub help: Option<String>,
}

impl Fault {
    /// A fault at a path of the scene.
    #[must_use]
    pub fn at(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), ..Self::default() }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }

    /// The part that it shares with others of its kind, such as the same slip at a hundred balls: path and message
    /// without numbers and names.
    #[must_use]
    pub fn kind(&self) -> String {
        let text = format!("{}: {}", self.path, self.message);
        let mut quoted = false;
        let keep = |c: &char| {
            quoted ^= *c == '"';
            !(quoted || c.is_ascii_digit() || matches!(c, '.' | '-'))
        };
        // Of a table the names differ, of a list the numbers.
        match text.split_once('.') {
            Some((table @ ("materials" | "kinds" | "prefabs"), _)) => format!("{table}: {}", self.message),
            _ => text.chars().filter(keep).collect(),
        }
    }

    /// An unknown name, with the nearest known one.
    #[must_use]
    pub fn unknown<'a>(
        path: impl Into<String>,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let message = if known.is_empty() {
            format!("{what} {} is not known; there are none", quoted(name))
        } else {
            format!("{what} {} is not known", quoted(name))
        };
        Self::at(path, message).help(nearest(name, &known))
    }
}

/// A text in quotes, cut where it is long: files may hold anything.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((cut, _)) => format!("{:?}...", &text[..cut]),
        None => format!("{text:?}"),
    }
}

/// How long a list is, in words.
pub(crate) fn entries(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

/// "did you mean", if one of the names is near, and a short list otherwise.
pub(crate) fn nearest(name: &str, known: &[&str]) -> Option<String> {
    // Long names are no slip of the pen, and distances cost the product of the lengths.
    let near = known
        .iter()
        .filter(|_| name.len() <= 64)
        .map(|word| (strsim::damerau_levenshtein(&name.to_lowercase(), &word.to_lowercase()), *word))
        .filter(|(distance, word)| *distance <= 1 + word.len().min(name.len()) / 3)
        .min();
    match near {
        Some((_, word)) => Some(format!("did you mean `{word}`?")),
        None if known.is_empty() => None,
        None if known.len() <= 24 => Some(format!("known are {}", known.join(", "))),
        None => Some(format!("known are {} and {} more", known[..24].join(", "), known.len() - 24)),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", file.display())?;
        }
        match (self.line, &self.file) {
            (0, None) => {}
            (0, Some(_)) => f.write_str(" ")?,
            (line, Some(_)) => write!(f, "{line}:{}: ", self.column)?,
            (line, None) => write!(f, "line {line}, column {}: ", self.column)?,
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said() {
        let fault = Fault::at("balls[0].radius", "is -1, but must be more than 0");
        assert_eq!(fault.to_string(), "balls[0].radius: is -1, but must be more than 0");
        let placed = Fault { line: 3, column: 7, ..fault };
        assert!(placed.to_string().starts_with("line 3, column 7: balls[0]"), "{placed}");
        let filed = Fault { file: Some("a.ron".into()), ..placed };
        assert!(filed.to_string().starts_with("a.ron:3:7: balls[0]"), "{filed}");
    }

    #[test]
    fn faults_of_a_kind_are_alike() {
        let kind = |path: &str, message: &str| Fault::at(path, message).kind();
        let inside = |n: u32, what: &str| {
            kind(&format!("balls[{n}]"), &format!("the ball at ({n}, -1.5) starts inside {what}"))
        };
        assert_eq!(inside(1, "the ball \"a\""), inside(17, "the ball \"b\""));
        assert_ne!(inside(1, "the ball \"a\""), inside(1, "a body"));
        assert_eq!(kind("materials.felt", "nothing uses it"), kind("materials.oak", "nothing uses it"));
        assert_ne!(kind("materials.felt", "nothing uses it"), kind("kinds.felt", "nothing uses it"));
    }

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        let names = ["radius", "center", "material"];
        assert_eq!(nearest("radus", &names).as_deref(), Some("did you mean `radius`?"));
        assert_eq!(nearest("Center", &names).as_deref(), Some("did you mean `center`?"));
        assert_eq!(nearest("speed", &names).as_deref(), Some("known are radius, center, material"));
        assert_eq!(nearest("x", &[]), None);
        assert!(nearest(&"radius".repeat(100_000), &names).is_some(), "no long computing");
    }
}
