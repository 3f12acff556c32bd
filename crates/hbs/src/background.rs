//! The field that is painted under everything: nothing meets it.

use crate::color::Color;
use crate::error::Error;
use crate::fields::Fields;
use crate::warnings::Warnings;

/// The paint of the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// One colour.
    #[default]
    Plain,
    /// Mown grass.
    Grass,
    /// Ice with goal lines.
    Hockey,
}

/// The painted field, about the origin. Lengths in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Background {
    /// The paint of the ground.
    pub ground: Ground,
    /// Half the width of the field.
    pub width: f64,
    /// Half the height of the field.
    pub height: f64,
    /// Radius of the circle in the middle.
    pub kick_off_radius: f64,
    /// Radius of the field's corners.
    pub corner_radius: f64,
    /// Distance of the goal lines from the ends of the field, for ice.
    pub goal_line: f64,
    /// Colour around the field, if the file gives one.
    pub color: Option<Color>,
}

impl Background {
    pub(crate) fn read(fields: &mut Fields<'_>, notes: &mut Warnings) -> Result<Self, Error> {
        let ground = match fields.text("type")?.unwrap_or("none") {
            "grass" => Ground::Grass,
            "hockey" => Ground::Hockey,
            "none" | "" => Ground::Plain,
            other => {
                notes.add_found(fields.at("type"), format_args!("{other:.40?}"), "which is painted plain");
                Ground::Plain
            }
        };
        Ok(Self {
            ground,
            width: fields.length("width", notes)?.unwrap_or(0.0),
            height: fields.length("height", notes)?.unwrap_or(0.0),
            kick_off_radius: fields.length("kickOffRadius", notes)?.unwrap_or(0.0),
            corner_radius: fields.length("cornerRadius", notes)?.unwrap_or(0.0),
            goal_line: fields.length("goalLine", notes)?.unwrap_or(0.0),
            color: fields.color("color", notes),
        })
    }
}
