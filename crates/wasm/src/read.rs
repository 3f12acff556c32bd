//! Objects of JavaScript, read field by field.

use std::cell::RefCell;

use carom::glam::Vec2;
use js_sys::{Array, ArrayBuffer, Object, Reflect, Symbol, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use crate::errors::{Answer, error};
use crate::id::Number;

/// The range of a whole number without a limit of its own.
pub(crate) const ANY: &str = "from 0 to 2^32 - 1";

/// An object whose fields are read by name. A field that is never read is refused: it would be a slip of the pen.
pub(crate) struct Fields {
    object: JsValue,
    path: String,
    read: RefCell<Vec<&'static str>>,
}

/// Whether a value is an array or a typed array.
fn is_list(value: &JsValue) -> bool {
    Array::is_array(value) || ArrayBuffer::is_view(value)
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
    } else if is_list(value) {
        "an array".to_owned()
    } else if value.is_bigint() {
        "a BigInt".to_owned()
    } else if value.is_function() {
        "a function".to_owned()
    } else {
        "an object".to_owned()
    }
}

/// `path is VALUE, but must be ALLOWED`, as the engine says it.
pub(crate) fn wrong(path: &str, value: &JsValue, allowed: &str) -> JsValue {
    error(&format!("{path} is {}, but must be {allowed}", shown(value)))
}

/// A number at a path.
pub(crate) fn number(path: &str, value: &JsValue) -> Answer<f64> {
    value.as_f64().ok_or_else(|| wrong(path, value, "a number"))
}

/// A number of the engine's at a path.
pub(crate) fn single(path: &str, value: &JsValue) -> Answer<f32> {
    number(path, value).map(|number| number as f32)
}

/// `true` or `false` at a path.
pub(crate) fn flag(path: &str, value: &JsValue) -> Answer<bool> {
    value.as_bool().ok_or_else(|| wrong(path, value, "true or false"))
}

/// A text at a path.
pub(crate) fn text(path: &str, value: &JsValue) -> Answer<String> {
    value.as_string().ok_or_else(|| wrong(path, value, "a text"))
}

/// Bytes at a path. Bytes of another frame of the page are of another class, so the tag tells their type.
pub(crate) fn bytes(path: &str, value: &JsValue) -> Answer<Vec<u8>> {
    let is_view = ArrayBuffer::is_view(value);
    if !is_view || Reflect::get(value, &Symbol::to_string_tag())?.as_string().as_deref() != Some("Uint8Array")
    {
        return Err(wrong(path, value, "a Uint8Array"));
    }
    Ok(value.unchecked_ref::<Uint8Array>().to_vec())
}

/// A whole number from 0 to 2^32 - 1 at a path. `range` is the engine's own range, for the error.
pub(crate) fn whole(path: &str, value: &JsValue, range: &str) -> Answer<u32> {
    let whole = value.as_f64().filter(|number| f64::from(*number as u32) == *number);
    whole.map(|number| number as u32).ok_or_else(|| wrong(path, value, &format!("a whole number {range}")))
}

/// 32 bits at a path. JavaScript writes the highest bit as a sign: `1 << 31` and `~1` are negative.
fn bits(path: &str, value: &JsValue) -> Answer<u32> {
    let bits = value
        .as_f64()
        .filter(|number| number.fract() == 0.0 && (-2_147_483_648.0..=4_294_967_295.0).contains(number));
    bits.map(|number| number as i64 as u32)
        .ok_or_else(|| wrong(path, value, "32 bits: a whole number from -2147483648 to 4294967295"))
}

/// The game's own number, at a path: a whole number up to 2^53 - 1.
pub(crate) fn user_data(path: &str, value: &JsValue) -> Answer<u64> {
    let data = value
        .as_f64()
        .filter(|number| number.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(number));
    data.map(|number| number as u64).ok_or_else(|| wrong(path, value, "a whole number from 0 to 2^53 - 1"))
}

/// An object at a path, or `null`. An omitted one is neither.
pub(crate) fn or_null<'a>(path: &str, value: &'a JsValue) -> Answer<Option<&'a JsValue>> {
    if value.is_null() {
        Ok(None)
    } else if value.is_object() {
        Ok(Some(value))
    } else {
        Err(wrong(path, value, "an object or null"))
    }
}

/// A vector at a path: `{ x, y }`, `[x, y]` or a typed array of two numbers.
pub(crate) fn vector(path: &str, value: &JsValue) -> Answer<Vec2> {
    let part = |name: JsValue| Ok::<_, JsValue>(Reflect::get(value, &name)?.as_f64());
    let (x, y) = if is_list(value) {
        if part("length".into())? == Some(2.0) { (part(0.into())?, part(1.into())?) } else { (None, None) }
    } else if value.is_object() {
        (part("x".into())?, part("y".into())?)
    } else {
        (None, None)
    };
    match (x, y) {
        (Some(x), Some(y)) => Ok(Vec2::new(x as f32, y as f32)),
        _ => Err(wrong(path, value, "a point { x, y } or [x, y] of two numbers")),
    }
}

impl Fields {
    /// The fields of an object.
    pub(crate) fn new(path: impl Into<String>, object: &JsValue) -> Answer<Self> {
        let path = path.into();
        if !object.is_object() || Array::is_array(object) {
            return Err(wrong(&path, object, "an object"));
        }
        Ok(Self { object: object.clone(), path, read: RefCell::default() })
    }

    /// The fields of an object that a call may leave out; `undefined` is an empty one.
    pub(crate) fn optional(path: &str, object: &JsValue) -> Answer<Self> {
        if object.is_undefined() { Self::new(path, &Object::new()) } else { Self::new(path, object) }
    }

    /// Where the object stands, for errors.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Where a field stands, for errors.
    pub(crate) fn at(&self, name: &str) -> String {
        format!("{}.{name}", self.path)
    }

    /// A field, if it is there. An exception of a getter is passed on.
    pub(crate) fn get(&self, name: &'static str) -> Answer<Option<JsValue>> {
        self.read.borrow_mut().push(name);
        let value = Reflect::get(&self.object, &name.into())?;
        Ok((!value.is_undefined()).then_some(value))
    }

    fn parsed<T>(&self, name: &'static str, parse: fn(&str, &JsValue) -> Answer<T>) -> Answer<Option<T>> {
        self.get(name)?.map(|value| parse(&self.at(name), &value)).transpose()
    }

    pub(crate) fn number(&self, name: &'static str) -> Answer<Option<f64>> {
        self.parsed(name, number)
    }

    pub(crate) fn point(&self, name: &'static str) -> Answer<Option<Vec2>> {
        self.parsed(name, vector)
    }

    pub(crate) fn flag(&self, name: &'static str) -> Answer<Option<bool>> {
        self.parsed(name, flag)
    }

    pub(crate) fn text(&self, name: &'static str) -> Answer<Option<String>> {
        self.parsed(name, text)
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
        self.get(name)?.map(|value| Self::new(self.at(name), &value)).transpose()
    }

    /// A value that must be present.
    pub(crate) fn need<T>(&self, name: &'static str, value: Option<T>) -> Answer<T> {
        value.ok_or_else(|| error(&format!("{} is missing", self.at(name))))
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

    pub(crate) fn whole(&self, name: &'static str, range: &str) -> Answer<Option<u32>> {
        self.get(name)?.map(|value| whole(&self.at(name), &value, range)).transpose()
    }

    pub(crate) fn bits(&self, name: &'static str) -> Answer<Option<u32>> {
        self.parsed(name, bits)
    }

    pub(crate) fn user_data(&self) -> Answer<u64> {
        Ok(self.parsed("userData", user_data)?.unwrap_or(0))
    }

    /// Refuses a field that has no effect on this kind of object, and says why.
    pub(crate) fn without(&self, name: &'static str, why: &str) -> Answer<()> {
        match self.get(name)? {
            Some(value) => Err(wrong(&self.at(name), &value, &format!("left out: {why}"))),
            None => Ok(()),
        }
    }

    /// Refuses fields that were never read.
    pub(crate) fn done(&self) -> Answer<()> {
        self.only(&self.read.borrow())
    }

    /// Refuses fields of other names. Call it before a field that must be there: for `{ raduis: 1 }` the error must
    /// name the slip, not a missing radius.
    pub(crate) fn only(&self, known: &[&'static str]) -> Answer<()> {
        for key in Object::keys(self.object.unchecked_ref::<Object>()).iter() {
            let key = key.as_string().unwrap_or_default();
            if !known.contains(&key.as_str()) {
                let short: String = key.chars().take(40).collect();
                let help = match nearest(&key, known) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!("known are {}", known.join(", ")),
                };
                return Err(error(&format!("{}.{short} is not known; {help}", self.path)));
            }
        }
        Ok(())
    }
}

/// The known name that a slip of the pen was meant to be, as near as in scene files.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    // Long names are no slip of the pen, and distances cost the product of the lengths.
    let known = known.iter().filter(|_| name.len() <= 64);
    let near = |word: &str| strsim::osa_distance(&name.to_ascii_lowercase(), &word.to_ascii_lowercase());
    let far = known.map(|word| (near(word), *word));
    far.filter(|(far, word)| *far <= 1 + word.len().min(name.len()) / 3)
        .min_by_key(|(far, _)| *far)
        .map(|(_, word)| word)
}

/// An id that a call or an object must have. The error names the value that was given in its place.
pub(crate) fn id<T: Number>(path: &str, value: &JsValue) -> Answer<T> {
    let found = value.as_f64().map(T::from_number).filter(|id| !id.is_null());
    found.ok_or_else(|| wrong(path, value, T::ALLOWED))
}

/// An id that a call only looks up. Any number will do: one that was removed, or never was, finds nothing.
pub(crate) fn any_id<T: Number>(path: &str, value: &JsValue) -> Answer<T> {
    value.as_f64().map(T::from_number).ok_or_else(|| wrong(path, value, T::ALLOWED))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        let names = ["radius", "center", "material"];
        for (slip, meant) in [
            ("raduis", Some("radius")),
            ("radus", Some("radius")),
            ("Center", Some("center")),
            ("speed", None),
        ] {
            assert_eq!(nearest(slip, &names), meant, "{slip}");
        }
        assert_eq!(nearest("", &names), None);
        assert_eq!(nearest("x", &[]), None);
        assert_eq!(nearest(&"radius".repeat(100_000), &names), None, "no long computing");
    }
}
