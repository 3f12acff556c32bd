//! Eight numbers at a time: the only module with vector instructions.
//!
//! `fearless_simd` has the instruction sets: AVX2 where the machine has it, which is found out at run time, NEON, the
//! vectors of WebAssembly where the module is built for them, and plain Rust for all others. [`Simd`] adds rows of
//! four numbers, which are turned into columns of eight. Every operation is rounded on its own, as IEEE 754 says, so
//! all sets give the same bits.

use fearless_simd::{Fallback, Level, SimdFloat, SimdFrom, SimdMask, f32x4};
pub(crate) use fearless_simd::{Select, f32x8, mask32x8};

/// Width of a batch.
pub(crate) const LANES: usize = 8;

/// Eight single precision numbers in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(crate) struct F8(pub(crate) [f32; LANES]);

/// All columns of a batch, in this order.
macro_rules! columns {
    ($batch:ident [$count:literal] $($column:ident)+) => {
        impl $batch {
            pub(crate) fn fields(&mut self) -> [&mut F8; $count] {
                [$(&mut self.$column),+]
            }
        }
    };
}
pub(crate) use columns;

/// A truth value in memory, one or zero: a number above zero sets the mask of its lane.
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

/// An instruction set. Its operations beyond the library's can be built from those alone; AVX2 has a shorter way.
pub(crate) trait Simd: fearless_simd::Simd {
    /// `a < b ? a : b`. The library's own lets each set decide about zeros of two signs.
    #[inline(always)]
    fn least(self, a: f32x8<Self>, b: f32x8<Self>) -> f32x8<Self> {
        a.lt(b).select(a, b)
    }

    /// `a > b ? a : b`
    #[inline(always)]
    fn most(self, a: f32x8<Self>, b: f32x8<Self>) -> f32x8<Self> {
        b.lt(a).select(a, b)
    }

    /// The four numbers of eight rows, each number in a register of its own.
    #[inline(always)]
    fn gather(self, rows: &impl Quads, at: &[u32; LANES]) -> [f32x8<Self>; 4] {
        let row = |k: usize| f32x4::simd_from(self, rows.get(at[k]).0);
        let low = transpose(self, [row(0), row(1), row(2), row(3)]);
        let high = transpose(self, [row(4), row(5), row(6), row(7)]);
        [0, 1, 2, 3].map(|n| self.combine_f32x4(low[n], high[n]))
    }

    #[inline(always)]
    fn scatter(self, rows: &mut impl Quads, at: &[u32; LANES], fields: [f32x8<Self>; 4]) {
        let halves = fields.map(|field| self.split_f32x8(field));
        let low = transpose(self, halves.map(|half| half.0));
        let high = transpose(self, halves.map(|half| half.1));
        for (&i, row) in at.iter().zip(low.into_iter().chain(high)) {
            rows.put(i, F4(row.into()));
        }
    }

    /// The ways from the first to the second of eight pairs of points, x and y. They are rounded after they are
    /// taken.
    #[inline(always)]
    fn apart(self, pair: impl Fn(usize) -> [[f64; 2]; 2]) -> [f32x8<Self>; 2] {
        let pairs: [_; LANES] = core::array::from_fn(pair);
        [0, 1].map(|n| f32x8::simd_from(self, pairs.map(|[a, b]| (b[n] - a[n]) as f32)))
    }

    /// The second of eight pairs less the first, x and y.
    #[inline(always)]
    fn difference(self, pair: impl Fn(usize) -> [[f32; 2]; 2]) -> [f32x8<Self>; 2] {
        let pairs: [_; LANES] = core::array::from_fn(pair);
        [0, 1].map(|n| f32x8::simd_from(self, pairs.map(|[a, b]| b[n] - a[n])))
    }
}

impl Simd for Fallback {}

#[cfg(target_arch = "aarch64")]
impl Simd for fearless_simd::aarch64::Neon {}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Simd for fearless_simd::wasm32::WasmSimd128 {}

/// Turns four rows of four into four columns.
#[inline(always)]
fn transpose<S: Simd>(s: S, [a, b, c, d]: [f32x4<S>; 4]) -> [f32x4<S>; 4] {
    let (ac_low, ac_high) = (s.zip_low_f32x4(a, c), s.zip_high_f32x4(a, c));
    let (bd_low, bd_high) = (s.zip_low_f32x4(b, d), s.zip_high_f32x4(b, d));
    [
        s.zip_low_f32x4(ac_low, bd_low),
        s.zip_high_f32x4(ac_low, bd_low),
        s.zip_low_f32x4(ac_high, bd_high),
        s.zip_high_f32x4(ac_high, bd_high),
    ]
}

/// Operations on eight numbers beside the four basic ones.
pub(crate) trait Wide<S: Simd>: Copy {
    fn load(s: S, from: &F8) -> Self;
    fn store(self) -> F8;
    fn splat(s: S, x: f32) -> Self;
    fn sqrt(self) -> Self;
    /// `self < other ? self : other`
    fn min(self, other: Self) -> Self;
    /// `self > other ? self : other`
    fn max(self, other: Self) -> Self;
    fn le(self, other: Self) -> mask32x8<S>;
    fn lt(self, other: Self) -> mask32x8<S>;
}

impl<S: Simd> Wide<S> for f32x8<S> {
    #[inline(always)]
    fn load(s: S, from: &F8) -> Self {
        s.load_array_ref_f32x8(&from.0)
    }

    #[inline(always)]
    fn store(self) -> F8 {
        F8(self.into())
    }

    #[inline(always)]
    fn splat(s: S, x: f32) -> Self {
        s.splat_f32x8(x)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        SimdFloat::sqrt(self)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.simd.least(self, other)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.simd.most(self, other)
    }

    #[inline(always)]
    fn le(self, other: Self) -> mask32x8<S> {
        self.simd_le(other)
    }

    #[inline(always)]
    fn lt(self, other: Self) -> mask32x8<S> {
        self.simd_lt(other)
    }
}

/// One bit for each lane that says yes, the first lane lowest.
#[inline(always)]
pub(crate) fn bits<S: Simd>(mask: mask32x8<S>) -> u8 {
    mask.to_bitmask() as u8
}

/// Work that can be done with any instruction set.
pub(crate) trait Work {
    fn run<S: Simd>(self, simd: S);
}

/// The instruction set of this machine, found once: building a level again takes more instructions than a small
/// pass.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
static AVX2: std::sync::LazyLock<Option<fearless_simd::x86::Avx2>> =
    std::sync::LazyLock::new(|| Level::new().as_avx2());

/// Does work with the widest instructions that this machine has.
#[inline]
pub(crate) fn dispatch(work: impl Work) {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(avx) = *AVX2 {
        return fearless_simd::Simd::vectorize(
            avx,
            #[inline(always)]
            || work.run(avx),
        );
    }
    match Level::baseline() {
        #[cfg(target_arch = "aarch64")]
        Level::Neon(neon) => work.run(neon),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Level::WasmSimd128(simd128) => work.run(simd128),
        _ => work.run(Fallback::new()),
    }
}

/// Work that names no instructions.
struct Plainly<F>(F);

impl<F: FnOnce()> Work for Plainly<F> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        (self.0)();
    }
}

/// For [`with_cpu_features!`].
#[inline]
pub(crate) fn compile_with_cpu_features(work: impl FnOnce()) {
    dispatch(Plainly(work));
}

/// Runs work without explicit instructions, compiled for the widest instruction set of this machine: with it a loop
/// over rows needs fewer instructions. The variables in `copy` are copied first: no write of the loop can change a
/// copy, so that it stays in registers.
macro_rules! with_cpu_features {
    ([$($copy:ident),+], || $work:expr) => {
        $crate::base::with_cpu_features!(|| {
            let ($($copy,)+) = ($($copy,)+);
            $work
        })
    };
    (|| $work:expr) => {
        $crate::base::simd::compile_with_cpu_features(
            #[inline(always)]
            || $work,
        )
    };
}
pub(crate) use with_cpu_features;

/// Does work in plain Rust, for tests that compare.
#[cfg(test)]
pub(crate) fn dispatch_plain(work: impl Work) {
    work.run(Fallback::new());
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
    //! AVX2 transposes eight rows at once, and converts displacements two at a time. A value of the type `Avx2`
    //! proves that the machine has it, so `kernel!` makes safe functions of the compiler's intrinsics.

    use core::arch::x86_64::{
        __m128, __m128d, __m256, _mm256_castps256_ps128, _mm256_cvtpd_ps, _mm256_extractf128_ps,
        _mm256_set_m128, _mm256_set_m128d, _mm256_shuffle_ps, _mm256_sub_pd, _mm256_unpackhi_ps,
        _mm256_unpacklo_ps,
    };

    use fearless_simd::x86::Avx2;
    use fearless_simd::{SimdFloat, SimdFrom, f32x4, f32x8, f64x2, kernel};

    use super::{F4, LANES, Quads, Simd};

    // Two rows side by side.
    kernel!(
        #[inline(always)]
        fn pair_of(avx: Avx2, low: __m128, high: __m128) -> __m256 {
            _mm256_set_m128(high, low)
        }
    );

    // Two rows side by side, apart again. By way of eight numbers the compiler would put each row together from
    // single ones.
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

    /// The four columns of eight rows.
    #[inline(always)]
    fn columns(avx: Avx2, row: impl Fn(usize) -> __m128) -> [__m256; 4] {
        // Rows `k` and `k + 4` side by side.
        let pairs = [
            pair_of(avx, row(0), row(4)),
            pair_of(avx, row(1), row(5)),
            pair_of(avx, row(2), row(6)),
            pair_of(avx, row(3), row(7)),
        ];
        transpose(avx, pairs)
    }

    // Two functions and no closures, which a compiler need not put where they are used.

    /// The ways from the first to the second of two pairs of points, rounded.
    #[inline(always)]
    fn two_apart(avx: Avx2, one: [[f64; 2]; 2], other: [[f64; 2]; 2]) -> __m128 {
        let [[a, b], [c, d]] = [one, other];
        let place = [a, b, c, d].map(|place| f64x2::simd_from(avx, place).into());
        two_ways(avx, [[place[0], place[1]], [place[2], place[3]]])
    }

    /// The second of two pairs less the first.
    #[inline(always)]
    fn two_differences(avx: Avx2, one: [[f32; 2]; 2], other: [[f32; 2]; 2]) -> __m128 {
        let ([[a, b], [c, d]], [[e, f], [g, h]]) = (one, other);
        let (first, second) = ([a, b, e, f], [c, d, g, h]);
        (f32x4::simd_from(avx, second) - f32x4::simd_from(avx, first)).into()
    }

    impl Simd for Avx2 {
        #[inline(always)]
        fn least(self, a: f32x8<Self>, b: f32x8<Self>) -> f32x8<Self> {
            a.min(b)
        }

        #[inline(always)]
        fn most(self, a: f32x8<Self>, b: f32x8<Self>) -> f32x8<Self> {
            a.max(b)
        }

        #[inline(always)]
        fn gather(self, rows: &impl Quads, at: &[u32; LANES]) -> [f32x8<Self>; 4] {
            let row = |k: usize| -> __m128 { f32x4::simd_from(self, rows.get(at[k]).0).into() };
            columns(self, row).map(|column| f32x8::simd_from(self, column))
        }

        #[inline(always)]
        fn scatter(self, rows: &mut impl Quads, at: &[u32; LANES], fields: [f32x8<Self>; 4]) {
            for (k, pair) in transpose(self, fields.map(f32x8::into)).into_iter().enumerate() {
                let [low, high] = halves(self, pair).map(|half| f32x4::simd_from(self, half));
                rows.put(at[k], F4(low.into()));
                rows.put(at[k + 4], F4(high.into()));
            }
        }

        #[inline(always)]
        fn apart(self, pair: impl Fn(usize) -> [[f64; 2]; 2]) -> [f32x8<Self>; 2] {
            let (ab, cd) = (two_apart(self, pair(0), pair(1)), two_apart(self, pair(2), pair(3)));
            let (ef, gh) = (two_apart(self, pair(4), pair(5)), two_apart(self, pair(6), pair(7)));
            two_columns(self, pair_of(self, ab, ef), pair_of(self, cd, gh))
                .map(|column| f32x8::simd_from(self, column))
        }

        #[inline(always)]
        fn difference(self, pair: impl Fn(usize) -> [[f32; 2]; 2]) -> [f32x8<Self>; 2] {
            let (ab, cd) = (two_differences(self, pair(0), pair(1)), two_differences(self, pair(2), pair(3)));
            let (ef, gh) = (two_differences(self, pair(4), pair(5)), two_differences(self, pair(6), pair(7)));
            two_columns(self, pair_of(self, ab, ef), pair_of(self, cd, gh))
                .map(|column| f32x8::simd_from(self, column))
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{F4, F8, Fallback, Select, Simd, Wide, Work, bits, dispatch, f32x8};
    use crate::common::Dice;

    /// Every operation once, on numbers that no rounding can leave alone.
    struct All<'a>(&'a mut [F4], &'a mut F8);

    impl Work for All<'_> {
        fn run<S: Simd>(self, s: S) {
            let mut rows = &mut *self.0;
            let [a, b, c, d] = s.gather(&rows, &[3, 1, 4, 0, 5, 2, 7, 6]);
            let mask = (a.lt(b) & c.le(d)) | b.lt(c);
            let mixed = mask.select(a * b - c, (a / d + b.max(c)).min(d * d).sqrt());
            let odd = f32x8::splat(s, f32::from(bits(mask)));
            let place = |row: F4| [f64::from(row.0[0]) / 3.0, f64::from(row.0[1]) / 7.0];
            let [x, y] = s.apart(|k| [rows[k], rows[(3 * k + 5) % 8]].map(place));
            let first = |row: F4| [row.0[1], row.0[3]];
            let [u, v] = s.difference(|k| [rows[k], rows[(5 * k + 3) % 8]].map(first));
            s.scatter(&mut rows, &[7, 6, 5, 4, 3, 2, 1, 0], [-a, mixed, c.max(d), odd]);
            *self.1 = (mixed + x / (x - y) * (u - v)).store();
        }
    }

    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        let mut dice = Dice(1);
        for _ in 0..1000 {
            let rows: [F4; 8] =
                core::array::from_fn(|_| F4(core::array::from_fn(|_| dice.within(-1.0, 1.0))));
            let (mut plain, mut found) = ((rows, F8::default()), (rows, F8::default()));
            All(&mut plain.0, &mut plain.1).run(Fallback::new());
            dispatch(All(&mut found.0, &mut found.1));
            let bits = |(rows, last): &([F4; 8], F8)| {
                let rows = rows.iter().flat_map(|row| row.0).chain(last.0);
                rows.map(f32::to_bits).collect::<Vec<_>>()
            };
            assert_eq!(bits(&plain), bits(&found));
        }
    }
}
