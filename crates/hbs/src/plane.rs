//! Planes: straight walls without end.

use crate::error::Error;
use crate::fields::Fields;
use crate::flags::Flags;
use crate::warnings::Warnings;

/// Everything beyond a line is wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Direction in which discs are pushed, y down, of any length; a plane with none pushes nothing.
    pub normal: [f64; 2],
    /// Distance of the line from the origin along the normal, pixels.
    pub distance: f64,
    /// Bounce: multiplied with that of the disc, it gives the restitution. Default 1.
    pub bounce: f64,
    /// Its own groups. Default wall.
    pub group: Flags,
    /// The groups that it meets. Default all.
    pub mask: Flags,
}

impl Plane {
    pub(crate) fn read(fields: &mut Fields<'_>, notes: &mut Warnings) -> Result<Self, Error> {
        fields.pass_over(&["curve", "curveF", "bias", "vis", "color"]);
        Ok(Self {
            normal: fields.required("normal", |fields, name| fields.point(name, notes))?,
            distance: fields.required("dist", |fields, name| fields.length(name, notes))?,
            bounce: fields.number("bCoef")?.unwrap_or(1.0),
            group: fields.flags("cGroup", notes)?.unwrap_or(Flags::WALL),
            mask: fields.flags("cMask", notes)?.unwrap_or(Flags::ALL),
        })
    }
}
