//! One pass over the packed contacts, colour after colour; within a colour on several threads, where that is worth it.

use alloc::vec::Vec;

#[cfg(feature = "parallel")]
use core::ops::Range;

#[cfg(feature = "parallel")]
use crate::base::parallel::{self, Cut};
#[cfg(feature = "parallel")]
use crate::base::simd::LANES;
use crate::base::simd::{F4, Quads, Simd, Work, dispatch};
#[cfg(feature = "parallel")]
use crate::base::sort::Sort;
use crate::contacts::batches::{Batch, Color};
#[cfg(feature = "parallel")]
use crate::contacts::blocks::Blocks;

/// Colours, packs, and which of their contacts: a bit for each lane.
pub(crate) type Places = Vec<(u8, u32, u8)>;

/// Which batch of which colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchPlace {
    pub(crate) color: u8,
    pub(crate) index: u32,
}

/// What a pass does with each pack.
pub(crate) trait Kernel: Copy + Sync {
    fn work<S: Simd>(
        &self,
        s: S,
        at: BatchPlace,
        pack: &mut Batch,
        rows: &mut impl Quads,
        found: &mut Places,
    );
}

/// Packs of one colour, side by side, and the place of the first.
type Run<'a> = (BatchPlace, &'a mut [Batch]);

/// A kernel at work on some packs.
struct Pass<'a, K, P, R> {
    /// A copy: what is written does not change it, which the compiler can't know of what it only borrows.
    kernel: K,
    runs: P,
    rows: R,
    found: &'a mut Places,
}

impl<'a, K: Kernel, P: Iterator<Item = Run<'a>>, R: Quads> Work for Pass<'_, K, P, R> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { kernel, runs, mut rows, found } = self;
        for (BatchPlace { color, index }, packs) in runs {
            for (index, pack) in (index..).zip(packs) {
                kernel.work(s, BatchPlace { color, index }, pack, &mut rows, found);
            }
        }
    }
}

/// Scratch of the passes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Passes {
    /// What the blocks of a colour find.
    #[cfg(feature = "parallel")]
    found_of: Vec<Places>,
}

impl Passes {
    /// Does a pass over all packs that are solved, from a colour on.
    pub(crate) fn run(
        &mut self,
        kernel: impl Kernel,
        first: usize,
        colors: &mut [Color],
        rows: &mut [F4],
        found: &mut Places,
    ) {
        let Some(colors) = colors.get_mut(first..).filter(|colors| !colors.is_empty()) else {
            return;
        };
        let first = first as u8;
        #[cfg(feature = "parallel")]
        if colors.iter().any(is_cut) {
            return self.run_in_blocks(kernel, first, colors, rows, found);
        }
        let lists = colors.iter_mut().map(|list| list.batches.as_mut_slice());
        let runs = (first..).map(|color| BatchPlace { color, index: 0 }).zip(lists);
        dispatch(Pass { kernel, runs, rows, found });
    }

    #[cfg(feature = "parallel")]
    fn run_in_blocks(
        &mut self,
        kernel: impl Kernel,
        first: u8,
        colors: &mut [Color],
        rows: &mut [F4],
        found: &mut Places,
    ) {
        let Self { found_of } = self;
        for (color, list) in (first..).zip(colors) {
            let (at, known) = (BatchPlace { color, index: 0 }, found.len());
            let is_cut = is_cut(list);
            let Color { batches, blocks: Blocks { share, packs: blocks, .. }, .. } = list;
            let blocks = if is_cut { blocks.as_slice() } else { &[] };
            found_of.resize_with(blocks.len(), Places::default);
            let own = BlockRows { first: 0, rows: &mut *rows };
            run_blocks(kernel, at, blocks, *share, batches, own, found_of);
            found_of.iter_mut().for_each(|found_of| found.append(found_of));
            // Then what lies between them.
            let (mut done, end, mut rest) = (0, batches.len(), batches.as_mut_slice());
            let gaps = blocks.iter().cloned().chain(core::iter::once(end..end)).map(|block| {
                let (gap, others) = core::mem::take(&mut rest).split_at_mut(block.start - done);
                let at = BatchPlace { index: done as u32, ..at };
                rest = others.split_at_mut(block.len()).1;
                done = block.end;
                (at, gap)
            });
            dispatch(Pass { kernel, runs: gaps, rows: &mut *rows, found });
            found[known..].order();
        }
    }
}

/// Whether there are so many packs in blocks that it is worth working on them side by side.
#[cfg(feature = "parallel")]
fn is_cut(color: &Color) -> bool {
    let packs = color.blocks.packs.iter().map(ExactSizeIterator::len).sum::<usize>();
    Cut::rows(LANES * packs).is_cut()
}

/// Rows of one block, or of several side by side, by the numbers that they have among all.
#[cfg(feature = "parallel")]
struct BlockRows<'a> {
    first: usize,
    rows: &'a mut [F4],
}

#[cfg(feature = "parallel")]
impl Quads for BlockRows<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.first + self.rows.len()
    }

    #[inline(always)]
    fn get(&self, i: u32) -> F4 {
        self.rows[i as usize - self.first]
    }

    #[inline(always)]
    fn put(&mut self, i: u32, row: F4) {
        self.rows[i as usize - self.first] = row;
    }
}

/// Works on blocks of `share` rows. `packs` begin at the place `at`.
#[cfg(feature = "parallel")]
fn run_blocks(
    kernel: impl Kernel,
    at: BatchPlace,
    blocks: &[Range<usize>],
    share: usize,
    packs: &mut [Batch],
    rows: BlockRows<'_>,
    found: &mut [Places],
) {
    let begin = at.index as usize;
    match (blocks, found) {
        ([block], [found]) => {
            let packs = &mut packs[block.start - begin..block.end - begin];
            let runs = core::iter::once((BatchPlace { index: block.start as u32, ..at }, packs));
            dispatch(Pass { kernel, runs, rows, found });
        }
        (blocks, found) if blocks.len() > 1 => {
            let half = blocks.len() / 2;
            let (first, last) = blocks.split_at(half);
            let (found_first, found_last) = found.split_at_mut(half);
            let middle = last[0].start.max(begin);
            let (packs, others) = packs.split_at_mut(middle - begin);
            let (low, high) = rows.rows.split_at_mut((half * share).min(rows.rows.len()));
            let next = rows.first + low.len();
            let (low, high) =
                (BlockRows { first: rows.first, rows: low }, BlockRows { first: next, rows: high });
            let other = BatchPlace { index: middle as u32, ..at };
            parallel::both(
                || run_blocks(kernel, at, first, share, packs, low, found_first),
                || run_blocks(kernel, other, last, share, others, high, found_last),
            );
        }
        _ => {}
    }
}
