//! The fields of one object of a file, each with its place.

use std::cell::RefCell;

use glam::{DVec2, dvec2};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::limits::MAX_LENGTH;

/// Most characters of a found text that an error repeats.
const SHOWN: usize = 60;

/// One object of a file while it is read. Fields have one name in the files of `vpxtool` and may have another in
/// VPZ: of several names the first that is present counts.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    place: String,
    object: &'a Map<String, Value>,
    notes: RefCell<Vec<String>>,
}

fn shown(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
        value => {
            let text = value.to_string();
            let short: String = text.chars().take(SHOWN).collect();
            if short.len() < text.len() { format!("{short}...") } else { text }
        }
    }
}

impl<'a> Fields<'a> {
    /// The fields of a value, which must be an object.
    pub(crate) fn new(place: String, value: &'a Value) -> Result<Self, Error> {
        match value {
            Value::Object(object) => Ok(Self { place, object, notes: RefCell::default() }),
            other => Err(Error::Value { place, found: shown(other), allowed: "an object" }),
        }
    }

    fn find(&self, names: &[&'static str]) -> Option<(&'static str, &'a Value)> {
        names.iter().find_map(|name| {
            let value = self.object.get(*name).filter(|value| !value.is_null())?;
            Some((*name, value))
        })
    }

    fn refuse<T>(&self, name: &str, value: &Value, allowed: &'static str) -> Result<T, Error> {
        Err(Error::Value { place: format!("{}: {name}", self.place), found: shown(value), allowed })
    }

    /// A number, or its default.
    pub(crate) fn number(&self, names: &[&'static str], default: f64) -> Result<f64, Error> {
        let Some((name, value)) = self.find(names) else { return Ok(default) };
        match value.as_f64() {
            Some(number) if number.abs() <= MAX_LENGTH => Ok(number),
            _ => self.refuse(name, value, "a number, -1e6 to 1e6"),
        }
    }

    /// A number that becomes the next one of a range where it lies outside, which is noted.
    pub(crate) fn within(&self, names: &[&'static str], default: f64, range: [f64; 2]) -> Result<f64, Error> {
        let number = self.number(names, default)?;
        let clamped = number.clamp(range[0], range[1]);
        if clamped != number {
            self.note(format!("{} becomes {clamped}: the table's value is out of range", names[0]));
        }
        Ok(clamped)
    }

    /// Yes or no; old files write 0 and 1.
    pub(crate) fn flag(&self, names: &[&'static str], default: bool) -> Result<bool, Error> {
        let Some((name, value)) = self.find(names) else { return Ok(default) };
        match (value.as_bool(), value.as_i64()) {
            (Some(flag), _) => Ok(flag),
            (None, Some(number)) => Ok(number != 0),
            _ => self.refuse(name, value, "true or false"),
        }
    }

    /// Whether the item stops balls.
    pub(crate) fn is_collidable(&self) -> Result<bool, Error> {
        self.flag(&["is_collidable", "collidable"], true)
    }

    /// A text; empty where there is none.
    pub(crate) fn text(&self, names: &[&'static str]) -> Result<&'a str, Error> {
        let Some((name, value)) = self.find(names) else { return Ok("") };
        value.as_str().map_or_else(|| self.refuse(name, value, "a text"), Ok)
    }

    /// One of several choices: `vpxtool` writes its name, in the style of its time, and VPZ its number. A name comes back
    /// in small letters without anything between them, a number as one of `names`.
    pub(crate) fn choice(&self, fields: &[&'static str], names: &[&str]) -> Result<String, Error> {
        let Some((name, value)) = self.find(fields) else { return Ok(String::new()) };
        if let Some(text) = value.as_str() {
            return Ok(text
                .chars()
                .filter(|c| c.is_alphanumeric())
                .take(SHOWN)
                .collect::<String>()
                .to_lowercase());
        }
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
        match number.and_then(|number| names.get(number)) {
            Some(choice) => Ok((*choice).to_owned()),
            None => self.refuse(name, value, "a name or a number of the list"),
        }
    }

    /// A place, `{"x": 1, "y": 2}`; the origin where there is none.
    pub(crate) fn point(&self, names: &[&'static str]) -> Result<DVec2, Error> {
        let Some((name, value)) = self.find(names) else { return Ok(DVec2::ZERO) };
        let inner = Fields::new(format!("{}: {name}", self.place), value)?;
        Ok(dvec2(inner.number(&["x"], 0.0)?, inner.number(&["y"], 0.0)?))
    }

    /// A number in an object, or its default.
    pub(crate) fn part(&self, name: &'static str, part: &'static str, default: f64) -> Result<f64, Error> {
        let Some((name, value)) = self.find(&[name]) else { return Ok(default) };
        Fields::new(format!("{}: {name}", self.place), value)?.number(&[part], default)
    }

    /// A list; empty where there is none.
    pub(crate) fn list(&self, names: &[&'static str]) -> Result<(&'static str, &'a [Value]), Error> {
        match self.find(names) {
            None => Ok((names[0], &[])),
            Some((name, Value::Array(list))) => Ok((name, list)),
            Some((name, other)) => self.refuse(name, other, "a list"),
        }
    }

    /// A number in a list.
    pub(crate) fn element(&self, name: &str, n: usize, value: &Value) -> Result<f64, Error> {
        match value.as_f64() {
            Some(number) if number.abs() <= MAX_LENGTH => Ok(number),
            _ => self.refuse(&format!("{name}[{n}]"), value, "a number, -1e6 to 1e6"),
        }
    }

    /// The fields of an entry of a list.
    pub(crate) fn entry(&self, name: &str, n: usize, value: &'a Value) -> Result<Self, Error> {
        Fields::new(format!("{}: {name}[{n}]", self.place), value)
    }

    /// Whether there is a field of one of these names.
    pub(crate) fn has(&self, names: &[&'static str]) -> bool {
        self.find(names).is_some()
    }

    /// Keeps a note of a part that is not carried over unchanged.
    pub(crate) fn note(&self, note: impl Into<String>) {
        let mut notes = self.notes.borrow_mut();
        let note = note.into();
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// The notes.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.notes.take()
    }
}
