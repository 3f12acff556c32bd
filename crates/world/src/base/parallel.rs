//! Work over many rows on several threads: the only module with threads.
//!
//! Rows are cut into consecutive parts, and each part is processed separately. Each part writes its results into a
//! list of its own; the lists are joined in the order of the rows. Values are combined by operations that no order
//! changes, such as the larger of two. So the number of parts changes no bit. Without the feature `parallel`, and
//! for little work, there is one part, and all of this is a plain call.

use alloc::vec::Vec;
use core::ops::Range;

/// Fewer rows than this are not worth a part of their own: the work of some fifteen microseconds, about as long as a
/// thread that has nothing to do takes to begin. With 2048, a gas of 10 000 is no faster on two threads than on one.
/// Builds with debug assertions cut smaller worlds as well, so that tests need no large ones: the number of parts
/// changes no bit.
#[cfg(any(test, feature = "parallel"))]
const LEAST: usize = if cfg!(debug_assertions) { 512 } else { 1024 };
/// Parts that each thread gets, so that one with little to do in its rows takes over from the others.
#[cfg(feature = "parallel")]
const SHARES: usize = 4;

/// Rows that can be cut in two, to be worked on side by side.
pub(crate) trait Rows: Sized + Send {
    fn cut(self, at: usize) -> (Self, Self);
}

impl Rows for () {
    fn cut(self, _: usize) -> (Self, Self) {
        ((), ())
    }
}

impl<T: Sync> Rows for &[T] {
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }
}

impl<T: Send> Rows for &mut [T] {
    fn cut(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

macro_rules! rows {
    ($($name:ident $other:ident),+) => {
        impl<$($name: Rows),+> Rows for ($($name,)+) {
            #[expect(non_snake_case, reason = "named as their types")]
            fn cut(self, at: usize) -> (Self, Self) {
                let ($($name,)+) = self;
                $(let ($name, $other) = $name.cut(at);)+
                (($($name,)+), ($($other,)+))
            }
        }
    };
}

rows!(A a, B b);
rows!(A a, B b, C c);
rows!(A a, B b, C c, D d);

/// How a number of rows is cut into parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    count: usize,
    pub(crate) parts: usize,
}

impl Cut {
    /// The cut for this number of rows, each of which is some work.
    #[inline]
    pub(crate) fn rows(count: usize) -> Self {
        Self { count, parts: parts(count) }
    }

    /// The cut for `items` things that are spread over this number of rows.
    #[inline]
    pub(crate) fn by(items: usize, count: usize) -> Self {
        Self { count, parts: parts(items).min(count.max(1)) }
    }

    /// The same in one part for each thread: data that are used again and again stay in the cache of their core.
    pub(crate) fn by_threads(items: usize, count: usize) -> Self {
        #[cfg(feature = "parallel")]
        if parts(items) > 1 {
            return Self { count, parts: rayon::current_num_threads().min(count).max(1) };
        }
        let _ = items;
        Self { count, parts: 1 }
    }

    /// Each row a part.
    pub(crate) fn singly(count: usize) -> Self {
        Self { count, parts: count }
    }

    /// Whether there is more than one part.
    #[inline]
    pub(crate) fn is_cut(self) -> bool {
        self.parts > 1
    }

    /// Rows of each part; the last may have fewer.
    #[inline]
    pub(crate) fn share(self) -> usize {
        self.count.div_ceil(self.parts)
    }
}

/// Number of parts for this number of things.
#[inline]
fn parts(items: usize) -> usize {
    #[cfg(feature = "parallel")]
    if items >= 2 * LEAST {
        let threads = rayon::current_num_threads();
        return if threads > 1 { (items / LEAST).min(SHARES * threads) } else { 1 };
    }
    let _ = items;
    1
}

/// Runs the work of a world with this number of rows. If threads pay off, it runs on one of them, so that work for
/// the other threads need not be passed in from outside each time.
#[inline]
pub(crate) fn enter(rows: usize, work: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if Cut::rows(rows).is_cut() {
        return rayon::scope(|_| work());
    }
    let _ = rows;
    work();
}

/// Does two things side by side.
#[inline]
pub(crate) fn both<A: Send, B: Send>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(feature = "parallel")]
    return rayon::join(one, other);
    #[cfg(not(feature = "parallel"))]
    (one(), other())
}

/// Works on rows part by part, with notes for each. `work` gets the number of the first row of its part, the rows and
/// the notes of the part.
#[inline]
pub(crate) fn in_parts<R: Rows, N: Send>(
    rows: R,
    cut: Cut,
    notes: &mut [N],
    work: impl Fn(usize, R, &mut N) + Sync,
) {
    if let [note] = notes {
        work(0, rows, note);
    } else {
        let of_part = |first, rows, notes: &mut [N]| {
            if let [note] = notes {
                work(first, rows, note);
            }
        };
        halve(0..cut.count, notes.len(), cut.share(), rows, notes, &of_part, &|(), ()| ());
    }
}

/// Cuts rows, and the data of this number of parts, in halves until each is one part.
fn halve<R: Rows, N: Rows, A: Send>(
    range: Range<usize>,
    parts: usize,
    share: usize,
    rows: R,
    notes: N,
    work: &(impl Fn(usize, R, N) -> A + Sync),
    merge: &(impl Fn(A, A) -> A + Sync),
) -> A {
    if parts <= 1 {
        return work(range.start, rows, notes);
    }
    let half = parts / 2;
    let at = (half * share).min(range.len());
    let middle = range.start + at;
    let ((low, high), (first, last)) = (rows.cut(at), notes.cut(half));
    let (a, b) = both(
        || halve(range.start..middle, half, share, low, first, work, merge),
        || halve(middle..range.end, parts - half, share, high, last, work, merge),
    );
    merge(a, b)
}

/// Works on rows, and combines the results of the parts. The order must not matter to `merge`.
#[inline]
pub(crate) fn fold<R: Rows, A: Send>(
    rows: R,
    cut: Cut,
    work: impl Fn(usize, R) -> A + Sync,
    merge: impl Fn(A, A) -> A + Sync,
) -> A {
    if !cut.is_cut() {
        return work(0, rows);
    }
    halve(0..cut.count, cut.parts, cut.share(), rows, (), &|first, rows, ()| work(first, rows), &merge)
}

/// Works on rows.
#[inline]
pub(crate) fn each<R: Rows>(rows: R, cut: Cut, work: impl Fn(usize, R) + Sync) {
    fold(rows, cut, work, |(), ()| ());
}

/// Works on rows and adds the results to a list, in the order of the rows.
#[inline]
pub(crate) fn gather<R: Rows, T: Send>(
    rows: R,
    cut: Cut,
    list: &mut Vec<T>,
    spare: &mut Vec<Vec<T>>,
    work: impl Fn(usize, R, &mut Vec<T>) + Sync,
) {
    if !cut.is_cut() {
        return work(0, rows, list);
    }
    if spare.len() < cut.parts {
        spare.resize_with(cut.parts, Vec::new);
    }
    let notes = &mut spare[..cut.parts];
    core::mem::swap(list, &mut notes[0]);
    in_parts(rows, cut, notes, work);
    core::mem::swap(list, &mut notes[0]);
    notes[1..].iter_mut().for_each(|found| list.append(found));
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn every_row_is_worked_on_once_and_what_is_found_keeps_its_order() {
        for count in [0, 1, 2, 7, 100, LEAST, 2 * LEAST, 5000, 12_345] {
            let all: Vec<_> = (0..count as u32).collect();
            let even: Vec<_> = (0..count as u32).filter(|i| i % 2 == 0).collect();
            for parts in [1, 2, 3, 8, 13] {
                let cut = Cut { count, parts };
                let (mut rows, mut notes) = (vec![0; count], vec![Vec::<u32>::new(); parts]);
                in_parts((rows.as_mut_slice(), ()), cut, &mut notes, |first, (rows, ()), found| {
                    assert!(rows.len() <= cut.share(), "no part is larger than its share");
                    let own = first as u32..(first + rows.len()) as u32;
                    found.extend(even.iter().filter(|i| own.contains(i)));
                    rows.iter_mut().for_each(|row| *row += 1);
                });
                assert!(rows.iter().all(|row| *row == 1), "{count} rows in {parts} parts");
                assert_eq!(notes.concat(), even, "{count} rows in {parts} parts");

                let (mut list, mut spare) = (vec![7], Vec::new());
                gather(all.as_slice(), cut, &mut list, &mut spare, |first, rows, found| {
                    assert!(rows.first().is_none_or(|row| *row as usize == first), "rows know their number");
                    found.extend(rows);
                });
                assert_eq!(list.split_first(), Some((&7, all.as_slice())), "{count} rows in {parts} parts");
                let sum = fold(all.as_slice(), cut, |_, rows| rows.iter().sum::<u32>(), |a, b| a + b);
                assert_eq!(sum, all.iter().sum::<u32>(), "{count} rows in {parts} parts");
            }
        }
    }
}
