//! Joints: rods, ropes and springs between two discs.

use crate::color::Color;
use crate::error::Error;
use crate::fields::Fields;
use crate::value::Value;
use crate::warnings::Warnings;

/// What keeps two discs apart or together. Jointed discs do not meet each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Numbers of the two discs; 0 is the ball.
    pub discs: [usize; 2],
    /// Least and largest length, pixels; none is the distance at the start.
    pub length: Option<[f64; 2]>,
    /// Strength of a spring; none is rigid.
    pub strength: Option<f64>,
    /// How it is drawn. Default black.
    pub color: Color,
}

impl Joint {
    pub(crate) fn read(fields: &mut Fields<'_>, discs: usize, notes: &mut Warnings) -> Result<Self, Error> {
        let pair = [fields.index("d0", discs, "discs")?, fields.index("d1", discs, "discs")?];
        let length = match fields.value("length") {
            Some(Value::List(_)) => fields.point("length")?,
            _ => fields.length("length")?.map(|length| [length; 2]),
        };
        if let Some([least, most]) = length
            && !(0.0 <= least && least <= most)
        {
            return fields.refuse("length", format!("[{least}, {most}]"), "ascending and not negative");
        }
        let strength = match fields.value("strength") {
            Some(Value::Text(text)) if text == "rigid" => None,
            Some(Value::Text(_)) => {
                return fields.refuse("strength", "another text", "a finite number or \"rigid\"");
            }
            _ => fields.number("strength")?,
        };
        let color = fields.color("color", notes).unwrap_or(Color::Rgb([0; 3]));
        Ok(Self { discs: pair, length, strength, color })
    }
}
