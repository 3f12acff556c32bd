//! Values that a group passes on to its elements.

use glam::{DAffine2, DVec2};

use crate::part::Role;
use crate::style::Style;

/// Values that a group passes on to its elements.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    /// From user units to metres, y up.
    pub(crate) to_scene: DAffine2,
    /// The size of the page or of the drawing inside it, user units.
    pub(crate) size: DVec2,
    pub(crate) style: Style,
    pub(crate) role: Role,
    /// How many groups this is in.
    pub(crate) depth: usize,
}

impl Context {
    /// How many metres a user unit is, in the mean of both directions.
    fn scale(&self) -> f64 {
        libm::sqrt(libm::fabs(self.to_scene.matrix2.determinant()))
    }

    /// Half the thickness of an element of this tag, metres.
    pub(crate) fn half(&self, tag: &str) -> f64 {
        self.style.half(tag) * self.scale()
    }

    /// Width of an element's line in a picture, metres.
    pub(crate) fn stroke_width(&self) -> f64 {
        (self.style.stroke_width() * self.scale()).clamp(0.0, 1e6)
    }
}
