//! Times of arrival against a look at the distance, again and again, and halving.

use carom_narrowphase::double::{Arc, HalfPlane, Part, Segment};
use glam::DVec2;

use super::plain_distance::distance;
use crate::base::Curve;
use crate::common::Dice;
use crate::geometry::{Collider, MotionBounds, Way};

/// Least step of a search, as a share of the limit: a shorter touch is a graze.
const STEP: f64 = 1e-4;

/// The first time up to `limit` at which a gap is gone that shrinks no faster than `speed`.
fn first(gap: impl Fn(f64) -> f64, speed: f64, limit: f64) -> Option<f64> {
    let mut t = 0.0;
    while t < limit {
        let next = (t + (gap(t) / speed).max(STEP * limit)).min(limit);
        if gap(next) <= 0.0 {
            let (mut before, mut after) = (t, next);
            loop {
                let middle = 0.5 * (before + after);
                if middle <= before || middle >= after {
                    return Some(after);
                }
                *(if gap(middle) <= 0.0 { &mut after } else { &mut before }) = middle;
            }
        }
        t = next;
    }
    None
}

/// Holds a time of arrival against the twin's; tells whether there is one.
fn check(found: Option<f64>, due: Option<f64>, gap: impl Fn(f64) -> f64, tolerance: f64, case: &str) -> bool {
    match (found, due) {
        (None, None) => false,
        (Some(found), due) => {
            let off = gap(found);
            assert!(off.abs() <= tolerance, "{off:e} off at {found}, due at {due:?}, {case}");
            // A touch between two looks is a graze.
            let is_late = due.is_some_and(|due| found > due && gap(0.5 * (due + found)) < -tolerance);
            assert!(!is_late, "found {found}, due at {due:?}, {case}");
            true
        }
        (None, Some(due)) => panic!("missed at {due}, {case}"),
    }
}

fn curve(n: u32, dice: &mut Dice) -> Curve {
    let mut draw = |most: f64| dice.uniform(-most, most);
    match n % 4 {
        0 => Curve::Point(DVec2::new(draw(0.3), draw(0.3))),
        1 => Curve::Segment(Segment::new(DVec2::new(-1.0, draw(0.5)), DVec2::new(1.0, draw(0.5))).unwrap()),
        2 => Curve::Arc(Arc::new(DVec2::ZERO, 1.0, draw(3.0), 0.1 + draw(6.0).abs()).unwrap()),
        _ => Curve::HalfPlane(
            HalfPlane::new(DVec2::new(draw(0.3), draw(0.3)), DVec2::new(draw(1.0), 1.0).normalize()).unwrap(),
        ),
    }
}

/// Balls that fly straight and balls on parabolas, at a collider that stands still.
#[test]
fn arrivals_at_what_stands_still_are_where_halving_finds_them() {
    let mut dice = Dice(3);
    let mut met = [0; 8];
    for n in 0..6000_u32 {
        let curve = curve(n, &mut dice);
        let mut draw = |most: f64| dice.uniform(-most, most);
        let collider = Collider::of(curve, 0.05 * draw(1.0).abs());
        let reach = 0.02 + 0.4 * draw(1.0).abs();
        let bends = n / 4 % 2 == 0;
        let limit = 0.2 + draw(1.0).abs();
        let a = if bends { DVec2::new(draw(6.0), draw(6.0)) } else { DVec2::ZERO };
        let u = DVec2::new(draw(4.0), draw(4.0));
        // It comes by the collider within the limit.
        let t = limit * draw(1.0).abs();
        let p = DVec2::new(draw(1.2), draw(1.2)) - u * t - a * (0.5 * t * t);
        let way = Way { p, u, a };
        let gap = |t: f64| distance(&collider.curve, way.at(t)) - collider.radius - reach;
        if gap(0.0) <= 1e-9 {
            continue;
        }
        let found = collider.arrival(&way, reach, limit, |_: Part, _| false);
        let due = first(gap, way.top_speed(limit), limit);
        let case = alloc::format!("case {n}: {:?} at reach {reach} by {limit}: {way:?}", collider.curve);
        met[n as usize % 8] += u32::from(check(found, due, gap, 1e-13, &case));
    }
    assert!(met.iter().all(|&met| met > 80), "{met:?}");
}

/// The search in the frame of a body that turns.
#[test]
fn arrivals_at_what_turns_are_where_halving_finds_them() {
    let mut dice = Dice(5);
    let mut met = [0; 3];
    for n in 0..3000_u32 {
        let curve = curve(n % 3, &mut dice);
        let mut draw = |most: f64| dice.uniform(-most, most);
        let collider = Collider::of(curve, 0.05 * draw(1.0).abs());
        let reach = 0.02 + 0.4 * draw(1.0).abs();
        let (spin, limit) = (draw(4.0), 0.2 + draw(1.0).abs());
        let u = DVec2::new(draw(4.0), draw(4.0));
        // It comes by within the limit.
        let p = DVec2::new(draw(1.2), draw(1.2)) - u * (limit * draw(1.0).abs());
        let path = |t: f64| {
            let (sin, cos) = libm::sincos(-spin * t);
            let turn = DVec2::new(cos, sin);
            let at = turn.rotate(p + u * t);
            (at, turn.rotate(u) - at.perp() * spin)
        };
        let far = p.length() + u.length() * limit;
        let bounds = MotionBounds {
            speed: u.length() + spin.abs() * far,
            acceleration: spin * spin * far + 2.0 * spin.abs() * u.length(),
        };
        let gap = |t: f64| distance(&collider.curve, path(t).0) - collider.radius - reach;
        if gap(0.0) <= 1e-6 {
            continue;
        }
        let found = collider.turning_arrival(path, bounds, 0.0, reach, limit, |_: Part, _| false);
        let due = first(gap, bounds.speed, limit);
        let case =
            alloc::format!("case {n}: {:?} at reach {reach} by {limit}: {p} {u} {spin}", collider.curve);
        // The search stops a billionth of the reach before the touch.
        met[n as usize % 3] += u32::from(check(found, due, gap, 1.1e-9 * reach, &case));
    }
    assert!(met.iter().all(|&met| met > 100), "{met:?}");
}
