//! A set of pairs in order: contacts that the game knows, one-sided colliders that balls pass, balls in sensors.

use alloc::vec::Vec;
use core::ops::Deref;

use crate::base::{Sort, cloned, room, saved};
use crate::contacts::{Other, PairKey};

/// Pairs, each once, ascending. Reads like a slice.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PairSet(Vec<PairKey>);

cloned!(PairSet { 0 });

impl Deref for PairSet {
    type Target = [PairKey];

    #[inline]
    fn deref(&self) -> &[PairKey] {
        &self.0
    }
}

impl PairSet {
    /// No pairs, with room for those of a small game.
    pub(crate) fn with_room() -> Self {
        Self(room::list())
    }

    /// Reserves that memory for an emptied set.
    pub(crate) fn make_room(&mut self) {
        room::reserve(&mut self.0);
    }

    #[inline]
    pub(crate) fn has(&self, key: PairKey) -> bool {
        !self.0.is_empty() && self.0.binary_search(&key).is_ok()
    }

    /// Adds or removes a pair.
    pub(crate) fn set(&mut self, key: PairKey, is_in: bool) {
        match (self.0.binary_search(&key), is_in) {
            (Err(place), true) => self.0.insert(place, key),
            (Ok(place), false) => _ = self.0.remove(place),
            _ => {}
        }
    }

    /// The colliders with which a ball is paired.
    pub(crate) fn colliders_of(&self, ball: u32) -> impl Iterator<Item = u32> + '_ {
        // Pairs with colliders stand behind all pairs of balls.
        let start = PairKey::new(ball, Other::collider(0));
        let first = self.0.partition_point(|key| *key < start);
        let own = self.0[first..].iter().take_while(move |key| key.ball() == ball);
        own.filter_map(|key| key.other().as_collider())
    }

    /// Adds a pair that comes behind all others.
    #[inline]
    pub(crate) fn push(&mut self, key: PairKey) {
        debug_assert!(self.0.last().is_none_or(|last| *last < key), "pairs are pushed in order");
        self.0.push(key);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn retain(&mut self, keep: impl Fn(PairKey) -> bool) {
        self.0.retain(|&key| keep(key));
    }

    /// Takes out the pairs that match.
    pub(crate) fn take_out(&mut self, goes: impl Fn(PairKey) -> bool) -> Vec<PairKey> {
        self.0.extract_if(.., |key| goes(*key)).collect()
    }

    /// Forgets the pairs of a ball that is removed; `last`, the row that takes its place, moves to `row`.
    pub(crate) fn forget_ball(&mut self, row: u32, last: u32) {
        self.0.retain(|key| !key.names(row));
        for key in &mut self.0 {
            *key = key.renamed(last, row).0;
        }
        self.0.order();
    }

    /// Forgets the pairs with a collider that is removed.
    pub(crate) fn forget_collider(&mut self, collider: u32) {
        self.0.retain(|key| key.other() != Other::collider(collider));
    }

    /// Whether each pair is there once, in order. A set that was read from a snapshot may not be.
    pub(crate) fn is_sound(&self) -> bool {
        self.0.windows(2).all(|pair| pair[0] < pair[1])
    }
}

impl Extend<PairKey> for PairSet {
    /// Adds pairs that come in order, behind all others.
    fn extend<T: IntoIterator<Item = PairKey>>(&mut self, keys: T) {
        keys.into_iter().for_each(|key| self.push(key));
    }
}

saved!(PairSet(Vec<PairKey>));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::Dice;
    use alloc::collections::BTreeSet;

    /// Against a set of the standard library, through additions, removals and balls that change rows.
    #[test]
    fn it_is_a_set_in_order() {
        let mut dice = Dice(7);
        let (mut set, mut twin) = (PairSet::default(), BTreeSet::new());
        for _ in 0..3000 {
            let ball = dice.roll() as u32 % 8;
            let other = if dice.unit() < 0.5 {
                Other::collider(dice.roll() as u32 % 5)
            } else {
                Other::ball(ball + 1 + dice.roll() as u32 % 8)
            };
            let key = PairKey::new(ball, other);
            match dice.roll() % 8 {
                0 => {
                    set.forget_ball(ball, 15);
                    let kept = twin.iter().filter(|key: &&PairKey| !key.names(ball));
                    twin = kept.map(|key| key.renamed(15, ball).0).collect();
                }
                1 => {
                    set.forget_collider(ball);
                    twin.retain(|key| key.other() != Other::collider(ball));
                }
                2 | 3 => {
                    set.set(key, false);
                    twin.remove(&key);
                }
                _ => {
                    set.set(key, true);
                    twin.insert(key);
                }
            }
            assert!(set.is_sound() && set.iter().eq(twin.iter()), "{set:?} {twin:?}");
            assert_eq!(set.has(key), twin.contains(&key));
            let of = twin.iter().filter(|key| key.ball() == ball).filter_map(|key| key.other().as_collider());
            assert!(set.colliders_of(ball).eq(of), "the colliders of a ball");
        }
    }
}
