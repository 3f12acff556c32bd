//! How a point moves against a collider or against another ball: on a parabola.

use carom_narrowphase::double::{parabola, roots};
use glam::DVec2;

/// A point at `p`, moving by `u` and accelerated by `a`, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) p: DVec2,
    pub(crate) u: DVec2,
    pub(crate) a: DVec2,
}

impl Way {
    /// Where the point is after `t` seconds.
    #[inline]
    pub(crate) fn at(&self, t: f64) -> DVec2 {
        self.p + (self.u + self.a * (0.5 * t)) * t
    }

    /// Its velocity after `t` seconds.
    #[inline]
    pub(crate) fn velocity(&self, t: f64) -> DVec2 {
        self.u + self.a * t
    }

    /// Its mean velocity over `t` seconds.
    #[inline]
    pub(crate) fn mean(&self, t: f64) -> DVec2 {
        self.velocity(0.5 * t)
    }

    /// Its highest speed within `t` seconds: that at one of their ends.
    pub(crate) fn top_speed(&self, t: f64) -> f64 {
        self.u.length().max(self.velocity(t).length())
    }

    /// The way as seen from a place.
    #[inline]
    pub(crate) fn seen_from(&self, origin: DVec2) -> Self {
        Self { p: self.p - origin, ..*self }
    }

    /// The way from the time `t` on.
    #[inline]
    pub(crate) fn after(&self, t: f64) -> Self {
        Self { p: self.at(t), u: self.velocity(t), a: self.a }
    }

    /// The times up to `limit` at which the point crosses the line through the origin across `direction`; `limit` for
    /// each that there is not.
    pub(crate) fn crossings(&self, direction: DVec2, limit: f64) -> [f64; 2] {
        let (height, rate, gain) = (direction.dot(self.p), direction.dot(self.u), direction.dot(self.a));
        let square = rate * rate - 2.0 * gain * height;
        if !(square >= 0.0) {
            return [limit; 2];
        }
        // The root of larger size adds numbers of one sign; the other follows from their product.
        let q = -(rate + if rate < 0.0 { -libm::sqrt(square) } else { libm::sqrt(square) });
        [q / gain, 2.0 * height / q].map(|t| if t > 0.0 && t < limit { t } else { limit })
    }

    /// How far the point comes off its chord in `t` seconds at most; rounded up.
    #[inline]
    pub(crate) fn sag(&self, t: f64) -> f64 {
        (self.a.x.abs() + self.a.y.abs()) * (t * t * 0.125)
    }

    /// After how many seconds, up to `limit`, the point comes within `reach` of the origin.
    #[inline]
    pub(crate) fn enters(&self, reach: f64, limit: f64) -> Option<f64> {
        if self.a == DVec2::ZERO {
            return roots::enter_circle(self.p, self.u, reach).filter(|&t| t <= limit);
        }
        parabola::enter_circle(self.p, self.u, self.a, reach, limit)
    }

    /// After how many seconds, up to `limit`, the point leaves the circle of radius `reach` about the origin.
    #[inline]
    pub(crate) fn leaves(&self, reach: f64, limit: f64) -> Option<f64> {
        if self.a == DVec2::ZERO {
            return roots::leave_circle(self.p, self.u, reach).filter(|&t| t <= limit);
        }
        parabola::leave_circle(self.p, self.u, self.a, reach, limit)
    }
}
