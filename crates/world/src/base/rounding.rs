//! How far rounding can take a result off, and the slack that keeps candidate filters on the safe side of it.
//!
//! A sum, product, quotient or root is off by at most half a unit in the last place, which is half of `EPSILON` as a
//! share of it. A result of `n` operations in a row is off by at most `n u / (1 - n u)` for `u = EPSILON / 2`, as a
//! share of the sum of the sizes of its terms (Higham, *Accuracy and Stability of Numerical Algorithms*, 2002, 3.1).
//! A number that is stored with fewer digits counts as one operation.
//!
//! Promises: a filter that is widened by [`SLACK`] drops nothing that it would keep in exact arithmetic, as long as
//! it uses fewer than [`FILTER_ROUNDINGS`] operations. Pairs within the slack are tested for nothing, which changes
//! no result. Thresholds that decide motion are no slack: they stand in the `constants.rs` of their folder.

/// Greatest error of a result after this number of roundings to single precision, as a share of the sizes of its
/// terms. A few spare operations cover the terms of second order.
pub(crate) const fn single(roundings: u16) -> f32 {
    roundings as f32 * (0.5 * f32::EPSILON)
}

/// More roundings than any filter of pairs has in a row. The longest, from places over differences, a projection on
/// a wall and a square root to a gap, has twelve. Below: a touch may be missed, in the last digit. Above: pairs are
/// tested for nothing. Shown by the test below and by `cargo test -p carom-world --lib static_neighbors`.
const FILTER_ROUNDINGS: u16 = 16;

/// Slack of a filter, as a share of the sizes of its terms: `2^-20`.
///
/// Filters in double precision have the same one. There it covers terms `2^28` times as large as the compared
/// values, which cancel: `2^28` times their rounding of a few units of `2^-53` is less than `2^-20`. `2^28` times
/// their rounding of a few units of `2^-53` is less than `2^-20`.
pub(crate) const SLACK: f32 = single(FILTER_ROUNDINGS);

/// The same for filters in double precision.
pub(crate) const SLACK_IN_DOUBLE: f64 = SLACK as f64;

/// Rounding of the separation of two balls, as a share of the sum of their radii: the distance, from which it is
/// computed, is about as large.
pub(crate) const SEPARATION_SLACK: f32 = 2.0 * SLACK;

/// A length, or the square of one, times this is no shorter than the exact one.
pub(crate) const LONGER: f32 = 1.0 + SLACK;

/// A length times this is no longer than the exact one.
pub(crate) const SHORTER: f32 = 1.0 - SLACK;

/// Within `-limit..=limit`. `clamp` panics where impulses have grown beyond all numbers.
#[inline]
pub(crate) fn bounded<T: Copy + PartialOrd + core::ops::Neg<Output = T>>(x: T, limit: T) -> T {
    if x > limit {
        limit
    } else if x < -limit {
        -limit
    } else {
        x
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;
    use crate::common::Dice;

    /// A whole number of at most 26 bits times a power of two: sums, products and their sums are exact in `i128`.
    fn draw(dice: &mut Dice) -> i64 {
        let bits = 26.0 * dice.uniform(0.0, 1.0);
        (dice.uniform(-1.0, 1.0) * libm::exp2(bits)) as i64
    }

    /// Distances in single precision from places in double precision, against whole numbers: `d` is at most `LONGER`
    /// times the exact distance if and only if `d^2` is at most `LONGER^2` times the sum of squares.
    #[test]
    fn slack_holds_against_exact_arithmetic() {
        let mut dice = Dice(11);
        let (mut worst, mut off) = (0.0_f64, 0);
        for round in 0..200_000 {
            let [ax, ay, bx, by] = [(); 4].map(|()| draw(&mut dice));
            let (dx, dy) = (i128::from(bx - ax), i128::from(by - ay));
            let exact = dx * dx + dy * dy;
            if exact == 0 {
                continue;
            }
            // As the filters do: differences in double precision, the rest in single.
            let (x, y) = ((bx as f64 - ax as f64) as f32, (by as f64 - ay as f64) as f32);
            let length = libm::sqrtf(x * x + y * y);
            // Squares of numbers of 24 bits are exact in double precision, and whole numbers after scaling by 2^48.
            let square = |x: f32| {
                let x = (f64::from(x) * libm::exp2(24.0)) as i128;
                x * x
            };
            let scaled = exact << 48;
            assert!(square(length * LONGER) >= scaled, "{round}: {length} is too short");
            assert!(square(length * SHORTER) <= scaled, "{round}: {length} is too long");
            let share = f64::from(length) / DVec2::new(dx as f64, dy as f64).length() - 1.0;
            worst = worst.max(share.abs());
            off += u32::from(share != 0.0);
        }
        // It is needed, and it is enough for several times the operations of a distance.
        assert!(off > 100_000, "{off} distances were off");
        assert!(worst > 0.5 * f64::from(single(1)) && worst < f64::from(single(5)), "{worst}");
    }

    /// Sums of many terms are off by no more than their number says, against whole numbers.
    #[test]
    fn a_sum_is_off_by_less_than_its_roundings() {
        let mut dice = Dice(3);
        for _ in 0..20_000 {
            let (mut sum, mut exact, mut sizes) = (0.0_f32, 0_i64, 0_i64);
            for _ in 0..FILTER_ROUNDINGS {
                let term = draw(&mut dice);
                // One rounding to store the term, one to add it.
                sum += term as f32;
                exact += term;
                sizes += term.abs();
            }
            let off = (f64::from(sum) - exact as f64).abs();
            assert!(off <= f64::from(single(FILTER_ROUNDINGS + 1)) * sizes as f64, "{sum} for {exact}");
        }
    }
}
