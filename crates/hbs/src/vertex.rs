//! Vertexes: points that discs bounce off, and the ends of segments.

use crate::error::Error;
use crate::fields::Fields;
use crate::flags::Flags;
use crate::warnings::Warnings;

/// A point. It stops discs by itself, independent of the segments that end in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Where, pixels, y down.
    pub position: [f64; 2],
    /// Bounce: multiplied with that of the disc, it gives the restitution. Default 1.
    pub bounce: f64,
    /// Its own groups. Default wall.
    pub group: Flags,
    /// The groups that it meets. Default all.
    pub mask: Flags,
}

impl Vertex {
    pub(crate) fn read(fields: &mut Fields<'_>, notes: &mut Warnings) -> Result<Self, Error> {
        fields.pass_over(&["curve", "curveF", "bias", "vis", "color"]);
        Ok(Self {
            position: [
                fields.required("x", |fields, name| fields.length(name, notes))?,
                fields.required("y", |fields, name| fields.length(name, notes))?,
            ],
            bounce: fields.number("bCoef")?.unwrap_or(1.0),
            group: fields.flags("cGroup", notes)?.unwrap_or(Flags::WALL),
            mask: fields.flags("cMask", notes)?.unwrap_or(Flags::ALL),
        })
    }
}
