//! When a moving ball arrives at a collider: on a straight way, on a parabola, or in the frame of a body that turns.
//!
//! Straight ways and parabolas have closed forms. Of a parabola, the lines through the ends of a segment or an arc,
//! across it, cut the way into pieces. On each piece the nearest part is the face, or one of the ends. The gap to a
//! straight face is a quadratic in time, that to a point or a round face the root of a quartic.

use carom_narrowphase::double::parabola::close_gap;
use carom_narrowphase::double::roots::{enter_circle, safe_time};
use carom_narrowphase::double::{Circle, Part};
use glam::DVec2;

use crate::base::Curve;
use crate::geometry::constants::{
    ARRIVAL_HALVINGS, FACE_BORDER, MAX_ARRIVAL_STEPS, MAX_SEARCHED_TURNS, NO_DISTANCE, OVERLAP_SLACK,
};
use crate::geometry::{Collider, ColliderEnd, MotionBounds, Way};

/// How often a ball may come within reach of an end that does not answer, on one piece of its way: a quartic has no
/// more roots.
const MAX_VISITS: usize = 2;

impl Collider {
    /// Earliest time, from 0 to `limit`, at which a moving point comes within `reach` of the inflated collider. A
    /// point that starts within reach arrives at 0 if it approaches, otherwise when it begins to. Sides are
    /// ignored: the caller tests them at the point's position then.
    ///
    /// An end that does not answer, because of its neighbors or because `is_covered` at that time, is passed by. A
    /// point that comes over such an end within reach arrives as soon as the face answers for it.
    #[inline]
    pub(crate) fn arrival(
        &self,
        way: &Way,
        reach: f64,
        limit: f64,
        is_covered: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        if way.a == DVec2::ZERO {
            self.straight_arrival(way, reach, limit, is_covered)
        } else {
            self.bent_arrival(way, reach, limit, is_covered)
        }
    }

    /// [`arrival`](Self::arrival) without an acceleration.
    #[inline]
    fn straight_arrival(
        &self,
        way: &Way,
        reach: f64,
        limit: f64,
        is_covered: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        let Way { p, u, .. } = *way;
        let ball = Circle { center: p, radius: reach + self.radius };
        let answers = |part: Part, t: f64| self.answers(part, p + u * t) && !is_covered(part, t);
        match &self.curve {
            Curve::Point(c) => enter_circle(p - *c, u, ball.radius).filter(|&t| t <= limit),
            Curve::Segment(segment) => {
                let (impact, part) = segment.sweep_within(&ball, u, limit)?;
                if part == Part::Face || answers(part, impact.time) {
                    return Some(impact.time);
                }
                segment.sweep_over_end(part, &ball, u, limit)
            }
            Curve::Arc(arc) if arc.stays_clear(&ball, u, limit) => None,
            Curve::Arc(arc) => {
                let end = |part: Part, end: &ColliderEnd| {
                    let touch = if end.silent { None } else { arc.sweep_end(part, &ball, u, limit) };
                    let touch = touch.map(|impact| impact.time).filter(|&t| answers(part, t));
                    touch.or_else(|| arc.sweep_over_end(part, &ball, u, limit))
                };
                let face = earliest(
                    arc.sweep_outside(&ball, u, limit).map(|impact| impact.time),
                    arc.land_inside(&ball, u, limit),
                );
                earliest(face, earliest(end(Part::EndA, &self.ends[0]), end(Part::EndB, &self.ends[1])))
            }
            Curve::HalfPlane(half) => half.sweep_within(&ball, u, limit).map(|impact| impact.time),
        }
    }

    /// Earliest time, from 0 to `limit`, at which a point at `p`, moving by `u` per second, comes within `reach` of
    /// the hollow side of an arc. Its ends are ignored.
    pub(crate) fn arrival_inside(&self, p: DVec2, u: DVec2, reach: f64, limit: f64) -> Option<f64> {
        let Curve::Arc(arc) = &self.curve else { return None };
        arc.land_inside(&Circle { center: p, radius: reach + self.radius }, u, limit)
    }

    /// Earliest time, from 0 to `limit`, at which a point at `p`, moving by `u` per second, comes off a face to an
    /// end that lies within `reach`, and approaches that end: off this collider's own face, or off a neighbor's that
    /// answered in its place. Until then the end was within reach and did not answer, so it is no arrival.
    pub(crate) fn arrival_off_faces(
        &self,
        p: DVec2,
        u: DVec2,
        reach: f64,
        limit: f64,
        is_covered: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        let off = |part: Part| {
            let time =
                self.leaves_faces(part, &Circle { center: p, radius: reach + self.radius }, u, limit)?;
            (!is_covered(part, time)).then_some(time)
        };
        earliest(off(Part::EndA), off(Part::EndB))
    }

    fn leaves_faces(&self, part: Part, ball: &Circle, u: DVec2, limit: f64) -> Option<f64> {
        let (end, at, inward) = self.end_of(part)?;
        let d = ball.center - at;
        let square = ball.radius * ball.radius;
        // The square of a sum is at most twice that of its parts.
        if end.silent || d.length_squared() > 2.0 * (square + u.length_squared() * (limit * limit)) {
            return None;
        }
        // Past the border by as much as the rounding within which a face still answers.
        let border = -FACE_BORDER * ball.radius;
        let mut last: f64 = 0.0;
        for leaves in end.neighbors.iter().map(|neighbor| neighbor.leaves).chain([inward]) {
            let (over, rate) = (d.dot(leaves) - border, u.dot(leaves));
            if over > 0.0 {
                if !(rate < 0.0) {
                    return None;
                }
                last = last.max(over / -rate);
            }
        }
        let there = d + u * last;
        let arrives = last > 0.0
            && last <= limit
            && there.length_squared() <= square
            && there.dot(u) < 0.0
            && self.curve.contact(at + there).1 == part
            && end.answers(there);
        arrives.then_some(last)
    }

    /// Like [`arrival`](Self::arrival) within `0..=limit`, for a collider whose body turns: the point follows
    /// `path`, which returns its position and velocity in the body's frame. Sides are left aside. The search needs
    /// a continuous distance, so it also finds a touch of an end that does not answer, and continues from there.
    ///
    /// In that frame the point moves within `bounds`. An approach no faster than `noise`, length units per second, does
    /// not count. The distance to a convex collider is a convex function along a straight line. So the acceleration bounds
    /// the bend of that distance, and no step of the search passes a touch. On the hollow side of an arc the curve's own
    /// bend is added to the bound.
    pub(crate) fn turning_arrival(
        &self,
        path: impl Fn(f64) -> (DVec2, DVec2),
        bounds: MotionBounds,
        noise: f64,
        reach: f64,
        limit: f64,
        is_covered: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        let tolerance = NO_DISTANCE * reach;
        let gap_at = |t: f64| {
            let (p, u) = path(t);
            let (contact, part) = self.curve.contact(p);
            (contact.separation - self.radius - reach, contact.normal.dot(u), (part, p))
        };
        let answers = |t: f64, (part, p): (Part, DVec2)| {
            part == Part::Face || self.answers(part, p) && !is_covered(part, t)
        };
        let mut t = 0.0;
        let most = most_steps(bounds, limit);
        // Bounds far above the true acceleration make steps too small. A search that has used up its steps
        // continues in steps that reach the end, and halves the one that ends in an overlap.
        let (mut clear, mut least) = (0.0, 0.0);
        // When it overlapped last and did not approach.
        let mut parts = None;
        for n in 0..2 * most {
            let (gap, rate, place @ (part, p)) = gap_at(t);
            if gap > tolerance {
                clear = t;
            } else {
                if least > 0.0 && clear < t {
                    let touch = first_within(clear, t, |t| gap_at(t).0 <= tolerance);
                    let (_, rate, place) = gap_at(touch);
                    if rate < -noise && answers(touch, place) {
                        return Some(touch);
                    }
                }
                // The start of this overlap is searched once.
                clear = f64::INFINITY;
            }
            if gap <= tolerance && rate < -noise {
                let touch = parts.take().map(|parts| first_within(parts, t, |t| gap_at(t).1 < -noise));
                let place = touch.map_or(place, |touch| gap_at(touch).2);
                t = touch.unwrap_or(t);
                if answers(t, place) {
                    return Some(t);
                }
                // The point can't be over the face before it has come there. It must not be led over a short one.
                let across = self.time_across(bounds.speed);
                t += (self.beyond_end(part, p) / bounds.speed).max(across.min(limit / most as f64));
                if !(t < limit) {
                    return None;
                }
                continue;
            }
            let (bend, longest) = self.curving(p, bounds.speed);
            if n == most {
                least = (limit - t) / most as f64;
            }
            parts = (gap <= tolerance).then_some(t);
            let slack = if gap <= tolerance { OVERLAP_SLACK * reach } else { tolerance };
            let ends = self.ends_stay_clear(path(t).into(), reach, bounds, slack);
            t += safe_time(gap, rate, bounds.acceleration + bend, slack).min(longest).min(ends).max(least);
            // Also where no time is left: a step of nothing would come to no end.
            if !(t < limit) {
                return None;
            }
        }
        None
    }

    /// Least time from an end of a segment to its middle at a speed; infinite for other curves.
    fn time_across(&self, speed: f64) -> f64 {
        match &self.curve {
            Curve::Segment(segment) => 0.5 * segment.length / speed,
            _ => f64::INFINITY,
        }
    }

    /// How long the ends of an arc surely stay clear of a point with this place and velocity: before the opening of an arc the
    /// nearest of them changes, and the distance to it falls from one moment to the next. Other curves have no opening.
    fn ends_stay_clear(&self, [p, u]: [DVec2; 2], reach: f64, bounds: MotionBounds, slack: f64) -> f64 {
        let ends = self.curve.ends().filter(|_| self.curve.is_curved());
        ends.into_iter().flatten().fold(f64::INFINITY, |least, end| {
            let d = p - end;
            let distance = d.length();
            let gap = distance - self.radius - reach;
            least.min(safe_time(gap, d.dot(u) / distance, bounds.acceleration, slack))
        })
    }

    /// [`arrival`](Collider::arrival) under an acceleration.
    fn bent_arrival(
        &self,
        way: &Way,
        reach: f64,
        limit: f64,
        is_covered: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        let sum = reach + self.radius;
        match &self.curve {
            Curve::Point(c) => return way.seen_from(*c).enters(sum, limit),
            Curve::HalfPlane(half) => {
                let gap = half.signed_distance(way.p) - sum;
                return close_gap(gap, half.normal.dot(way.u), half.normal.dot(way.a))
                    .filter(|&t| t <= limit);
            }
            Curve::Segment(_) | Curve::Arc(_) => {}
        }
        if self.distance(way.p).0 - sum > way.top_speed(limit) * limit {
            return None;
        }
        let mut from = 0.0;
        for until in self.borders(way, limit) {
            if until > from || limit == 0.0 {
                let piece = way.after(from);
                let arrival = match self.curve.contact(way.at(0.5 * (from + until))).1 {
                    Part::Face => self.arrival_at_face(&piece, sum, until - from),
                    Part::EndA | Part::EndB => {
                        let answers = |part: Part, t: f64| {
                            self.answers(part, piece.at(t)) && !is_covered(part, from + t)
                        };
                        let at = |part: Part| self.arrival_at_end(part, &piece, sum, until - from, answers);
                        earliest(at(Part::EndA), at(Part::EndB))
                    }
                };
                if let Some(wait) = arrival {
                    return Some(from + wait);
                }
            }
            from = until;
        }
        None
    }

    /// The times up to `limit` at which a point crosses the lines through the ends, ascending; `limit` itself last.
    fn borders(&self, way: &Way, limit: f64) -> [f64; 5] {
        let mut borders = [limit; 5];
        for (part, pair) in [Part::EndA, Part::EndB].into_iter().zip([0, 2]) {
            if let Some((_, at, inward)) = self.end_of(part) {
                borders[pair..pair + 2].copy_from_slice(&way.seen_from(at).crossings(inward, limit));
            }
        }
        borders.sort_unstable_by(f64::total_cmp);
        borders
    }

    /// When a point over the face comes within `sum` of it.
    fn arrival_at_face(&self, way: &Way, sum: f64, limit: f64) -> Option<f64> {
        match &self.curve {
            Curve::Segment(segment) => {
                let height = segment.signed_distance(way.p);
                let normal = segment.direction.perp() * if height < 0.0 { -1.0 } else { 1.0 };
                let arrival = close_gap(height.abs() - sum, normal.dot(way.u), normal.dot(way.a));
                arrival.filter(|&t| t <= limit)
            }
            // A hollow too small for the ball is met as soon as the ball moves outwards.
            Curve::Arc(arc) if self.curve.is_hollow_at(way.p) => {
                way.seen_from(arc.center).leaves((arc.radius - sum).max(0.0), limit)
            }
            Curve::Arc(arc) => way.seen_from(arc.center).enters(arc.radius + sum, limit),
            Curve::Point(_) | Curve::HalfPlane(_) => None,
        }
    }

    /// When a point comes within `sum` of an end that answers then.
    fn arrival_at_end(
        &self,
        part: Part,
        way: &Way,
        sum: f64,
        limit: f64,
        answers: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        let at = self.end_at(part)?;
        let mut from = 0.0;
        for _ in 0..MAX_VISITS {
            let way = way.after(from).seen_from(at);
            let arrival = from + way.enters(sum, limit - from)?;
            if answers(part, arrival) {
                return Some(arrival);
            }
            let inside = way.after(arrival - from);
            from = arrival + inside.leaves(sum, limit - arrival)?;
        }
        None
    }
}

/// Most steps of a search: a surface that turns fast passes again and again, and may be grazed each time.
fn most_steps(bounds: MotionBounds, limit: f64) -> usize {
    let turns = bounds.acceleration * limit / (core::f64::consts::TAU * bounds.speed);
    let turns = if turns > 1.0 { turns.min(MAX_SEARCHED_TURNS) } else { 1.0 };
    (turns * MAX_ARRIVAL_STEPS as f64) as usize
}

/// The first time within `clear..=within` at which `is_within` holds, to the last bits, if it holds from one time
/// on.
fn first_within(mut clear: f64, mut within: f64, is_within: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..ARRIVAL_HALVINGS {
        let middle = 0.5 * (clear + within);
        if is_within(middle) {
            within = middle;
        } else {
            clear = middle;
        }
    }
    within
}

/// The earlier of two times, if there are any.
#[inline]
pub(crate) fn earliest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use carom_narrowphase::double::{Arc, Segment};

    use super::*;
    use crate::common::Dice;
    use crate::geometry::Neighbor;

    /// In a ring of a hundred facets that turned, the search left an end for which a neighbor answered, and came out
    /// beyond the short face behind it. A fast ball went through.
    #[test]
    fn the_search_on_a_turning_body_does_not_pass_over_a_short_face() {
        let segment = Segment::new(DVec2::ZERO, 0.06 * DVec2::X).unwrap();
        let mut collider = Collider::of(Curve::Segment(segment), 0.0);
        let neighbor = |leaves| Neighbor { leaves, offset: DVec2::ZERO, front: DVec2::ZERO };
        collider.ends[0].neighbors.push(neighbor(DVec2::NEG_X));
        collider.ends[1].neighbors.push(neighbor(DVec2::X));
        let velocity = DVec2::new(1e4, -600.0);
        let path = |t: f64| (DVec2::new(-0.001, 0.034) + velocity * t, velocity);
        let bounds = MotionBounds { speed: 1.1e4, acceleration: 1.0 };
        let found = collider.turning_arrival(path, bounds, 1e-7, 0.038, 2e-3, |_, _| false).unwrap();
        assert!(found > 1e-8 && 1e4 * found < 0.061, "{found} s");
    }

    /// A ball in the mouth of a ring that turned receded from one end of it, and met the other 2 % of its reach too late.
    #[test]
    fn a_ball_in_the_mouth_of_an_arc_that_turns_meets_its_other_end_in_time() {
        let arc = Arc::new(DVec2::ZERO, 1.0, -0.43, 5.67).unwrap();
        let collider = Collider::of(Curve::Arc(arc), 0.046);
        let (p, u, spin) = (DVec2::new(0.652, 0.077), DVec2::new(0.474, 0.031), 3.382);
        let path = |t: f64| {
            let (sin, cos) = libm::sincos(-spin * t);
            let turn = DVec2::new(cos, sin);
            let at = turn.rotate(p + u * t);
            (at, turn.rotate(u) - at.perp() * spin)
        };
        let bounds = MotionBounds { speed: 4.5, acceleration: 17.0 };
        let found = collider.turning_arrival(path, bounds, 0.0, 0.145, 1.0, |_, _| false).unwrap();
        let gap = collider.distance(path(found).0).0 - 0.046 - 0.145;
        assert!(gap.abs() < 1e-9, "{gap} at {found} s");
    }

    /// A ball that comes off a face over a corner, at the largest depth already, sank on beside the end.
    #[test]
    fn what_comes_off_a_face_within_reach_arrives_at_the_end() {
        let segment = Segment::new(-DVec2::X, DVec2::ZERO).unwrap();
        let mut collider = Collider::of(Curve::Segment(segment), 0.0);
        let (p, reach) = (DVec2::new(-0.1, 0.85), 0.9);
        let arrival =
            |collider: &Collider, u: DVec2| collider.arrival_off_faces(p, u, reach, 1.0, |_, _| false);
        let sinks = DVec2::new(1.0, -0.5);
        assert!(arrival(&collider, sinks).is_some_and(|t| (t - 0.1).abs() < 1e-6));
        assert_eq!(arrival(&collider, DVec2::new(1.0, 0.1)), None, "it parts from the end");
        assert_eq!(arrival(&collider, DVec2::new(-0.5, -0.5)), None, "it stays over the face");
        // Round a corner, the ball is over the end and over neither wall; in a hollow one it is over both.
        let neighbor =
            |y: f64| Neighbor { leaves: DVec2::new(1.0, y), offset: DVec2::ZERO, front: DVec2::ZERO };
        collider.ends[1].neighbors.push(neighbor(-0.3));
        assert!(arrival(&collider, sinks).is_some_and(|t| (t - 0.1).abs() < 1e-6));
        collider.ends[1].neighbors[0] = neighbor(0.3);
        assert_eq!(arrival(&collider, sinks), None);
    }

    /// Given enormous accelerations, a search used up its steps and called that an arrival: a ball was stopped
    /// by a hinge two units away, and only where its list named it.
    #[test]
    fn a_search_with_a_poor_bound_finds_what_is_there_and_nothing_else() {
        let collider = Collider::of(Curve::Point(DVec2::ZERO), 0.5);
        for n in 0..40 {
            let (height, poor) = (0.04 * f64::from(n), f64::from(n % 9).exp2() * 1e8);
            let path = |t: f64| (DVec2::new(5.0 - 10.0 * t, height), DVec2::new(-10.0, 0.0));
            let bounds = MotionBounds { speed: 10.0, acceleration: poor };
            let found = collider.turning_arrival(path, bounds, 1e-12, 0.5, 1.0, |_, _| false);
            let touch = (height < 1.0).then(|| 0.5 - 0.1 * (1.0 - height * height).sqrt());
            match (found, touch) {
                (Some(found), Some(touch)) => assert!((found - touch).abs() < 1e-9, "{n}: {found} {touch}"),
                (found, touch) => assert_eq!(found, touch, "{n}"),
            }
        }
    }

    /// A ball in touch with a body that turns faster and faster took 512 looks in each search. Each ball that struck
    /// the body began another one, and a step took a quarter of a second.
    #[test]
    fn what_lies_on_a_turning_body_is_looked_at_a_few_times() {
        let collider = Collider::of(Curve::Point(DVec2::ZERO), 0.5);
        for (depth, rate, turns) in [(1e-4, 0.0, 1500.0), (2e-3, 1e-14, 1e6), (1e-10, 0.0, 1e4)] {
            let looks = core::cell::Cell::new(0);
            let path = |_: f64| {
                looks.set(looks.get() + 1);
                (DVec2::new(0.0, 1.0 - depth), DVec2::new(0.3, rate))
            };
            let bounds = MotionBounds { speed: 0.3, acceleration: turns };
            assert_eq!(collider.turning_arrival(path, bounds, 1e-11, 0.5, 2e-3, |_, _| false), None);
            assert!(
                looks.get() <= 2 + libm::sqrt(0.5 * turns / (OVERLAP_SLACK * 0.5)) as usize,
                "{}",
                looks.get()
            );
        }
    }

    /// An overlapping ball that begins to approach during the flight arrives at that time, not at the next sample
    /// of the search.
    #[test]
    fn what_overlaps_arrives_when_it_begins_to_approach() {
        let collider = Collider::of(Curve::Point(DVec2::ZERO), 0.5);
        for begins in [1e-4, 3.3e-4, 9e-4] {
            let path = |t: f64| {
                (DVec2::new(0.0, 0.999 - 5.0 * (t - begins).powi(2)), DVec2::new(0.0, -10.0 * (t - begins)))
            };
            let bounds = MotionBounds { speed: 0.1, acceleration: 10.0 };
            let found = collider.turning_arrival(path, bounds, 1e-11, 0.5, 2e-3, |_, _| false);
            assert!(found.is_some_and(|t| (t - begins).abs() < 1e-9), "{begins}: {found:?}");
        }
    }

    /// Balls on parabolas arrive where small steps along the way find the first touch.
    #[test]
    fn arrivals_are_where_small_steps_find_them() {
        let mut dice = Dice(3);
        let (mut met, mut missed) = (0, 0);
        for n in 0..4000 {
            let mut draw = |most: f64| dice.uniform(-most, most);
            let curve = if n % 2 == 0 {
                Curve::Segment(Segment::new(DVec2::new(-1.0, 0.0), DVec2::new(1.0, draw(0.5))).unwrap())
            } else {
                Curve::Arc(Arc::new(DVec2::ZERO, 1.0, draw(3.0), 0.1 + draw(6.0).abs()).unwrap())
            };
            let (collider, reach) =
                (Collider::of(curve, 0.05 * draw(1.0).abs()), 0.02 + 0.5 * draw(1.0).abs());
            let way = Way {
                p: DVec2::new(draw(3.0), draw(3.0)),
                u: DVec2::new(draw(4.0), draw(4.0)),
                a: DVec2::new(draw(6.0), draw(6.0)),
            };
            let gap = |t: f64| collider.distance(way.at(t)).0 - collider.radius - reach;
            if gap(0.0) <= 0.0 {
                continue;
            }
            let found = collider.bent_arrival(&way, reach, 1.0, |_, _| false);
            let stepped = (1..=2000).map(|k| f64::from(k) / 2000.0).find(|&t| gap(t) <= 0.0);
            match (found, stepped) {
                (Some(found), Some(stepped)) => {
                    assert!(
                        (stepped - 1.0 / 2000.0..=stepped + 1e-12).contains(&found),
                        "{n}: {found} {stepped}"
                    );
                    met += 1;
                }
                // Small steps pass over a graze.
                (Some(found), None) => assert!(gap(found).abs() < 1e-9, "{n}"),
                (None, Some(stepped)) => panic!("{n}: missed at {stepped}"),
                (None, None) => missed += 1,
            }
        }
        assert!(met > 500 && missed > 500, "{met} {missed}");
    }
}
