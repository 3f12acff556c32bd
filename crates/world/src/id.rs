//! The ids by which a game knows bodies, shapes, fields, links and zones of the floor.

use slotmap::new_key_type;

new_key_type! {
    /// A body of a world: a ball or a carrier of shapes. Stays valid until the body is removed; a stale id
    /// finds nothing, never another body.
    ///
    /// Keep ids with their world, and with its history: two worlds number their bodies alike, and a world that is put
    /// back to a snapshot gives the ids anew that it has given since. The same holds for all ids here.
    pub struct BodyId;
    /// A shape on a body that is not a ball. Stays valid until the shape or its body is removed.
    pub struct ShapeId;
    /// A field of a world. Stays valid until the field is removed.
    pub struct FieldId;
    /// A link of a world. Stays valid until the link or one of its bodies is removed.
    pub struct LinkId;
}

/// A zone of a world's floor. A stale one finds nothing, never another zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ZoneId(pub(crate) u32);
