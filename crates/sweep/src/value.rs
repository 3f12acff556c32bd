//! A value of a scene that varies.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value of a scene that varies: a number, or a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A name, or any other value of a scene that is no number.
    Text(String),
}

impl Value {
    /// A number if it reads as one, and a text otherwise.
    pub(crate) fn parse(text: &str) -> Self {
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Self::Number(number),
            _ => Self::Text(text.to_owned()),
        }
    }
}

impl fmt::Display for Value {
    /// As a scene has it: a whole number has no point, as some fields take no other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A whole number with a sign.
    Integer,
    /// A whole number without one, such as a hash.
    Unsigned,
    /// A number.
    Number,
    /// A text.
    Text,
    /// Several numbers.
    Numbers,
}

impl Kind {
    /// The type of a column that holds all of these.
    pub(crate) fn of(values: &[Value]) -> Self {
        let numbers = values.iter().all(|value| matches!(value, Value::Number(_)));
        if numbers { Self::Number } else { Self::Text }
    }
}
