//! A list whose places stay put: freed places are used again, the lowest last freed first.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

use crate::base::{Fault, Saved, Source, check, put_short};

/// Places numbered from zero, some of them free.
#[derive(Clone, Debug)]
pub(crate) struct Slab<T> {
    places: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slab<T> {
    pub(crate) fn insert(&mut self, value: T) -> u32 {
        if let Some(place) = self.free.pop() {
            self.places[place as usize] = Some(value);
            return place;
        }
        self.places.push(Some(value));
        (self.places.len() - 1) as u32
    }

    pub(crate) fn remove(&mut self, place: u32) -> Option<T> {
        let value = self.places.get_mut(place as usize)?.take();
        if value.is_some() {
            self.free.push(place);
        }
        value
    }

    /// Whether these places come behind all others, in ascending order.
    pub(crate) fn are_last(&self, places: &[u32]) -> bool {
        places.iter().rev().zip((0..self.places.len()).rev()).all(|(place, last)| *place as usize == last)
    }

    pub(crate) fn get(&self, place: u32) -> Option<&T> {
        self.places.get(place as usize)?.as_ref()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.places.iter().enumerate().filter_map(|(i, p)| p.as_ref().map(|v| (i as u32, v)))
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.places.iter_mut().flatten()
    }
}

impl<T: Saved> Saved for Slab<T> {
    fn save(&self, out: &mut Vec<u8>) {
        let Self { places, free } = self;
        free.save(out);
        put_short(out, (places.len() - free.len()) as u64);
        places.iter().flatten().for_each(|value| value.save(out));
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let free = Vec::<u32>::load(from)?;
        let used = from.count(T::LEAST)?;
        let count = used + free.len();
        let mut is_free = vec![false; count];
        for &place in &free {
            let is_new = is_free.get(place as usize) == Some(&false);
            check(is_new, "a free place is unknown or named twice")?;
            is_free[place as usize] = true;
        }
        let mut places = Vec::with_capacity(count);
        for free in is_free {
            places.push(if free { None } else { Some(T::load(from)?) });
        }
        Ok(Self { places, free })
    }
}

impl<T> Index<u32> for Slab<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: u32) -> &T {
        self.places[place as usize].as_ref().expect("a place that is in use")
    }
}

impl<T> IndexMut<u32> for Slab<T> {
    #[inline]
    fn index_mut(&mut self, place: u32) -> &mut T {
        self.places[place as usize].as_mut().expect("a place that is in use")
    }
}
