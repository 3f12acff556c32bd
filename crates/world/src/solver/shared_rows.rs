//! Rows that several threads write at the same time, each to its own, as no ball is twice in a colour.
//!
//! The compiler can't know that they are different rows, so these are atomic numbers, read and written without any
//! order: plain moves. Whoever hands out work waits for it, and that is all the order there is.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::base::parallel::{self, Cut};
use crate::base::simd::{F4, Quads};

/// Four numbers.
#[derive(Debug, Default)]
#[repr(align(16))]
struct Row([AtomicU64; 2]);

impl Row {
    #[inline(always)]
    fn get(&self) -> F4 {
        let [a, b] = self.0.each_ref().map(|half| half.load(Ordering::Relaxed).to_le_bytes());
        let number =
            |half: [u8; 8], n: usize| f32::from_le_bytes([half[n], half[n + 1], half[n + 2], half[n + 3]]);
        F4([number(a, 0), number(a, 4), number(b, 0), number(b, 4)])
    }

    #[inline(always)]
    fn put(&self, F4([a, b, c, d]): F4) {
        let half = |low: f32, high: f32| u64::from(high.to_bits()) << 32 | u64::from(low.to_bits());
        self.0[0].store(half(a, b), Ordering::Relaxed);
        self.0[1].store(half(c, d), Ordering::Relaxed);
    }
}

/// A copy of the rows for the time of a pass.
#[derive(Debug, Default)]
pub(crate) struct SharedRows {
    rows: Vec<Row>,
}

impl Clone for SharedRows {
    /// Scratch: a copy of the world has its own soon enough.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl SharedRows {
    pub(crate) fn take(&mut self, rows: &[F4]) {
        if self.rows.len() != rows.len() {
            self.rows.resize_with(rows.len(), Row::default);
        }
        parallel::each((self.rows.as_slice(), rows), Cut::rows(rows.len()), |_, (copies, rows)| {
            copies.iter().zip(rows).for_each(|(copy, row)| copy.put(*row));
        });
    }

    pub(crate) fn give_back(&self, rows: &mut [F4]) {
        let cut = Cut::rows(rows.len());
        parallel::each((self.rows.as_slice(), rows), cut, |_, (copies, rows)| {
            copies.iter().zip(rows).for_each(|(copy, row)| *row = copy.get());
        });
    }

    /// The rows, for as many writers as you like.
    pub(crate) fn writer(&self) -> Writer<'_> {
        Writer { rows: &self.rows }
    }
}

/// One of the writers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer<'a> {
    rows: &'a [Row],
}

impl Quads for Writer<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.rows.len()
    }

    #[inline(always)]
    fn get(&self, i: u32) -> F4 {
        self.rows[i as usize].get()
    }

    #[inline(always)]
    fn put(&mut self, i: u32, row: F4) {
        self.rows[i as usize].put(row);
    }
}
