//! Contacts in blocks: the rows of the balls are cut into blocks, and contacts within one block lie side by side, so that
//! threads solve them at the same time, each with the rows of its own block.
//!
//! Where a contact lies within its colour changes no bit, so blocks may be as many as there are threads to work on them.
//! Rows that lie side by side are those of balls that came into the world one after the other, and these are mostly near
//! each other. Where they are not, most contacts are between blocks, and are solved on one thread.

use alloc::vec::Vec;
use core::mem::swap;
use core::ops::Range;

use crate::base::parallel::{self, Cut};
use crate::base::simd::LANES;
use crate::contacts::batches::{Batch, Batches, Color};

/// Contacts are laid side by side again when one in so many has come or gone.
const CHANGED_ONE_IN: usize = 4;

/// Which packs of a colour lie within blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    /// Rows of a block.
    pub(crate) share: usize,
    /// Packs of which all contacts are within one block, block after block, in ascending order; empty if that is not known.
    pub(crate) packs: Vec<Range<usize>>,
    /// How many contacts have come or gone since these were found.
    changes: usize,
    /// Scratch: first contact of each block, and of those between blocks.
    first: Vec<usize>,
    next: Vec<usize>,
}

impl Blocks {
    /// Takes note of a contact that comes, behind all others.
    pub(crate) fn add(&mut self) {
        self.changes += 1;
    }

    /// Takes note of contacts that have other balls.
    pub(crate) fn forget(&mut self) {
        self.share = 0;
        self.packs.clear();
    }

    /// Ends blocks before the last pack: the next contact that goes takes one from there.
    fn leave_out(&mut self, last: usize) {
        for block in &mut self.packs {
            block.end = block.end.min(last);
            block.start = block.start.min(block.end);
        }
    }

    /// Whether so many contacts have come or gone that it is time to lay them side by side again.
    fn are_due(&self, share: usize, count: usize) -> bool {
        self.share != share || self.changes * CHANGED_ONE_IN > count
    }
}

impl Batches {
    /// Lays contacts within the same block of so many rows side by side, in all colours that are worth it.
    pub(crate) fn arrange(&mut self, share: usize) {
        let count = self.rows.len().div_ceil(share);
        let is_due = |color: &Color| {
            let count = color.reported.len();
            color.blocks.are_due(share, count) && Cut::rows(count).is_cut()
        };
        if self.colors.iter().any(is_due) {
            let cut = Cut::singly(self.colors.len());
            parallel::each(self.colors.as_mut_slice(), cut, |_, colors| {
                for color in colors.iter_mut().filter(|color| is_due(color)) {
                    color.arrange(share, count);
                }
            });
        }
    }
}

impl Color {
    /// Lets a contact that is about to go change places with the last of its block, which ends before that pack then.
    /// Returns where the contact lies now.
    pub(crate) fn vacate(&mut self, n: usize) -> usize {
        let Self { batches, reported, blocks } = self;
        blocks.changes += 1;
        blocks.leave_out(batches.len().saturating_sub(1));
        let Some(block) = blocks.packs.iter_mut().find(|block| block.contains(&(n / LANES))) else {
            return n;
        };
        let last = LANES * block.end - 1;
        block.end -= 1;
        exchange(batches, n, last);
        reported.swap(n, last);
        last
    }

    fn arrange(&mut self, share: usize, count: usize) {
        let Self { batches, reported, blocks } = self;
        let Blocks { packs, first, next, .. } = blocks;
        let rows = share as u32;
        let block_of = |packs: &[Batch], n: usize| {
            let (pack, lane) = (&packs[n / LANES], n % LANES);
            let [a, b] = [pack.a[lane], pack.b[lane]].map(|ball| ball / rows);
            if a == b { a as usize } else { count }
        };
        first.clear();
        first.resize(count + 2, 0);
        for n in 0..reported.len() {
            first[block_of(batches, n) + 1] += 1;
        }
        for block in 0..=count {
            first[block + 1] += first[block];
        }
        next.clone_from(first);
        for block in 0..=count {
            while next[block] < first[block + 1] {
                let (n, own) = (next[block], block_of(batches, next[block]));
                if own != block {
                    exchange(batches, n, next[own]);
                    reported.swap(n, next[own]);
                }
                next[own] += 1;
            }
        }
        packs.clear();
        packs.extend(first.windows(2).take(count).map(|ends| {
            let end = ends[1] / LANES;
            ends[0].div_ceil(LANES).min(end)..end
        }));
        (blocks.share, blocks.changes) = (share, 0);
        blocks.leave_out(batches.len().saturating_sub(1));
    }
}

/// Lets two contacts change places.
fn exchange(packs: &mut [Batch], n: usize, m: usize) {
    let (low, high) = (n.min(m), n.max(m));
    let (one, other) = (low % LANES, high % LANES);
    let (before, from) = packs.split_at_mut(high / LANES);
    let Some(last) = from.first_mut() else {
        return;
    };
    let Some(pack) = before.get_mut(low / LANES) else {
        // Both are in the same pack.
        last.a.swap(one, other);
        last.b.swap(one, other);
        last.fields().into_iter().for_each(|field| field.0.swap(one, other));
        return;
    };
    swap(&mut pack.a[one], &mut last.a[other]);
    swap(&mut pack.b[one], &mut last.b[other]);
    for (field, others) in pack.fields().into_iter().zip(last.fields()) {
        swap(&mut field.0[one], &mut others.0[other]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::Dice;
    use crate::contacts::batches::Pairing;
    use crate::contacts::contact::Contact;

    #[test]
    fn contacts_are_laid_side_by_side_by_block_and_stay_what_they_are() {
        let mut dice = Dice(3);
        let (balls, share) = (1000, 130);
        let mut packs = Batches::default();
        packs.resize(balls);
        for _ in 0..3000 {
            let b = dice.uniform(0.0, balls as f64 - 1.0) as u32;
            let far = if dice.uniform(0.0, 1.0) < 0.1 { 500.0 } else { 9.0 };
            let other = (b + 1 + dice.uniform(0.0, far) as u32).min(balls as u32 - 1);
            if !packs.has(b, other) {
                let contact = Contact { b, other, normal_impulse: b as f32, ..Contact::default() };
                packs.create(&contact, &Pairing { reach: other as f32, ..Pairing::default() });
            }
        }
        let known = |color: &Color| {
            let contacts = (0..color.reported.len()).map(|n| {
                let (pack, lane) = (&color.batches[n / LANES], n % LANES);
                assert_eq!(pack.normal_impulse.0[lane], pack.b[lane] as f32, "fields move with their balls");
                assert_eq!(pack.reach.0[lane], pack.a[lane] as f32, "fields move with their balls");
                (pack.a[lane], pack.b[lane], color.reported[n])
            });
            let mut contacts: Vec<_> = contacts.collect();
            contacts.sort_unstable();
            contacts
        };
        let mut within = 0;
        for color in &mut packs.colors {
            for n in 0..color.reported.len() {
                color.reported[n] = color.batches[n / LANES].a[n % LANES] % 3 == 0;
            }
            let before = known(color);
            color.arrange(share, (balls + 1).div_ceil(share));
            assert_eq!(known(color), before);
            let mut done = 0;
            for (block, range) in color.blocks.packs.iter().enumerate() {
                assert!(done <= range.start && range.start <= range.end, "blocks ascend");
                done = range.end;
                within += range.len() * LANES;
                let mut rows =
                    color.batches[range.clone()].iter().flat_map(|pack| pack.a.into_iter().chain(pack.b));
                assert!(rows.all(|row| row as usize / share == block), "block {block}");
            }
        }
        assert!(within > packs.count() / 2, "{within} of {} contacts are in blocks", packs.count());
        let (before, blocks) = (known(&packs.colors[0]), packs.colors[0].blocks.packs.clone());
        packs.remove(0, blocks[0].start, 0);
        let (after, left) = (known(&packs.colors[0]), &packs.colors[0].blocks.packs);
        assert!(before.len() == after.len() + 1 && after.iter().all(|contact| before.contains(contact)));
        assert!(left[0].end + 1 == blocks[0].end && left[1..] == blocks[1..], "its block is a pack shorter");
        while !packs.colors[0].reported.is_empty() {
            let color = &mut packs.colors[0];
            let (n, end) =
                (dice.uniform(0.0, color.reported.len() as f64 - 1.0) as usize, color.batches.len());
            assert!(
                color.blocks.packs.iter().all(|block| block.end <= end),
                "blocks are of packs that are there"
            );
            packs.remove(0, n / LANES, n % LANES);
            let color = &packs.colors[0];
            known(color);
            for (block, range) in color.blocks.packs.iter().enumerate() {
                let mut rows =
                    color.batches[range.clone()].iter().flat_map(|pack| pack.a.into_iter().chain(pack.b));
                assert!(rows.all(|row| row as usize / share == block), "block {block}");
            }
        }
    }
}
