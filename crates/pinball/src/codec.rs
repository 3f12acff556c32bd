//! How the state of parts is written into bytes and read back.
//!
//! A snapshot: `PINBALL`, the version of the layout, what it is of (0 a table, else the number of the kind of part), the
//! state, a checksum over all before it. Numbers are little-endian. The state is all of a part but its settings; its
//! bodies and shapes are among it, as they are those of the world that is restored beside it.

use alloc::vec::Vec;

use carom::glam::Vec2;
use carom::prelude::*;
use slotmap::{Key, KeyData};

/// What is wrong with a snapshot.
pub(crate) type Fault = &'static str;

/// First bytes of a snapshot; the last is the version of the layout, which changes with every field of a part's state.
const HEADER: [u8; 8] = *b"PINBALL\x01";
/// What stands in place of a kind of part in the snapshot of a whole table.
pub(crate) const TABLE: u8 = 0;

/// FNV-1a (Fowler, Noll, Vo 1991): each step can be undone, so that no change of a single byte goes unseen.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Finds fault if something does not hold.
pub(crate) fn check(holds: bool, fault: Fault) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(fault) }
}

/// A snapshot of this kind with what `write` writes.
pub(crate) fn seal(kind: u8, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    out.push(kind);
    write(&mut out);
    let sum = checksum(&out);
    sum.save(&mut out);
    out
}

/// What `read` reads from a snapshot of this kind, if that is all that it holds.
pub(crate) fn open<T>(
    kind: u8,
    snapshot: &[u8],
    read: impl FnOnce(&mut Source<'_>) -> Result<T, Fault>,
) -> Result<T, Error> {
    let [name @ .., readable] = &HEADER;
    if let Some((start, [found, ..])) = snapshot.split_at_checked(name.len())
        && start == name
        && found != readable
    {
        return Err(Error::SnapshotVersion { found: *found, readable: *readable });
    }
    let read = || {
        let mut from = Source(snapshot);
        let is_ours = from.array().is_ok_and(|start| start == HEADER);
        check(is_ours, "these bytes are no snapshot of a pinball table or part")?;
        let (sealed, seal) = snapshot.split_last_chunk().ok_or("it ends too early")?;
        check(checksum(sealed) == u64::from_le_bytes(*seal), "it is damaged: the checksum differs")?;
        let (rest, _) = from.0.split_last_chunk::<8>().ok_or("it ends too early")?;
        from = Source(rest);
        let other =
            if kind == TABLE { "it is of a part, not of a table" } else { "it is not of this kind of part" };
        check(u8::load(&mut from)? == kind, other)?;
        let value = read(&mut from)?;
        check(from.0.is_empty(), "something follows its end")?;
        Ok(value)
    };
    read().map_err(|fault| Error::Snapshot { fault })
}

/// The unread rest of a snapshot.
#[derive(Debug)]
pub(crate) struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let (first, rest) = self.0.split_first_chunk().ok_or("it ends too early")?;
        self.0 = rest;
        Ok(*first)
    }
}

/// A value that is written whole.
pub(crate) trait Saved: Sized {
    fn save(&self, out: &mut Vec<u8>);

    fn load(from: &mut Source<'_>) -> Result<Self, Fault>;
}

/// A part: its state is written, its settings are not.
pub(crate) trait SavedPart: Sized {
    /// Number of its kind.
    const KIND: u8;

    fn save(&self, out: &mut Vec<u8>);

    /// A part with the state that is read and the settings of this one.
    fn load(&self, from: &mut Source<'_>) -> Result<Self, Fault>;
}

/// States the fields of a struct in the order in which they are written; none may be left out. Those behind a
/// semicolon are not written, and come back as their default.
macro_rules! saved {
    ($name:ty { $($field:ident),* $(; $($lost:ident),*)? }) => {
        impl $crate::codec::Saved for $name {
            fn save(&self, out: &mut alloc::vec::Vec<u8>) {
                let Self { $($field,)* $($($lost: _),*)? } = self;
                $($crate::codec::Saved::save($field, out);)*
            }

            fn load(from: &mut $crate::codec::Source<'_>) -> Result<Self, $crate::codec::Fault> {
                Ok(Self {
                    $($field: $crate::codec::Saved::load(from)?,)*
                    $($($lost: Default::default()),*)?
                })
            }
        }
    };
}
pub(crate) use saved;

/// States the number of a kind of part, the fields of its state, and behind the semicolon those that are settings; none may
/// be left out. `sound` finds fault with a state in which no game can bring it.
macro_rules! saved_part {
    ($kind:literal: $part:ident { $($state:ident),*; $($setting:ident),* }, sound: $sound:expr) => {
        impl $crate::codec::SavedPart for $part {
            const KIND: u8 = $kind;

            fn save(&self, out: &mut alloc::vec::Vec<u8>) {
                let Self { $($state,)* $($setting: _),* } = self;
                $($crate::codec::Saved::save($state, out);)*
            }

            fn load(&self, from: &mut $crate::codec::Source<'_>) -> Result<Self, $crate::codec::Fault> {
                let sound: fn(&Self) -> Result<(), $crate::codec::Fault> = $sound;
                let part = Self {
                    $($state: $crate::codec::Saved::load(from)?,)*
                    $($setting: self.$setting,)*
                };
                sound(&part)?;
                Ok(part)
            }
        }

        $crate::codec::snapshots!($part);
    };
}
pub(crate) use saved_part;

/// What games call to save and restore a single part.
macro_rules! snapshots {
    ($part:ident) => {
        impl $part {
            /// Its state in bytes, for [`restore`](Self::restore). Keep them with a snapshot of the world of the same moment. For
            /// games without a [`Table`](crate::Table), whose [`snapshot`](crate::Table::snapshot) holds all its parts.
            #[must_use]
            #[doc(alias("serialize", "save"))]
            pub fn snapshot(&self) -> alloc::vec::Vec<u8> {
                $crate::codec::seal(<Self as $crate::codec::SavedPart>::KIND, |out| {
                    $crate::codec::SavedPart::save(self, out);
                })
            }

            /// Puts a state back, here or in a part that was built anew; it keeps its settings. Restore the world as well: what
            /// holds for [`Table::restore`](crate::Table::restore) holds here.
            ///
            /// # Errors
            /// [`Error::Snapshot`](carom::Error::Snapshot) if the bytes are no snapshot of this kind of part, damaged or contradict
            /// themselves, [`Error::SnapshotVersion`](carom::Error::SnapshotVersion) if they are of another version. The part
            /// is as it was then.
            #[doc(alias("deserialize", "load"))]
            pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), carom::Error> {
                *self = $crate::codec::open(<Self as $crate::codec::SavedPart>::KIND, snapshot, |from| {
                    $crate::codec::SavedPart::load(self, from)
                })?;
                Ok(())
            }
        }
    };
}
pub(crate) use snapshots;

macro_rules! saved_number {
    ($($number:ty),*) => {$(
        impl Saved for $number {
            fn save(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
                from.array().map(Self::from_le_bytes)
            }
        }
    )*};
}

saved_number!(u8, u32, u64, i64, f32);

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

saved_id!(BodyId, ShapeId);
saved!(Vec2 { x, y });

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

impl Saved for Limit {
    fn save(&self, out: &mut Vec<u8>) {
        (*self == Self::Upper).save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        Ok(if bool::load(from)? { Self::Upper } else { Self::Lower })
    }
}

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

/// Each is read before room for the next is made, so that no count makes room for more than follows.
impl<T: Saved> Saved for Vec<T> {
    fn save(&self, out: &mut Vec<u8>) {
        (self.len() as u32).save(out);
        self.iter().for_each(|value| value.save(out));
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let mut all = Self::new();
        for _ in 0..u32::load(from)? {
            all.push(T::load(from)?);
        }
        Ok(all)
    }
}
