//! A point that moves under constant acceleration against a circle and against a line: when a ball on its parabola
//! arrives.
//!
//! The point is taken relative to the core: at `d`, moving by `u` per unit of time, accelerated by `a` per unit of time
//! squared. Times are in the same unit, from 0 to a limit. Numbers that are not finite give `None`.
//!
//! The square of the distance to a point is a quartic in time. Half its first derivative is `p . v`, and the derivative
//! of that is a quadratic, whose roots cut the axis into at most three pieces. On each of them `p . v` is monotone and
//! has at most one root, so the distance falls or rises between known places, and a bracketed Newton iteration finds
//! the touch. No touch is stepped over. Source of the iteration: Press et al., Numerical Recipes (2007), 9.4.

use super::real::{Real, Vec2, sqrt};

/// Most rounds of a bracketed Newton iteration; each halves the bracket at least, and a number has fewer bits.
const MAX_ROUNDS: usize = 128;

/// How far past the rim a point has to come to meet it, as a share of the radius: more than rounding.
const GRAZE: Real = 4.0 * Real::EPSILON;

/// A point on a parabola.
#[derive(Clone, Copy)]
struct Parabola {
    d: Vec2,
    u: Vec2,
    a: Vec2,
}

impl Parabola {
    #[inline]
    fn at(&self, t: Real) -> Vec2 {
        self.d + (self.u + self.a * (0.5 * t)) * t
    }

    #[inline]
    fn velocity(&self, t: Real) -> Vec2 {
        self.u + self.a * t
    }

    /// Half the rate of the squared distance.
    #[inline]
    fn recedes(&self, t: Real) -> Real {
        self.at(t).dot(self.velocity(t))
    }

    /// The rate of [`recedes`](Self::recedes).
    #[inline]
    fn bends(&self, t: Real) -> Real {
        self.velocity(t).length_squared() + self.at(t).dot(self.a)
    }

    /// The gap to a circle of radius `r`, and its rate.
    #[inline]
    fn gap(&self, t: Real, r: Real) -> (Real, Real) {
        let p = self.at(t);
        let distance = sqrt(p.length_squared());
        let rate = if distance > 0.0 { p.dot(self.velocity(t)) / distance } else { 0.0 };
        (distance - r, rate)
    }

    /// The times between 0 and `limit` at which [`bends`](Self::bends) changes its sign, `limit` itself last.
    fn pieces(&self, limit: Real) -> [Real; 3] {
        let (square, along) = (1.5 * self.a.length_squared(), 3.0 * self.u.dot(self.a));
        let least = self.u.length_squared() + self.d.dot(self.a);
        let disc = along * along - 4.0 * square * least;
        if !(disc > 0.0 && square > 0.0) {
            return [limit; 3];
        }
        // The root of larger size adds numbers of one sign; the other follows from their product.
        let q = -0.5 * (along + if along < 0.0 { -sqrt(disc) } else { sqrt(disc) });
        let (one, other) = (q / square, if q == 0.0 { 0.0 } else { least / q });
        let within = |t: Real| if t > 0.0 && t < limit { t } else { limit };
        let (one, other) = (within(one), within(other));
        if one < other { [one, other, limit] } else { [other, one, limit] }
    }
}

/// Earliest time from 0 to `limit` at which a point at `d`, moving by `u` and accelerated by `a`, meets the circle of
/// radius `r` about the origin from outside.
///
/// A point that starts inside is at its time of impact now (`0`) while it approaches the centre; else as soon as it
/// begins to approach, or when it comes back from outside. `None` if it does not arrive in time, or only grazes the
/// circle, within rounding.
///
/// ```
/// use carom_narrowphase::{Vec2, parabola};
/// // Dropped from 5 above the rim, with an acceleration of 10.
/// let t = parabola::enter_circle(Vec2::new(0.0, 6.0), Vec2::ZERO, Vec2::new(0.0, -10.0), 1.0, 2.0);
/// assert!(t.is_some_and(|t| (t - 1.0).abs() < 1e-6));
/// ```
#[must_use]
pub fn enter_circle(d: Vec2, u: Vec2, a: Vec2, r: Real, limit: Real) -> Option<Real> {
    crossing(&Parabola { d, u, a }, r, limit, -1.0)
}

/// Earliest time from 0 to `limit` at which a point at `d`, moving by `u` and accelerated by `a`, meets the circle of
/// radius `r` about the origin from inside.
///
/// A point that starts outside is at its time of impact now (`0`) while it moves outwards; else as soon as it begins to,
/// or when it comes out again. `None` if it stays inside for so long.
///
/// ```
/// use carom_narrowphase::{Vec2, parabola};
/// let t = parabola::leave_circle(Vec2::ZERO, Vec2::ZERO, Vec2::new(0.0, -10.0), 5.0, 2.0);
/// assert!(t.is_some_and(|t| (t - 1.0).abs() < 1e-6));
/// ```
#[must_use]
pub fn leave_circle(d: Vec2, u: Vec2, a: Vec2, r: Real, limit: Real) -> Option<Real> {
    crossing(&Parabola { d, u, a }, r, limit, 1.0)
}

/// The first time at which the gap to a circle is past zero and grows, times `sign`.
fn crossing(path: &Parabola, r: Real, limit: Real, sign: Real) -> Option<Real> {
    let past = |t: Real| {
        let (gap, rate) = path.gap(t, r);
        (-sign * gap, -sign * rate)
    };
    let mut from = 0.0;
    for until in path.pieces(limit) {
        let (goes_on, turn) = (sign * path.recedes(from) > 0.0, turn(path, from, until));
        let [first, last] = if goes_on { [from, turn] } else { [turn, until] };
        if goes_on || turn < until {
            let (start, end) = (past(first).0, past(last).0);
            // A point that goes no further than by rounding grazes: it parts again.
            if start.min(0.0) - end > GRAZE * r {
                return Some(if start > 0.0 { first_zero([first, last], past) } else { first });
            }
        }
        from = until;
    }
    None
}

/// Where a path turns between receding and approaching, on a piece on which that happens once at most; the end of the
/// piece if it does not.
fn turn(path: &Parabola, from: Real, until: Real) -> Real {
    let (first, last) = (path.recedes(from), path.recedes(until));
    if first <= 0.0 && last > 0.0 {
        first_zero([from, until], |t| (-path.recedes(t), -path.bends(t)))
    } else if first >= 0.0 && last < 0.0 {
        first_zero([from, until], |t| (path.recedes(t), path.bends(t)))
    } else {
        until
    }
}

/// Where a function with its rate, not negative at the first of two times and not positive at the second, comes to
/// zero.
fn first_zero([mut above, mut below]: [Real; 2], f: impl Fn(Real) -> (Real, Real)) -> Real {
    let mut t = above;
    for _ in 0..MAX_ROUNDS {
        let (value, rate) = f(t);
        if value > 0.0 {
            above = t;
        } else {
            below = t;
        }
        let next = t - value / rate;
        let next = if next > above && next < below { next } else { 0.5 * (above + below) };
        if next == t || !(next > above && next < below) {
            break;
        }
        t = next;
    }
    below
}

/// Earliest time `t >= 0` at which a signed distance `gap`, changing by `rate` and accelerated by `a`, comes to zero
/// from above.
///
/// A gap that is not positive is at its time now (`0`) while it shrinks; else as soon as it begins to shrink, or when it
/// comes back. `None` if it never does.
///
/// ```
/// use carom_narrowphase::parabola::close_gap;
/// assert_eq!(close_gap(5.0, 0.0, -10.0), Some(1.0));
/// // Thrown up from the ground: the ball is back after twice the time to the top.
/// assert_eq!(close_gap(0.0, 5.0, -10.0), Some(1.0));
/// assert_eq!(close_gap(5.0, -1.0, 10.0), None);
/// ```
#[inline]
#[must_use]
pub fn close_gap(gap: Real, rate: Real, a: Real) -> Option<Real> {
    if rate < 0.0 && gap <= 0.0 {
        return Some(0.0);
    }
    let square = rate * rate - 2.0 * a * gap;
    if rate < 0.0 || rate == 0.0 && gap > 0.0 {
        // Numbers of one sign are added: the root that is met first.
        return (square >= 0.0 && (rate < 0.0 || a < 0.0)).then(|| 2.0 * gap / (sqrt(square) - rate));
    }
    // It grows at first, and shrinks only if it is drawn back.
    (a < 0.0).then(|| (rate + sqrt(square.max(0.0))) / -a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_close_where_their_parabola_does() {
        for (gap, rate, a) in
            [(2.0, -3.0, 1.0), (2.0, -3.0, -1.0), (2.0, 3.0, -1.0), (2.0, 0.0, -1.0), (0.0, 1.0, -4.0)]
        {
            let t: Real = close_gap(gap, rate, a).unwrap();
            assert!((gap + rate * t + 0.5 * a * t * t).abs() < 1e-5, "{gap} {rate} {a}: {t}");
            assert!(rate + a * t < 0.0, "it shrinks there");
        }
        assert_eq!(close_gap(2.0, 1.0, 0.0), None);
        assert_eq!(close_gap(2.0, 0.0, 1.0), None);
        assert_eq!(close_gap(2.0, -1.0, 0.0), Some(2.0));
        assert_eq!(close_gap(-1.0, -1.0, 5.0), Some(0.0));
        // It never gets out, and begins to sink after 1.
        assert_eq!(close_gap(-1.0, 1.0, -1.0), Some(1.0));
    }

    #[test]
    fn a_ball_thrown_up_from_a_peg_comes_back() {
        let (d, u, a) = (Vec2::new(0.0, 1.0), Vec2::new(0.0, 5.0), Vec2::new(0.0, -10.0));
        let t = enter_circle(d, u, a, 1.0, 2.0).unwrap();
        assert!((t - 1.0).abs() < 1e-5, "{t}");
        assert_eq!(enter_circle(d, u, a, 1.0, 0.9), None);
        assert_eq!(enter_circle(d, -u, a, 1.0, 0.9), Some(0.0));
    }
}
