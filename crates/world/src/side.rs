//! The side from which a curve stops balls.

use crate::save::saved;

/// On which side of a curve a ball is stopped, seen along the curve's direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// On both sides.
    #[default]
    Both,
    /// Only a ball on the left; from the right it passes. Inside of a counter-clockwise arc or outline.
    Left,
    /// Only a ball on the right; from the left it passes. Outside of a counter-clockwise arc or outline.
    Right,
}

saved!(
    enum Side {
        Both = 0,
        Left = 1,
        Right = 2,
    }
);

impl Side {
    /// Whether a ball at this height above the curve (left is positive) is on a solid side.
    #[inline]
    pub(crate) fn takes(self, height: f64) -> bool {
        match self {
            Self::Both => true,
            Self::Left => height >= 0.0,
            Self::Right => height <= 0.0,
        }
    }

    pub(crate) fn mirrored(self) -> Self {
        match self {
            Self::Both => Self::Both,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}
