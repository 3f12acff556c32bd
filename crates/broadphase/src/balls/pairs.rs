//! Enumeration of overlapping pairs.
use super::BallGrid;
use super::level::{Layout, Level};
use crate::disc::Entry;
use alloc::vec::Vec;
use core::ops::Range;

impl BallGrid {
    /// Calls `f(i, j)`, `i < j`, once for every pair of overlapping discs. The order follows the cells: it
    /// is the same for the same sequence of calls, but nothing else is promised.
    pub fn for_each_pair(&self, f: impl FnMut(u32, u32)) {
        self.sweep(Part::ALL, Sink::new(f, |_| {}));
    }

    /// The pairs of part `part` of `parts`. All parts together visit the pairs of
    /// [`for_each_pair`](Self::for_each_pair), part after part in the same order level by level; several threads
    /// may take a part each. A part beyond the last has no pairs.
    pub fn for_each_pair_of(&self, part: usize, parts: usize, f: impl FnMut(u32, u32)) {
        self.sweep(Part { part, parts }, Sink::new(f, |_| {}));
    }

    /// The same pairs in ascending order, each once. Replaces the contents of `out`.
    pub fn pairs(&self, out: &mut Vec<[u32; 2]>) {
        out.clear();
        self.for_each_pair(|i, j| out.push([i, j]));
        out.sort_unstable_by_key(|&[i, j]| (u64::from(i) << 32) | u64::from(j));
    }

    /// How many tests of two discs [`for_each_pair`](Self::for_each_pair) makes: the measure of its work.
    #[must_use]
    pub fn pair_tests(&self) -> u64 {
        let mut tests = 0;
        self.sweep(Part::ALL, Sink::new(|_, _| {}, |count| tests += count as u64));
        tests
    }

    fn sweep(&self, part: Part, mut sink: Sink<impl FnMut(u32, u32), impl FnMut(usize)>) {
        for (index, level) in self.levels.iter().enumerate() {
            let places = part.of(self.places(level.buckets.clone()));
            match level.layout {
                Layout::Direct { stride } => {
                    self.sweep_direct(level, &places, stride as usize, &mut sink);
                }
                Layout::Hashed { .. } => self.sweep_hashed(level, places.clone(), &mut sink),
            }
            for coarser in &self.levels[..index] {
                for e in &self.entries[places.clone()] {
                    self.meet_level(e, coarser, &mut sink);
                }
            }
        }
        for node in &self.loose.nodes[part.of(0..self.loose.nodes.len())] {
            self.meet_all(&node.entry, &mut sink);
        }
        sink.flush();
    }

    /// Pairs within a level. Every disc tests the later ones of its cell and the cells to the east, north-west,
    /// north and north-east, so that each pair is seen from one side only. East is the continuation of the own
    /// bucket, and the three in the north are one run. A bucket belongs to the part in whose places it begins.
    fn sweep_direct(
        &self,
        level: &Level,
        places: &Range<usize>,
        stride: usize,
        sink: &mut Sink<impl FnMut(u32, u32), impl FnMut(usize)>,
    ) {
        let starts = &self.starts;
        // The last row is empty, and so is the last bucket of every row: there the cell before the first
        // finds its neighbors.
        let buckets = level.buckets.start..level.buckets.end - stride - 1;
        let begins = &starts[buckets.clone()];
        let [first, end] = [places.start, places.end]
            .map(|place| buckets.start + begins.partition_point(|begin| (*begin as usize) < place));
        for bucket in first..end {
            let [begin, own_end, east_end] = [0, 1, 2].map(|i| starts[bucket + i] as usize);
            if begin == own_end {
                continue;
            }
            let own = &self.entries[begin..east_end];
            let north = self.run(bucket + stride - 1..bucket + stride + 2);
            for (i, e) in own[..own_end - begin].iter().enumerate() {
                sink.meet(e, &own[i + 1..], |_| true);
                sink.meet(e, north, |_| true);
            }
        }
    }

    /// The same neighborhood where a bucket serves cells of several rows. Rows next to each other, or next
    /// but one, start far apart in the table (see `row_start`); so if two overlapping discs share a bucket,
    /// they share the cell, and no pair is seen twice.
    fn sweep_hashed(
        &self,
        level: &Level,
        places: Range<usize>,
        sink: &mut Sink<impl FnMut(u32, u32), impl FnMut(usize)>,
    ) {
        for place in places {
            let e = &self.entries[place];
            let (x, y) = level.cell(e);
            let [own, wrapped] = level.row([x, x + 1], y);
            // The own bucket comes first; of its discs, those before this one have seen it already.
            let own = place + 1..self.starts[own.end] as usize;
            sink.meet(e, &self.entries[own], |_| true);
            sink.meet(e, self.run(wrapped), |_| true);
            for buckets in level.row([x.saturating_sub(1), x + 1], y + 1) {
                sink.meet(e, self.run(buckets), |_| true);
            }
        }
    }

    /// Pairs of one disc with the sorted discs of another level.
    fn meet_level(&self, e: &Entry, level: &Level, sink: &mut Sink<impl FnMut(u32, u32), impl FnMut(usize)>) {
        let cells = level.cells_around(e);
        self.visit_sorted(level, cells, |run, share| sink.meet(e, run, |other| share.owns(other)));
    }

    /// Pairs of a loose disc: with all sorted discs, and with loose discs of higher id.
    fn meet_all(&self, e: &Entry, sink: &mut Sink<impl FnMut(u32, u32), impl FnMut(usize)>) {
        if !e.is_valid() {
            return;
        }
        for level in &self.levels {
            self.meet_level(e, level, sink);
            self.visit_loose(level, level.cells_around(e), |other, share| {
                sink.meet(e, core::slice::from_ref(other), |other| other.id > e.id && share.owns(other));
            });
        }
        for other in self.oversize() {
            sink.meet(e, core::slice::from_ref(other), |other| other.id > e.id);
        }
    }
}

/// One part of the work.
#[derive(Clone, Copy)]
struct Part {
    part: usize,
    parts: usize,
}

impl Part {
    const ALL: Self = Self { part: 0, parts: 1 };

    /// This part's share.
    fn of(self, range: Range<usize>) -> Range<usize> {
        let Self { part, parts } = self;
        if part >= parts {
            return range.end..range.end;
        }
        let (share, rest) = (range.len() / parts, range.len() % parts);
        let cut = |part: usize| range.start + part * share + part.min(rest);
        cut(part)..cut(part + 1)
    }
}

const CAPACITY: usize = 512;

/// Tests discs and collects the pairs, to hand them out many at a time. Whether two discs overlap is hard to
/// predict; without a branch on it, a dense pile takes two thirds of the time.
struct Sink<F, T> {
    buffer: [[u32; 2]; CAPACITY],
    len: usize,
    pair: F,
    tested: T,
}

impl<F: FnMut(u32, u32), T: FnMut(usize)> Sink<F, T> {
    fn new(pair: F, tested: T) -> Self {
        Self { buffer: [[0; 2]; CAPACITY], len: 0, pair, tested }
    }

    /// Tests a disc against a run of others, of which those count that pass `owned`.
    #[inline(always)]
    fn meet(&mut self, e: &Entry, run: &[Entry], owned: impl Fn(&Entry) -> bool) {
        (self.tested)(run.len());
        for run in run.chunks(CAPACITY / 2) {
            if self.len >= CAPACITY / 2 {
                self.flush();
            }
            for other in run {
                self.buffer[self.len % CAPACITY] = [e.id, other.id];
                self.len += usize::from(e.overlaps(other) & owned(other));
            }
        }
    }

    #[inline(never)]
    fn flush(&mut self) {
        for &[i, j] in &self.buffer[..self.len] {
            (self.pair)(i.min(j), i.max(j));
        }
        self.len = 0;
    }
}
