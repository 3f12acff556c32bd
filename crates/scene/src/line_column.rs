//! The line and column of a path: the place of a fault that shows only after reading.
//!
//! The document is read once more, along the path alone, and given up where the path ends: the place of that
//! error is the place sought. So both notations are served without a second parser.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::notation::{self, Format};

/// Line and column of the deepest part of a path that the text has, and how deep that is.
pub(crate) fn locate(path: &str, text: &str, format: Format) -> Option<(usize, usize, usize)> {
    let (steps, text) = (steps(path), notation::unmarked(text));
    let mut depths = (1..=steps.len()).rev();
    depths.find_map(|depth| find(&steps[..depth], text, format).map(|(line, column)| (depth, line, column)))
}

/// A step along a path.
#[derive(Debug, PartialEq)]
enum Step {
    Name(String),
    Index(usize),
}

/// `bodies[3].shapes["a b"]` in steps.
fn steps(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let quoted = inside.starts_with('"');
            let Some(end) = (if quoted { inside.find("\"]").map(|at| at + 1) } else { inside.find(']') })
            else {
                break;
            };
            let word = &inside[..end];
            steps.push(match word.parse() {
                Ok(index) => Step::Index(index),
                Err(_) => Step::Name(word.trim_matches('"').to_owned()),
            });
            rest = inside.get(end + 1..).unwrap_or("");
        } else {
            rest = rest.strip_prefix('.').unwrap_or(rest);
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            steps.push(Step::Name(rest[..end].to_owned()));
            rest = &rest[end..];
        }
    }
    steps
}

const HERE: &str = "\u{1}here\u{1}";

fn find(steps: &[Step], text: &str, format: Format) -> Option<(usize, usize)> {
    match format {
        #[cfg(feature = "ron")]
        Format::Ron => {
            let mut source = ron::Deserializer::from_str_with_options(text, &notation::notation()).ok()?;
            let error = Seek(steps).deserialize(&mut source).err()?;
            let error = source.span_error(error);
            matches!(&error.code, ron::Error::Message(message) if message == HERE)
                .then_some((error.span.end.line, error.span.end.col))
        }
        Format::Json => {
            let mut source = serde_json::Deserializer::from_str(text);
            let error = Seek(steps).deserialize(&mut source).err()?;
            // The cursor stands behind the text before the value.
            error.to_string().starts_with(HERE).then_some((error.line(), error.column() + 1))
        }
    }
}

/// Goes along the steps, and stops with an error at their end.
struct Seek<'a>(&'a [Step]);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.is_empty() {
            return Err(D::Error::custom(HERE));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table or a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let Some((Step::Index(index), rest)) = self.0.split_first() else {
            return Err(A::Error::custom("no list was expected"));
        };
        for _ in 0..*index {
            if seq.next_element::<IgnoredAny>()?.is_none() {
                return Err(A::Error::custom("too short"));
            }
        }
        seq.next_element_seed(Seek(rest))?.ok_or_else(|| A::Error::custom("too short"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((Step::Name(name), rest)) = self.0.split_first() else {
            return Err(A::Error::custom("no table was expected"));
        };
        while let Some(Word(key)) = map.next_key()? {
            if key == *name {
                return map.next_value_seed(Seek(rest));
            }
            // JSON wraps a variant in a table with its name, which the path leaves out.
            if key.starts_with(char::is_uppercase) {
                return map.next_value_seed(self);
            }
            map.next_value::<IgnoredAny>()?;
        }
        Err(A::Error::custom("no such name"))
    }
}

/// The name of a field or of an entry.
struct Word(String);

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Word;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Word, E> {
                Ok(Word(name.to_owned()))
            }
        }
        deserializer.deserialize_any(Name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_its_place_in_both_notations() {
        let ron = "(\n  carom: 1,\n  bodies: [\n    (shapes: [Circle(radius: 1.0)]),\n    (shapes: [\n      Circle(center: (0, 0), radius: 2.0)])])";
        let json = "{\n  \"carom\": 1,\n  \"bodies\": [\n    {\"shapes\": []},\n    {\"shapes\": [\n      {\"Circle\": {\"radius\": 2.0}}]}]}";
        for (text, format) in [(ron, Format::Ron), (json, Format::Json)] {
            let (depth, line, column) = locate("bodies[1].shapes[0].radius", text, format).unwrap();
            assert_eq!((depth, line), (5, 6), "{format:?}");
            let rest = text.lines().nth(5).unwrap()[column - 1..].trim_start_matches([':', ' ']);
            assert!(rest.starts_with("2.0"), "{format:?}: column {column} is {rest}");
        }
    }

    #[test]
    fn a_path_that_the_text_lacks_leads_as_far_as_it_goes() {
        let text = "(carom: 1,\n balls: [\n  (position: (0, 0))])";
        assert_eq!(locate("balls[0].radius", text, Format::Ron), Some((2, 3, 3)), "the ball itself");
        assert_eq!(locate("spawners[3]", text, Format::Ron), None, "nothing of it is there");
    }

    #[test]
    fn names_in_quotes_are_steps() {
        use Step::{Index, Name};
        let expected = vec![Name("materials".into()), Name("a b".into()), Name("friction".into()), Index(3)];
        assert_eq!(steps("materials[\"a b\"].friction[3]"), expected);
        assert_eq!(steps("[[\"").len(), 0);
    }
}
