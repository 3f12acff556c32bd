//! Joints: rods, ropes and springs between two discs.

use crate::color::Color;
use crate::error::Error;
use crate::fields::{Fields, clamp};
use crate::value::{Value, number};
use crate::warnings::Warnings;

/// Longest joint, pixels.
pub(crate) const LONGEST: f64 = 1e7;

/// A joint that keeps two discs apart or together. Jointed discs do not meet each other.
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
        let mut length = match fields.value("length") {
            Some(Value::List(_)) => fields.pair("length", LONGEST, notes)?,
            _ => {
                let length = fields.length("length", notes)?;
                length.map(|x| [clamp(fields.at("length"), x, [-LONGEST, LONGEST], notes); 2])
            }
        };
        if let Some(range) = &mut length
            && !(0.0 <= range[0] && range[0] <= range[1])
        {
            let found = format!("[{}, {}]", number(range[0]), number(range[1]));
            // Of two lengths in the wrong order the game keeps the first.
            range[0] = range[0].max(0.0);
            range[1] = range[1].max(range[0]);
            let [least, most] = range.map(number);
            notes.add_found(fields.at("length"), found, format_args!("becomes [{least}, {most}]"));
        }
        let strength = match fields.value("strength") {
            Some(Value::Text(text)) if text == "rigid" => None,
            Some(Value::Number(strength)) if *strength == f64::INFINITY => None,
            Some(Value::Text(_)) => {
                return fields.refuse("strength", "another text", "a finite number or \"rigid\"");
            }
            _ => fields.number("strength")?,
        };
        let color = fields.color("color", notes).unwrap_or(Color::Rgb([0; 3]));
        Ok(Self { discs: pair, length, strength, color })
    }
}
