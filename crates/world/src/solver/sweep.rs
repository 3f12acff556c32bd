//! One pass over the batched contacts, block after block and colour after colour. With enough contacts, blocks run on
//! several threads.

use alloc::vec::Vec;

use crate::base::{Cut, F4, LANES, Quads, Rows, Simd, Work, dispatch, parallel};
use crate::contacts::constants::BLOCK_ROWS;
use crate::contacts::{Batch, BatchPlace, Block, SPARE_ROW};

/// Places of batches, each with a mask of some of its contacts: a bit for each lane.
pub(crate) type Places = Vec<(BatchPlace, u8)>;

/// A pass over contacts, as its work on one batch. `at` is the batch's place, `rows` has the velocities of the balls,
/// `found` takes the contacts to report.
pub(crate) trait Kernel: Copy + Sync {
    fn work<S: Simd>(
        &self,
        s: S,
        at: BatchPlace,
        batch: &mut Batch,
        rows: &mut impl Quads,
        found: &mut Places,
    );
}

/// Batches of one colour, side by side, and the place of the first.
type Run<'a> = (BatchPlace, &'a mut [Batch]);

/// A kernel at work on some batches.
struct Pass<'a, K, P, R> {
    /// A copy: writes do not change it, but the compiler can't infer that of a borrowed value.
    kernel: K,
    runs: P,
    rows: R,
    found: &'a mut Places,
}

impl<'a, K: Kernel, P: Iterator<Item = Run<'a>>, R: Quads> Work for Pass<'_, K, P, R> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { kernel, runs, mut rows, found } = self;
        for (first, batches) in runs {
            for (index, batch) in (first.index..).zip(batches) {
                kernel.work(s, BatchPlace { index, ..first }, batch, &mut rows, found);
            }
        }
    }
}

/// The batches of block number `block`, from colour `first` on.
#[inline(always)]
fn runs(block: u32, list: &mut Block, first: usize) -> impl Iterator<Item = Run<'_>> {
    let colors = (first as u8..).zip(list.colors.get_mut(first..).unwrap_or_default());
    colors.map(move |(color, list)| (BatchPlace { block, color, index: 0 }, list.batches.as_mut_slice()))
}

/// Runs a kernel over all batches, from colour `first` on: first within blocks, then between them. `found_of` is
/// scratch for the results of parts of the blocks.
pub(crate) fn run(
    kernel: impl Kernel,
    first: usize,
    blocks: &mut [Block],
    rows: &mut [F4],
    found: &mut Places,
    found_of: &mut Vec<Places>,
) {
    let Some((between, blocks)) = blocks.split_first_mut() else {
        return;
    };
    let cut = Cut::by_threads(count(blocks, first), blocks.len());
    // One part needs no rows of its own.
    if cfg!(feature = "parallel") && cut.is_cut() {
        found_of.resize_with(cut.parts, Places::default);
        let all = BlockRows { first: 0, count: rows.len(), rows: &mut *rows };
        parallel::in_parts((blocks, all), cut, found_of, |before, (blocks, rows), found| {
            let runs = (before as u32 + 1..).zip(blocks).flat_map(|(n, block)| runs(n, block, first));
            dispatch(Pass { kernel, runs, rows, found });
        });
        found_of.iter_mut().for_each(|found_of| found.append(found_of));
        return dispatch(Pass { kernel, runs: runs(0, between, first), rows, found });
    }
    let runs = (1..).zip(blocks).chain([(0, between)]).flat_map(|(n, block)| runs(n, block, first));
    dispatch(Pass { kernel, runs, rows, found });
}

/// About how many contacts lie within blocks, from colour `first` on.
fn count(blocks: &[Block], first: usize) -> usize {
    let colors = blocks.iter().flat_map(|block| block.colors.iter().skip(first));
    let batches = colors.map(|color| color.batches.len());
    LANES * batches.sum::<usize>()
}

/// Rows of one block, or of several side by side, by their numbers among all rows. The spare row belongs to none of
/// them: idle lanes read it at rest, and their writes are lost.
struct BlockRows<'a> {
    first: usize,
    /// Number of all rows.
    count: usize,
    rows: &'a mut [F4],
}

impl Quads for BlockRows<'_> {
    #[inline(always)]
    fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn get(&self, i: u32) -> F4 {
        let own: &[F4] = self.rows;
        own.get(i as usize - self.first).copied().unwrap_or(SPARE_ROW)
    }

    #[inline(always)]
    fn put(&mut self, i: u32, row: F4) {
        if let Some(own) = self.rows.get_mut(i as usize - self.first) {
            *own = row;
        }
    }
}

impl Rows for BlockRows<'_> {
    /// Cuts behind a number of blocks.
    fn cut(self, blocks: usize) -> (Self, Self) {
        let Self { first, count, rows } = self;
        let (own, others) = rows.split_at_mut((blocks * BLOCK_ROWS).min(rows.len()));
        let others = Self { first: first + own.len(), count, rows: others };
        (Self { first, count, rows: own }, others)
    }
}
