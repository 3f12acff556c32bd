//! The first touch of a moving ball and a shape.

use super::real::{Real, Vec2};
use super::roots::Touch;

/// When, where and in which direction a moving ball meets a shape.
///
/// The rule for overlap, of every sweep in this crate: a pair that overlaps at the start and approaches
/// has its impact at time 0; one that overlaps and separates has none (unless the shape is hollow or
/// bent and the ball meets another part of it later). Touching without overlap follows the same rule.
/// Parallel motion neither approaches nor separates and is no impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Fraction of the motion at which the surfaces touch, in [0, 1] for a sweep. For a ray it is in
    /// units of the ray's `motion`.
    pub time: Real,
    /// The touched point of the shape's surface at that time.
    pub point: Vec2,
    /// Unit vector from the shape to the ball at that time.
    pub normal: Vec2,
    /// Whether the pair overlapped at the start of the motion.
    pub overlapped: bool,
}

impl Impact {
    /// The centre `core` of an inflated point was met from outside.
    #[inline]
    pub(crate) fn of_point(core: Vec2, inflation: Real, touch: Touch) -> Self {
        Self {
            time: touch.time,
            point: core + touch.direction * inflation,
            normal: touch.direction,
            overlapped: touch.overlapped,
        }
    }

    #[inline]
    pub(crate) fn within(self, limit: Real) -> Option<Self> {
        (self.time <= limit).then_some(self)
    }
}

/// The earlier of two possible impacts.
#[inline]
pub(crate) fn earlier(a: Option<Impact>, b: Option<Impact>) -> Option<Impact> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.time < a.time { b } else { a }),
        (a, b) => a.or(b),
    }
}
