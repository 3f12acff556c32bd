//! The path of a ball, and whether two balls may meet on theirs: the cheap test before the exact one.

use glam::DVec2;

use crate::base::{SLACK_IN_DOUBLE, Torus};
use crate::bodies::BallRow;
use crate::geometry::Way;

/// A ball on its flight: a parabola, or the chord of a ball that is guided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// Centre at time `t`, length units.
    pub(crate) x: DVec2,
    /// Velocity at time `t`.
    pub(crate) u: DVec2,
    /// Acceleration.
    pub(crate) a: DVec2,
    pub(crate) t: f64,
    /// When the flight ends, seconds since the start of the step.
    pub(crate) end: f64,
    /// Radius, length units.
    pub(crate) r: f64,
}

/// How one ball moves against another while both are on their flights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelativePath {
    /// From one centre to the other.
    pub(crate) way: Way,
    /// From when on, seconds since the start of the step.
    pub(crate) now: f64,
    /// Duration of both flights, seconds.
    pub(crate) left: f64,
}

impl Path {
    #[inline]
    pub(crate) fn of(row: &BallRow) -> Self {
        let (u, a) = (row.path_velocity_at(row.t), row.path_acceleration());
        Self { x: row.x, u, a, t: row.t, end: row.end, r: row.r }
    }

    /// Centre and velocity at time `t`.
    #[inline]
    pub(crate) fn at(&self, t: f64) -> (DVec2, DVec2) {
        let gained = self.a * (t - self.t);
        (self.x + (self.u + gained * 0.5) * (t - self.t), self.u + gained)
    }

    /// How another ball moves against this one, as long as both are on their flights. In a periodic box it is the
    /// image that is nearest at the time `present`. Times are compared plainly: `f64::max` would also test for NaN.
    #[inline]
    pub(crate) fn against(&self, other: &Self, torus: &Torus, present: f64) -> RelativePath {
        let now = if self.t > other.t { self.t } else { other.t };
        let until = if self.end < other.end { self.end } else { other.end };
        let ((x, u), (other_x, other_u)) = (self.at(now), other.at(now));
        let mut way = Way { p: other_x - x, u: other_u - u, a: other.a - self.a };
        if torus.is_laid() {
            way.p -= torus.offset(way.at((present - now).max(0.0)));
        }
        RelativePath { way, now, left: until - now }
    }

    /// Whether two balls may touch while they approach, before either flight ends. The answer errs towards true.
    #[inline]
    pub(crate) fn may_touch(&self, other: &Self, torus: &Torus, present: f64) -> bool {
        let RelativePath { way, left, .. } = self.against(other, torus, present);
        let (d, u, sag) = (way.p, way.mean(left), way.sag(left));
        let reach = (self.r + other.r) * (1.0 + SLACK_IN_DOUBLE) + sag;
        let (square, approach, speed) = (d.length_squared(), d.dot(u), u.length_squared());
        let apart = square - reach * reach;
        // As in the exact test, to the bit.
        if approach >= 0.0 {
            return sag > 0.0 && !(apart > 0.0);
        }
        if !(apart > 0.0) {
            return true;
        }
        // Closest before the end, or at the end. Each sum is as exact as its largest term.
        if approach + speed * left >= 0.0 {
            let miss = d.perp_dot(u);
            !(miss * miss > reach * reach * speed)
        } else {
            let slack = SLACK_IN_DOUBLE * square;
            !(apart + (2.0 * approach + speed * left) * left > slack)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::Dice;

    /// The filter passes every pair that meets by the exact test, and few others.
    #[test]
    fn no_meeting_is_turned_down() {
        let mut dice = Dice(7);
        let mut draw = || dice.uniform(-1.0, 1.0);
        let (mut met, mut passed) = (0, 0);
        for n in 0..200_000 {
            let size = libm::exp(20.0 * draw());
            let far = if n % 3 == 0 { 1e3 } else { 3.0 };
            let mut way = |far: f64| Path {
                x: DVec2::new(draw(), draw()) * (far * size),
                u: DVec2::new(draw(), draw()) * (size * libm::exp(8.0 * draw())),
                a: if n % 2 == 0 {
                    DVec2::ZERO
                } else {
                    DVec2::new(draw(), draw()) * (size * libm::exp(9.0 * draw()))
                },
                t: draw().max(0.0),
                end: 1.0,
                r: size * libm::exp(2.0 * draw()),
            };
            let (mut a, b) = (way(far), way(far));
            match n % 5 {
                // Touching to the last bits, at any angle.
                0 => a.x = b.at(a.t).0 + (a.x - b.x).normalize_or(DVec2::X) * (a.r + b.r),
                // Head on, to touch just at the end.
                1 => {
                    let d = b.at(a.end).0 - a.x;
                    let left = a.end - a.t;
                    a.u = d * ((1.0 - (a.r + b.r) / d.length()) / left.max(1e-9));
                }
                // Grazing.
                2 => {
                    let across = (b.u - a.u).perp().normalize_or(DVec2::X);
                    a.x = b.at(a.t).0 + across * (a.r + b.r) + (b.u - a.u) * draw();
                }
                _ => {}
            }
            let plane = Torus::default();
            let meeting = a.against(&b, &plane, 0.0);
            let exact = meeting.way.enters(a.r + b.r, meeting.left);
            let may = a.may_touch(&b, &plane, 0.0);
            assert_eq!(may, b.may_touch(&a, &plane, 0.0), "{n}: both sides must agree");
            assert!(may || exact.is_none(), "{n}: {a:?} {b:?} {exact:?}");
            met += u32::from(exact.is_some());
            passed += u32::from(may && exact.is_none());
        }
        assert!(met > 40_000 && passed < met, "{met} met, {passed} more were let through");
    }
}
