//! The fields of one object: its own, then those of its trait, each with its place.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::color::Color;
use crate::error::Error;
use crate::flags::Flags;
use crate::value::{Value, number};
use crate::warnings::Warnings;

/// The fields of each trait by name. Maps, so that a trait with very many costs no item more than one with
/// few.
pub(crate) type Traits<'a> = BTreeMap<&'a str, BTreeMap<&'a str, &'a Value>>;

/// Largest coordinate, distance or speed, pixels or pixels a second; the world takes no more.
pub(crate) const LARGEST: f64 = 1e8;

/// Fields that editors of maps write into any object.
const EDITORS: [&str; 2] = ["x", "y"];

/// One object of the file while it is read.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    place: String,
    own: BTreeMap<&'a str, &'a Value>,
    from: Option<(&'a str, &'a BTreeMap<&'a str, &'a Value>)>,
    /// Names that were read: all others in the file are unknown.
    known: BTreeSet<&'static str>,
}

/// A value of the wrong kind or out of range.
pub(crate) fn refuse<T>(place: String, found: impl ToString, allowed: impl Into<String>) -> Result<T, Error> {
    Err(Error::Value { place, found: found.to_string(), allowed: allowed.into() })
}

/// The fields of a value by name; of a name that occurs twice the last counts, as in the game. A value that is no
/// object has no fields: editors write `[]` for an empty one, and the game takes anything.
pub(crate) fn object<'a>(
    place: &str,
    value: &'a Value,
    notes: &mut Warnings,
) -> BTreeMap<&'a str, &'a Value> {
    let mut fields = BTreeMap::new();
    let Value::Object(list) = value else {
        notes.add_found(place, value, "which is no object: it has no fields, as in the game");
        return fields;
    };
    for (name, value) in list {
        if fields.insert(name.as_str(), value).is_some() {
            notes.add(join(place, name), "is given twice; the last one counts");
        }
    }
    fields
}

/// A number within limits, with a warning that names the replacement of one outside them.
pub(crate) fn clamp(
    place: impl fmt::Display,
    value: f64,
    [low, high]: [f64; 2],
    notes: &mut Warnings,
) -> f64 {
    let clamped = value.clamp(low, high);
    if clamped != value {
        notes.add_found(place, number(value), format_args!("becomes {}", number(clamped)));
    }
    clamped
}

/// The path of a field in an object; names of any length are cut, a place is for reading.
pub(crate) fn join(place: &str, name: &str) -> String {
    let short: String = name.chars().take(40).collect();
    if place.is_empty() { short } else { format!("{place}.{short}") }
}

impl<'a> Fields<'a> {
    /// The fields of an object.
    pub(crate) fn new(place: String, value: &'a Value, notes: &mut Warnings) -> Self {
        let own = object(&place, value, notes);
        Self { place, own, from: None, known: BTreeSet::new() }
    }

    /// The fields of an object that may name a trait.
    pub(crate) fn with_trait(
        place: String,
        value: &'a Value,
        traits: &'a Traits<'a>,
        notes: &mut Warnings,
    ) -> Self {
        let mut fields = Self::new(place, value, notes);
        match fields.value("trait") {
            None => {}
            Some(Value::Text(name)) if traits.contains_key(name.as_str()) => {
                fields.from = traits.get_key_value(name.as_str()).map(|(name, values)| (*name, values));
            }
            Some(other) => notes.add_found(fields.at("trait"), other, "but there is no such trait"),
        }
        fields
    }

    /// The path of a field.
    pub(crate) fn at(&self, name: &str) -> String {
        match self.from {
            Some((from, values)) if !self.has_own(name) && values.contains_key(name) => {
                join(&join("traits", from), name)
            }
            _ => join(&self.place, name),
        }
    }

    fn has_own(&self, name: &str) -> bool {
        self.own.get(name).is_some_and(|value| **value != Value::Null)
    }

    /// The value of a field, with where it stands; `null` is as good as none.
    pub(crate) fn value(&mut self, name: &'static str) -> Option<&'a Value> {
        self.known.insert(name);
        let of_trait = || self.from.and_then(|(_, values)| values.get(name).copied());
        if self.has_own(name) { self.own.get(name).copied() } else { of_trait() }
            .filter(|value| **value != Value::Null)
    }

    /// Refuses the value of a field.
    pub(crate) fn refuse<T>(
        &self,
        name: &str,
        found: impl ToString,
        allowed: impl Into<String>,
    ) -> Result<T, Error> {
        refuse(self.at(name), found, allowed)
    }

    /// A number that may be infinite.
    pub(crate) fn extended(&mut self, name: &'static str) -> Result<Option<f64>, Error> {
        match self.value(name) {
            Some(Value::Number(number)) if number.is_infinite() => Ok(Some(*number)),
            _ => self.number(name),
        }
    }

    /// A finite number.
    pub(crate) fn number(&mut self, name: &'static str) -> Result<Option<f64>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Number(number)) if number.is_finite() => Ok(Some(*number)),
            Some(other) => self.refuse(name, other, "a finite number"),
        }
    }

    /// A number that is a coordinate, a distance or the like; a number beyond the world's limit is reduced to it.
    pub(crate) fn length(&mut self, name: &'static str, notes: &mut Warnings) -> Result<Option<f64>, Error> {
        let length = self.extended(name)?;
        Ok(length.map(|x| clamp(self.at(name), x, [-LARGEST, LARGEST], notes)))
    }

    /// Two numbers; larger ones are reduced to this limit.
    pub(crate) fn pair(
        &mut self,
        name: &'static str,
        most: f64,
        notes: &mut Warnings,
    ) -> Result<Option<[f64; 2]>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => pair(&self.at(name), value, most, notes).map(Some),
        }
    }

    /// Two coordinates.
    pub(crate) fn point(
        &mut self,
        name: &'static str,
        notes: &mut Warnings,
    ) -> Result<Option<[f64; 2]>, Error> {
        self.pair(name, LARGEST, notes)
    }

    /// A list of points.
    pub(crate) fn points(
        &mut self,
        name: &'static str,
        notes: &mut Warnings,
    ) -> Result<Vec<[f64; 2]>, Error> {
        let list = self.list(name)?;
        list.iter()
            .enumerate()
            .map(|(i, value)| pair(&format!("{}[{i}]", self.at(name)), value, LARGEST, notes))
            .collect()
    }

    /// A whole number below `count`.
    pub(crate) fn index(&mut self, name: &'static str, count: usize, of: &str) -> Result<usize, Error> {
        let found = self.required(name, Self::number)?;
        if found >= 0.0 && found < count as f64 && found.fract() == 0.0 {
            return Ok(found as usize);
        }
        let allowed = format!("a whole number from 0 to below {count}, the number of {of}");
        self.refuse(name, number(found), allowed)
    }

    /// A text.
    pub(crate) fn text(&mut self, name: &'static str) -> Result<Option<&'a str>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(other) => self.refuse(name, other, "a text"),
        }
    }

    /// True or false.
    pub(crate) fn boolean(&mut self, name: &'static str) -> Result<Option<bool>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Bool(value)) => Ok(Some(*value)),
            Some(other) => self.refuse(name, other, "true or false"),
        }
    }

    /// A list, empty if there is none.
    pub(crate) fn list(&mut self, name: &'static str) -> Result<&'a [Value], Error> {
        match self.value(name) {
            None => Ok(&[]),
            Some(Value::List(list)) => Ok(list),
            Some(other) => self.refuse(name, other, "a list"),
        }
    }

    /// Collision flags. A name that is not known is left out with a warning.
    pub(crate) fn flags(&mut self, name: &'static str, notes: &mut Warnings) -> Result<Option<Flags>, Error> {
        if self.value(name).is_none() {
            return Ok(None);
        }
        let mut flags = Flags::NONE;
        for (i, value) in self.list(name)?.iter().enumerate() {
            let place = format!("{}[{i}]", self.at(name));
            match value {
                Value::Text(text) => match Flags::named(text) {
                    Some(flag) => flags = flags | flag,
                    None => notes.add_found(place, value, "which is no collision flag and left out"),
                },
                other => notes.add_found(place, other, "which is no collision flag and left out"),
            }
        }
        Ok(Some(flags))
    }

    /// A colour. One that can't be read is left out with a warning: nothing but a picture needs it.
    pub(crate) fn color(&mut self, name: &'static str, notes: &mut Warnings) -> Option<Color> {
        let value = self.value(name)?;
        let color = Color::read(value);
        if color.is_none() {
            notes.add_found(self.at(name), value, "which is no colour and left out");
        }
        color
    }

    /// The value of a field that must be present.
    pub(crate) fn required<T>(
        &mut self,
        name: &'static str,
        get: impl FnOnce(&mut Self, &'static str) -> Result<Option<T>, Error>,
    ) -> Result<T, Error> {
        match get(self, name)? {
            Some(value) => Ok(value),
            None => self.refuse(name, "missing", "given"),
        }
    }

    /// Own fields that are known and left out, each with a warning. A trait may hold fields for other objects.
    pub(crate) fn leave_out(&mut self, names: &[&'static str], why: &str, notes: &mut Warnings) {
        for name in names {
            self.known.insert(name);
            if self.has_own(name) {
                notes.add(join(&self.place, name), why);
            }
        }
    }

    /// Fields that mean nothing here in the game either, as they concern other things, or the view of a player.
    pub(crate) fn pass_over(&mut self, names: &[&'static str]) {
        self.known.extend(names);
    }

    /// Warns of the object's own fields that were not read. Remains of map editors have no meaning.
    pub(crate) fn close(self, notes: &mut Warnings) {
        let is_left = |name: &str| name.starts_with('_') || EDITORS.contains(&name);
        for name in self.own.keys().filter(|name| !self.known.contains(**name) && !is_left(name)) {
            notes.add(join(&self.place, name), "is not a known field here and left out");
        }
    }
}

fn pair(place: &str, value: &Value, most: f64, notes: &mut Warnings) -> Result<[f64; 2], Error> {
    let Value::List(list) = value else {
        return refuse(place.to_owned(), value, "a list of two numbers");
    };
    let [x, y, rest @ ..] = list.as_slice() else {
        return refuse(place.to_owned(), value, "a list of two numbers");
    };
    if !rest.is_empty() {
        notes.add_found(place, value, "of which the first two count, as in the game");
    }
    let mut number = |n: usize, value: &Value| match value {
        Value::Number(x) if !x.is_nan() => Ok(clamp(format_args!("{place}[{n}]"), *x, [-most, most], notes)),
        other => refuse(format!("{place}[{n}]"), other, "a number"),
    };
    Ok([number(0, x)?, number(1, y)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T>(text: &str, get: impl Fn(&mut Fields<'_>) -> Result<T, Error>) -> (Result<T, String>, String) {
        let value = Value::parse(text).expect("JSON5");
        let mut notes = Warnings::default();
        let inner = Value::parse("{ bCoef: 'soft', curve: 90 }").expect("JSON5");
        let traits = Traits::from([("rail", object("", &inner, &mut notes))]);
        let mut fields = Fields::with_trait("segments[3]".to_owned(), &value, &traits, &mut notes);
        let got = get(&mut fields).map_err(|error| error.to_string());
        fields.close(&mut notes);
        (got, notes.to_string())
    }

    #[test]
    fn own_fields_come_before_those_of_the_trait() {
        let curve = |fields: &mut Fields<'_>| fields.number("curve");
        assert_eq!(read("{ trait: 'rail', curve: 5 }", curve).0, Ok(Some(5.0)));
        assert_eq!(read("{ trait: 'rail' }", curve).0, Ok(Some(90.0)));
        assert_eq!(read("{ trait: 'rail', curve: null }", curve).0, Ok(Some(90.0)), "null is none");
        assert_eq!(read("{}", curve).0, Ok(None));
    }

    #[test]
    fn places_name_field_or_trait() {
        let soft = |fields: &mut Fields<'_>| fields.number("bCoef");
        let own = read("{ bCoef: [1] }", soft).0.expect_err("no number");
        assert_eq!(own, "segments[3].bCoef is a list of 1, but must be a finite number");
        let of_trait = read("{ trait: 'rail' }", soft).0.expect_err("no number");
        assert_eq!(of_trait, "traits.rail.bCoef is \"soft\", but must be a finite number");
        let point = read("{ pos: [1, NaN] }", |fields| fields.point("pos", &mut Warnings::default()))
            .0
            .expect_err("no number");
        assert!(point.starts_with("segments[3].pos[1] is NaN"), "{point}");
        let index = read("{ v0: 4 }", |fields| fields.index("v0", 4, "vertexes")).0.expect_err("too large");
        assert!(index.contains("segments[3].v0 is 4,") && index.contains("below 4"), "{index}");
    }

    #[test]
    fn nothing_is_left_out_in_silence() {
        let (_, notes) =
            read("{ trait: 'rial', curv: 5, curve: 1, curve: 2 }", |fields| fields.number("curve"));
        for part in ["segments[3].trait: is \"rial\", but", "segments[3].curv: ", "segments[3].curve: "] {
            assert!(notes.contains(part), "{part} in {notes}");
        }
    }
}
