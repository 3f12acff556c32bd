//! Sorting of equal keys without any difference, so that every method gives the same order.
//!
//! In a browser every byte is loaded first: there, lists are sorted by a few lines in place of the standard library's
//! sort, which takes about 4 kB for each type and key.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts in place, without a promise about equal elements.
pub(crate) trait Sort<T> {
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }

    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Sort<T> for [T] {
    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_unstable_by(compare);
    }

    #[cfg(target_arch = "wasm32")]
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        sort_by(self, compare);
    }
}

/// Sorts a list in place that is nearly in order. Each element that comes too early is moved back to its place; if
/// many are far from it, the whole list is sorted as usual. `is_after` is the order.
pub(crate) fn settle<T: Copy>(list: &mut [T], is_after: impl Fn(&T, &T) -> bool) {
    /// Places that an element moves on average, above which a full sort is cheaper.
    const FAR: usize = 64;
    let mut left = FAR * list.len();
    for n in 1..list.len() {
        let (done, rest) = list.split_at(n);
        let before = done.iter().rev().take_while(|other| is_after(other, &rest[0])).count();
        if before > left {
            list.order_by(|a, b| is_after(a, b).cmp(&is_after(b, a)));
            return;
        }
        left -= before;
        if before > 0 {
            let early = list[n];
            list.copy_within(n - before..n, n - before + 1);
            list[n - before] = early;
        }
    }
}

/// Shell's sort, with gaps of which each is 4/9 of the one before.
#[cfg(any(test, target_arch = "wasm32"))]
fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut gap = list.len();
    while gap > 1 {
        gap = (4 * gap / 9).max(1);
        for start in gap..list.len() {
            let mut at = start;
            while at >= gap && compare(&list[at], &list[at - gap]).is_lt() {
                list.swap(at, at - gap);
                at -= gap;
            }
        }
    }
}

/// Puts the entries of an ascending list into another one, from the end: most old entries stay in place.
pub(crate) fn merge<T: Copy + Ord>(list: &mut Vec<T>, others: &mut Vec<T>) {
    let mut left = list.len();
    list.extend_from_slice(others);
    while let Some(next) = others.last() {
        let place = left + others.len() - 1;
        if left > 0 && list[left - 1] > *next {
            left -= 1;
            list[place] = list[left];
        } else {
            list[place] = *next;
            others.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{merge, settle, sort_by};
    use crate::common::Dice;

    #[test]
    fn what_is_nearly_in_order_settles() {
        let mut dice = Dice(1);
        for (len, off) in [(0, 1), (1, 1), (2, 9), (500, 1), (500, 20), (5_000, 100_000)] {
            let mut list: Vec<_> = (0..len).map(|n| n + dice.roll() as u32 % off).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            settle(&mut list, u32::gt);
            assert_eq!(list, expected, "{len} numbers, off by {off}");
        }
    }

    #[test]
    fn the_small_sort_is_that_of_the_standard_library() {
        let mut dice = Dice(1);
        for len in (0..200).chain([1_000, 1_578, 20_000]) {
            let random: Vec<_> = (0..len).map(|_| dice.roll() as u32 % 5_000).collect();
            let mut nearly: Vec<_> = (0..len).collect();
            nearly.rotate_left(len as usize / 3);
            for mut list in [random, nearly, (0..len).rev().collect()] {
                let mut expected = list.clone();
                expected.sort_unstable();
                sort_by(&mut list, u32::cmp);
                assert_eq!(list, expected, "{len} numbers");
            }
        }
    }

    #[test]
    fn what_comes_late_finds_its_place() {
        for step in 1..40 {
            let all: Vec<u32> = (0..40).collect();
            let (mut late, mut list) = (Vec::new(), Vec::new());
            for n in &all {
                if n % step == 0 { late.push(*n) } else { list.push(*n) }
            }
            merge(&mut list, &mut late);
            assert_eq!((&list, late.len()), (&all, 0), "every {step}th came late");
        }
    }
}
