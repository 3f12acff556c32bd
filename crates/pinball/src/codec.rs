//! Snapshots of parts: their state as bytes, by the engine's own codec.
//!
//! A snapshot: `PINBALL`, the version of the layout, its kind (0 for a table, otherwise the number of the kind of part), the
//! state, a checksum over all before it. The state is all of a part except its settings; its bodies and shapes are
//! included, as they belong to the world that is restored beside it.

use alloc::vec::Vec;

use carom::Error;
use carom::codec::checksum;
pub(crate) use carom::codec::{Fault, Saved, Source, check, saved};

/// First bytes of a snapshot; the last is the version of the layout, which changes with every field of a part's state.
const HEADER: [u8; 8] = *b"PINBALL\x01";
/// The kind of the snapshot of a whole table.
pub(crate) const TABLE: u8 = 0;

/// A snapshot of this kind with the output of `write`.
pub(crate) fn seal(kind: u8, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    out.push(kind);
    write(&mut out);
    let sum = checksum(&out);
    sum.save(&mut out);
    out
}

/// The result of `read` from a snapshot of this kind, if nothing else follows.
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
        check(snapshot.starts_with(&HEADER), "these bytes are no snapshot of a pinball table or part")?;
        let (sealed, seal) = snapshot.split_last_chunk().ok_or("it ends too early")?;
        check(checksum(sealed) == u64::from_le_bytes(*seal), "it is damaged: the checksum differs")?;
        let mut from = Source::new(sealed.get(HEADER.len()..).ok_or("it ends too early")?);
        let other =
            if kind == TABLE { "it is of a part, not of a table" } else { "it is not of this kind of part" };
        check(u8::load(&mut from)? == kind, other)?;
        let value = read(&mut from)?;
        check(from.is_empty(), "something follows its end")?;
        Ok(value)
    };
    read().map_err(|fault| Error::Snapshot { fault })
}

/// A part: its state is written, its settings are not.
pub(crate) trait SavedPart: Sized {
    /// Number of its kind.
    const KIND: u8;

    fn save(&self, out: &mut Vec<u8>);

    /// A part with the state that is read and the settings of this one.
    fn load(&self, from: &mut Source<'_>) -> Result<Self, Fault>;
}

/// States the number of a kind of part, the fields of its state, and after the semicolon its settings; none may be left out.
/// `sound` finds fault with a state that no game can reach.
macro_rules! saved_part {
    ($kind:literal: $part:ident { $($state:ident),*; $($setting:ident),* }, sound: $sound:expr) => {
        impl $crate::codec::SavedPart for $part {
            const KIND: u8 = $kind;

            fn save(&self, out: &mut alloc::vec::Vec<u8>) {
                let Self { $($state,)* $($setting: _),* } = self;
                $(carom::codec::Saved::save($state, out);)*
            }

            fn load(&self, from: &mut $crate::codec::Source<'_>) -> Result<Self, $crate::codec::Fault> {
                let sound: fn(&Self) -> Result<(), $crate::codec::Fault> = $sound;
                let part = Self {
                    $($state: carom::codec::Saved::load(from)?,)*
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

/// Calls that save and restore a single part.
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

            /// Restores a state, here or in a part that was built again; it keeps its settings. Restore the world as well, by the
            /// rules of [`Table::restore`](crate::Table::restore).
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
