//! Tables in Parquet files: one group of rows a file, no compression.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::table::{Column, Field, Lists, Table};
use crate::value::Kind;

fn schema(fields: &[Field]) -> Result<Type> {
    let mut columns = Vec::with_capacity(fields.len());
    for Field { name, kind } in fields {
        let plain =
            |physical| Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
        columns.push(Arc::new(match kind {
            Kind::Integer => plain(Physical::INT64).build()?,
            Kind::Unsigned => plain(Physical::INT64).with_converted_type(ConvertedType::UINT_64).build()?,
            Kind::Number => plain(Physical::DOUBLE).build()?,
            Kind::Text => plain(Physical::BYTE_ARRAY).with_converted_type(ConvertedType::UTF8).build()?,
            Kind::Numbers => {
                let element = Type::primitive_type_builder("element", Physical::DOUBLE);
                let element = Arc::new(element.with_repetition(Repetition::REQUIRED).build()?);
                let list = Type::group_type_builder("list").with_repetition(Repetition::REPEATED);
                let list = Arc::new(list.with_fields(vec![element]).build()?);
                let whole = Type::group_type_builder(name).with_repetition(Repetition::REQUIRED);
                whole.with_converted_type(ConvertedType::LIST).with_fields(vec![list]).build()?
            }
        }));
    }
    Type::group_type_builder("runs").with_fields(columns).build()
}

/// Levels of Dremel (Melnik and others 2010): where lists begin, and which are empty.
fn levels(ends: &[usize]) -> (Vec<i16>, Vec<i16>) {
    let (mut defined, mut repeated) = (Vec::new(), Vec::new());
    let mut start = 0;
    for end in ends {
        let count = end - start;
        defined.extend(std::iter::repeat_n(i16::from(count > 0), count.max(1)));
        repeated.push(0);
        repeated.extend(std::iter::repeat_n(1, count.saturating_sub(1)));
        start = *end;
    }
    (defined, repeated)
}

/// Writes a table.
pub(crate) fn write(table: &Table, out: impl Write + Send) -> Result<()> {
    let properties = Arc::new(WriterProperties::builder().set_created_by("carom-sweep".to_owned()).build());
    let mut file = SerializedFileWriter::new(out, Arc::new(schema(&table.fields)?), properties)?;
    let mut group = file.next_row_group()?;
    for column in &table.columns {
        let mut out = group
            .next_column()?
            .ok_or_else(|| ParquetError::General("there is no such column".to_owned()))?;
        match column {
            Column::Integer(all) => out.typed::<Int64Type>().write_batch(all, None, None)?,
            Column::Unsigned(all) => {
                let all: Vec<i64> = all.iter().map(|word| word.cast_signed()).collect();
                out.typed::<Int64Type>().write_batch(&all, None, None)?
            }
            Column::Number(all) => out.typed::<DoubleType>().write_batch(all, None, None)?,
            Column::Text(all) => {
                let all: Vec<ByteArray> =
                    (0..all.ends.len()).map(|row| ByteArray::from(&all.values[all.range(row)])).collect();
                out.typed::<ByteArrayType>().write_batch(&all, None, None)?
            }
            Column::Numbers(all) => {
                let (defined, repeated) = levels(&all.ends);
                out.typed::<DoubleType>().write_batch(&all.values, Some(&defined), Some(&repeated))?
            }
        };
        out.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(())
}

/// Reads a table with these columns.
pub(crate) fn read(file: File, fields: &Arc<[Field]>) -> Result<Table> {
    let reader = SerializedFileReader::new(file)?;
    let mut table = Table::new(fields.clone());
    for n in 0..reader.num_row_groups() {
        let group = reader.get_row_group(n)?;
        let rows = group.metadata().num_rows() as usize;
        for (k, column) in table.columns.iter_mut().enumerate() {
            take(column, group.get_column_reader(k)?, rows)?;
        }
    }
    Ok(table)
}

fn take(column: &mut Column, reader: ColumnReader, rows: usize) -> Result<()> {
    match column {
        Column::Integer(all) => {
            get_typed_column_reader::<Int64Type>(reader).read_records(rows, None, None, all)?;
        }
        Column::Unsigned(all) => {
            let mut words = Vec::new();
            get_typed_column_reader::<Int64Type>(reader).read_records(rows, None, None, &mut words)?;
            all.extend(words.iter().map(|word: &i64| word.cast_unsigned()));
        }
        Column::Number(all) => {
            get_typed_column_reader::<DoubleType>(reader).read_records(rows, None, None, all)?;
        }
        Column::Text(all) => {
            let mut texts: Vec<ByteArray> = Vec::new();
            get_typed_column_reader::<ByteArrayType>(reader).read_records(rows, None, None, &mut texts)?;
            for text in texts {
                all.values.push_str(text.as_utf8()?);
                all.ends.push(all.values.len());
            }
        }
        Column::Numbers(Lists { values, ends }) => {
            let (mut defined, mut repeated) = (Vec::new(), Vec::new());
            let start = values.len();
            let mut reader = get_typed_column_reader::<DoubleType>(reader);
            reader.read_records(rows, Some(&mut defined), Some(&mut repeated), values)?;
            let mut end = start;
            for (n, level) in defined.iter().enumerate() {
                end += *level as usize;
                if repeated.get(n + 1).is_none_or(|next| *next == 0) {
                    ends.push(end);
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_comes_back() {
        let field = |name: &str, kind| Field { name: name.to_owned(), kind };
        let fields: Arc<[Field]> = Arc::from([
            field("run", Kind::Integer),
            field("state hash", Kind::Unsigned),
            field("balls.a.x", Kind::Number),
            field("ended_by", Kind::Text),
            field("impact_times", Kind::Numbers),
        ]);
        let columns = vec![
            Column::Integer(vec![0, 1, -2]),
            Column::Unsigned(vec![u64::MAX, 0, 1]),
            Column::Number(vec![0.1, -0.0, 1e300]),
            Column::Text(Lists { values: "timegoal a".to_owned(), ends: vec![4, 4, 10] }),
            Column::Numbers(Lists { values: vec![0.5, 0.25, 3.0], ends: vec![2, 2, 3] }),
        ];
        let table = Table { fields: fields.clone(), columns };
        let path = std::env::temp_dir().join(format!("carom-parquet-{}", std::process::id()));
        write(&table, File::create(&path).unwrap()).unwrap();
        assert_eq!(read(File::open(&path).unwrap(), &fields).unwrap(), table);
        std::fs::remove_file(path).unwrap();
    }
}
