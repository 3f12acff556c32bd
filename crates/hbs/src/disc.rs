//! Discs: the ball, goal posts, and other round things that may move.

use crate::color::Color;
use crate::error::Error;
use crate::fields::{Fields, LARGEST as FARTHEST};
use crate::flags::Flags;
use crate::value::number;
use crate::warnings::Warnings;

/// Largest speed, pixels a frame: at 60 frames a second it is the fastest that the world takes.
const FASTEST: f64 = 1e8 / 60.0;

/// Largest radius, pixels: the world's own limit.
const LARGEST: f64 = 1e6;

/// The centre of a disc that is smaller by `less`, with its edge in the same place as seen from the middle of the
/// map: a huge disc is a wall, and discs meet its edge.
fn nearer([x, y]: [f64; 2], less: f64) -> [f64; 2] {
    let apart = libm::hypot(x, y);
    if apart > 0.0 { [x - less * x / apart, y - less * y / apart] } else { [x, y] }
}

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Where, pixels, y down.
    pub position: [f64; 2],
    /// Pixels a frame, y down.
    pub speed: [f64; 2],
    /// Change of the speed in each frame, pixels a frame, y down.
    pub gravity: [f64; 2],
    /// Radius, pixels, at most 1e6. Default 10.
    pub radius: f64,
    /// One over the mass; 0 is not moved by anything it meets. Default 1.
    pub inverse_mass: f64,
    /// Share of the speed that is left after each frame. Default 0.99.
    pub damping: f64,
    /// Bounce: multiplied with that of the other, it gives the restitution. Default 0.5.
    pub bounce: f64,
    /// Its own groups. Default all.
    pub group: Flags,
    /// The groups that it meets. Default all.
    pub mask: Flags,
    /// How it is drawn. Default white.
    pub color: Color,
}

impl Default for Disc {
    fn default() -> Self {
        Self {
            position: [0.0; 2],
            speed: [0.0; 2],
            gravity: [0.0; 2],
            radius: 10.0,
            inverse_mass: 1.0,
            damping: 0.99,
            bounce: 0.5,
            group: Flags::ALL,
            mask: Flags::ALL,
            color: Color::Rgb([255; 3]),
        }
    }
}

impl Disc {
    /// The ball where the file says nothing of it.
    #[must_use]
    pub fn ball() -> Self {
        Self { group: Flags::BALL | Flags::KICK | Flags::SCORE, ..Self::default() }
    }

    /// Reads the fields of the file and takes the rest from `default`.
    pub(crate) fn read(fields: &mut Fields<'_>, default: Self, notes: &mut Warnings) -> Result<Self, Error> {
        fields.pass_over(&["curve", "curveF", "bias", "vis"]);
        let mut position = fields.point("pos", notes)?.unwrap_or(default.position);
        let found = fields.extended("radius")?.unwrap_or(default.radius);
        // A disc that meets nothing is as large as a picture shows it.
        if found < 0.0 {
            notes.add_found(fields.at("radius"), number(found), "is negative, so it meets nothing");
        }
        if found > LARGEST {
            notes.add_found(
                fields.at("radius"),
                number(found),
                "becomes 1e6, with the edge where it is nearest to the middle",
            );
            position = nearer(position, found.min(FARTHEST) - LARGEST);
        }
        let radius = found.clamp(-LARGEST, LARGEST);
        Ok(Self {
            position,
            speed: fields.pair("speed", FASTEST, notes)?.unwrap_or(default.speed),
            gravity: fields.pair("gravity", FASTEST, notes)?.unwrap_or(default.gravity),
            radius,
            inverse_mass: fields.number("invMass")?.unwrap_or(default.inverse_mass),
            damping: fields.number("damping")?.unwrap_or(default.damping),
            bounce: fields.number("bCoef")?.unwrap_or(default.bounce),
            group: fields.flags("cGroup", notes)?.unwrap_or(default.group),
            mask: fields.flags("cMask", notes)?.unwrap_or(default.mask),
            color: fields.color("color", notes).unwrap_or(default.color),
        })
    }
}
