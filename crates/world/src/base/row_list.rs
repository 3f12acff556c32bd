//! A list of rows that knows which of them lie side by side: a loop over a run of rows looks none of them up.

use alloc::vec::Vec;
use core::ops::{Deref, Range};

use crate::base::{Sort, cloned, merge};

/// Numbers of rows, none of them twice.
#[derive(Debug, Default)]
pub(crate) struct RowList {
    rows: Vec<u32>,
    /// The same rows in the same order, each run as long as can be.
    runs: Vec<Range<usize>>,
}

cloned!(RowList { rows, runs });

impl Deref for RowList {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.rows
    }
}

impl RowList {
    /// Lists the rows of another list and no others.
    pub(crate) fn set(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        self.runs.clone_from(&other.runs);
    }

    /// Drops all rows.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.runs.clear();
    }

    /// Adds more rows, in ascending order.
    pub(crate) fn add(&mut self, others: impl IntoIterator<Item = u32>) {
        self.rows.extend(others);
        if !self.rows.is_sorted() {
            self.rows.order();
        }
        self.find_runs();
    }

    /// Drops the last row.
    pub(crate) fn pop(&mut self) {
        self.rows.pop();
        self.find_runs();
    }

    /// Moves the rows of another list into this one. The result is in ascending order, if `in_order`.
    pub(crate) fn append(&mut self, others: &mut Vec<u32>, in_order: bool) {
        if others.is_empty() {
            return;
        }
        if in_order {
            if !self.rows.is_sorted() {
                self.rows.order();
            }
            others.order();
            merge(&mut self.rows, others);
        } else {
            self.rows.append(others);
        }
        self.find_runs();
    }

    /// Keeps only the rows for which `stays` is true.
    pub(crate) fn retain(&mut self, mut stays: impl FnMut(u32) -> bool) {
        let before = self.rows.len();
        self.rows.retain(|&row| stays(row));
        if self.rows.len() < before {
            self.find_runs();
        }
    }

    fn find_runs(&mut self) {
        self.runs.clear();
        let runs = self.rows.chunk_by(|row, next| row + 1 == *next);
        self.runs.extend(runs.map(|run| run[0] as usize..run[0] as usize + run.len()));
    }

    /// The runs among the `count` rows from `first` on, counted from there. The list is in ascending order, unless
    /// these are all rows.
    #[inline]
    pub(crate) fn runs(&self, first: usize, count: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let end = first + count;
        let from = self.runs.partition_point(|run| run.end <= first);
        let to = self.runs.partition_point(|run| run.start < end);
        self.runs[from..to].iter().map(move |run| run.start.max(first) - first..run.end.min(end) - first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_name_the_rows_of_the_list_in_its_order() {
        let mut list = RowList::default();
        list.add([0, 1, 2, 5, 7, 8]);
        list.append(&mut [3, 4, 6].into(), false);
        let all: Vec<_> = list.runs(0, 10).collect();
        assert_eq!(all, [0..3, 5..6, 7..9, 3..5, 6..7]);
        assert!(all.into_iter().flatten().eq(list.iter().map(|&row| row as usize)));
        list.append(&mut [13, 11].into(), true);
        list.pop();
        list.add([10]);
        list.retain(|row| row != 4);
        for share in 1..13 {
            let parts = (0..12).step_by(share);
            let rows = parts.flat_map(|first| list.runs(first, share).flatten().map(move |n| first + n));
            assert!(rows.eq([0, 1, 2, 3, 5, 6, 7, 8, 10, 11]), "parts of {share}");
        }
    }
}
