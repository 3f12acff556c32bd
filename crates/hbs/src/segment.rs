//! Segments: straight or bent walls between two vertexes.

use crate::color::Color;
use crate::error::Error;
use crate::fields::Fields;
use crate::flags::Flags;
use crate::value::number;
use crate::warnings::Warnings;

/// A wall from one vertex to another. It has no ends of its own: those are the vertexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Numbers of the two vertexes.
    pub ends: [usize; 2],
    /// Turn from start to end, radians, clockwise as seen on a screen if positive; 0 is straight.
    pub turn: f64,
    /// 0 stops discs on both sides; more stops those on the left of its way (as seen on a screen), less
    /// those on the right. The size is how far behind it a disc is still pushed back to the front, pixels.
    pub bias: f64,
    /// Bounce: multiplied with that of the disc, it gives the restitution. Default 1.
    pub bounce: f64,
    /// Its own groups. Default wall.
    pub group: Flags,
    /// The groups that it meets. Default all.
    pub mask: Flags,
    /// Whether it is drawn.
    pub visible: bool,
    /// How it is drawn. Default black.
    pub color: Color,
}

/// Bends that the game draws straight: up to the first and from the second on, degrees.
const STRAIGHT: [f64; 2] = [10.0, 340.0];

/// Least and largest angle of an arc, radians.
const BENT: [f64; 2] = [1e-3, 6.25];

impl Segment {
    pub(crate) fn read(
        fields: &mut Fields<'_>,
        vertexes: usize,
        notes: &mut Warnings,
    ) -> Result<Self, Error> {
        Ok(Self {
            ends: [fields.index("v0", vertexes, "vertexes")?, fields.index("v1", vertexes, "vertexes")?],
            turn: turn(fields, notes)?,
            bias: fields.number("bias")?.unwrap_or(0.0),
            bounce: fields.number("bCoef")?.unwrap_or(1.0),
            group: fields.flags("cGroup", notes)?.unwrap_or(Flags::WALL),
            mask: fields.flags("cMask", notes)?.unwrap_or(Flags::ALL),
            visible: fields.boolean("vis")?.unwrap_or(true),
            color: fields.color("color", notes).unwrap_or(Color::Rgb([0; 3])),
        })
    }
}

/// `curve` in degrees, or `curveF`, the cotangent of half the angle, which counts if both are there.
fn turn(fields: &mut Fields<'_>, notes: &mut Warnings) -> Result<f64, Error> {
    let degrees = fields.number("curve")?.unwrap_or(0.0);
    if let Some(cotangent) = fields.extended("curveF")? {
        let turn = 2.0 * libm::atan2(1.0, cotangent);
        if turn > BENT[0] && turn < BENT[1] {
            return Ok(turn);
        }
        let text = "which bends too little or too much to differ from a straight line";
        notes.add_found(fields.at("curveF"), number(cotangent), text);
        return Ok(0.0);
    }
    if degrees == 0.0 || (degrees.abs() >= STRAIGHT[0] && degrees.abs() < STRAIGHT[1]) {
        return Ok(degrees.to_radians());
    }
    let [low, high] = STRAIGHT;
    let text = format!("which is straight, as in the game: less than {low} degrees, or {high} and more");
    notes.add_found(fields.at("curve"), degrees, text);
    Ok(0.0)
}
