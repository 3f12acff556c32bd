//! Why a shape was refused. One type for both precisions.

use core::fmt;

/// A shape that its constructor refused: the field, its value, and the allowed range.
///
/// ```
/// use carom_narrowphase::{Circle, Vec2};
/// let refused = Circle::new(Vec2::ZERO, -1.0).unwrap_err();
/// assert_eq!(refused.to_string(), "radius is -1; allowed is a finite number >= 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapeError {
    /// The field or argument that was refused.
    pub field: &'static str,
    /// The value it had, in the unit of the field.
    pub value: f64,
    /// The values that would have been accepted, in words.
    pub allowed: &'static str,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}; allowed is {}", self.field, self.value, self.allowed)
    }
}

impl core::error::Error for ShapeError {}
