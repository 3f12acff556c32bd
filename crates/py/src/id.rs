//! Ids as whole numbers.

use carom::{BodyId, FieldId, LinkId, ShapeId};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use slotmap::{Key, KeyData};

/// An id of the engine that Python keeps as a whole number. Any number is an id; one that never was finds nothing.
pub(crate) trait Word: Key {
    /// The id as a number.
    fn word(self) -> u64 {
        self.data().as_ffi()
    }

    /// The id that a number stands for.
    fn from_word(word: u64) -> Self {
        KeyData::from_ffi(word).into()
    }
}

impl Word for BodyId {}
impl Word for ShapeId {}
impl Word for FieldId {}
impl Word for LinkId {}

/// An id that may be none; 0 is never one.
pub(crate) fn or_zero<T: Word>(id: Option<T>) -> u64 {
    id.map_or(0, Word::word)
}

/// An id that a call names. PyO3 puts the name of the argument in front of a `TypeError`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Id(pub(crate) u64);

impl Id {
    /// The id of the engine.
    pub(crate) fn of<T: Word>(self) -> T {
        T::from_word(self.0)
    }
}

/// A number that a call names, in the engine's precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Real(pub(crate) f32);

/// How many of something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count(pub(crate) u32);

/// Extracts a number, or names the allowed range.
macro_rules! named {
    ($name:ident, $inner:ty, $allowed:literal, $convert:expr) => {
        impl FromPyObject<'_, '_> for $name {
            type Error = PyErr;

            fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
                let convert: fn($inner) -> Self = $convert;
                value
                    .extract::<$inner>()
                    .map(convert)
                    .map_err(|_| PyTypeError::new_err(concat!("must be ", $allowed)))
            }
        }
    };
}

named!(Id, u64, "an id, a whole number from 0 to 2^64 - 1", Self);
named!(Real, f64, "a number", |number| Self(number as f32));
named!(Count, u32, "a whole number from 0 to 2^32 - 1", Self);
