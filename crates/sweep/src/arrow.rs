//! Tables as Arrow record batches, for readers in the same process.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, ListArray, RecordBatch, StringArray, UInt64Array};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema};

use crate::table::{Column, Table};
use crate::value::Kind;

/// An entry of a list, named as Parquet has it.
fn element() -> Arc<Field> {
    Arc::new(Field::new("element", DataType::Float64, false))
}

fn offsets(ends: Vec<usize>) -> Result<OffsetBuffer<i32>, ArrowError> {
    let too_long = |_| ArrowError::OffsetOverflowError(ends.last().copied().unwrap_or(0));
    let all: Result<Vec<i32>, _> = std::iter::once(&0).chain(&ends).map(|end| i32::try_from(*end)).collect();
    Ok(OffsetBuffer::new(all.map_err(too_long)?.into()))
}

impl Table {
    /// The schema of a table with these columns.
    #[must_use]
    pub fn arrow_schema(fields: &[crate::Field]) -> Schema {
        let kind = |kind| match kind {
            Kind::Integer => DataType::Int64,
            Kind::Unsigned => DataType::UInt64,
            Kind::Number => DataType::Float64,
            Kind::Text => DataType::Utf8,
            Kind::Numbers => DataType::List(element()),
        };
        let fields: Vec<Field> =
            fields.iter().map(|field| Field::new(&field.name, kind(field.kind), false)).collect();
        Schema::new(fields)
    }

    /// The same rows as a record batch of Arrow. Numbers are moved and not copied.
    ///
    /// # Errors
    /// Texts or lists that are longer together than 2^31 - 1.
    pub fn into_record_batch(self) -> Result<RecordBatch, ArrowError> {
        let schema = Self::arrow_schema(&self.fields);
        let mut columns = Vec::with_capacity(self.columns.len());
        for column in self.columns {
            let array: ArrayRef = match column {
                Column::Integer(all) => Arc::new(Int64Array::from(all)),
                Column::Unsigned(all) => Arc::new(UInt64Array::from(all)),
                Column::Number(all) => Arc::new(Float64Array::from(all)),
                Column::Text(all) => {
                    let values = Buffer::from_vec(all.values.into_bytes());
                    Arc::new(StringArray::try_new(offsets(all.ends)?, values, None)?)
                }
                Column::Numbers(all) => {
                    let values = Arc::new(Float64Array::from(all.values));
                    Arc::new(ListArray::try_new(element(), offsets(all.ends)?, values, None)?)
                }
            };
            columns.push(array);
        }
        RecordBatch::try_new(Arc::new(schema), columns)
    }
}
