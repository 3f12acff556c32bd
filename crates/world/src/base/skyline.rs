//! Linear equations whose unknowns are coupled to near ones only: elimination within the envelope of the matrix.
//!
//! Row and column k are stored from the first unknown on that k is coupled to, and nothing outside ever fills in
//! (Jennings, Computer J. 9, 1966). A chain costs as much as it is long.

use alloc::vec::Vec;

use crate::base::cloned;

/// A square matrix with a symmetric envelope, and a right side.
#[derive(Debug, Default)]
pub(crate) struct Skyline {
    /// First unknown that each is coupled to, itself at the latest.
    first: Vec<u32>,
    /// Where the stored row and column of each unknown begin.
    at: Vec<usize>,
    /// Entries left of the diagonal, row by row.
    lower: Vec<f64>,
    /// Entries above the diagonal, column by column.
    upper: Vec<f64>,
    diagonal: Vec<f64>,
    /// Right side; after [`solve`](Self::solve) the unknowns.
    pub(crate) x: Vec<f64>,
}

cloned!(Skyline { first, at, lower, upper, diagonal, x });

/// An equation whose pivot shrinks below this share of its diagonal depends on earlier ones.
const REDUNDANT: f64 = 1e-11;

impl Skyline {
    /// Sets all entries to zero, for a matrix with one unknown for each `first`.
    pub(crate) fn clear_for(&mut self, first: impl Iterator<Item = u32>) {
        self.first.clear();
        self.at.clear();
        let mut size = 0;
        for (k, first) in first.enumerate() {
            let first = (first as usize).min(k);
            self.first.push(first as u32);
            self.at.push(size);
            size += k - first;
        }
        for list in [&mut self.lower, &mut self.upper] {
            list.clear();
            list.resize(size, 0.0);
        }
        for list in [&mut self.diagonal, &mut self.x] {
            list.clear();
            list.resize(self.first.len(), 0.0);
        }
    }

    /// Where row and column `k` cross unknown `j` before it.
    #[inline]
    fn index(&self, k: usize, j: usize) -> usize {
        self.at[k] + j - self.first[k] as usize
    }

    pub(crate) fn set_diagonal(&mut self, k: usize, value: f64) {
        self.diagonal[k] = value;
    }

    /// Sets the entries that couple `k` with `j` before it: the effect of `j` in the equation of `k`, and the
    /// reverse.
    pub(crate) fn couple(&mut self, k: usize, j: usize, lower: f64, upper: f64) {
        let at = self.index(k, j);
        (self.lower[at], self.upper[at]) = (lower, upper);
    }

    /// Solves the equations. Unknowns of redundant ones come out as zero.
    pub(crate) fn solve(&mut self) {
        for k in 0..self.first.len() {
            let own = self.first[k] as usize;
            let mut pivot = self.diagonal[k];
            let mut x = self.x[k];
            for j in own..k {
                let from = own.max(self.first[j] as usize);
                let (row, column) = (self.index(k, j), self.index(j, from));
                let start = row - (j - from);
                let (mut lower, mut upper) = (self.lower[row], self.upper[row]);
                for m in 0..j - from {
                    lower -= self.lower[start + m] * self.upper[column + m];
                    upper -= self.lower[column + m] * self.upper[start + m];
                }
                lower /= self.diagonal[j];
                (self.lower[row], self.upper[row]) = (lower, upper);
                pivot -= lower * upper;
                x -= lower * self.x[j];
            }
            let sound = pivot.abs() > REDUNDANT * self.diagonal[k].abs();
            self.diagonal[k] = if sound { pivot } else { f64::INFINITY };
            self.x[k] = x;
        }
        for k in (0..self.first.len()).rev() {
            self.x[k] /= self.diagonal[k];
            for j in self.first[k] as usize..k {
                self.x[j] -= self.upper[self.index(k, j)] * self.x[k];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::Dice;
    use alloc::vec;

    /// The product of a matrix and a vector, entry by entry.
    fn product(m: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
        m.iter().map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
    }

    fn filled(first: &[u32], m: &[Vec<f64>], right: &[f64]) -> Skyline {
        let mut sky = Skyline::default();
        sky.clear_for(first.iter().copied());
        for (k, row) in m.iter().enumerate() {
            sky.set_diagonal(k, row[k]);
            for (j, other) in m.iter().enumerate().take(k).skip(first[k] as usize) {
                sky.couple(k, j, row[j], other[k]);
            }
        }
        sky.x.copy_from_slice(right);
        sky
    }

    #[test]
    fn what_is_solved_solves() {
        let mut seeded = Dice(1);
        let mut dice = || seeded.uniform(-0.5, 0.5);
        for n in 1..40_usize {
            let first: Vec<u32> =
                (0..n).map(|k| k.saturating_sub((dice().abs() * 12.0) as usize) as u32).collect();
            let inside = |k: usize, j: usize| first[k.max(j)] as usize <= k.min(j);
            let mut entry = |k, j| f64::from(inside(k, j)) * dice() + if k == j { 4.0 } else { 0.0 };
            let m: Vec<Vec<f64>> = (0..n).map(|k| (0..n).map(|j| entry(k, j)).collect()).collect();
            let x: Vec<f64> = (0..n).map(|_| dice()).collect();
            let mut sky = filled(&first, &m, &product(&m, &x));
            sky.solve();
            for (got, x) in sky.x.iter().zip(&x) {
                assert!((got - x).abs() < 1e-12, "{n} unknowns: {got} for {x}");
            }
        }
    }

    #[test]
    fn an_equation_that_comes_twice_is_left_out() {
        let m = vec![vec![2.0, 2.0, 1.0], vec![2.0, 2.0, 1.0], vec![1.0, 1.0, 2.0]];
        let right = [3.0, 3.0, 3.0];
        let mut sky = filled(&[0, 0, 0], &m, &right);
        sky.solve();
        assert_eq!(sky.x[1], 0.0);
        for (got, right) in product(&m, &sky.x).into_iter().zip(right) {
            assert!((got - right).abs() < 1e-12, "{:?}", sky.x);
        }
    }
}
