//! The gap between a ball and a collider along a path: when it closes, and when it opens again.
//!
//! Unlike an arrival, an opening has no closed form for every collider and every motion. It is found by steps
//! that can't pass it: from outside as by conservative advancement (Brian Mirtich, Impulse-based Dynamic
//! Simulation of Rigid Body Systems, 1996, 2.3) carried to second order, from inside by the same bound turned
//! round, as the distance to a collider bends by no more than speed squared over that distance.

use carom_narrowphase::double::roots::safe_time;
use glam::DVec2;

use crate::base::curve::Curve;
use crate::bodies::body::BodyRow;
use crate::geometry::collider::Collider;

/// Bounds on the motion of a ball against a collider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) speed: f64,
    pub(crate) acceleration: f64,
}

impl Pace {
    /// The bounds for a ball that is at `at` at time `from` and moves until `to`, no faster and no more
    /// accelerated than given, against a body that moves.
    pub(crate) fn against(
        body: &BodyRow,
        at: DVec2,
        (speed, acceleration): (f64, f64),
        (from, to): (f64, f64),
    ) -> Self {
        let (left, push) = (to - from, body.acceleration.length());
        let since = to - body.t;
        let relative = speed + body.velocity.length() + push * since;
        let far = (at - body.pose_at(from).origin).length() + relative * left;
        let spin = body.spin.abs() + body.angular_acceleration.abs() * since;
        Self {
            speed: relative + spin * far,
            acceleration: acceleration
                + push
                + (spin * spin + body.angular_acceleration.abs()) * far
                + 2.0 * spin * relative,
        }
    }
}

/// A gap now, and a time for which it stays as it is: open, or closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    pub(crate) width: f64,
    pub(crate) lasts: f64,
}

/// A gap counts as open again from this share of a radius on, so that rounding makes no openings.
pub(crate) const OPEN: f64 = 1e-9;

impl Collider {
    /// The gap to a ball of radius `reach` at `p` that moves by `u`. Sides and joints are left aside. `closed`
    /// asks how long it surely stays closed, in place of open.
    pub(crate) fn gap(&self, p: DVec2, u: DVec2, reach: f64, pace: Pace, closed: bool) -> Separation {
        let (distance, normal) = self.distance(p);
        let width = distance - self.radius - reach;
        let rate = normal.dot(u);
        let (mut bend, mut longest) = (pace.acceleration, f64::INFINITY);
        if let Curve::Arc(arc) = &self.curve {
            let rho = (p - arc.center).length().max(1e-12);
            bend += 2.0 * pace.speed * pace.speed / rho;
            longest = 0.5 * rho / pace.speed;
        }
        let slack = OPEN * reach;
        if !closed {
            return Separation { width, lasts: safe_time(width, rate, bend, slack).min(longest) };
        }
        if !matches!(self.curve, Curve::HalfPlane(_)) {
            let half = 0.5 * distance.max(1e-12);
            bend += pace.speed * pace.speed / half;
            longest = longest.min(half / pace.speed);
        }
        let depth = slack - width;
        let lasts = safe_time(depth, -rate, bend, slack).min(longest).max(depth / pace.speed);
        Separation { width, lasts }
    }
}

/// The earliest time, from `from` to `to`, at which something that is closed or not turns into the other.
/// `look` gives its gap at a time.
pub(crate) fn turning_point(
    (from, to): (f64, f64),
    closed: bool,
    reach: f64,
    look: impl Fn(f64) -> Separation,
) -> Option<f64> {
    /// A flight that grazes for longer is judged by its end.
    const STEPS: usize = 200;
    let turns = |gap: Separation| if closed { gap.width > OPEN * reach } else { gap.width <= 0.0 };
    let mut t = from;
    for _ in 0..STEPS {
        let gap = look(t);
        if turns(gap) {
            return Some(t);
        }
        t += gap.lasts;
        if !(t <= to) {
            return None;
        }
    }
    turns(look(to)).then_some(to)
}
