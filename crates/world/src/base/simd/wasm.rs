//! The vector instructions of WebAssembly, four numbers at a time. They are chosen when the module is built, with
//! `-C target-feature=+simd128`: a module cannot ask at run time what the browser has.

use core::arch::wasm32::{
    f32x4, f32x4_add, f32x4_div, f32x4_extract_lane, f32x4_le, f32x4_lt, f32x4_mul, f32x4_neg, f32x4_pmax,
    f32x4_pmin, f32x4_splat, f32x4_sqrt, f32x4_sub, i32x4_bitmask, i32x4_shuffle, v128, v128_and,
    v128_bitselect, v128_or,
};

use super::{F4, F8, LANES, Quads, Simd};

/// 128 bits wide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd128;

/// Lanes 0 to 3, and 4 to 7.
type Halves = [v128; 2];

#[inline(always)]
fn zip([a, b]: Halves, [c, d]: Halves, f: impl Fn(v128, v128) -> v128) -> Halves {
    [f(a, c), f(b, d)]
}

#[inline(always)]
fn row(F4([a, b, c, d]): F4) -> v128 {
    f32x4(a, b, c, d)
}

#[inline(always)]
fn lanes(v: v128) -> [f32; 4] {
    [
        f32x4_extract_lane::<0>(v),
        f32x4_extract_lane::<1>(v),
        f32x4_extract_lane::<2>(v),
        f32x4_extract_lane::<3>(v),
    ]
}

/// Turns four rows of four into four columns.
#[inline(always)]
fn transpose([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let (ab_low, ab_high) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
    let (cd_low, cd_high) = (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
    [
        i32x4_shuffle::<0, 1, 4, 5>(ab_low, cd_low),
        i32x4_shuffle::<2, 3, 6, 7>(ab_low, cd_low),
        i32x4_shuffle::<0, 1, 4, 5>(ab_high, cd_high),
        i32x4_shuffle::<2, 3, 6, 7>(ab_high, cd_high),
    ]
}

impl Simd for Simd128 {
    type V = Halves;

    #[inline(always)]
    fn load(self, F8([a, b, c, d, e, f, g, h]): &F8) -> Halves {
        [f32x4(*a, *b, *c, *d), f32x4(*e, *f, *g, *h)]
    }

    #[inline(always)]
    fn store(self, [low, high]: Halves) -> F8 {
        let ([a, b, c, d], [e, f, g, h]) = (lanes(low), lanes(high));
        F8([a, b, c, d, e, f, g, h])
    }

    #[inline(always)]
    fn splat(self, x: f32) -> Halves {
        [f32x4_splat(x); 2]
    }

    #[inline(always)]
    fn add(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_add(a, b))
    }

    #[inline(always)]
    fn sub(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_sub(a, b))
    }

    #[inline(always)]
    fn mul(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_mul(a, b))
    }

    #[inline(always)]
    fn div(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_div(a, b))
    }

    #[inline(always)]
    fn sqrt(self, [a, b]: Halves) -> Halves {
        [f32x4_sqrt(a), f32x4_sqrt(b)]
    }

    #[inline(always)]
    fn neg(self, [a, b]: Halves) -> Halves {
        [f32x4_neg(a), f32x4_neg(b)]
    }

    // `f32x4_pmin(b, a)` is `a < b ? a : b`.
    #[inline(always)]
    fn min(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_pmin(b, a))
    }

    // `f32x4_pmax(b, a)` is `b < a ? a : b`.
    #[inline(always)]
    fn max(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_pmax(b, a))
    }

    #[inline(always)]
    fn le(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_le(a, b))
    }

    #[inline(always)]
    fn lt(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| f32x4_lt(a, b))
    }

    #[inline(always)]
    fn and(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| v128_and(a, b))
    }

    #[inline(always)]
    fn or(self, a: Halves, b: Halves) -> Halves {
        zip(a, b, |a, b| v128_or(a, b))
    }

    #[inline(always)]
    fn select(self, [low, high]: Halves, yes: Halves, no: Halves) -> Halves {
        [v128_bitselect(yes[0], no[0], low), v128_bitselect(yes[1], no[1], high)]
    }

    #[inline(always)]
    fn bits(self, [low, high]: Halves) -> u8 {
        i32x4_bitmask(low) | i32x4_bitmask(high) << 4
    }

    #[inline(always)]
    fn gather(self, rows: &impl Quads, at: &[u32; LANES]) -> [Halves; 4] {
        let four = |k: usize| transpose([0, 1, 2, 3].map(|n| row(rows.get(at[k + n]))));
        let ([a, b, c, d], [e, f, g, h]) = (four(0), four(4));
        [[a, e], [b, f], [c, g], [d, h]]
    }

    #[inline(always)]
    fn scatter(self, rows: &mut impl Quads, at: &[u32; LANES], [a, b, c, d]: [Halves; 4]) {
        for half in 0..2 {
            let columns = transpose([a[half], b[half], c[half], d[half]]);
            for (k, column) in columns.into_iter().enumerate() {
                rows.put(at[4 * half + k], F4(lanes(column)));
            }
        }
    }

    #[inline(always)]
    fn apart(self, pair: impl Fn(usize) -> [[f64; 2]; 2]) -> [Halves; 2] {
        two_columns(|k| {
            let [a, b] = pair(k);
            [(b[0] - a[0]) as f32, (b[1] - a[1]) as f32]
        })
    }

    #[inline(always)]
    fn difference(self, pair: impl Fn(usize) -> [[f32; 2]; 2]) -> [Halves; 2] {
        two_columns(|k| {
            let [a, b] = pair(k);
            [b[0] - a[0], b[1] - a[1]]
        })
    }
}

/// The two columns of eight rows of two.
#[inline(always)]
fn two_columns(row: impl Fn(usize) -> [f32; 2]) -> [Halves; 2] {
    let rows: [[f32; 2]; LANES] = core::array::from_fn(row);
    let four = |k: usize, n: usize| f32x4(rows[k][n], rows[k + 1][n], rows[k + 2][n], rows[k + 3][n]);
    [0, 1].map(|n| [four(0, n), four(4, n)])
}
