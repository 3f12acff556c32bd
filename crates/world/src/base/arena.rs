//! Things with ids: a generational arena whose every place and generation can be saved.
//!
//! It takes the place of `slotmap::SlotMap`, whose free places can't be read: a world restored with them in
//! another order would give other ids than the one that was saved.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use slotmap::{Key, KeyData};

use crate::base::{Fault, Saved, Source, check, put_short};

/// A place, and how often it was given away.
#[derive(Clone, Debug)]
struct Place<T> {
    generation: u32,
    value: Option<T>,
}

/// Things found by their ids; the id of a thing that was removed finds nothing.
#[derive(Clone, Debug)]
pub(crate) struct Arena<K, T> {
    places: Vec<Place<T>>,
    /// Places to be given away again, the last first.
    free: Vec<u32>,
    len: usize,
    kind: PhantomData<K>,
}

/// A place that was given away so often is left alone, so that no id ever comes twice.
const LAST_GENERATION: u32 = u32::MAX >> 1;

impl<K, T> Default for Arena<K, T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new(), len: 0, kind: PhantomData }
    }
}

/// Slotmap's keys carry an odd version in their upper half.
fn id<K: Key>(place: u32, generation: u32) -> K {
    KeyData::from_ffi(u64::from(generation << 1 | 1) << 32 | u64::from(place)).into()
}

fn parts<K: Key>(id: K) -> (usize, u32) {
    let bits = id.data().as_ffi();
    (bits as u32 as usize, (bits >> 33) as u32)
}

impl<K: Key, T> Arena<K, T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn insert(&mut self, value: T) -> K {
        self.len += 1;
        if let Some(place) = self.free.pop() {
            let slot = &mut self.places[place as usize];
            slot.value = Some(value);
            return id(place, slot.generation);
        }
        self.places.push(Place { generation: 0, value: Some(value) });
        id(self.places.len() as u32 - 1, 0)
    }

    pub(crate) fn remove(&mut self, key: K) -> Option<T> {
        let (place, generation) = parts(key);
        let slot = self.places.get_mut(place).filter(|slot| slot.generation == generation)?;
        let value = slot.value.take()?;
        self.len -= 1;
        if slot.generation < LAST_GENERATION {
            slot.generation += 1;
            self.free.push(place as u32);
        }
        Some(value)
    }

    pub(crate) fn get(&self, key: K) -> Option<&T> {
        let (place, generation) = parts(key);
        self.places.get(place).filter(|slot| slot.generation == generation)?.value.as_ref()
    }

    pub(crate) fn get_mut(&mut self, key: K) -> Option<&mut T> {
        let (place, generation) = parts(key);
        self.places.get_mut(place).filter(|slot| slot.generation == generation)?.value.as_mut()
    }

    pub(crate) fn contains_key(&self, key: K) -> bool {
        self.get(key).is_some()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &T)> {
        (0..)
            .zip(&self.places)
            .filter_map(|(place, slot)| Some((id(place, slot.generation), slot.value.as_ref()?)))
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(K, &T) -> bool) {
        let gone: Vec<K> =
            self.iter().filter(|(key, value)| !keep(*key, value)).map(|(key, _)| key).collect();
        for key in gone {
            self.remove(key);
        }
    }

    /// Number of the place behind an id.
    pub(crate) fn place_of(key: K) -> u32 {
        parts(key).0 as u32
    }

    /// Writes generations and free places; the caller writes the things themselves.
    pub(crate) fn save_names(&self, out: &mut Vec<u8>) {
        let Self { places, free, len: _, kind: _ } = self;
        put_short(out, places.len() as u64);
        for Place { generation, value: _ } in places {
            put_short(out, u64::from(*generation));
        }
        free.save(out);
    }

    /// The arena as it was, with all things still missing: each is to be put back by
    /// [`claim`](Self::claim).
    pub(crate) fn load_names(from: &mut Source<'_>) -> Result<Self, Fault> {
        let count = from.count(1)?;
        let mut places = Vec::with_capacity(count);
        for _ in 0..count {
            let generation = from.short_u32()?;
            check(generation <= LAST_GENERATION, "a generation is too large")?;
            places.push(Place { generation, value: None });
        }
        Ok(Self { places, free: Vec::load(from)?, len: 0, kind: PhantomData })
    }

    /// Writes everything, things included.
    pub(crate) fn save(&self, out: &mut Vec<u8>)
    where
        T: Saved,
    {
        self.save_names(out);
        put_short(out, self.len as u64);
        for (key, value) in self.iter() {
            put_short(out, u64::from(Self::place_of(key)));
            value.save(out);
        }
    }

    /// Reads the output of [`save`](Self::save).
    pub(crate) fn load(from: &mut Source<'_>) -> Result<Self, Fault>
    where
        T: Saved,
    {
        let mut all = Self::load_names(from)?;
        for _ in 0..from.count(1 + T::LEAST)? {
            let place = from.short_u32()?;
            all.claim(place, T::load(from)?)?;
        }
        Ok(all)
    }

    /// Puts a thing into its place.
    pub(crate) fn claim(&mut self, place: u32, value: T) -> Result<K, Fault> {
        let slot = self.places.get_mut(place as usize).ok_or("an id has no place")?;
        check(slot.value.is_none(), "two things have one id")?;
        slot.value = Some(value);
        self.len += 1;
        Ok(id(place, slot.generation))
    }

    /// Whether free and taken places add up to all places.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        let mut free: Vec<bool> = self.places.iter().map(|_| false).collect();
        for &place in &self.free {
            let is_free = self.places.get(place as usize).is_some_and(|slot| slot.value.is_none());
            check(is_free && !free[place as usize], "a free id is in use, unknown or named twice")?;
            free[place as usize] = true;
        }
        let lost = |(slot, free): (&Place<T>, &bool)| {
            slot.value.is_none() && !free && slot.generation < LAST_GENERATION
        };
        check(!self.places.iter().zip(&free).any(lost), "an id is neither free nor in use")
    }
}

impl<K: Key, T> Index<K> for Arena<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, key: K) -> &T {
        self.get(key).expect("an id that is in use")
    }
}

impl<K: Key, T> IndexMut<K> for Arena<K, T> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut T {
        self.get_mut(key).expect("an id that is in use")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::BodyId;

    #[test]
    fn a_stale_id_finds_nothing_and_none_comes_twice() {
        let mut arena = Arena::<BodyId, u32>::default();
        let mut seen = alloc::collections::BTreeSet::new();
        for round in 0..100 {
            let (a, b) = (arena.insert(round), arena.insert(round + 1));
            assert!(seen.insert(a) && seen.insert(b), "an id came twice");
            assert_eq!(
                (arena.remove(a), arena.get(a), arena.get(b)),
                (Some(round), None, Some(&(round + 1)))
            );
            assert_eq!(arena.remove(a), None);
        }
        assert_eq!((arena.len(), arena.check()), (100, Ok(())));
        assert!(!arena.contains_key(BodyId::default()), "the null id is nothing's");
    }
}
