//! Positions and flights of balls in few bytes: the data of the tests of many pairs.

use glam::DVec2;

use crate::base::{LONGER, Torus};
use crate::bodies::BallRow;

/// Remaining budget of a ball that has overrun it.
pub(crate) const OVERRUN: f32 = -1.0;

/// One ball, as far as those tests need it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Proxy {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Velocity, length units per second. It is the velocity before gravity while contacts are collected, and that
    /// of the straight flight while arrivals are predicted.
    pub(crate) u: [f32; 2],
    pub(crate) radius: f32,
    /// Distance that the ball may still go before its whole list must be tested, length units.
    pub(crate) budget_left: f32,
}

impl Proxy {
    /// A ball as its row is now, with its remaining budget.
    #[inline]
    pub(crate) fn of(row: &BallRow, budget_left: f32) -> Self {
        let u = row.v.as_vec2().into();
        Self { x: row.x.x, y: row.x.y, u, radius: row.r as f32, budget_left }
    }

    #[inline]
    pub(crate) fn place(&mut self, at: DVec2) {
        (self.x, self.y) = (at.x, at.y);
    }

    /// Marks the ball if it overruns its budget on a way. Returns whether it does so for the first time.
    #[inline]
    pub(crate) fn overruns(&mut self, way: f32) -> bool {
        let overruns = way > self.budget_left && self.budget_left >= 0.0;
        if overruns {
            self.budget_left = OVERRUN;
        }
        overruns
    }

    /// From this ball to the nearest image of another.
    #[inline]
    fn way_to(&self, other: &Self, torus: &Torus) -> [f32; 2] {
        torus.nearest(DVec2::new(other.x - self.x, other.y - self.y)).as_vec2().into()
    }

    /// Whether two balls may touch within their budgets, from gaps of `touch` radii on.
    #[inline]
    pub(crate) fn may_meet(&self, other: &Self, touch: f32, torus: &Torus) -> bool {
        let [dx, dy] = self.way_to(other, torus);
        let reach = self.budget_left + other.budget_left + (1.0 + touch) * (self.radius + other.radius);
        // A ball that has overrun its budget has a negative rest, but its whole list is tested.
        let reach = if reach > 0.0 { LONGER * reach } else { 0.0 };
        dx * dx + dy * dy < reach * reach
    }

    /// Whether two balls may come within `slack` of each other's surface in `h` seconds of straight
    /// flight. Errs on the side of yes.
    #[inline]
    pub(crate) fn may_touch(&self, other: &Self, h: f32, slack: f32, torus: &Torus) -> bool {
        let d = self.way_to(other, torus);
        let u = [other.u[0] - self.u[0], other.u[1] - self.u[1]];
        // The speed of approach along the line of centres is the most that the gap can close.
        let reach = self.radius + other.radius + slack + (u[0].abs() + u[1].abs()) * h;
        let reach = reach * LONGER;
        d[0] * d[0] + d[1] * d[1] <= reach * reach
    }
}
