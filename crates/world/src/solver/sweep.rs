//! One pass over the packed contacts, colour after colour; within a colour on several threads, where that is worth it.

use alloc::vec::Vec;

#[cfg(feature = "parallel")]
use crate::base::parallel::{self, Cut};
#[cfg(feature = "parallel")]
use crate::base::simd::LANES;
use crate::base::simd::{F4, Quads, Simd, Work, dispatch};
use crate::contacts::batches::{Batch, Color};
#[cfg(feature = "parallel")]
use crate::solver::shared_rows::SharedRows;

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
    /// What the parts of a colour find.
    #[cfg(feature = "parallel")]
    found_of: Vec<Places>,
    #[cfg(feature = "parallel")]
    shadow: SharedRows,
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
        if colors.iter().any(|color| cut(&color.batches).is_cut()) {
            return self.run_in_parts(kernel, first, colors, rows, found);
        }
        let lists = colors.iter_mut().map(|list| list.batches.as_mut_slice());
        let runs = (first..).map(|color| BatchPlace { color, index: 0 }).zip(lists);
        dispatch(Pass { kernel, runs, rows, found });
    }

    #[cfg(feature = "parallel")]
    fn run_in_parts(
        &mut self,
        kernel: impl Kernel,
        first: u8,
        colors: &mut [Color],
        rows: &mut [F4],
        found: &mut Places,
    ) {
        let Self { found_of, shadow } = self;
        shadow.take(rows);
        let writer = shadow.writer();
        for (color, list) in (first..).zip(colors) {
            let packs = list.batches.as_mut_slice();
            let cut = cut(packs);
            parallel::gather(packs, cut, &mut *found, &mut *found_of, |first, packs, found| {
                let runs = core::iter::once((BatchPlace { color, index: first as u32 }, packs));
                dispatch(Pass { kernel, runs, rows: writer, found });
            });
        }
        shadow.give_back(rows);
    }
}

#[cfg(feature = "parallel")]
fn cut(packs: &[Batch]) -> Cut {
    Cut::by(LANES * packs.len(), packs.len())
}
