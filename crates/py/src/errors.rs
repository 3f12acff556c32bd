//! The error that Python catches: `carom.Error` with field, value and range.

use carom::Error;
use carom_scene::Fault;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::id::Word;

/// The class `carom.Error`, which Python defines.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "carom._error", "Error")
}

/// An error, before Python is at hand to raise it.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    field: Option<String>,
    value: Option<f64>,
    range: Option<String>,
}

/// The answer of a call that may be refused.
pub(crate) type Answer<T> = Result<T, Failure>;

impl Failure {
    /// A refusal that has no field.
    pub(crate) fn plain(message: impl Into<String>) -> Self {
        Self { message: message.into(), field: None, value: None, range: None }
    }

    /// A field that is not as it must be: `field must be RANGE, not FOUND`.
    pub(crate) fn wrong(field: &str, found: &str, range: &str) -> Self {
        let message = format!("{field} is {found}, but must be {range}");
        Self { message, field: Some(field.to_owned()), value: None, range: Some(range.to_owned()) }
    }

    /// A number out of its range.
    pub(crate) fn out_of_range(field: &str, value: f64, range: &str) -> Self {
        Self { value: Some(value), ..Self::wrong(field, &value.to_string(), range) }
    }

    /// The fault at a path of an object, in words.
    pub(crate) fn at(field: String, reason: &str) -> Self {
        let message = if field.is_empty() { reason.to_owned() } else { format!("{field}: {reason}") };
        Self { message, field: Some(field), value: None, range: Some(reason.to_owned()) }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let gone = |what: &str, id: u64| Self {
            message: format!("{what} {id} is not in this world (removed?)"),
            field: Some(what.to_owned()),
            value: None,
            range: Some(format!("the id of a {what} of this world")),
        };
        match error {
            Error::OutOfRange { field, value, allowed }
            | Error::PointOutOfRange { field, value, allowed, .. } => Self {
                message: error.to_string(),
                field: Some(field.to_owned()),
                value: Some(value),
                range: Some(allowed.to_owned()),
            },
            Error::WrongCount { field, count, allowed } => Self {
                message: error.to_string(),
                field: Some(field.to_owned()),
                value: Some(count as f64),
                range: Some(allowed.to_owned()),
            },
            Error::UnknownBody(id) => gone("body", id.word()),
            Error::UnknownShape(id) => gone("shape", id.word()),
            Error::UnknownField(id) => gone("field", id.word()),
            Error::UnknownLink(id) => gone("link", id.word()),
            Error::WrongKind { body, expected } => Self {
                message: format!("body {} is not {expected}", body.word()),
                field: Some("body".to_owned()),
                value: None,
                range: Some(expected.to_owned()),
            },
            other => Self::plain(other.to_string()),
        }
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        Python::attach(|py| {
            let Failure { message, field, value, range } = failure;
            let made = class(py).and_then(|class| class.call1((message, field, value, range)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

/// A fault of a scene, with its place in the file.
pub(crate) fn fault(py: Python<'_>, fault: &Fault) -> PyErr {
    let raised = || {
        let place = PyDict::new(py);
        place.set_item("file", fault.file.as_ref().map(|file| file.display().to_string()))?;
        place.set_item("line", fault.line)?;
        place.set_item("column", fault.column)?;
        place.set_item("help", fault.help.as_deref())?;
        let path = Some(fault.path.as_str()).filter(|path| !path.is_empty());
        class(py)?.call((fault.to_string(), path, py.None(), fault.message.as_str()), Some(&place))
    };
    raised().map_or_else(|error| error, PyErr::from_value)
}
