//! How state is written into a snapshot and read back.
//!
//! A type with state names its fields once, by [`saved!`], which fails to compile when a field is added and not
//! named. Numbers are little-endian; counts are short where they are small.

use alloc::vec::Vec;
use glam::DVec2;
use slotmap::{Key, KeyData};
use smallvec::{Array, SmallVec};

use crate::id::{BodyId, FieldId, LinkId, ShapeId};

/// The fault of a snapshot, in words.
pub type Fault = &'static str;

/// Finds fault if something does not hold.
///
/// # Errors
/// The fault.
pub fn check(holds: bool, fault: Fault) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(fault) }
}

/// The unread rest of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// All of these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether nothing is left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (first, rest) = self.bytes.split_first_chunk().ok_or("it ends too early")?;
        self.bytes = rest;
        Ok(*first)
    }

    /// The next bytes.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn slice(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        let (first, rest) = self.bytes.split_at_checked(length).ok_or("it ends too early")?;
        self.bytes = rest;
        Ok(first)
    }

    /// Whether this byte comes next; if so, it is passed.
    pub fn skip(&mut self, byte: u8) -> bool {
        match self.bytes.split_first() {
            Some((first, rest)) if *first == byte => {
                self.bytes = rest;
                true
            }
            _ => false,
        }
    }

    /// A number as [`put_short`] wrote it.
    ///
    /// # Errors
    /// It ends too early, or has more than 64 bits.
    pub fn short(&mut self) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number is too long")
    }

    /// A number as [`put_short`] wrote it, of 32 bits.
    ///
    /// # Errors
    /// As [`short`](Self::short), or it is larger.
    pub fn short_u32(&mut self) -> Result<u32, Fault> {
        u32::try_from(self.short()?).map_err(|_| "a number is too large")
    }

    /// A count of things of which each takes at least `least` bytes, so that no count makes room for more
    /// than can follow.
    ///
    /// # Errors
    /// As [`short`](Self::short), or it is larger than the rest allows.
    pub fn count(&mut self, least: usize) -> Result<usize, Fault> {
        let count = usize::try_from(self.short()?).map_err(|_| "a count is too large")?;
        let fits = count.checked_mul(least).is_some_and(|size| size <= self.bytes.len());
        check(fits, "a count is larger than what follows")?;
        Ok(count)
    }
}

/// A checksum: each word is mixed in by a step that can be undone, so that no single change goes unseen.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| {
        let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 32
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)))
}

/// Seven bits a byte, lowest first; the eighth says that more follow (LEB128).
pub(crate) fn put_short(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Something that is state.
pub trait Saved: Sized {
    /// Fewest bytes that one takes.
    const LEAST: usize = 1;

    /// Writes it.
    fn save(&self, out: &mut Vec<u8>);

    /// Reads it.
    ///
    /// # Errors
    /// The bytes hold no such value.
    fn load(from: &mut Source<'_>) -> Result<Self, Fault>;
}

macro_rules! saved_number {
    ($($number:ty),*) => {$(
        impl Saved for $number {
            const LEAST: usize = size_of::<$number>();

            #[inline]
            fn save(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
                from.array().map(Self::from_le_bytes)
            }
        }
    )*};
}

saved_number!(u8, u32, i32, u64, i64, f32, f64);

/// States the fields of a struct in the order in which they are written; none may be left out. Fields after a
/// semicolon are scratch: they are not written, and come back as their default.
#[doc(hidden)]
#[macro_export]
macro_rules! saved {
    ($name:ident($inner:ty)) => {
        impl $crate::codec::Saved for $name {
            const LEAST: usize = <$inner as $crate::codec::Saved>::LEAST;

            fn save(&self, out: &mut alloc::vec::Vec<u8>) {
                $crate::codec::Saved::save(&self.0, out);
            }

            fn load(from: &mut $crate::codec::Source<'_>) -> Result<Self, $crate::codec::Fault> {
                $crate::codec::Saved::load(from).map(Self)
            }
        }
    };
    ($name:ty { $($field:ident),* $(,)? $(; $($scratch:ident),*)? }) => {
        impl $crate::codec::Saved for $name {
            fn save(&self, out: &mut alloc::vec::Vec<u8>) {
                let Self { $($field,)* $($($scratch: _),*)? } = self;
                $($crate::codec::Saved::save($field, out);)*
            }

            fn load(from: &mut $crate::codec::Source<'_>) -> Result<Self, $crate::codec::Fault> {
                Ok(Self {
                    $($field: $crate::codec::Saved::load(from)?,)*
                    $($($scratch: Default::default()),*)?
                })
            }
        }
    };
    // Kinds by number, each with its contents in order; the text is the fault for an unknown number.
    (enum $name:ty, $fault:literal {
        $($kind:ident $(($($part:ident),*))? $({ $($field:ident),* })? = $number:literal),* $(,)?
    }) => {
        impl $crate::codec::Saved for $name {
            fn save(&self, out: &mut alloc::vec::Vec<u8>) {
                match self {
                    $(Self::$kind $(($($part),*))? $({ $($field),* })? => {
                        out.push($number);
                        $($($crate::codec::Saved::save($part, out);)*)?
                        $($($crate::codec::Saved::save($field, out);)*)?
                    })*
                }
            }

            fn load(from: &mut $crate::codec::Source<'_>) -> Result<Self, $crate::codec::Fault> {
                match <u8 as $crate::codec::Saved>::load(from)? {
                    $($number => {
                        $($(let $part = $crate::codec::Saved::load(from)?;)*)?
                        $($(let $field = $crate::codec::Saved::load(from)?;)*)?
                        Ok(Self::$kind $(($($part),*))? $({ $($field),* })?)
                    })*
                    _ => Err($fault),
                }
            }
        }
    };
}
pub use saved;

impl Saved for bool {
    fn save(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        match u8::load(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err("a yes or no is neither"),
        }
    }
}

impl Saved for DVec2 {
    const LEAST: usize = 16;

    #[inline]
    fn save(&self, out: &mut Vec<u8>) {
        self.x.save(out);
        self.y.save(out);
    }

    #[inline]
    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        Ok(Self::new(f64::load(from)?, f64::load(from)?))
    }
}

saved!(glam::Vec2 { x, y });

impl<T: Saved> Saved for Option<T> {
    fn save(&self, out: &mut Vec<u8>) {
        self.is_some().save(out);
        if let Some(value) = self {
            value.save(out);
        }
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        bool::load(from)?.then(|| T::load(from)).transpose()
    }
}

impl<A: Saved, B: Saved> Saved for (A, B) {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
        self.1.save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        Ok((A::load(from)?, B::load(from)?))
    }
}

impl<T: Saved> Saved for [T; 2] {
    fn save(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|value| value.save(out));
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        Ok([T::load(from)?, T::load(from)?])
    }
}

impl<T: Saved> Saved for Vec<T> {
    fn save(&self, out: &mut Vec<u8>) {
        put_short(out, self.len() as u64);
        self.iter().for_each(|value| value.save(out));
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let count = from.count(T::LEAST)?;
        (0..count).map(|_| T::load(from)).collect()
    }
}

impl<A: Array> Saved for SmallVec<A>
where
    A::Item: Saved,
{
    fn save(&self, out: &mut Vec<u8>) {
        put_short(out, self.len() as u64);
        self.iter().for_each(|value| value.save(out));
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let count = from.count(A::Item::LEAST)?;
        (0..count).map(|_| A::Item::load(from)).collect()
    }
}

macro_rules! saved_id {
    ($($id:ty),*) => {$(
        impl Saved for $id {
            fn save(&self, out: &mut Vec<u8>) {
                self.data().as_ffi().save(out);
            }

            fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
                u64::load(from).map(|bits| KeyData::from_ffi(bits).into())
            }
        }
    )*};
}

saved_id!(BodyId, FieldId, LinkId, ShapeId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_come_back_and_bad_ones_are_refused() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            put_short(&mut out, value);
            assert_eq!(Source::new(&out).short(), Ok(value));
            assert!(Source::new(&out[1..]).short().is_err() || out.len() > 1, "cut at the front");
            assert!(Source::new(&out[..out.len() - 1]).short().is_err(), "cut at the end");
        }
        assert!(Source::new(&[0xff; 11]).short().is_err(), "more than 64 bits");
    }

    #[test]
    fn a_count_that_cannot_follow_is_refused_before_room_is_made() {
        let mut out = Vec::new();
        put_short(&mut out, u64::MAX / 8);
        assert!(Vec::<u64>::load(&mut Source::new(&out)).is_err(), "a count of 2^61");
        assert!(Option::<u8>::load(&mut Source::new(&[2])).is_err(), "neither yes nor no");
    }
}
