//! The same in plain Rust, lane by lane: what runs where there is no other instruction set, and what the others are
//! tested against.

use super::{F4, F8, LANES, Quads, Simd, sqrt};

/// No instruction set in particular.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

#[inline(always)]
fn map(a: F8, f: impl Fn(f32) -> f32) -> F8 {
    let mut out = F8::default();
    for k in 0..LANES {
        out.0[k] = f(a.0[k]);
    }
    out
}

#[inline(always)]
fn zip(a: F8, b: F8, f: impl Fn(f32, f32) -> f32) -> F8 {
    let mut out = F8::default();
    for k in 0..LANES {
        out.0[k] = f(a.0[k], b.0[k]);
    }
    out
}

/// Both bit patterns, lane by lane.
#[inline(always)]
fn zip_bits(a: F8, b: F8, f: impl Fn(u32, u32) -> u32) -> F8 {
    zip(a, b, |a, b| f32::from_bits(f(a.to_bits(), b.to_bits())))
}

#[inline(always)]
fn answer(yes: bool) -> f32 {
    f32::from_bits(if yes { u32::MAX } else { 0 })
}

impl Simd for Plain {
    type V = F8;

    #[inline(always)]
    fn load(self, from: &F8) -> F8 {
        *from
    }

    #[inline(always)]
    fn store(self, v: F8) -> F8 {
        v
    }

    #[inline(always)]
    fn splat(self, x: f32) -> F8 {
        F8([x; LANES])
    }

    #[inline(always)]
    fn add(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn div(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| a / b)
    }

    #[inline(always)]
    fn sqrt(self, a: F8) -> F8 {
        map(a, sqrt)
    }

    #[inline(always)]
    fn neg(self, a: F8) -> F8 {
        map(a, |a| -a)
    }

    #[inline(always)]
    fn min(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn max(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn le(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| answer(a <= b))
    }

    #[inline(always)]
    fn lt(self, a: F8, b: F8) -> F8 {
        zip(a, b, |a, b| answer(a < b))
    }

    #[inline(always)]
    fn and(self, a: F8, b: F8) -> F8 {
        zip_bits(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, a: F8, b: F8) -> F8 {
        zip_bits(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn select(self, mask: F8, yes: F8, no: F8) -> F8 {
        let mut out = F8::default();
        for k in 0..LANES {
            let mask = mask.0[k].to_bits();
            out.0[k] = f32::from_bits(mask & yes.0[k].to_bits() | !mask & no.0[k].to_bits());
        }
        out
    }

    #[inline(always)]
    fn bits(self, mask: F8) -> u8 {
        let mut bits = 0;
        for k in 0..LANES {
            bits |= ((mask.0[k].to_bits() >> 31) as u8) << k;
        }
        bits
    }

    #[inline(always)]
    fn gather(self, rows: &impl Quads, at: &[u32; LANES]) -> [F8; 4] {
        let mut fields = [F8::default(); 4];
        for (k, &i) in at.iter().enumerate() {
            let row = rows.get(i).0;
            for (field, x) in fields.iter_mut().zip(row) {
                field.0[k] = x;
            }
        }
        fields
    }

    #[inline(always)]
    fn scatter(self, rows: &mut impl Quads, at: &[u32; LANES], [a, b, c, d]: [F8; 4]) {
        for (k, &i) in at.iter().enumerate() {
            rows.put(i, F4([a.0[k], b.0[k], c.0[k], d.0[k]]));
        }
    }

    #[inline(always)]
    fn apart(self, pair: impl Fn(usize) -> [[f64; 2]; 2]) -> [F8; 2] {
        let mut ways = [F8::default(); 2];
        for k in 0..LANES {
            let [a, b] = pair(k);
            for (n, way) in ways.iter_mut().enumerate() {
                way.0[k] = (b[n] - a[n]) as f32;
            }
        }
        ways
    }

    #[inline(always)]
    fn difference(self, pair: impl Fn(usize) -> [[f32; 2]; 2]) -> [F8; 2] {
        let mut differences = [F8::default(); 2];
        for k in 0..LANES {
            let [a, b] = pair(k);
            for (n, difference) in differences.iter_mut().enumerate() {
                difference.0[k] = b[n] - a[n];
            }
        }
        differences
    }
}
