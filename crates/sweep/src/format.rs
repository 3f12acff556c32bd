//! How a table is written to a file.

use std::io::{self, Write};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::parquet_file;
use crate::table::{Column, Table};

/// How a table is written to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileFormat {
    /// Apache Parquet, which every tool for tables reads.
    #[default]
    Parquet,
    /// Values parted by commas (RFC 4180), with a first line of names.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

impl FromStr for FileFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "parquet" => Ok(Self::Parquet),
            "csv" => Ok(Self::Csv),
            "jsonl" => Ok(Self::Jsonl),
            other => Err(format!("{other:?} is no format: known are parquet, csv and jsonl")),
        }
    }
}

impl FileFormat {
    /// The end of a file's name.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
        }
    }

    /// Writes a table.
    ///
    /// # Errors
    /// An output that cannot be written.
    pub fn write(self, table: &Table, mut out: impl Write + Send) -> io::Result<()> {
        match self {
            Self::Parquet => return parquet_file::write(table, out).map_err(io::Error::other),
            Self::Csv => {
                let names: Vec<String> = table.fields.iter().map(|field| quoted(&field.name)).collect();
                writeln!(out, "{}", names.join(","))?;
                for row in 0..table.len() {
                    let values: Vec<String> = table.columns.iter().map(|column| cell(column, row)).collect();
                    writeln!(out, "{}", values.join(","))?;
                }
            }
            Self::Jsonl => {
                for row in 0..table.len() {
                    let pairs = table.fields.iter().zip(&table.columns);
                    let object: serde_json::Map<String, serde_json::Value> =
                        pairs.map(|(field, column)| (field.name.clone(), json(column, row))).collect();
                    writeln!(out, "{}", serde_json::Value::Object(object))?;
                }
            }
        }
        out.flush()
    }
}

/// A cell of CSV: a text with a comma, a quote or a line end stands in quotes.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn cell(column: &Column, row: usize) -> String {
    match column {
        Column::Integer(all) => all[row].to_string(),
        Column::Unsigned(all) => format!("{:016x}", all[row]),
        Column::Number(all) => all[row].to_string(),
        Column::Text(all) => quoted(&all.values[all.range(row)]),
        Column::Numbers(all) => {
            let list: Vec<String> = all.values[all.range(row)].iter().map(f64::to_string).collect();
            list.join(" ")
        }
    }
}

fn json(column: &Column, row: usize) -> serde_json::Value {
    match column {
        Column::Integer(all) => all[row].into(),
        // JSON numbers do not hold 64 bits.
        Column::Unsigned(all) => format!("{:016x}", all[row]).into(),
        Column::Number(all) => all[row].into(),
        Column::Text(all) => all.values[all.range(row)].into(),
        Column::Numbers(all) => all.values[all.range(row)].into(),
    }
}
