//! A world for serde: the bytes of its snapshot, checked when they are read (feature `serde`).

use alloc::vec::Vec;
use core::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::world::World;

impl Serialize for World {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.snapshot())
    }
}

impl<'de> Deserialize<'de> for World {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_bytes(Snapshot)
    }
}

/// Reads the bytes of a snapshot, also where a format writes bytes as a list of numbers.
struct Snapshot;

impl<'de> Visitor<'de> for Snapshot {
    type Value = World;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a snapshot of a world")
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<World, E> {
        World::from_snapshot(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<World, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element::<u8>()? {
            bytes.push(byte);
        }
        World::from_snapshot(&bytes).map_err(A::Error::custom)
    }
}
