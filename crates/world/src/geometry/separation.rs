//! The gap between a ball and a collider along a path: when it closes, and when it opens again.
//!
//! Unlike an arrival, an opening has no closed form for every collider and every motion. It is found by steps
//! that can't pass it: from outside as by conservative advancement (Brian Mirtich, Impulse-based Dynamic
//! Simulation of Rigid Body Systems, 1996, 2.3) carried to second order, from inside by the same bound turned
//! round, as the distance to a collider bends by no more than speed squared over that distance.

use core::ops::Range;

use carom_narrowphase::double::roots::safe_time;
use glam::DVec2;

use crate::base::Curve;
use crate::geometry::constants::{CENTER_SHARE, MAX_SEPARATION_STEPS, MIN_CENTER_DISTANCE, NO_DISTANCE};
use crate::geometry::{Collider, MotionBounds};

/// A gap now, and a time for which it stays as it is: open, or closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    pub(crate) width: f64,
    pub(crate) lasts: f64,
}

/// The part of a ball that touches: all within `reach` of its centre, to within `slack`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) reach: f64,
    slack: f64,
}

impl Touch {
    /// The edge of a ball.
    pub(crate) fn edge(radius: f64) -> Self {
        Self { reach: radius, slack: NO_DISTANCE * radius }
    }

    /// The centre of a ball of this radius.
    pub(crate) fn center(radius: f64) -> Self {
        Self { reach: CENTER_SHARE * radius, ..Self::edge(radius) }
    }

    /// Whether a gap of this width is closed, as far as rounding lets us know.
    pub(crate) fn closes(self, width: f64) -> bool {
        width <= self.slack
    }
}

impl Collider {
    /// The gap to a ball at `p` that moves by `u`. Sides and joints are left aside. `closed` asks how long it surely
    /// stays closed, in place of open.
    pub(crate) fn gap(
        &self,
        p: DVec2,
        u: DVec2,
        touch: Touch,
        bounds: MotionBounds,
        closed: bool,
    ) -> Separation {
        let (distance, normal) = self.distance(p);
        let width = distance - self.radius - touch.reach;
        let rate = normal.dot(u);
        let (curving, mut longest) = self.curving(p, bounds.speed);
        let mut bend = bounds.acceleration + curving;
        let slack = touch.slack;
        if !closed {
            return Separation { width, lasts: safe_time(width, rate, bend, slack).min(longest) };
        }
        if !matches!(self.curve, Curve::HalfPlane(_)) {
            let half = 0.5 * distance.max(MIN_CENTER_DISTANCE);
            bend += bounds.speed * bounds.speed / half;
            longest = longest.min(half / bounds.speed);
        }
        let depth = slack - width;
        let lasts = safe_time(depth, -rate, bend, slack).min(longest).max(depth / bounds.speed);
        Separation { width, lasts }
    }

    /// How long a ball at `p` that moves by `u` surely does not come to lie beyond the bare curve as a whole.
    pub(crate) fn stays_before(&self, p: DVec2, u: DVec2, touch: Touch, bounds: MotionBounds) -> f64 {
        let (distance, normal) = self.distance(p);
        let (curving, longest) = self.curving(p, bounds.speed);
        let bend = bounds.acceleration + curving;
        safe_time(distance + touch.reach, normal.dot(u), bend, touch.slack).min(longest)
    }
}

/// The earliest time of a range at which something that is closed or not turns into the other.
/// `look` gives its gap at a time.
pub(crate) fn turning_point(
    time: Range<f64>,
    closed: bool,
    touch: Touch,
    look: impl Fn(f64) -> Separation,
) -> Option<f64> {
    let turns = |gap: Separation| if closed { !touch.closes(gap.width) } else { gap.width <= 0.0 };
    let mut t = time.start;
    for _ in 0..MAX_SEPARATION_STEPS {
        let gap = look(t);
        if turns(gap) {
            return Some(t);
        }
        t += gap.lasts;
        if !(t <= time.end) {
            return None;
        }
    }
    turns(look(time.end)).then_some(time.end)
}
