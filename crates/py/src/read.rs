//! Descriptions in Python, read into the engine's own types and back.

use carom::glam::Vec2;
use carom::{Ball, Body, Config, Field, Filter, Floor, FloorSurface, Joint, Link, LinkEnd, Material};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use pythonize::{Depythonizer, pythonize};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::errors::{Answer, Failure};

/// Python's text of an object, cut where it is long.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text,
    }
}

/// `field is FOUND, but must be RANGE`.
pub(crate) fn wrong(field: &str, found: &Bound<'_, PyAny>, range: &str) -> Failure {
    Failure::wrong(field, &shown(found), range)
}

/// A description: a data class of `carom.model`, which turns itself into plain lists, numbers and texts.
pub(crate) fn described<T: DeserializeOwned>(field: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let plain = match value.call_method0("_plain") {
        Ok(plain) => plain,
        Err(error) if error.is_instance_of::<PyAttributeError>(value.py()) && !value.hasattr("_plain")? => {
            let name = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default();
            return Err(wrong(field, value, &format!("a carom.{name}")).into());
        }
        Err(error) => return Err(error),
    };
    let read = serde_path_to_error::deserialize(&mut Depythonizer::from_object(&plain));
    Ok(read.map_err(|error| {
        let path = error.path().to_string();
        let at = if path == "." { field.to_owned() } else { format!("{field}.{path}") };
        Failure::at(at, &error.inner().to_string())
    })?)
}

/// A description that may be `None`.
pub(crate) fn maybe<T: DeserializeOwned>(
    field: &str,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<T>> {
    value.map(|value| described(field, value)).transpose()
}

/// One of the engine's own as a data class of `carom.model`.
pub(crate) fn describe<'py>(
    py: Python<'py>,
    class: &str,
    value: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let plain = pythonize(py, value).map_err(PyErr::from)?;
    py.import("carom.model")?.getattr(class)?.call_method1("_of", (plain,))
}

/// A number of the engine's.
pub(crate) fn number(field: &str, value: &Bound<'_, PyAny>) -> Answer<f32> {
    value.extract::<f64>().map(|number| number as f32).map_err(|_| wrong(field, value, "a number"))
}

/// A point: any two numbers, such as a tuple or an array.
pub(crate) fn point(field: &str, value: &Bound<'_, PyAny>) -> Answer<Vec2> {
    let refuse = || wrong(field, value, "a point (x, y) of two numbers");
    if value.is_instance_of::<PyString>() || value.len().ok() != Some(2) {
        return Err(refuse());
    }
    let part = |n: usize| value.get_item(n).and_then(|part| part.extract::<f64>()).map_err(|_| refuse());
    Ok(Vec2::new(part(0)? as f32, part(1)? as f32))
}

/// A list of points: any list of pairs, such as an array of two columns.
pub(crate) fn points(field: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Vec2>> {
    if value.is_instance_of::<PyString>() {
        return Err(wrong(field, value, "a list of points").into());
    }
    let list = value.try_iter().map_err(|_| wrong(field, value, "a list of points"))?;
    let mut points = Vec::new();
    for (n, entry) in list.enumerate() {
        points.push(point(&format!("{field}[{n}]"), &entry?)?);
    }
    Ok(points)
}

/// The engine's defaults, by class and field.
#[pyfunction]
pub(crate) fn defaults(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let of = |value: &dyn Fn(Python<'_>) -> PyResult<Py<PyAny>>| value(py);
    fn plain(py: Python<'_>, value: &impl Serialize) -> PyResult<Py<PyAny>> {
        Ok(pythonize(py, value).map_err(PyErr::from)?.unbind())
    }
    let (nowhere, one) = (LinkEnd::Point(Vec2::ZERO), 1.0);
    let all = PyDict::new(py);
    all.set_item("Config", of(&|py| plain(py, &Config::default()))?)?;
    all.set_item("Material", of(&|py| plain(py, &Material::default()))?)?;
    all.set_item("Filter", of(&|py| plain(py, &Filter::default()))?)?;
    all.set_item("Ball", of(&|py| plain(py, &Ball::new(Vec2::ZERO, 1.0)))?)?;
    all.set_item("Body", of(&|py| plain(py, &Body::fixed()))?)?;
    all.set_item("Hinge", of(&|py| plain(py, &Joint::hinge(Vec2::ZERO, 1.0)))?)?;
    all.set_item("Slider", of(&|py| plain(py, &Joint::slider(Vec2::ZERO, Vec2::X, 1.0, [0.0, 1.0])))?)?;
    all.set_item("Rod", of(&|py| plain(py, &Link::rod(nowhere, nowhere, one)))?)?;
    all.set_item("Rope", of(&|py| plain(py, &Link::rope(nowhere, nowhere, one)))?)?;
    all.set_item("Spring", of(&|py| plain(py, &Link::spring(nowhere, nowhere, one, one)))?)?;
    all.set_item("Field", of(&|py| plain(py, &Field::default()))?)?;
    all.set_item("Floor", of(&|py| plain(py, &Floor::default()))?)?;
    all.set_item("FloorSurface", of(&|py| plain(py, &FloorSurface::default()))?)?;
    Ok(all)
}
