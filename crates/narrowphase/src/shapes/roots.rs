//! A moving point against a circle and against a line: the quadratic that every sweep rests on.
//!
//! All functions take the point relative to the core and the sum of the radii, and return a time in
//! units of the motion `u` (`u` per second gives seconds, `u` per step gives a fraction of the step).
//! They know no upper limit: the caller compares with the time it has left. Numbers that are not finite
//! give `None`; a negative radius counts as its absolute value.
//!
//! Source: the numerically stable form of the quadratic, Press et al., Numerical Recipes (2007), 5.6;
//! the discriminant by the cross product, Christer Ericson, Real-Time Collision Detection (2005), 5.3.2.

use super::contact::unit_or;
use super::real::{Real, Vec2, sqrt};

/// A moving point on the rim of a circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Time of the touch, in units of the motion.
    pub time: Real,
    /// Unit vector from the centre of the circle to the point at that time.
    pub direction: Vec2,
    /// Whether the point started on the wrong side of the rim: inside for [`enter_circle_at`], outside
    /// for [`leave_circle_at`] and [`escape_circle_at`].
    pub overlapped: bool,
}

/// Earliest time `t >= 0` at which a point at `d`, moving by `u` per unit of time, meets the circle of
/// radius `r` about the origin from outside.
///
/// `None` if it recedes, misses or stands still. A point that starts inside is at its time of impact
/// now (`0`) while it approaches the centre, and has none while it recedes.
#[inline]
#[must_use]
pub fn enter_circle(d: Vec2, u: Vec2, r: Real) -> Option<Real> {
    enter_time(d, u, r, false).map(|(time, _)| time)
}

/// [`enter_circle`] with the direction of the touch.
///
/// The direction never has a part along the motion, however coarse `d + u t` is in this precision.
#[inline]
#[must_use]
pub fn enter_circle_at(d: Vec2, u: Vec2, r: Real) -> Option<Touch> {
    enter(d, u, r, false)
}

/// The body of [`enter_circle_at`]. `certain`: the caller knows that the path meets the circle, so that a
/// discriminant below zero is rounding.
#[inline]
pub(crate) fn enter(d: Vec2, u: Vec2, r: Real, certain: bool) -> Option<Touch> {
    let (time, c) = enter_time(d, u, r, certain)?;
    if c <= 0.0 {
        return Some(Touch { time, direction: unit_or(d, unit_or(-u, Vec2::Y)), overlapped: c < 0.0 });
    }
    Some(Touch { time, direction: on_rim(d + u * time, -u, u.length_squared()), overlapped: false })
}

/// The time of [`enter`], and by how much the square of the distance exceeds that of the radius at the start.
#[inline]
fn enter_time(d: Vec2, u: Vec2, r: Real, certain: bool) -> Option<(Real, Real)> {
    let b = d.dot(u);
    if b >= 0.0 {
        return None;
    }
    let dist = sqrt(d.length_squared());
    // (dist - r) (dist + r) keeps the digits that dist^2 - r^2 loses near the surface.
    let c = (dist - r) * (dist + r);
    if c <= 0.0 {
        return Some((0.0, c));
    }
    // b^2 - u^2 c, written so that a graze is decided by the perpendicular distance alone.
    let uu = u.length_squared();
    let cross = d.perp_dot(u);
    let mut disc = uu * r * r - cross * cross;
    if certain {
        disc = disc.max(0.0);
    }
    if disc >= 0.0 {
        let root = sqrt(disc);
        let span = root - b;
        // Not beyond the closest approach: for a tangential start both c and the root are rounding.
        let time = if c * uu <= -b * span { c / span } else { -b / uu };
        Some((time, c))
    } else {
        None
    }
}

/// The direction of `rim`, freed from a component along `u` of the wrong sign, which can only be rounding;
/// that of `u` itself where nothing is left.
#[inline]
fn on_rim(rim: Vec2, u: Vec2, uu: Real) -> Vec2 {
    let along = rim.dot(u);
    let rim = if along < 0.0 { u.perp() * (u.perp_dot(rim) / uu) } else { rim };
    unit_or(rim, unit_or(u, Vec2::Y))
}

/// Earliest time `t >= 0` at which a point at `d`, moving by `u` per unit of time, meets the circle of
/// radius `r` about the origin from inside.
///
/// `None` if it stands still. A point that starts outside is at its time of impact now (`0`) while it
/// moves outwards; while it moves inwards, it has none before it has been inside, and the time returned
/// is that of the far side.
#[inline]
#[must_use]
pub fn leave_circle(d: Vec2, u: Vec2, r: Real) -> Option<Real> {
    leave_circle_at(d, u, r).map(|touch| touch.time)
}

/// [`leave_circle`] with the direction of the touch.
#[inline]
#[must_use]
pub fn leave_circle_at(d: Vec2, u: Vec2, r: Real) -> Option<Touch> {
    leave(d, u, r, false)
}

/// [`leave_circle_at`] for a point that may not be outside at all: the rim of a solid with a hole.
///
/// It differs for one start only, outside and passing by without an entry: then the time is that of the closest
/// approach to the centre, after which the point goes deeper into the solid.
#[inline]
#[must_use]
pub fn escape_circle_at(d: Vec2, u: Vec2, r: Real) -> Option<Touch> {
    leave(d, u, r, true)
}

#[inline]
fn leave(d: Vec2, u: Vec2, r: Real, solid: bool) -> Option<Touch> {
    let uu = u.length_squared();
    if uu == 0.0 {
        return None;
    }
    let b = d.dot(u);
    let dist = sqrt(d.length_squared());
    let c = (dist - r) * (dist + r);
    if c >= 0.0 && b >= 0.0 {
        return Some(Touch { time: 0.0, direction: unit_or(d, unit_or(u, Vec2::Y)), overlapped: c > 0.0 });
    }
    let cross = d.perp_dot(u);
    // From inside both terms of b^2 - u^2 c are positive, and it agrees with c: a start on the rim stays
    // there. From outside they cancel, and the cross product is the better form.
    let disc = if c < 0.0 { b * b - uu * c } else { uu * r * r - cross * cross };
    if disc >= 0.0 {
        let root = sqrt(disc);
        // The larger root of u^2 t^2 + 2 b t + c, in whichever form adds numbers of one sign.
        let time = if b > 0.0 { -c / (b + root) } else { (root - b) / uu };
        Some(Touch { time, direction: on_rim(d + u * time, u, uu), overlapped: c > 0.0 })
    } else if solid && disc < 0.0 {
        let time = -b / uu;
        Some(Touch { time, direction: on_rim(u.perp() * -cross, u, uu), overlapped: true })
    } else {
        None
    }
}

/// Both times, the smaller first and of either sign, at which the endless line of a point at `d`, moving
/// by `u` per unit of time, crosses the circle of radius `r` about the origin.
///
/// Equal within rounding for a tangent. `None` if the line misses or `u` is zero.
#[inline]
#[must_use]
pub fn both_roots(d: Vec2, u: Vec2, r: Real) -> Option<(Real, Real)> {
    let uu = u.length_squared();
    let b = d.dot(u);
    let dist = sqrt(d.length_squared());
    let c = (dist - r) * (dist + r);
    let cross = d.perp_dot(u);
    let disc = if c < 0.0 { b * b - uu * c } else { uu * r * r - cross * cross };
    if disc >= 0.0 && uu > 0.0 {
        // The root of larger size adds numbers of one sign; the other follows from their product. It is not larger: for
        // a tangent at the start all of them are rounding.
        let root = sqrt(disc);
        let q = if b > 0.0 { -(b + root) } else { root - b };
        let (large, small) = (q / uu, if c * uu < q * q { c / q } else { q / uu });
        Some(if large < small { (large, small) } else { (small, large) })
    } else {
        None
    }
}

/// Time at which a signed distance `gap`, changing by `rate` per unit of time, reaches zero from above.
///
/// `None` if it does not shrink. A gap that is already negative and shrinks is at its time now (`0`).
#[inline]
#[must_use]
pub fn close_gap(gap: Real, rate: Real) -> Option<Real> {
    if rate >= 0.0 {
        None
    } else if gap <= 0.0 {
        Some(0.0)
    } else {
        Some(-gap / rate)
    }
}

/// A time over which a quantity cannot fall from `value` to zero, if it changes by `rate` now and its second
/// derivative stays above `-bend`.
///
/// The positive root of `value + rate t - bend t^2 / 2`: a step of a search that cannot pass a zero, and near one
/// converges like Newton's. At `slack` or below it is a time over which the quantity cannot fall by another slack
/// below its largest value, so that the search continues. Infinite if neither rate nor bend lets it fall; a
/// negative bend counts as none. Source: conservative advancement (Brian Mirtich, Impulse-based Dynamic Simulation
/// of Rigid Body Systems, 1996, 2.3) carried to second order.
#[inline]
#[must_use]
pub fn safe_time(value: Real, rate: Real, bend: Real, slack: Real) -> Real {
    let bend = bend.max(0.0);
    if rate < 0.0 {
        let fall = value.max(slack);
        2.0 * fall / (sqrt(rate * rate + 2.0 * bend * fall) - rate)
    } else if bend > 0.0 {
        let root = if value > slack { rate * rate + 2.0 * bend * value } else { 2.0 * bend * slack };
        (rate + sqrt(root)) / bend
    } else {
        Real::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::super::real::sin_cos;
    use super::*;

    #[test]
    fn head_on_is_distance_over_speed() {
        let t = enter_circle(Vec2::new(5.0, 0.0), Vec2::new(-2.0, 0.0), 1.0);
        assert_eq!(t, Some(2.0));
    }

    #[test]
    fn receding_still_and_missing_are_none() {
        let d = Vec2::new(5.0, 0.0);
        assert_eq!(enter_circle(d, Vec2::new(1.0, 0.0), 1.0), None);
        assert_eq!(enter_circle(d, Vec2::ZERO, 1.0), None);
        assert_eq!(enter_circle(d, Vec2::new(-1.0, 1.0), 1.0), None);
    }

    #[test]
    fn overlapped_start_hits_now_only_if_it_approaches() {
        let d = Vec2::new(0.5, 0.0);
        assert_eq!(enter_circle(d, Vec2::new(-1.0, 0.0), 1.0), Some(0.0));
        assert_eq!(enter_circle(d, Vec2::new(1.0, 0.0), 1.0), None);
    }

    #[test]
    fn from_inside_the_far_side_is_met() {
        let t = leave_circle(Vec2::new(-0.5, 0.0), Vec2::new(1.0, 0.0), 2.0).expect("it must leave");
        assert!((t - 2.5).abs() < 1e-6, "left at {t}");
        let t = leave_circle(Vec2::new(1.5, 0.0), Vec2::new(1.0, 0.0), 2.0).expect("it must leave");
        assert!((t - 0.5).abs() < 1e-6, "left at {t}");
    }

    #[test]
    fn on_the_rim_moving_out_leaves_now() {
        assert_eq!(leave_circle(Vec2::new(2.0, 0.0), Vec2::new(1.0, 0.3), 2.0), Some(0.0));
    }

    #[test]
    fn gap_closes_at_its_rate() {
        assert_eq!(close_gap(3.0, -2.0), Some(1.5));
        assert_eq!(close_gap(-1.0, -2.0), Some(0.0));
        assert_eq!(close_gap(-1.0, 2.0), None);
    }

    #[test]
    fn a_safe_time_ends_where_the_steepest_fall_does() {
        for (value, rate, bend) in [(2.0, -3.0, 5.0), (2.0, 3.0, 5.0), (1e-3, -4.0, 0.0), (0.5, 0.0, 9.0)] {
            let t = safe_time(value, rate, bend, 1e-6);
            assert!((value + rate * t - 0.5 * bend * t * t).abs() < 1e-5, "{value} {rate} {bend}: {t}");
        }
        assert_eq!(safe_time(1.0, 2.0, 0.0, 1e-6), Real::INFINITY);
        assert_eq!(safe_time(1.0, -2.0, -7.0, 1e-6), 0.5);
        for rate in [-1.0, 0.0, 1.0] {
            assert!(safe_time(-1.0, rate, 1.0, 1e-6) > 0.0, "a search goes on below the slack");
        }
    }

    #[test]
    fn direction_is_that_of_the_touch() {
        let touch = enter_circle_at(Vec2::new(10.0, 0.6), Vec2::new(-4.0, 0.0), 1.0).unwrap();
        assert!((touch.direction - Vec2::new(0.8, 0.6)).length() < 1e-6, "{touch:?}");
        assert!((touch.time - 2.3).abs() < 1e-6, "{touch:?}");
        let touch = leave_circle_at(Vec2::new(0.0, 0.6), Vec2::new(-4.0, 0.0), 1.0).unwrap();
        assert!((touch.direction - Vec2::new(-0.8, 0.6)).length() < 1e-6, "{touch:?}");
    }

    #[test]
    fn a_tangent_touches_once() {
        let touch = enter_circle_at(Vec2::new(-3.0, 1.0), Vec2::new(1.0, 0.0), 1.0).unwrap();
        assert_eq!((touch.time, touch.direction), (3.0, Vec2::Y));
        let (near, far) = both_roots(Vec2::new(-3.0, 1.0), Vec2::new(1.0, 0.0), 1.0).unwrap();
        assert!(near <= far && far - near < 1e-5, "{near} {far}");
    }

    #[test]
    fn both_roots_keep_their_digits() {
        // (t - 1e-3) (t - 1e3): the textbook formula loses the small root in f32.
        let (r, m) = (499.9995, 500.0005);
        let (near, far) = both_roots(Vec2::new(-m, 0.0), Vec2::X, r).unwrap();
        assert!((near - 1e-3).abs() < 1e-4 && (far - 1e3).abs() < 1e-3, "{near} {far}");
        assert_eq!(both_roots(Vec2::new(2.0, 0.0), Vec2::X, 1.0), Some((-3.0, -1.0)));
        assert_eq!(both_roots(Vec2::new(0.5, 0.0), Vec2::ZERO, 1.0), None);
        assert_eq!(both_roots(Vec2::new(0.0, 2.0), Vec2::X, 1.0), None);
    }

    /// From a start on the rim, along it, one root was infinitely far or came out as anything.
    #[test]
    fn a_tangent_at_its_start_crosses_nowhere_else() {
        for k in 0..2000_u16 {
            let (sin, cos) = sin_cos(Real::from(k) * 0.003);
            let d = Vec2::new(cos, sin) * 7.3;
            if let Some((near, far)) = both_roots(d, d.perp(), 7.3) {
                assert!(near <= far && near.abs() < 1e-2 && far.abs() < 1e-2, "case {k}: {near} {far}");
            }
        }
    }

    #[test]
    fn a_solid_with_a_hole_is_met_where_the_way_turns_outwards() {
        let (d, u) = (Vec2::new(-1.0, 2.0), Vec2::X);
        assert_eq!(leave_circle_at(d, u, 1.0), None);
        let touch = escape_circle_at(d, u, 1.0).unwrap();
        assert_eq!((touch.time, touch.direction, touch.overlapped), (1.0, Vec2::Y, true));
    }

    #[test]
    fn sliding_along_the_rim_from_inside_is_never_missed() {
        for k in 0..2000_u16 {
            let (sin, cos) = sin_cos(Real::from(k) * 0.003);
            let d = Vec2::new(cos, sin) * 7.3;
            let touch = escape_circle_at(d, d.perp() * 1000.0, 7.3).unwrap();
            assert!(touch.time < 1e-6, "case {k}: {touch:?}");
        }
    }

    #[test]
    fn garbage_is_none() {
        for bad in [Real::NAN, Real::INFINITY, Real::NEG_INFINITY] {
            for (d, u, r) in [
                (Vec2::new(bad, 1.0), Vec2::new(-1.0, 0.0), 1.0),
                (Vec2::new(5.0, 0.0), Vec2::new(bad, 0.5), 1.0),
                (Vec2::new(5.0, 0.0), Vec2::new(-1.0, bad), 1.0),
            ] {
                for t in [enter_circle(d, u, r), leave_circle(d, u, r)].into_iter().flatten() {
                    assert!(!t.is_nan(), "{d} {u} {r} gives {t}");
                }
                assert!(both_roots(d, u, r).is_none_or(|(a, _)| !a.is_nan()), "{d} {u} {r}");
            }
        }
    }
}
