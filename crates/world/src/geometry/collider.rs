//! Core curves: a ball touches a point, a segment, an arc or a half-plane, inflated by a radius.
//!
//! The shapes and their formulas are those of the narrowphase. This file adds the questions of a step: the distance
//! of a ball and its time of arrival, with sides and joints answered, so that no caller has to know them.

use carom_narrowphase::double::roots::{enter_circle, safe_time};
use carom_narrowphase::double::{Circle, Contact, Part};
use glam::DVec2;
use smallvec::SmallVec;

use crate::base::{Curve, saved};
use crate::bodies::BodyRow;
use crate::geometry::constants::{
    ARRIVAL_HALVINGS, FACE_BORDER, MAX_ARRIVAL_STEPS, MAX_SEARCHED_TURNS, MIN_CENTER_DISTANCE, NO_DISTANCE,
    OVERLAP_SLACK,
};
use crate::geometry::{Pace, Way};
use crate::id::{BodyId, ShapeId};
use crate::model::{Filter, Side};

/// One end of a segment or an arc.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ColliderEnd {
    /// Another collider at the same joint answers for the joint's point.
    pub(crate) silent: bool,
    pub(crate) neighbors: SmallVec<[Neighbor; 2]>,
    /// Where one-sided colliders meet in a corner: whether a ball at the corner's point is in front of them.
    pub(crate) front: Option<bool>,
}

saved!(ColliderEnd { silent, neighbors, front });

/// A collider that shares a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Neighbor {
    /// Direction in which it leaves the joint: a ball on that side is nearer to it.
    pub(crate) leaves: DVec2,
    /// From the end of this collider to where it begins. Next to nothing, but between the ends of two long walls
    /// there may be a gap that is wider than a small ball: there neither wall is nearer than the end of the other.
    pub(crate) offset: DVec2,
    /// Its normal towards the side on which it is solid, if only on one and this collider on others: it answers for
    /// balls on that side alone. Zero if it always answers.
    pub(crate) front: DVec2,
}

saved!(Neighbor { leaves, offset, front });

impl Neighbor {
    #[inline]
    fn answers(&self, d: DVec2) -> bool {
        (d - self.offset).dot(self.leaves) > 0.0 && d.dot(self.front) >= 0.0
    }
}

impl ColliderEnd {
    /// Whether this end may touch a ball whose centre lies at `d` from it.
    #[inline]
    fn answers(&self, d: DVec2) -> bool {
        !self.silent && !self.neighbors.iter().any(|neighbor| neighbor.answers(d))
    }
}

/// A core curve with its radius and all data for contacts.
#[derive(Clone, Debug)]
pub(crate) struct Collider {
    pub(crate) curve: Curve,
    pub(crate) radius: f64,
    pub(crate) side: Side,
    pub(crate) ends: [ColliderEnd; 2],
    pub(crate) body_row: u32,
    pub(crate) body: BodyId,
    pub(crate) shape: ShapeId,
    pub(crate) material: u32,
    pub(crate) filter: Filter,
}

saved!(Collider { curve, radius, side, ends, body_row, body, shape, material, filter });

/// How a point lies to a one-sided collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FacingSide {
    /// On the solid side.
    Front,
    Behind,
    /// Past a joint, where another collider answers.
    Elsewhere,
}

/// Where a collider is, seen from a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// From the collider to the point, unit.
    pub(crate) normal: DVec2,
    /// From the inflated collider's surface to the point; negative inside.
    pub(crate) distance: f64,
    /// Whether one of the collider's ends is nearest.
    pub(crate) is_end: bool,
}

impl Nearest {
    /// How far from the centre of a ball of this radius it is touched: no further than the surface. The far side of a
    /// ball that lies deep over a hinge would be a lever many times as long as the hinge.
    #[inline]
    pub(crate) fn reach(&self, radius: f64) -> f64 {
        self.distance.clamp(0.0, radius)
    }
}

impl Collider {
    /// Whether a point is on the side from which this collider is solid; `part` is the nearest part of the collider.
    #[inline]
    pub(super) fn faces(&self, part: Part, p: DVec2) -> bool {
        if self.side == Side::Both {
            return true;
        }
        let corner = match part {
            Part::EndA => self.ends[0].front,
            Part::EndB => self.ends[1].front,
            Part::Face => None,
        };
        match corner {
            // Over the border it is seen from the face, which may be in front where the corner is behind.
            Some(front) if !self.is_over_face(part, p) => front,
            _ => self.side.takes(self.curve.height(p)),
        }
    }

    /// How a point lies to this collider.
    pub(crate) fn stand(&self, p: DVec2) -> FacingSide {
        let (_, part) = self.curve.contact(p);
        if !self.answers(part, p) {
            FacingSide::Elsewhere
        } else if self.faces(part, p) {
            FacingSide::Front
        } else {
            FacingSide::Behind
        }
    }

    /// Where along the curve the point nearest to `p` lies, from -1 at its start to 1 at its end; 0 for curves
    /// without ends.
    pub(crate) fn along(&self, p: DVec2) -> f64 {
        let along = match &self.curve {
            Curve::Segment(s) => 2.0 * (p - s.a).dot(s.direction) / s.length - 1.0,
            Curve::Arc(arc) if !arc.is_full() => {
                let d = p - arc.center;
                let half = libm::acos(arc.cos_half.clamp(-1.0, 1.0));
                libm::atan2(arc.middle.perp_dot(d), arc.middle.dot(d)) / half
            }
            _ => 0.0,
        };
        along.clamp(-1.0, 1.0)
    }

    /// Whether the collider is solid on one side only.
    #[inline]
    pub(crate) fn is_one_sided(&self) -> bool {
        self.side != Side::Both
    }

    /// Unit normal towards the side on which a one-sided collider is solid, at a point of its curve.
    pub(super) fn front(&self, at: DVec2) -> DVec2 {
        let left = self.curve.left(at);
        if self.side == Side::Right { -left } else { left }
    }

    /// Whether a part of this collider may touch a ball at `p`: a part other than an end always may. A ball over
    /// the border between face and end belongs to both, within rounding: a ball that crosses it must find a part
    /// that answers.
    #[inline]
    pub(super) fn answers(&self, part: Part, p: DVec2) -> bool {
        let Some((end, at, _)) = self.end_of(part) else { return true };
        end.answers(p - at) || self.is_over_face(part, p)
    }

    /// Whether the part of this collider that is nearest to a ball at `p` touches it there: from a solid side, and no
    /// other collider in its place.
    #[inline]
    fn is_touched(&self, part: Part, p: DVec2) -> bool {
        // Mostly it is the face of a wall that is solid on both sides.
        part == Part::Face && self.side == Side::Both || self.faces(part, p) && self.answers(part, p)
    }

    /// An end, its position, and the direction in which the curve leaves it; `None` for other parts.
    #[inline]
    pub(super) fn end_of(&self, part: Part) -> Option<(&ColliderEnd, DVec2, DVec2)> {
        match (part, &self.curve) {
            (Part::EndA, Curve::Segment(segment)) => Some((&self.ends[0], segment.a, segment.direction)),
            (Part::EndB, Curve::Segment(segment)) => Some((&self.ends[1], segment.b, -segment.direction)),
            (Part::EndA, Curve::Arc(arc)) => Some((&self.ends[0], arc.ends().0, arc.start.perp())),
            (Part::EndB, Curve::Arc(arc)) => Some((&self.ends[1], arc.ends().1, -arc.end.perp())),
            _ => None,
        }
    }

    /// Whether a point to which an end is nearest lies over the face as well, within rounding.
    #[inline]
    fn is_over_face(&self, part: Part, p: DVec2) -> bool {
        let Some((_, at, inward)) = self.end_of(part) else { return true };
        let d = p - at;
        inward.dot(d) >= -FACE_BORDER * d.length()
    }

    /// How far a point that is nearest to an end has to go at least until it is over the face.
    fn beyond_end(&self, part: Part, p: DVec2) -> f64 {
        self.end_of(part).map_or(0.0, |(_, at, inward)| -inward.dot(p - at))
    }

    /// How far `p` is from this collider, or `None` where another collider or no one answers: behind a one-sided
    /// collider and past a joint.
    #[inline]
    pub(crate) fn nearest(&self, p: DVec2) -> Option<Nearest> {
        let (contact, part) = self.curve.contact(p);
        self.is_touched(part, p).then(|| self.nearest_of(contact, part))
    }

    /// [`nearest`](Self::nearest) as seen from a place of the world at a time.
    #[inline]
    pub(crate) fn nearest_at(&self, body: &BodyRow, at: DVec2, time: f64) -> Option<Nearest> {
        let frame = body.frame_at(time);
        let near = self.nearest(frame.to_local(at))?;
        Some(Nearest { normal: frame.direction_to_world(near.normal), ..near })
    }

    #[inline]
    fn nearest_of(&self, contact: Contact, part: Part) -> Nearest {
        let distance = contact.separation - self.radius;
        Nearest { normal: contact.normal, distance, is_end: part != Part::Face }
    }

    /// Position of an end; `None` for other parts.
    pub(crate) fn end_at(&self, part: Part) -> Option<DVec2> {
        // A full circle has none.
        self.curve.ends()?;
        self.end_of(part).map(|(_, at, _)| at)
    }

    /// The largest distance of its points from the origin of its frame.
    pub(crate) fn farthest(&self) -> f64 {
        self.radius + self.curve.farthest()
    }

    /// The end that is the point of this collider nearest to `p`; `None` if that lies between its ends.
    pub(crate) fn nearest_end(&self, p: DVec2) -> Option<DVec2> {
        self.end_at(self.curve.contact(p).1)
    }

    /// [`nearest`](Self::nearest), and the distance that it has or, where this collider does not answer, would have:
    /// nothing can touch the collider before it has come so far.
    #[inline(always)]
    pub(crate) fn survey(&self, p: DVec2) -> (Option<Nearest>, f64) {
        // Mostly it is the face of a straight wall that is solid on both sides.
        if let Curve::Segment(segment) = &self.curve
            && self.side == Side::Both
            && let (contact, Part::Face) = segment.contact_parts(&Circle::point(p))
        {
            let near = self.nearest_of(contact, Part::Face);
            return (Some(near), near.distance);
        }
        self.survey_all(p)
    }

    /// The same for any point and any collider.
    #[inline(never)]
    fn survey_all(&self, p: DVec2) -> (Option<Nearest>, f64) {
        let (contact, part) = self.curve.contact(p);
        let distance = contact.separation - self.radius;
        (self.is_touched(part, p).then(|| self.nearest_of(contact, part)), distance)
    }

    /// Distance of a point from the bare curve, and the direction from the curve to it; joints, sides and radius
    /// left aside.
    #[inline]
    pub(crate) fn distance(&self, p: DVec2) -> (f64, DVec2) {
        let (contact, _) = self.curve.contact(p);
        (contact.separation, contact.normal)
    }

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
    /// In that frame the point moves within `pace`; an
    /// approach no faster than `noise` is none.
    /// The distance to a convex collider is a convex function along a straight line, so the acceleration bounds
    /// how it bends, and no step of the search passes a touch. On the hollow side of an arc the curve's
    /// own bending is added to the bound.
    pub(crate) fn turning_arrival(
        &self,
        path: impl Fn(f64) -> (DVec2, DVec2),
        pace: Pace,
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
        // A surface that turns fast passes again and again, and may be grazed each time.
        let turns = pace.acceleration * limit / (core::f64::consts::TAU * pace.speed);
        let turns = if turns > 1.0 { turns.min(MAX_SEARCHED_TURNS) } else { 1.0 };
        let most = (turns * MAX_ARRIVAL_STEPS as f64) as usize;
        // Bounds far above the true acceleration make steps too small. A search that has used up its steps
        // continues in steps that reach the end, and halves the one that ends in an overlap.
        let (mut clear, mut least) = (0.0, 0.0);
        // When it overlapped last and did not approach.
        let mut parts = None;
        for n in 0..2 * most {
            let (gap, rate, place) = gap_at(t);
            let (part, p) = place;
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
                let across = match &self.curve {
                    Curve::Segment(segment) => 0.5 * segment.length / pace.speed,
                    _ => f64::INFINITY,
                };
                t += (self.beyond_end(part, p) / pace.speed).max(across.min(limit / most as f64));
                if !(t < limit) {
                    return None;
                }
                continue;
            }
            let (bend, longest) = self.curving(p, pace.speed);
            if n == most {
                least = (limit - t) / most as f64;
            }
            parts = (gap <= tolerance).then_some(t);
            let slack = if gap <= tolerance { OVERLAP_SLACK * reach } else { tolerance };
            let ends = self.ends_stay_clear(path(t).into(), reach, pace, slack);
            t += safe_time(gap, rate, pace.acceleration + bend, slack).min(longest).min(ends).max(least);
            // Also where no time is left: a step of nothing would come to no end.
            if !(t < limit) {
                return None;
            }
        }
        None
    }

    /// How long the ends of an arc surely stay clear of a point with this place and velocity: before the opening of an arc the
    /// nearest of them changes, and the distance to it falls from one moment to the next. Other curves have no opening.
    fn ends_stay_clear(&self, [p, u]: [DVec2; 2], reach: f64, pace: Pace, slack: f64) -> f64 {
        let ends = self.curve.ends().filter(|_| self.curve.is_curved());
        ends.into_iter().flatten().fold(f64::INFINITY, |least, end| {
            let d = p - end;
            let distance = d.length();
            let gap = distance - self.radius - reach;
            least.min(safe_time(gap, d.dot(u) / distance, pace.acceleration, slack))
        })
    }

    /// By how much the gap to a point that moves at `speed` at most accelerates because the surface is curved, and
    /// how long that holds.
    pub(crate) fn curving(&self, p: DVec2, speed: f64) -> (f64, f64) {
        let Curve::Arc(arc) = &self.curve else { return (0.0, f64::INFINITY) };
        let rho = (p - arc.center).length().max(MIN_CENTER_DISTANCE);
        (2.0 * speed * speed / rho, 0.5 * rho / speed)
    }
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

impl Collider {
    /// A collider of the first body, solid from both sides, that meets everything.
    pub(crate) fn of(curve: Curve, radius: f64) -> Self {
        Self {
            curve,
            radius,
            side: Side::Both,
            ends: Default::default(),
            body_row: 0,
            body: BodyId::default(),
            shape: ShapeId::default(),
            material: 0,
            filter: Filter::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use carom_narrowphase::double::{Arc, Segment};

    use super::*;

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
        let pace = Pace { speed: 1.1e4, acceleration: 1.0 };
        let found = collider.turning_arrival(path, pace, 1e-7, 0.038, 2e-3, |_, _| false).unwrap();
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
        let pace = Pace { speed: 4.5, acceleration: 17.0 };
        let found = collider.turning_arrival(path, pace, 0.0, 0.145, 1.0, |_, _| false).unwrap();
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
            let pace = Pace { speed: 10.0, acceleration: poor };
            let found = collider.turning_arrival(path, pace, 1e-12, 0.5, 1.0, |_, _| false);
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
            let pace = Pace { speed: 0.3, acceleration: turns };
            assert_eq!(collider.turning_arrival(path, pace, 1e-11, 0.5, 2e-3, |_, _| false), None);
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
            let pace = Pace { speed: 0.1, acceleration: 10.0 };
            let found = collider.turning_arrival(path, pace, 1e-11, 0.5, 2e-3, |_, _| false);
            assert!(found.is_some_and(|t| (t - begins).abs() < 1e-9), "{begins}: {found:?}");
        }
    }
}
