//! Paint: shown in pictures, without effect on balls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Point, is_default};
use crate::fault::{Fault, entries};

/// A line or an area in a colour of its own: markings of a pitch, the ground, a wall as its author drew it. It has no
/// effect on balls.
///
/// ```
/// use carom_scene::Scene;
///
/// let scene = Scene::from_json(
///     r##"{"carom": 1, "paint": [{"points": [[0, -1], [0, 1]], "color": "#e9cc6e"}]}"##,
/// )?;
/// assert_eq!(scene.paint[0].rgb(), Some(0xe9cc6e));
/// # Ok::<(), carom_scene::Fault>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Paint {
    /// Points of a line, two or more, or corners of an area, three or more; length units.
    pub points: Vec<Point>,
    /// Red, green and blue, as `#rrggbb`.
    pub color: String,
    /// Whether it is an area, under everything else. Default: a line, above walls and under balls.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fill: bool,
    /// Width of a line, length units, 0 to 1e6. Default 0: as thin as lines of a picture are.
    #[serde(default, skip_serializing_if = "is_default")]
    pub width: f32,
}

impl Paint {
    /// The colour as `0xrrggbb`; `None` if it is written in another way.
    #[must_use]
    pub fn rgb(&self) -> Option<u32> {
        let digits = self.color.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        u32::from_str_radix(digits, 16).ok()
    }

    /// Refuses paint that can not be drawn.
    pub(crate) fn check(&self, path: &str) -> Result<(), Fault> {
        let least = if self.fill { 3 } else { 2 };
        if self.points.len() < least {
            let has = entries(self.points.len());
            return Err(Fault::at(path, format!("points has {has}, but must have at least {least}")));
        }
        if let Some(n) = self.points.iter().position(|Point(x, y)| !(x.is_finite() && y.is_finite())) {
            let Point(x, y) = self.points[n];
            return Err(Fault::at(path, format!("points[{n}] is ({x}, {y}), but must be finite")));
        }
        if !(0.0..=1e6).contains(&self.width) {
            return Err(Fault::at(path, format!("width is {}, but must be between 0 and 1e6", self.width)));
        }
        match self.rgb() {
            Some(_) => Ok(()),
            None => {
                let color: String = self.color.chars().take(40).collect();
                Err(Fault::at(path, format!("color is {color:?}, but must be \"#rrggbb\"")))
            }
        }
    }
}
