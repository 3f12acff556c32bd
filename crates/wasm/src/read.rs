//! Objects of JavaScript, read field by field.

use std::cell::RefCell;

use carom::glam::Vec2;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::fail::Answer;

/// An object whose fields are read by name. A field that nobody reads is refused: it would be a slip
/// of the pen.
pub(crate) struct Fields {
    object: JsValue,
    path: String,
    read: RefCell<Vec<&'static str>>,
}

/// A value as an error shows it.
fn shown(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        let short: String = text.chars().take(40).collect();
        format!("{short:?}")
    } else if let Some(number) = value.as_f64() {
        number.to_string()
    } else if let Some(flag) = value.as_bool() {
        flag.to_string()
    } else if value.is_undefined() {
        "undefined".to_owned()
    } else if value.is_null() {
        "null".to_owned()
    } else if Array::is_array(value) {
        "an array".to_owned()
    } else if value.is_function() {
        "a function".to_owned()
    } else {
        "an object".to_owned()
    }
}

/// `path is VALUE, but must be ALLOWED`, as the engine says it.
pub(crate) fn wrong(path: &str, value: &JsValue, allowed: &str) -> JsError {
    JsError::new(&format!("{path} is {}, but must be {allowed}", shown(value)))
}

/// A number at a path.
pub(crate) fn number(path: &str, value: &JsValue) -> Answer<f64> {
    value.as_f64().ok_or_else(|| wrong(path, value, "a number"))
}

/// A vector at a path: `{ x, y }` or `[x, y]`.
pub(crate) fn vector(path: &str, value: &JsValue) -> Answer<Vec2> {
    let parts = if let Some(list) = value.dyn_ref::<Array>() {
        (list.length() == 2).then(|| (list.get(0), list.get(1)))
    } else if value.is_object() {
        let part = |name: &str| Reflect::get(value, &name.into()).unwrap_or_default();
        Some((part("x"), part("y")))
    } else {
        None
    };
    match parts.and_then(|(x, y)| Some((x.as_f64()?, y.as_f64()?))) {
        Some((x, y)) => Ok(Vec2::new(x as f32, y as f32)),
        None => Err(wrong(path, value, "a point { x, y } or [x, y] of two numbers")),
    }
}

impl Fields {
    /// The fields of an object; `undefined` is an empty one.
    pub(crate) fn new(path: impl Into<String>, object: &JsValue) -> Answer<Self> {
        let path = path.into();
        if !(object.is_undefined() || object.is_object()) || Array::is_array(object) {
            return Err(wrong(&path, object, "an object"));
        }
        Ok(Self { object: object.clone(), path, read: RefCell::default() })
    }

    /// Where a field stands, for errors.
    pub(crate) fn at(&self, name: &str) -> String {
        format!("{}.{name}", self.path)
    }

    /// A field, if it is there.
    pub(crate) fn get(&self, name: &'static str) -> Option<JsValue> {
        self.read.borrow_mut().push(name);
        let value = Reflect::get(&self.object, &name.into()).ok()?;
        (!value.is_undefined()).then_some(value)
    }

    fn parsed<T>(&self, name: &'static str, parse: fn(&str, &JsValue) -> Answer<T>) -> Answer<Option<T>> {
        self.get(name).map(|value| parse(&self.at(name), &value)).transpose()
    }

    pub(crate) fn number(&self, name: &'static str) -> Answer<Option<f64>> {
        self.parsed(name, number)
    }

    pub(crate) fn point(&self, name: &'static str) -> Answer<Option<Vec2>> {
        self.parsed(name, vector)
    }

    pub(crate) fn flag(&self, name: &'static str) -> Answer<Option<bool>> {
        self.parsed(name, |path, value| value.as_bool().ok_or_else(|| wrong(path, value, "true or false")))
    }

    pub(crate) fn text(&self, name: &'static str) -> Answer<Option<String>> {
        self.parsed(name, |path, value| value.as_string().ok_or_else(|| wrong(path, value, "a text")))
    }

    pub(crate) fn list(&self, name: &'static str) -> Answer<Option<Vec<JsValue>>> {
        self.parsed(name, |path, value| {
            let list = value.dyn_ref::<Array>().ok_or_else(|| wrong(path, value, "an array"))?;
            Ok(list.iter().collect())
        })
    }

    /// A list of points.
    pub(crate) fn points(&self, name: &'static str) -> Answer<Option<Vec<Vec2>>> {
        let Some(list) = self.list(name)? else { return Ok(None) };
        let path = self.at(name);
        let point = |(n, value): (usize, &JsValue)| vector(&format!("{path}[{n}]"), value);
        list.iter().enumerate().map(point).collect::<Answer<_>>().map(Some)
    }

    /// Two numbers, such as limits.
    pub(crate) fn pair(&self, name: &'static str) -> Answer<Option<[f32; 2]>> {
        self.parsed(name, |path, value| {
            let list = value.dyn_ref::<Array>().filter(|list| list.length() == 2);
            let pair =
                list.and_then(|list| Some([list.get(0).as_f64()? as f32, list.get(1).as_f64()? as f32]));
            pair.ok_or_else(|| wrong(path, value, "an array of two numbers"))
        })
    }

    /// The fields of an object within this one.
    pub(crate) fn inside(&self, name: &'static str) -> Answer<Option<Self>> {
        self.get(name).map(|value| Self::new(self.at(name), &value)).transpose()
    }

    /// What is missing.
    pub(crate) fn need<T>(&self, name: &'static str, value: Option<T>) -> Answer<T> {
        value.ok_or_else(|| JsError::new(&format!("{} is missing", self.at(name))))
    }

    /// Sets a field of the engine's, if the object has it.
    pub(crate) fn set_number(&self, name: &'static str, into: &mut f32) -> Answer<()> {
        if let Some(value) = self.number(name)? {
            *into = value as f32;
        }
        Ok(())
    }

    /// Sets a point of the engine's, if the object has it.
    pub(crate) fn set_point(&self, name: &'static str, into: &mut Vec2) -> Answer<()> {
        if let Some(value) = self.point(name)? {
            *into = value;
        }
        Ok(())
    }

    /// A whole number from 0 to 2^32 - 1.
    pub(crate) fn whole(&self, name: &'static str) -> Answer<Option<u32>> {
        self.parsed(name, |path, value| {
            let whole = value.as_f64().filter(|number| f64::from(*number as u32) == *number);
            whole
                .map(|number| number as u32)
                .ok_or_else(|| wrong(path, value, "a whole number from 0 to 4294967295"))
        })
    }

    /// Anything the game wants to find again: a whole number up to 2^53.
    pub(crate) fn user_data(&self) -> Answer<u64> {
        let path = self.at("userData");
        let Some(value) = self.get("userData") else { return Ok(0) };
        let number = number(&path, &value)?;
        if (0.0..=9_007_199_254_740_991.0).contains(&number) && number.fract() == 0.0 {
            return Ok(number as u64);
        }
        Err(wrong(&path, &value, "a whole number from 0 to 2^53 - 1"))
    }

    /// Refuses fields that nobody read.
    pub(crate) fn done(&self) -> Answer<()> {
        if !self.object.is_object() {
            return Ok(());
        }
        let read = self.read.borrow();
        for key in Object::keys(self.object.unchecked_ref::<Object>()).iter() {
            let key = key.as_string().unwrap_or_default();
            if !read.contains(&key.as_str()) {
                let short: String = key.chars().take(40).collect();
                let known = read.join(", ");
                return Err(JsError::new(&format!("{}.{short} is not known; known are {known}", self.path)));
            }
        }
        Ok(())
    }
}
