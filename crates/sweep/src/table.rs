//! Rows in columns.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::value::{Kind, Value};

/// A column by name and type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: Kind,
}

/// Values of unequal length, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists<T> {
    /// All values.
    pub values: T,
    /// Where each entry ends among the values; it begins where the one before it ends.
    pub ends: Vec<usize>,
}

impl<T> Lists<T> {
    /// Where an entry lies among the values.
    pub(crate) fn range(&self, row: usize) -> std::ops::Range<usize> {
        let from = if row == 0 { 0 } else { self.ends[row - 1] };
        from..self.ends[row]
    }
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Column {
    /// Whole numbers with a sign.
    Integer(Vec<i64>),
    /// Whole numbers without one.
    Unsigned(Vec<u64>),
    /// Numbers.
    Number(Vec<f64>),
    /// Texts.
    Text(Lists<String>),
    /// Several numbers a row.
    Numbers(Lists<Vec<f64>>),
}

impl Column {
    pub(crate) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Integer => Self::Integer(Vec::new()),
            Kind::Unsigned => Self::Unsigned(Vec::new()),
            Kind::Number => Self::Number(Vec::new()),
            Kind::Text => Self::Text(Lists::default()),
            Kind::Numbers => Self::Numbers(Lists::default()),
        }
    }

    /// How many rows it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Integer(all) => all.len(),
            Self::Unsigned(all) => all.len(),
            Self::Number(all) => all.len(),
            Self::Text(all) => all.ends.len(),
            Self::Numbers(all) => all.ends.len(),
        }
    }

    /// Whether it has no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row as a number; `None` if it is none.
    #[must_use]
    pub fn number(&self, row: usize) -> Option<f64> {
        match self {
            Self::Integer(all) => all.get(row).map(|n| *n as f64),
            Self::Unsigned(all) => all.get(row).map(|n| *n as f64),
            Self::Number(all) => all.get(row).copied(),
            Self::Text(_) | Self::Numbers(_) => None,
        }
    }

    /// A row as a text; `None` if it is none.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<&str> {
        match self {
            Self::Text(all) if row < all.ends.len() => Some(&all.values[all.range(row)]),
            _ => None,
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Integer(all) => all.clear(),
            Self::Unsigned(all) => all.clear(),
            Self::Number(all) => all.clear(),
            Self::Text(all) => {
                all.values.clear();
                all.ends.clear();
            }
            Self::Numbers(all) => {
                all.values.clear();
                all.ends.clear();
            }
        }
    }

    fn cut(&mut self, rows: usize) {
        match self {
            Self::Integer(all) => all.truncate(rows),
            Self::Unsigned(all) => all.truncate(rows),
            Self::Number(all) => all.truncate(rows),
            Self::Text(all) => {
                all.ends.truncate(rows);
                all.values.truncate(all.ends.last().copied().unwrap_or(0));
            }
            Self::Numbers(all) => {
                all.ends.truncate(rows);
                all.values.truncate(all.ends.last().copied().unwrap_or(0));
            }
        }
    }

    /// Adds rows of a column of the same type.
    fn extend(&mut self, other: &Self, rows: std::ops::Range<usize>) {
        match (self, other) {
            (Self::Integer(all), Self::Integer(more)) => all.extend_from_slice(&more[rows]),
            (Self::Unsigned(all), Self::Unsigned(more)) => all.extend_from_slice(&more[rows]),
            (Self::Number(all), Self::Number(more)) => all.extend_from_slice(&more[rows]),
            (Self::Text(all), Self::Text(more)) => rows.for_each(|row| {
                all.values.push_str(&more.values[more.range(row)]);
                all.ends.push(all.values.len());
            }),
            (Self::Numbers(all), Self::Numbers(more)) => rows.for_each(|row| {
                all.values.extend_from_slice(&more.values[more.range(row)]);
                all.ends.push(all.values.len());
            }),
            // Tables of one sweep have the same columns.
            _ => {}
        }
    }

    /// Mixes a row into a hash: FNV-1a over the bytes.
    fn hash(&self, row: usize, hash: u64) -> u64 {
        let mix = |hash: u64, bytes: &[u8]| {
            let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            bytes.iter().fold(hash, add)
        };
        match self {
            Self::Integer(all) => mix(hash, &all[row].to_le_bytes()),
            Self::Unsigned(all) => mix(hash, &all[row].to_le_bytes()),
            Self::Number(all) => mix(hash, &all[row].to_le_bytes()),
            Self::Text(all) => {
                let text = &all.values[all.range(row)];
                mix(mix(hash, text.as_bytes()), &text.len().to_le_bytes())
            }
            Self::Numbers(all) => {
                let list = &all.values[all.range(row)];
                let hash = list.iter().fold(hash, |hash, number| mix(hash, &number.to_le_bytes()));
                mix(hash, &list.len().to_le_bytes())
            }
        }
    }
}

/// Rows in columns, in the order of their runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The columns by name and type.
    pub fields: Arc<[Field]>,
    /// Their values.
    pub columns: Vec<Column>,
}

impl Table {
    pub(crate) fn new(fields: Arc<[Field]>) -> Self {
        let columns = fields.iter().map(|field| Column::new(field.kind)).collect();
        Self { fields, columns }
    }

    /// How many rows it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// Whether it has no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A column by its name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.fields.iter().position(|field| field.name == name).map(|n| &self.columns[n])
    }

    /// A hash of the rows that does not depend on their order, nor on the tables that they are in: the sum of those of each.
    #[must_use]
    pub fn rows_hash(&self) -> u64 {
        let row = |row: usize| {
            let start = 0xcbf2_9ce4_8422_2325_u64;
            finish(self.columns.iter().fold(start, |hash, column| column.hash(row, hash)))
        };
        (0..self.len()).fold(0, |sum: u64, n| sum.wrapping_add(row(n)))
    }

    pub(crate) fn clear(&mut self) {
        self.columns.iter_mut().for_each(Column::clear);
    }

    /// Keeps the first rows only.
    pub(crate) fn cut(&mut self, rows: usize) {
        self.columns.iter_mut().for_each(|column| column.cut(rows));
    }

    /// Adds rows of another table of the same sweep.
    pub(crate) fn extend(&mut self, other: &Self, rows: std::ops::Range<usize>) {
        for (column, more) in self.columns.iter_mut().zip(&other.columns) {
            column.extend(more, rows.clone());
        }
    }
}

/// Spreads a hash over all its bits, so that sums of hashes tell rows apart (the finish of `SplitMix64`, Steele, Lea, Flood
/// 2014).
const fn finish(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

/// Fills a row of a table from left to right.
#[derive(Debug)]
pub(crate) struct RowWriter<'a> {
    columns: std::slice::IterMut<'a, Column>,
}

impl<'a> RowWriter<'a> {
    pub(crate) fn new(table: &'a mut Table) -> Self {
        Self { columns: table.columns.iter_mut() }
    }

    pub(crate) fn integer(&mut self, value: i64) {
        if let Some(Column::Integer(all)) = self.columns.next() {
            all.push(value);
        }
    }

    pub(crate) fn unsigned(&mut self, value: u64) {
        if let Some(Column::Unsigned(all)) = self.columns.next() {
            all.push(value);
        }
    }

    pub(crate) fn number(&mut self, value: f64) {
        if let Some(Column::Number(all)) = self.columns.next() {
            all.push(value);
        }
    }

    pub(crate) fn text(&mut self, value: &str) {
        if let Some(Column::Text(all)) = self.columns.next() {
            all.values.push_str(value);
            all.ends.push(all.values.len());
        }
    }

    pub(crate) fn numbers(&mut self, value: &[f64]) {
        if let Some(Column::Numbers(all)) = self.columns.next() {
            all.values.extend_from_slice(value);
            all.ends.push(all.values.len());
        }
    }

    /// A varied value, in a column of its type.
    pub(crate) fn value(&mut self, value: &Value) {
        use std::fmt::Write;
        match (self.columns.next(), value) {
            (Some(Column::Integer(all)), Value::Number(number)) => all.push(*number as i64),
            (Some(Column::Number(all)), Value::Number(number)) => all.push(*number),
            (Some(Column::Text(all)), value) => {
                // Writing to a text does not fail.
                let _ = write!(all.values, "{value}");
                all.ends.push(all.values.len());
            }
            _ => {}
        }
    }
}
