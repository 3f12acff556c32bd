//! JSON5 as a tree, read within limits: the cost of a hostile file is bounded before it is read.

use std::cell::Cell;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use crate::error::Error;
use crate::limits::{MAX_BYTES, MAX_DEPTH, MAX_VALUES};

/// A value as it stands in the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    /// In the order of the file, with names that occur twice.
    Object(Vec<(String, Self)>),
}

impl Value {
    /// Reads a whole text.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        if text.len() > MAX_BYTES {
            return Err(Error::TooLong { bytes: text.len() as u64 });
        }
        match json5::from_str::<Root>(text) {
            Ok(Root(value)) => Ok(value),
            Err(error) => Err(Error::Syntax {
                line: error.position().map_or(0, |at| at.line + 1),
                column: error.position().map_or(0, |at| at.column + 1),
                message: error.to_string(),
            }),
        }
    }
}

impl fmt::Display for Value {
    /// Short: the found text, for a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(value) => f.write_str(&number(*value)),
            Self::Text(text) => write!(f, "{:?}", text.chars().take(40).collect::<String>()),
            Self::List(list) => write!(f, "a list of {}", list.len()),
            Self::Object(_) => f.write_str("an object"),
        }
    }
}

/// A number as a person would write it.
pub(crate) fn number(x: f64) -> String {
    if x == 0.0 || (1e-3..1e7).contains(&x.abs()) { x.to_string() } else { format!("{x:e}") }
}

struct Root(Value);

impl<'de> Deserialize<'de> for Root {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let left = Cell::new(MAX_VALUES);
        Seed { depth: 0, left: &left }.deserialize(source).map(Root)
    }
}

/// Reads one value and knows how much may still be read.
#[derive(Clone, Copy)]
struct Seed<'a> {
    depth: u32,
    left: &'a Cell<u32>,
}

impl Seed<'_> {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format_args!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.ok_or_else(|| D::Error::custom(format_args!("more than {MAX_VALUES} values")))?);
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let seed = self.deeper()?;
        let mut list = Vec::new();
        while let Some(value) = access.next_element_seed(seed)? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let seed = self.deeper()?;
        let mut object = Vec::new();
        while let Some(name) = access.next_key()? {
            object.push((name, access.next_value_seed(seed)?));
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_json5_adds() {
        let value = Value::parse("\u{feff}{ a: [1, .5, +2, 0x10,], 'b': null, // comment\n /* more */ }");
        let list = Value::List([1.0, 0.5, 2.0, 16.0].map(Value::Number).to_vec());
        let object = vec![("a".to_owned(), list), ("b".to_owned(), Value::Null)];
        assert_eq!(value, Ok(Value::Object(object)));
    }

    #[test]
    fn errors_say_where() {
        let Err(Error::Syntax { line, column, .. }) = Value::parse("{\n  a: 1\n  b: 2 }") else {
            panic!("a comma is missing");
        };
        assert_eq!((line, column), (3, 3));
        assert!(Value::parse("{} {}").is_err(), "two values");
        assert!(Value::parse("").is_err(), "no value");
    }

    #[test]
    fn nesting_is_limited_before_the_stack_is() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::parse(&nested(MAX_DEPTH as usize)).is_ok(), "as deep as may be");
        for depth in [MAX_DEPTH as usize + 1, 1_000_000] {
            let error = Value::parse(&nested(depth)).expect_err("too deep").to_string();
            assert!(error.contains("nested"), "{error}");
        }
        assert!(Value::parse(&"[{a:".repeat(100_000)).is_err(), "never closed");
    }

    #[test]
    fn length_and_number_are_limited() {
        let zeros = "0".repeat(MAX_BYTES + 1);
        assert!(matches!(Value::parse(&zeros), Err(Error::TooLong { .. })), "too long");
        let list = format!("[{}]", "0,".repeat(MAX_VALUES as usize));
        let error = Value::parse(&list).expect_err("too many").to_string();
        assert!(error.contains("values"), "{error}");
    }
}
