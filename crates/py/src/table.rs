//! The class `Table`: rows of a sweep, as Arrow and NumPy read them.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array, RecordBatch, RecordBatchIterator, cast::AsArray};
use arrow_schema::{ArrowError, DataType, Schema, ffi::FFI_ArrowSchema};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::arrays;
use crate::errors::{Answer, Failure};

/// Rows of a sweep. Every reader of Arrow tables takes it without a copy: `pyarrow.table(rows)`,
/// `polars.DataFrame(rows)`, `pandas.DataFrame.from_arrow(rows)`, `SELECT * FROM rows` of DuckDB.
/// `pyarrow.table(rows)`, `polars.DataFrame(rows)`, `pandas.DataFrame.from_arrow(rows)`, `SELECT * FROM rows` of
/// DuckDB.
///
///     rows = carom.sweep("pinball.ron", {"ball.speed": "uniform(1,3)"}, runs=1000, seconds=10)
///     print(rows["score"].mean())
#[pyclass(frozen, module = "carom")]
#[derive(Debug)]
pub(crate) struct Table {
    schema: Arc<Schema>,
    batches: Vec<RecordBatch>,
}

fn refused(error: &ArrowError) -> Failure {
    Failure::plain(error.to_string())
}

impl Table {
    pub(crate) fn of(fields: &[carom_sweep::Field], tables: Vec<carom_sweep::Table>) -> PyResult<Self> {
        let batches = tables.into_iter().map(carom_sweep::Table::into_record_batch);
        let batches = batches.collect::<Result<Vec<_>, _>>().map_err(|error| refused(&error))?;
        Ok(Self { schema: Arc::new(carom_sweep::Table::arrow_schema(fields)), batches })
    }

    fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn number_of(&self, name: &str) -> Answer<usize> {
        let known = || self.column_names().join(", ");
        let short = format!("{:?}", name.chars().take(40).collect::<String>());
        self.schema
            .index_of(name)
            .map_err(|_| Failure::wrong("column", &short, &format!("one of {}", known())))
    }

    fn chunks(&self, column: usize) -> impl Iterator<Item = &Arc<dyn Array>> {
        self.batches.iter().map(move |batch| batch.column(column))
    }
}

#[pymethods]
impl Table {
    /// Names of the columns, in their order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// How many rows it has.
    #[getter]
    fn num_rows(&self) -> usize {
        self.rows()
    }

    /// A column as an array of NumPy; one whose entries are lists as a list of arrays.
    fn __getitem__<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyAny>> {
        let n = self.number_of(column)?;
        match self.schema.field(n).data_type() {
            DataType::Int64 => {
                let chunks = self.chunks(n).flat_map(|chunk| chunk.as_primitive::<Int64Type>().values());
                arrays::new(py, "i8", &chunks.copied().collect::<Vec<i64>>())
            }
            DataType::UInt64 => {
                let chunks = self.chunks(n).flat_map(|chunk| chunk.as_primitive::<UInt64Type>().values());
                arrays::new(py, "u8", &chunks.copied().collect::<Vec<u64>>())
            }
            DataType::Float64 => {
                let chunks = self.chunks(n).flat_map(|chunk| chunk.as_primitive::<Float64Type>().values());
                arrays::new(py, "f8", &chunks.copied().collect::<Vec<f64>>())
            }
            DataType::List(_) => {
                let lists = PyList::empty(py);
                for list in self.chunks(n).flat_map(|chunk| chunk.as_list::<i32>().iter()).flatten() {
                    lists.append(arrays::new(py, "f8", list.as_primitive::<Float64Type>().values())?)?;
                }
                Ok(lists.into_any())
            }
            _ => {
                let texts = self.chunks(n).flat_map(|chunk| chunk.as_string::<i32>().iter()).flatten();
                let texts = PyList::new(py, texts.collect::<Vec<&str>>())?;
                py.import("numpy")?.call_method1("array", (texts, "str"))
            }
        }
    }

    /// The columns, for readers of the interface of Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(|error| refused(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, for readers of the interface of Arrow. No other schema than the table's own is served.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a table answer with its own schema, and leaves casts to the reader.
        let _ = requested_schema;
        let batches: Vec<Result<RecordBatch, ArrowError>> = self.batches.iter().cloned().map(Ok).collect();
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.rows()
    }

    fn __repr__(&self) -> String {
        format!("<carom.Table of {} rows: {}>", self.rows(), self.column_names().join(", "))
    }
}
