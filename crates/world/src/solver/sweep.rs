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
pub(crate) trait Kernel: Sync {
    fn work<S: Simd>(
        &self,
        s: S,
        at: BatchPlace,
        pack: &mut Batch,
        rows: &mut impl Quads,
        found: &mut Places,
    );
}

/// A kernel at work on some packs.
struct Pass<'a, K, P, R> {
    kernel: &'a K,
    packs: P,
    rows: R,
    found: &'a mut Places,
}

impl<'a, K: Kernel, P: Iterator<Item = (BatchPlace, &'a mut Batch)>, R: Quads> Work for Pass<'_, K, P, R> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { kernel, packs, mut rows, found } = self;
        for (at, pack) in packs {
            kernel.work(s, at, pack, &mut rows, found);
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
        kernel: &impl Kernel,
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
        let packs = (first..).zip(colors).flat_map(|(color, list)| {
            (0..).map(move |index| BatchPlace { color, index }).zip(list.batches.as_mut_slice())
        });
        dispatch(Pass { kernel, packs, rows, found });
    }

    #[cfg(feature = "parallel")]
    fn run_in_parts(
        &mut self,
        kernel: &impl Kernel,
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
                let packs = (first as u32..).map(|index| BatchPlace { color, index }).zip(packs);
                dispatch(Pass { kernel, packs, rows: writer, found });
            });
        }
        shadow.give_back(rows);
    }
}

#[cfg(feature = "parallel")]
fn cut(packs: &[Batch]) -> Cut {
    Cut::by(LANES * packs.len(), packs.len())
}
