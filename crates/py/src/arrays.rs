//! Arrays of NumPy: views that Python reads, and arrays that it passes in.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::Failure;
use crate::read::wrong;

/// An array whose numbers change with the batch, at the same address for good. Python may read it and not write.
#[derive(Debug)]
pub(crate) struct View<T: Element> {
    buffer: PyBuffer<T>,
    shown: Py<PyAny>,
}

impl<T: Element> View<T> {
    pub(crate) fn new(py: Python<'_>, shape: &[usize], dtype: &str) -> PyResult<Self> {
        // A truth value is a byte, but no buffer of bytes.
        let kept = if dtype == "?" { "u1" } else { dtype };
        let array = py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, kept))?;
        let shown = array.call_method1("view", (dtype,))?;
        shown.getattr("flags")?.setattr("writeable", false)?;
        Ok(Self { buffer: PyBuffer::get(&array)?, shown: shown.unbind() })
    }

    pub(crate) fn shown(&self, py: Python<'_>) -> Py<PyAny> {
        self.shown.clone_ref(py)
    }

    /// Shows these numbers. Python waits meanwhile: none of its threads reads half of them.
    pub(crate) fn fill(&self, py: Python<'_>, numbers: &[T]) -> PyResult<()> {
        if numbers.is_empty() { Ok(()) } else { self.buffer.copy_from_slice(py, numbers) }
    }
}

fn text(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({})", sides.join(", "))
}

/// Numbers in an array of this shape, or in one that spreads over it.
fn spread<T: Element>(
    field: &str,
    value: &Bound<'_, PyAny>,
    dtype: &str,
    kinds: &str,
    shape: &[usize],
) -> PyResult<Vec<T>> {
    let py = value.py();
    let numpy = py.import("numpy")?;
    let allowed = match kinds {
        "b" => format!("an array of true and false, of shape {}", text(shape)),
        _ => format!("an array of numbers, of shape {}", text(shape)),
    };
    let refuse = |_| PyErr::from(wrong(field, value, &allowed));
    let array = numpy.call_method1("asarray", (value,)).map_err(refuse)?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !kinds.contains(&kind) {
        return Err(wrong(field, value, &allowed).into());
    }
    let wide = numpy.call_method1("broadcast_to", (&array, PyTuple::new(py, shape)?)).map_err(|_| {
        let found =
            array.getattr("shape").and_then(|shape| shape.extract::<Vec<usize>>()).unwrap_or_default();
        let found = format!("an array of shape {}", text(&found));
        PyErr::from(Failure::wrong(field, &found, &allowed))
    })?;
    let plain = numpy.call_method1("ascontiguousarray", (wide, dtype)).map_err(refuse)?;
    if shape.contains(&0) { Ok(Vec::new()) } else { PyBuffer::<T>::get(&plain)?.to_vec(py) }
}

/// Numbers of an array that Python passes in.
pub(crate) fn numbers(field: &str, value: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<Vec<f64>> {
    spread(field, value, "f8", "iuf", shape)
}

/// Numbers in single precision of an array that Python passes in.
pub(crate) fn singles(field: &str, value: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<Vec<f32>> {
    Ok(spread::<f64>(field, value, "f8", "biuf", shape)?.into_iter().map(|number| number as f32).collect())
}

/// Whole numbers of an array that Python passes in; those below 0 count from 2^64.
pub(crate) fn unsigned(field: &str, value: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<Vec<u64>> {
    spread(field, value, "u8", "iu", shape)
}

/// Truth values of an array that Python passes in; all true if it passes none.
pub(crate) fn mask(field: &str, value: Option<&Bound<'_, PyAny>>, shape: &[usize]) -> PyResult<Vec<bool>> {
    let Some(value) = value else { return Ok(vec![true; shape.iter().product()]) };
    Ok(spread::<u8>(field, value, "u1", "b", shape)?.into_iter().map(|byte| byte != 0).collect())
}

/// A new array of these numbers.
pub(crate) fn new<'py, T: Element>(
    py: Python<'py>,
    dtype: &str,
    numbers: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("zeros", (numbers.len(), dtype))?;
    if !numbers.is_empty() {
        PyBuffer::<T>::get(&array)?.copy_from_slice(py, numbers)?;
    }
    Ok(array)
}

/// A new array of whole numbers.
pub(crate) fn words<'py>(py: Python<'py>, words: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    new(py, "u8", words)
}
