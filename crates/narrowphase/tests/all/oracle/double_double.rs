//! Numbers of twice the digits of an `f64`: the sum of two of them (Dekker, "A floating-point technique for
//! extending the available precision", Numerische Mathematik 18, 1971). Some 32 digits: the rest of a root that one
//! `f64` finds is seen in full.

use core::ops::{Add, Mul, Sub};

/// The sum of two `f64`, of which the second is below half a unit in the last place of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DoubleDouble(f64, f64);

fn two_sum(a: f64, b: f64) -> DoubleDouble {
    let sum = a + b;
    let of_b = sum - a;
    DoubleDouble(sum, (a - (sum - of_b)) + (b - of_b))
}

/// Two halves of 26 bits, whose products are exact.
fn split(a: f64) -> (f64, f64) {
    let shifted = a * 134_217_729.0;
    let high = shifted - (shifted - a);
    (high, a - high)
}

fn two_product(a: f64, b: f64) -> DoubleDouble {
    let (product, (ah, al), (bh, bl)) = (a * b, split(a), split(b));
    DoubleDouble(product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

impl From<f64> for DoubleDouble {
    fn from(a: f64) -> Self {
        Self(a, 0.0)
    }
}

impl From<DoubleDouble> for f64 {
    fn from(a: DoubleDouble) -> Self {
        a.0 + a.1
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (two_sum(self.0, other.0), two_sum(self.1, other.1));
        let sum = two_sum(high.0, high.1 + low.0);
        two_sum(sum.0, sum.1 + low.1)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self(-other.0, -other.1)
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = two_product(self.0, other.0);
        two_sum(product.0, product.1 + (self.0 * other.1 + self.1 * other.0))
    }
}
