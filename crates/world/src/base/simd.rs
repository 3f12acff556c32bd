//! Eight numbers at a time: the only room that knows of vector instructions.
//!
//! [`Simd`] is what an instruction set offers, [`Wide`] eight numbers that compute like one. Every
//! operation is rounded on its own, as IEEE 754 says, so all sets give the same bits; `Plain` is the
//! twin in plain Rust that runs where there is no other set and that the others are tested against.

#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
mod plain;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Width of a pack.
pub(crate) const LANES: usize = 8;

/// Eight single precision numbers in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(crate) struct F8(pub(crate) [f32; LANES]);

/// A yes or no in memory, one or zero: what is above zero is a mask of the lanes that say yes.
#[inline]
pub(crate) fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// Four numbers of one ball, in memory.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(crate) struct F4(pub(crate) [f32; 4]);

/// Rows of four numbers that vector code reads and writes.
pub(crate) trait Quads {
    fn count(&self) -> usize;
    fn get(&self, i: u32) -> F4;
    fn put(&mut self, i: u32, row: F4);
}

impl Quads for &mut [F4] {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn get(&self, i: u32) -> F4 {
        self[i as usize]
    }

    #[inline(always)]
    fn put(&mut self, i: u32, row: F4) {
        self[i as usize] = row;
    }
}

/// An instruction set.
pub(crate) trait Simd: Copy {
    /// Eight numbers in a register. A mask has all bits set in the lanes that say yes.
    type V: Copy;

    fn load(self, from: &F8) -> Self::V;
    fn store(self, v: Self::V) -> F8;
    fn splat(self, x: f32) -> Self::V;
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    fn sqrt(self, a: Self::V) -> Self::V;
    fn neg(self, a: Self::V) -> Self::V;
    /// `a < b ? a : b`
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a > b ? a : b`
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    fn le(self, a: Self::V, b: Self::V) -> Self::V;
    fn lt(self, a: Self::V, b: Self::V) -> Self::V;
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn select(self, mask: Self::V, yes: Self::V, no: Self::V) -> Self::V;
    /// One bit for each lane that says yes, the first lane lowest.
    fn bits(self, mask: Self::V) -> u8;
    /// The four numbers of eight rows, each number in a register of its own.
    fn gather(self, rows: &impl Quads, at: &[u32; LANES]) -> [Self::V; 4];
    fn scatter(self, rows: &mut impl Quads, at: &[u32; LANES], fields: [Self::V; 4]);
    /// The ways from the first to the second of eight pairs of points, x and y. They are rounded after they are taken.
    fn apart(self, pair: impl Fn(usize) -> [[f64; 2]; 2]) -> [Self::V; 2];
    /// The second of eight pairs less the first, x and y.
    fn difference(self, pair: impl Fn(usize) -> [[f32; 2]; 2]) -> [Self::V; 2];
}

/// Work that can be done with any instruction set.
pub(crate) trait Work {
    fn run<S: Simd>(self, simd: S);
}

/// What this machine has, found out once: to ask for all that makes a level takes more instructions than a small pass.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
static AVX2: std::sync::LazyLock<Option<fearless_simd::Avx2>> =
    std::sync::LazyLock::new(|| fearless_simd::Level::new().as_avx2());

/// Does work with the widest instructions that this machine has.
#[inline]
pub(crate) fn dispatch(work: impl Work) {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(avx) = *AVX2 {
        return fearless_simd::Simd::vectorize(
            avx,
            #[inline(always)]
            || work.run(avx::Avx(avx)),
        );
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    work.run(wasm::Simd128);
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    work.run(plain::Plain);
}

/// Work that names no instructions.
struct Plainly<F>(F);

impl<F: FnOnce()> Work for Plainly<F> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        (self.0)();
    }
}

/// Does work that names no instructions, compiled for the widest that this machine has: with them a loop over rows takes
/// fewer. `work` must be inlined.
#[inline]
pub(crate) fn compile_for_machine(work: impl FnOnce()) {
    dispatch(Plainly(work));
}

/// Does work in plain Rust, for tests that compare.
#[cfg(test)]
pub(crate) fn dispatch_plain(work: impl Work) {
    work.run(plain::Plain);
}

/// Eight numbers that compute like one.
#[derive(Clone, Copy)]
pub(crate) struct Wide<S: Simd>(S, S::V);

impl<S: Simd> Debug for Wide<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.store().fmt(f)
    }
}

impl<S: Simd> Wide<S> {
    #[inline(always)]
    pub(crate) fn load(simd: S, from: &F8) -> Self {
        Self(simd, simd.load(from))
    }

    #[inline(always)]
    pub(crate) fn store(self) -> F8 {
        self.0.store(self.1)
    }

    #[inline(always)]
    pub(crate) fn splat(simd: S, x: f32) -> Self {
        Self(simd, simd.splat(x))
    }

    #[inline(always)]
    pub(crate) fn gather(simd: S, rows: &impl Quads, at: &[u32; LANES]) -> [Self; 4] {
        let [a, b, c, d] = simd.gather(rows, at);
        [Self(simd, a), Self(simd, b), Self(simd, c), Self(simd, d)]
    }

    #[inline(always)]
    pub(crate) fn scatter(rows: &mut impl Quads, at: &[u32; LANES], [a, b, c, d]: [Self; 4]) {
        a.0.scatter(rows, at, [a.1, b.1, c.1, d.1]);
    }

    #[inline(always)]
    pub(crate) fn apart(simd: S, pair: impl Fn(usize) -> [[f64; 2]; 2]) -> [Self; 2] {
        simd.apart(pair).map(|ways| Self(simd, ways))
    }

    #[inline(always)]
    pub(crate) fn difference(simd: S, pair: impl Fn(usize) -> [[f32; 2]; 2]) -> [Self; 2] {
        simd.difference(pair).map(|differences| Self(simd, differences))
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        Self(self.0, self.0.sqrt(self.1))
    }

    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(self.0, self.0.min(self.1, other.1))
    }

    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(self.0, self.0.max(self.1, other.1))
    }

    #[inline(always)]
    pub(crate) fn le(self, other: Self) -> Self {
        Self(self.0, self.0.le(self.1, other.1))
    }

    #[inline(always)]
    pub(crate) fn lt(self, other: Self) -> Self {
        Self(self.0, self.0.lt(self.1, other.1))
    }

    /// Yes where both masks say yes.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0, self.0.and(self.1, other.1))
    }

    /// Yes where either mask says yes.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0, self.0.or(self.1, other.1))
    }

    /// As a mask: `yes` where it says yes, else `no`.
    #[inline(always)]
    pub(crate) fn select(self, yes: Self, no: Self) -> Self {
        Self(self.0, self.0.select(self.1, yes.1, no.1))
    }

    /// As a mask: one bit for each lane that says yes, the first lane lowest.
    #[inline(always)]
    pub(crate) fn bits(self) -> u8 {
        self.0.bits(self.1)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<S: Simd> $trait for Wide<S> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0, self.0.$method(self.1, other.1))
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<S: Simd> Neg for Wide<S> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0, self.0.neg(self.1))
    }
}

/// Square root, correctly rounded with and without `std`.
#[inline(always)]
pub(crate) fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
mod avx {
    //! AVX2, found at run time. A value of the type `Avx2` proves that the machine has it, so `kernel!` makes safe
    //! functions of what the compiler offers.

    use core::arch::x86_64::{
        __m128, __m128d, __m256, _CMP_LE_OQ, _CMP_LT_OQ, _mm256_add_ps, _mm256_and_ps, _mm256_blendv_ps,
        _mm256_castps256_ps128, _mm256_cmp_ps, _mm256_cvtpd_ps, _mm256_div_ps, _mm256_extractf128_ps,
        _mm256_max_ps, _mm256_min_ps, _mm256_movemask_ps, _mm256_mul_ps, _mm256_or_ps, _mm256_set_m128,
        _mm256_set_m128d, _mm256_set1_ps, _mm256_shuffle_ps, _mm256_sqrt_ps, _mm256_sub_pd, _mm256_sub_ps,
        _mm256_unpackhi_ps, _mm256_unpacklo_ps, _mm256_xor_ps,
    };

    use fearless_simd::{Avx2, SimdFrom, f32x4, f32x8, f64x2, kernel};

    use super::{F4, F8, LANES, Quads, Simd};

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Avx(pub(super) Avx2);

    kernel!(
        #[inline(always)]
        fn splat(avx: Avx2, x: f32) -> __m256 {
            _mm256_set1_ps(x)
        }
    );

    kernel!(
        #[inline(always)]
        fn add(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_add_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn sub(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_sub_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn mul(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_mul_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn div(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_div_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn min(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_min_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn max(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_max_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn le(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_cmp_ps::<_CMP_LE_OQ>(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn lt(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_cmp_ps::<_CMP_LT_OQ>(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn and(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_and_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn or(avx: Avx2, a: __m256, b: __m256) -> __m256 {
            _mm256_or_ps(a, b)
        }
    );

    kernel!(
        #[inline(always)]
        fn sqrt(avx: Avx2, a: __m256) -> __m256 {
            _mm256_sqrt_ps(a)
        }
    );

    kernel!(
        #[inline(always)]
        fn neg(avx: Avx2, a: __m256) -> __m256 {
            _mm256_xor_ps(a, _mm256_set1_ps(-0.0))
        }
    );

    kernel!(
        #[inline(always)]
        fn select(avx: Avx2, mask: __m256, yes: __m256, no: __m256) -> __m256 {
            _mm256_blendv_ps(no, yes, mask)
        }
    );

    kernel!(
        #[inline(always)]
        fn bits(avx: Avx2, mask: __m256) -> u8 {
            _mm256_movemask_ps(mask) as u8
        }
    );

    // Two rows side by side.
    kernel!(
        #[inline(always)]
        fn pair_of(avx: Avx2, low: __m128, high: __m128) -> __m256 {
            _mm256_set_m128(high, low)
        }
    );

    // Two rows side by side, apart again. By way of eight numbers the compiler would put each row together from single ones.
    kernel!(
        #[inline(always)]
        fn halves(avx: Avx2, rows: __m256) -> [__m128; 2] {
            [_mm256_castps256_ps128(rows), _mm256_extractf128_ps::<1>(rows)]
        }
    );

    // The ways between two pairs of places, rounded.
    kernel!(
        #[inline(always)]
        fn two_ways(avx: Avx2, pairs: [[__m128d; 2]; 2]) -> __m128 {
            let [[a, b], [c, d]] = pairs;
            _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_set_m128d(d, b), _mm256_set_m128d(c, a)))
        }
    );

    // The two columns of eight rows of two, of which `a` holds the first two of either half and `b` the others.
    kernel!(
        #[inline(always)]
        fn two_columns(avx: Avx2, a: __m256, b: __m256) -> [__m256; 2] {
            [_mm256_shuffle_ps::<0b10_00_10_00>(a, b), _mm256_shuffle_ps::<0b11_01_11_01>(a, b)]
        }
    );

    // Turns four rows of four into four columns, in both halves.
    kernel!(
        #[inline(always)]
        fn transpose(avx: Avx2, rows: [__m256; 4]) -> [__m256; 4] {
            let [a, b, c, d] = rows;
            let (ab_low, ab_high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
            let (cd_low, cd_high) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
            [
                _mm256_shuffle_ps::<0b01_00_01_00>(ab_low, cd_low),
                _mm256_shuffle_ps::<0b11_10_11_10>(ab_low, cd_low),
                _mm256_shuffle_ps::<0b01_00_01_00>(ab_high, cd_high),
                _mm256_shuffle_ps::<0b11_10_11_10>(ab_high, cd_high),
            ]
        }
    );

    impl Avx {
        /// The four columns of eight rows.
        #[inline(always)]
        fn columns(self, row: impl Fn(usize) -> __m128) -> [__m256; 4] {
            // Rows `k` and `k + 4` side by side.
            let pairs = [
                pair_of(self.0, row(0), row(4)),
                pair_of(self.0, row(1), row(5)),
                pair_of(self.0, row(2), row(6)),
                pair_of(self.0, row(3), row(7)),
            ];
            transpose(self.0, pairs)
        }

        // Two functions and no closures, which a compiler need not put where they are used.

        /// The ways from the first to the second of two pairs of points, rounded.
        #[inline(always)]
        fn two_apart(self, one: [[f64; 2]; 2], other: [[f64; 2]; 2]) -> __m128 {
            let [[a, b], [c, d]] = [one, other];
            let place = [a, b, c, d].map(|place| f64x2::simd_from(self.0, place).into());
            two_ways(self.0, [[place[0], place[1]], [place[2], place[3]]])
        }

        /// The second of two pairs less the first.
        #[inline(always)]
        fn two_differences(self, one: [[f32; 2]; 2], other: [[f32; 2]; 2]) -> __m128 {
            let ([[a, b], [c, d]], [[e, f], [g, h]]) = (one, other);
            let (first, second) = ([a, b, e, f], [c, d, g, h]);
            (f32x4::simd_from(self.0, second) - f32x4::simd_from(self.0, first)).into()
        }
    }

    impl Simd for Avx {
        type V = __m256;

        #[inline(always)]
        fn load(self, from: &F8) -> __m256 {
            f32x8::simd_from(self.0, from.0).into()
        }

        #[inline(always)]
        fn store(self, v: __m256) -> F8 {
            F8(f32x8::simd_from(self.0, v).into())
        }

        #[inline(always)]
        fn splat(self, x: f32) -> __m256 {
            splat(self.0, x)
        }

        #[inline(always)]
        fn add(self, a: __m256, b: __m256) -> __m256 {
            add(self.0, a, b)
        }

        #[inline(always)]
        fn sub(self, a: __m256, b: __m256) -> __m256 {
            sub(self.0, a, b)
        }

        #[inline(always)]
        fn mul(self, a: __m256, b: __m256) -> __m256 {
            mul(self.0, a, b)
        }

        #[inline(always)]
        fn div(self, a: __m256, b: __m256) -> __m256 {
            div(self.0, a, b)
        }

        #[inline(always)]
        fn sqrt(self, a: __m256) -> __m256 {
            sqrt(self.0, a)
        }

        #[inline(always)]
        fn neg(self, a: __m256) -> __m256 {
            neg(self.0, a)
        }

        #[inline(always)]
        fn min(self, a: __m256, b: __m256) -> __m256 {
            min(self.0, a, b)
        }

        #[inline(always)]
        fn max(self, a: __m256, b: __m256) -> __m256 {
            max(self.0, a, b)
        }

        #[inline(always)]
        fn le(self, a: __m256, b: __m256) -> __m256 {
            le(self.0, a, b)
        }

        #[inline(always)]
        fn lt(self, a: __m256, b: __m256) -> __m256 {
            lt(self.0, a, b)
        }

        #[inline(always)]
        fn and(self, a: __m256, b: __m256) -> __m256 {
            and(self.0, a, b)
        }

        #[inline(always)]
        fn or(self, a: __m256, b: __m256) -> __m256 {
            or(self.0, a, b)
        }

        #[inline(always)]
        fn select(self, mask: __m256, yes: __m256, no: __m256) -> __m256 {
            select(self.0, mask, yes, no)
        }

        #[inline(always)]
        fn bits(self, mask: __m256) -> u8 {
            bits(self.0, mask)
        }

        #[inline(always)]
        fn gather(self, rows: &impl Quads, at: &[u32; LANES]) -> [__m256; 4] {
            let row = |k: usize| -> __m128 { f32x4::simd_from(self.0, rows.get(at[k]).0).into() };
            self.columns(row)
        }

        #[inline(always)]
        fn apart(self, pair: impl Fn(usize) -> [[f64; 2]; 2]) -> [__m256; 2] {
            let (ab, cd) = (self.two_apart(pair(0), pair(1)), self.two_apart(pair(2), pair(3)));
            let (ef, gh) = (self.two_apart(pair(4), pair(5)), self.two_apart(pair(6), pair(7)));
            two_columns(self.0, pair_of(self.0, ab, ef), pair_of(self.0, cd, gh))
        }

        #[inline(always)]
        fn difference(self, pair: impl Fn(usize) -> [[f32; 2]; 2]) -> [__m256; 2] {
            let (ab, cd) = (self.two_differences(pair(0), pair(1)), self.two_differences(pair(2), pair(3)));
            let (ef, gh) = (self.two_differences(pair(4), pair(5)), self.two_differences(pair(6), pair(7)));
            two_columns(self.0, pair_of(self.0, ab, ef), pair_of(self.0, cd, gh))
        }

        #[inline(always)]
        fn scatter(self, rows: &mut impl Quads, at: &[u32; LANES], fields: [__m256; 4]) {
            for (k, pair) in transpose(self.0, fields).into_iter().enumerate() {
                let [low, high] = halves(self.0, pair).map(|half| f32x4::simd_from(self.0, half));
                rows.put(at[k], F4(low.into()));
                rows.put(at[k + 4], F4(high.into()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::plain::Plain;
    use super::*;

    /// Every operation once, on numbers that no rounding can leave alone.
    struct All<'a>(&'a mut [F4], &'a mut F8);

    impl Work for All<'_> {
        fn run<S: Simd>(self, s: S) {
            let mut rows = &mut *self.0;
            let [a, b, c, d] = Wide::gather(s, &rows, &[3, 1, 4, 0, 5, 2, 7, 6]);
            let mask = a.lt(b).and(c.le(d)).or(b.lt(c));
            let mixed = mask.select(a * b - c, (a / d + b.max(c)).min(d * d).sqrt());
            let odd = Wide::splat(s, f32::from(mask.bits()));
            let place = |row: F4| [f64::from(row.0[0]) / 3.0, f64::from(row.0[1]) / 7.0];
            let [x, y] = Wide::apart(s, |k| [rows[k], rows[(3 * k + 5) % 8]].map(place));
            let first = |row: F4| [row.0[1], row.0[3]];
            let [u, v] = Wide::difference(s, |k| [rows[k], rows[(5 * k + 3) % 8]].map(first));
            Wide::scatter(&mut rows, &[7, 6, 5, 4, 3, 2, 1, 0], [-a, mixed, c.max(d), odd]);
            *self.1 = (mixed + x / (x - y) * (u - v)).store();
        }
    }

    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        let mut x = 1_u32;
        let mut next = || {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (x >> 8) as f32 / 8_388_608.0 - 1.0
        };
        for _ in 0..1000 {
            let rows: [F4; 8] = core::array::from_fn(|_| F4(core::array::from_fn(|_| next())));
            let (mut plain, mut found) = ((rows, F8::default()), (rows, F8::default()));
            All(&mut plain.0, &mut plain.1).run(Plain);
            dispatch(All(&mut found.0, &mut found.1));
            let bits = |(rows, last): &([F4; 8], F8)| {
                let rows = rows.iter().flat_map(|row| row.0).chain(last.0);
                rows.map(f32::to_bits).collect::<Vec<_>>()
            };
            assert_eq!(bits(&plain), bits(&found));
        }
    }
}
