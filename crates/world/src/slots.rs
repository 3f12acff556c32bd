//! A list whose places stay put: freed places are used again, the lowest last freed first.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

/// Places numbered from zero, some of them free.
#[derive(Clone, Debug)]
pub(crate) struct Slots<T> {
    places: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
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

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.places.iter().enumerate().filter_map(|(i, p)| p.as_ref().map(|v| (i as u32, v)))
    }
}

impl<T> Index<u32> for Slots<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: u32) -> &T {
        self.places[place as usize].as_ref().expect("a place that is in use")
    }
}

impl<T> IndexMut<u32> for Slots<T> {
    #[inline]
    fn index_mut(&mut self, place: u32) -> &mut T {
        self.places[place as usize].as_mut().expect("a place that is in use")
    }
}
