//! Overlaps that the game has made, by placing balls onto others. Contacts count them as touches, and a displacement
//! parts them.

use alloc::vec::Vec;

use crate::base::{Sort, cloned, saved};
use crate::bodies::{Balls, Materials};
use crate::contacts::PairKey;
use crate::contacts::batches::{Pairing, pairing};

/// Two balls that overlap because the game has placed one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct InitialOverlap {
    pub(crate) key: PairKey,
    /// How deep they may still overlap without a push, length units.
    pub(crate) depth: f64,
}

saved!(InitialOverlap { key, depth });

/// All of them, ascending by key. State.
#[derive(Debug, Default)]
pub(crate) struct InitialOverlaps {
    pub(crate) list: Vec<InitialOverlap>,
    /// Overlaps to add: scratch.
    pub(crate) new: Vec<InitialOverlap>,
}

cloned!(InitialOverlaps { list, new });

impl InitialOverlaps {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How deep two balls may overlap without a push, length units; mostly 0.
    #[inline]
    pub(crate) fn depth(&self, i: u32, j: u32) -> f64 {
        if self.list.is_empty() { 0.0 } else { self.find(i, j) }
    }

    #[cold]
    fn find(&self, i: u32, j: u32) -> f64 {
        let key = PairKey::of_balls(i, j);
        self.list.binary_search_by_key(&key, |overlap| overlap.key).map_or(0.0, |n| self.list[n].depth)
    }

    /// As [`pairing`](crate::contacts::pairing): such balls touch at a smaller distance.
    pub(crate) fn pairing(&self, i: u32, j: u32, balls: &Balls, materials: &Materials) -> Option<Pairing> {
        let reach = balls.rows[i as usize].r + balls.rows[j as usize].r - self.depth(i, j);
        pairing(i, j, balls, materials).map(|pairing| Pairing { reach: reach as f32, ..pairing })
    }

    /// Adds the new overlaps, which take the place of known ones of the same pairs.
    pub(crate) fn add_new(&mut self) {
        let Self { list, new } = self;
        if new.is_empty() {
            return;
        }
        new.order_by_key(|overlap| overlap.key);
        new.dedup_by_key(|overlap| overlap.key);
        list.retain(|overlap| new.binary_search_by_key(&overlap.key, |new| new.key).is_err());
        list.append(new);
        list.order_by_key(|overlap| overlap.key);
    }

    /// Forgets a ball because it is removed; `last`, the row that takes its place, moves to `row`.
    pub(crate) fn forget_ball(&mut self, row: u32, last: u32) {
        self.list.retain(|overlap| !overlap.key.names(row));
        for overlap in &mut self.list {
            overlap.key = overlap.key.renamed(last, row).0;
        }
        self.list.order_by_key(|overlap| overlap.key);
    }
}
