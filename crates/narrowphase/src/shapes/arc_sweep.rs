//! When a moving ball meets an arc: the two sides of its face, its ends, and the landing of a ball that
//! follows the bend.

use super::arc::Arc;
use super::circle::Circle;
use super::contact::unit_or;
use super::impact::{Impact, earlier};
use super::real::{Real, Vec2, sqrt};
use super::roots::{Touch, enter, enter_circle_at, escape_circle_at, leave_circle, leave_circle_at};
use super::side::{Face, Part};

impl Arc {
    /// First touch of a ball that moves by `motion`, with the solid sides of the face or with an end.
    #[inline]
    #[must_use]
    pub fn sweep(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.sweep_within(ball, motion, 1.0)
    }

    /// The [sweep](Self::sweep) within `limit` times the motion, of which the time of impact counts the
    /// multiples: with a velocity for the motion, both are times.
    #[inline]
    #[must_use]
    pub fn sweep_within(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<Impact> {
        if self.stays_clear(ball, motion, limit) {
            return None;
        }
        let outside = if self.face == Face::Inside { None } else { self.sweep_outside(ball, motion, limit) };
        let inside = if self.face == Face::Outside { None } else { self.sweep_inside(ball, motion, limit) };
        let end = |part| self.sweep_end(part, ball, motion, limit);
        let ends = earlier(end(Part::EndA), end(Part::EndB));
        let first = earlier(earlier(outside, inside), ends)?;
        // The pair may overlap elsewhere than at the part that it meets.
        Some(Impact { overlapped: first.overlapped || self.overlaps(ball), ..first })
    }

    /// Whether a ball surely stays clear of the whole circle of which the arc is a part, for `limit` motions.
    ///
    /// Most ways end here, at a tenth of the cost of a sweep. A ball within a thousandth of the radius of
    /// touching counts as not clear, and so do numbers that are not finite.
    #[inline]
    #[must_use]
    pub fn stays_clear(&self, ball: &Circle, motion: Vec2, limit: Real) -> bool {
        let d = ball.center - self.center;
        let reach = self.half_thickness + ball.radius;
        let (outer, room) = (1.001 * (self.radius + reach), 0.999 * self.radius - reach);
        let (square, uu) = (d.length_squared(), motion.length_squared());
        if square > outer * outer {
            // It recedes, passes by, or is still outside and approaching at the end.
            let (b, cross) = (d.dot(motion), d.perp_dot(motion));
            let far = (b + limit * uu <= 0.0) & ((d + motion * limit).length_squared() > outer * outer);
            (b >= 0.0) | (cross * cross > uu * outer * outer) | far
        } else {
            let left = room - limit * sqrt(uu);
            (left > 0.0) & (square < left * left)
        }
    }

    /// First touch with the bulging side of the face alone, for any value of `face`, within `limit` motions.
    #[must_use]
    pub fn sweep_outside(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<Impact> {
        let d = ball.center - self.center;
        if d.length_squared() < self.radius * self.radius {
            return None;
        }
        let touch = enter_circle_at(d, motion, self.radius + self.half_thickness + ball.radius)?;
        if touch.time > limit || !self.face_is_met(d, motion, touch) {
            return None;
        }
        Impact::of_point(self.center, self.radius + self.half_thickness, touch).within(limit)
    }

    /// First touch with the hollow side of the face alone, for any value of `face`, within `limit` motions.
    #[must_use]
    pub fn sweep_inside(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<Impact> {
        let d = ball.center - self.center;
        let distance = sqrt(d.length_squared());
        let room = self.radius - self.half_thickness - ball.radius;
        let touch = if distance <= self.radius {
            escape_circle_at(d, motion, room.max(0.0))?
        } else if room > 0.0 && d.dot(motion) < 0.0 {
            // Comes in through the opening or through a face that is not solid, and must be clear of it.
            leave_circle_at(d, motion, room)?
        } else {
            return None;
        };
        if !self.face_is_met(d, motion, touch) {
            return None;
        }
        Impact {
            time: touch.time,
            point: self.center + touch.direction * (self.radius - self.half_thickness),
            normal: -touch.direction,
            overlapped: distance <= self.radius && distance > room && self.spans_direction(d),
        }
        .within(limit)
    }

    /// First touch with one end of the arc alone, in the directions in which `face` makes it solid, within
    /// `limit` motions. `None` for the face and for a whole circle, which has no ends.
    #[must_use]
    pub fn sweep_end(&self, end: Part, ball: &Circle, motion: Vec2, limit: Real) -> Option<Impact> {
        let (outward, beyond) = match end {
            Part::EndA if !self.is_full() => (self.start, -self.start.perp()),
            Part::EndB if !self.is_full() => (self.end, self.end.perp()),
            _ => return None,
        };
        let d = ball.center - self.center;
        let reach = self.half_thickness + ball.radius;
        let arm = outward * self.radius;
        let from_end = d - arm;
        // Where the way crosses from beyond the end to before the face, within reach of the end, it must
        // have met the end: a discriminant that denies it is rounding.
        let (past, rate) = (from_end.dot(beyond), motion.dot(beyond));
        let at_border = from_end + motion * (past / -rate);
        let aside = at_border.dot(outward).abs();
        // A way that all but runs along the border crosses it nowhere that a number could tell.
        let crosses = past >= 0.0 && rate < 0.0 && aside.is_finite();
        let certain = crosses && aside <= reach + self.rounding(d, at_border - from_end);
        let mut touch = enter(from_end, motion, reach, certain)?;
        if certain && touch.time * -rate > past && at_border.dot(motion) <= 0.0 {
            touch.time = past / -rate;
            touch.direction = unit_or(at_border, touch.direction);
        }
        if touch.time > limit || !self.end_is_met(d, motion, touch, outward, reach) {
            return None;
        }
        Impact::of_point(self.center + arm, self.half_thickness, touch).within(limit)
    }

    /// When a ball that is within reach of an end comes over that end onto the bulging side of the face and approaches
    /// it, within `limit` motions; `face` is left aside. The counterpart of
    /// [`Segment::sweep_over_end`](super::segment::Segment::sweep_over_end); for the hollow side see
    /// [`Arc::land_inside`].
    ///
    /// `None` for [`Part::Face`] and for a whole circle.
    #[must_use]
    pub fn sweep_over_end(&self, end: Part, ball: &Circle, motion: Vec2, limit: Real) -> Option<Real> {
        // A start is crossed counter-clockwise, an end clockwise.
        let (edge, inward) = match end {
            Part::EndA if !self.is_full() => (self.start, 1.0),
            Part::EndB if !self.is_full() => (self.end, -1.0),
            _ => return None,
        };
        let d = ball.center - self.center;
        let (across, rate) = (inward * edge.perp_dot(d), inward * edge.perp_dot(motion));
        if !(across <= 0.0 && rate > 0.0 && -across <= limit * rate) {
            return None;
        }
        let time = -across / rate;
        let at = d + motion * time;
        let height = edge.dot(at) - self.radius;
        let closes = height >= 0.0 && at.dot(motion) < 0.0;
        (closes && height <= self.half_thickness + ball.radius).then_some(time)
    }

    /// When a ball begins to press on the hollow side of the face for good, within `limit` motions; `face` is
    /// left aside.
    ///
    /// It differs from [`Arc::sweep_inside`] for a ball that follows the face instead of bouncing off it, and
    /// that is within reach of it all the time. Such a ball arrives at once (0) while it slides along the
    /// bend or outwards. While it moves inwards it arrives when it is as deep again as it was, and when it comes over an
    /// end onto the arc, at that moment. A ball that does not fit into the hollow comes to its ends first: it arrives at the
    /// face only from within its circle, by sliding over an end or by moving outwards.
    #[must_use]
    pub fn land_inside(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<Real> {
        let d = ball.center - self.center;
        let distance = sqrt(d.length_squared());
        let room = self.radius - self.half_thickness - ball.radius;
        // From outside, the hollow side is reached only through the gap between the ends, and by a ball that fits.
        if !(distance < self.radius || room > 0.0 && d.dot(motion) < 0.0) {
            return None;
        }
        let cross = d.perp_dot(motion);
        let stays_out = room <= 0.0 || cross * cross >= motion.length_squared() * room * room;
        let within_reach = distance >= room && distance < self.radius;
        let inwards = -d.dot(motion);
        let face = if within_reach && inwards <= 0.0 {
            Some(0.0)
        } else if within_reach && stays_out {
            // It leaves the face and comes back, without ever being clear of it.
            Some(2.0 * inwards / motion.length_squared())
        } else {
            leave_circle(d, motion, room)
        };
        // A point in front of an end by rounding only, and moving onto the arc, is over it.
        let rounding = self.rounding(d, self.center);
        let is_over = |at: Vec2| self.spans_direction(at) || self.goes_over_end(at, motion, rounding);
        let face = face.filter(|&t| t <= limit && is_over(d + motion * t));
        // A start is crossed counter-clockwise, an end clockwise.
        let over = |edge: Vec2, inward: Real| {
            let (across, rate) = (inward * edge.perp_dot(d), inward * edge.perp_dot(motion));
            if !(across < -rounding && rate > 0.0 && -across <= limit * rate) {
                return None;
            }
            let at = d + motion * (-across / rate);
            // A ball that comes along the next arc is neither nearer nor farther than a touch, by rounding.
            let height = edge.dot(at) * (1.0 + 8.0 * Real::EPSILON);
            let presses = height >= room && height <= self.radius && (stays_out || at.dot(motion) >= 0.0);
            presses.then_some(-across / rate)
        };
        let first = |a: Option<Real>, b: Option<Real>| match (a, b) {
            (Some(a), Some(b)) => Some(if b < a { b } else { a }),
            (a, b) => a.or(b),
        };
        first(face, first(over(self.start, 1.0), over(self.end, -1.0)))
    }

    /// Whether a point at `d` from the centre is no farther than `slack` beside the ray through an end, and moves onto the
    /// arc: in front of such an end it is over the face.
    #[inline]
    #[must_use]
    pub fn goes_over_end(&self, d: Vec2, motion: Vec2, slack: Real) -> bool {
        // A start is crossed counter-clockwise, an end clockwise.
        [(self.start, 1.0), (self.end, -1.0)].into_iter().any(|(edge, inward)| {
            let is_beside = edge.perp_dot(d).abs() <= slack && edge.dot(d) > 0.0;
            is_beside && inward * edge.perp_dot(motion) > 0.0
        })
    }

    /// Whether a touch of the whole circle is one of the arc: the arc is no farther than the circle there.
    ///
    /// Not by the direction of the touch, which a grazing way leaves uncertain, nor by the reach, from which
    /// the rounded time departs: near the border between face and end both may then claim the ball, and
    /// never neither.
    fn face_is_met(&self, d: Vec2, motion: Vec2, touch: Touch) -> bool {
        let at = d + motion * touch.time;
        let rounding = self.rounding(d, at - d);
        if touch.time == 0.0 || touch.overlapped {
            self.spans_by(at, -rounding)
        } else {
            let circle = (sqrt(at.length_squared()) - self.radius).abs();
            self.spans_direction(at) || self.closest_of_core(at).2 - circle <= rounding
        }
    }

    /// Whether a touch of an end point is one of the arc: nothing of it is closer there, and the ball comes
    /// from a solid side.
    fn end_is_met(&self, d: Vec2, motion: Vec2, touch: Touch, outward: Vec2, reach: Real) -> bool {
        let side = touch.direction.dot(outward);
        match self.face {
            Face::Inside if side > 0.0 => return false,
            Face::Outside if side < 0.0 => return false,
            _ => {}
        }
        let at = d + motion * touch.time;
        let rounding = self.rounding(d, at - d);
        if touch.time == 0.0 {
            return !self.spans_by(d, rounding) && self.is_solid(self.closest_of_core(d).3);
        }
        let to_end = at - outward * self.radius;
        if sqrt(to_end.length_squared()) - self.closest_of_core(at).2 <= rounding {
            return true;
        }
        if self.spans_direction(at) {
            return false;
        }
        // It overlaps the other end as well: from the start, or while it leaves the arc from the open side.
        let (_, _, distance, inside) = self.closest_of_core(d);
        self.face == Face::Both || (distance < reach && self.is_solid(inside))
    }

    /// Rounding of a position on the way, as a length.
    #[inline]
    fn rounding(&self, d: Vec2, way: Vec2) -> Real {
        Real::EPSILON * (d.abs().max(way.abs()) + self.radius).element_sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(x: Real, y: Real, radius: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius }
    }

    /// A half circle of radius 5, open to the top.
    fn bowl() -> Arc {
        Arc::bulge(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0), 1.0).unwrap()
    }

    #[test]
    fn a_point_goes_over_the_end_that_it_stands_at() {
        let bowl = bowl();
        for side in [-1.0, 1.0] {
            let (end, down) = (Vec2::new(4.0 * side, 0.0), Vec2::new(0.3 * side, -1.0));
            assert!(bowl.goes_over_end(end, down, 0.0), "onto the arc");
            assert!(!bowl.goes_over_end(end, -down, 0.0), "off the arc");
            let before = end + Vec2::new(0.0, 0.01);
            assert!(!bowl.goes_over_end(before, down, 0.001) && bowl.goes_over_end(before, down, 0.1));
        }
        assert!(!bowl.goes_over_end(Vec2::new(0.0, -4.0), Vec2::new(1.0, 0.0), 0.1), "in the middle");
    }

    fn close(a: Vec2, b: Vec2) -> bool {
        (a - b).length() < 1e-5
    }

    #[test]
    fn face_and_ends_are_met_once() {
        let arc = bowl().with_half_thickness(0.5).unwrap();
        let inside = arc.sweep(&ball(0.0, -0.5, 1.0), Vec2::new(0.0, -6.0)).unwrap();
        assert!((inside.time - 0.5).abs() < 1e-6 && close(inside.point, Vec2::new(0.0, -4.5)), "{inside:?}");
        let outside = arc.sweep(&ball(0.0, -9.5, 1.0), Vec2::new(0.0, 6.0)).unwrap();
        assert!((outside.time - 0.5).abs() < 1e-6 && close(outside.normal, -Vec2::Y), "{outside:?}");
        let end = arc.sweep(&ball(5.0, 4.5, 1.0), Vec2::new(0.0, -6.0)).unwrap();
        assert!((end.time - 0.5).abs() < 1e-6 && close(end.point, Vec2::new(5.0, 0.5)), "{end:?}");
        let through = arc.sweep(&ball(0.0, 9.0, 1.0), Vec2::new(0.0, -25.0)).unwrap();
        assert!((through.time - 0.5).abs() < 1e-6 && close(through.normal, Vec2::Y), "{through:?}");
        let passing = arc.with_face(Face::Outside).sweep(&ball(0.0, 9.0, 1.0), Vec2::new(0.0, -25.0));
        assert_eq!(passing, None);
    }

    /// A ball passed under the end of an arc that starts at an angle of 1e-45, along its border to the last bits: the two
    /// would meet infinitely far away, and that counted as certain.
    #[test]
    fn a_way_along_the_border_of_an_end_meets_nothing() {
        let arc = Arc::new(Vec2::new(1.387_548_4, -1.365_117_8), 0.416_805_95, 1e-45, 1.685_22).unwrap();
        let passing = ball(1.943_694_1, -3.028_671_7, 1.346_899_9);
        for rise in [-1e-45, 0.0, 1e-45, -Real::MIN_POSITIVE] {
            let motion = Vec2::new(-2.662_272, rise);
            assert_eq!(arc.sweep(&passing, motion), None, "rising by {rise}");
        }
        let close = arc.sweep(&ball(2.6, -2.7, 1.346_899_9), Vec2::new(-2.662_272, -1e-45));
        assert!(close.is_some_and(|hit| hit.time > 0.0), "one that comes near enough does: {close:?}");
    }

    #[test]
    fn the_open_side_lets_a_ball_through_to_the_far_wall() {
        let ring = Arc::circle(Vec2::ZERO, 5.0).unwrap().with_face(Face::Inside);
        let hit = ring.sweep(&ball(-9.0, 0.0, 1.0), Vec2::new(26.0, 0.0)).unwrap();
        assert!((hit.time - 0.5).abs() < 1e-6 && close(hit.normal, -Vec2::X) && !hit.overlapped, "{hit:?}");
        assert!(ring.is_full() && ring.spans(Vec2::new(-1.0, 1e-3)), "no ends");
    }

    #[test]
    fn sliding_past_an_end_is_no_impact() {
        let arc = bowl();
        assert_eq!(
            arc.sweep(&ball(4.5, -1.0, 1.0), Vec2::new(-0.2, 5.0)),
            None,
            "overlapped, rising out of the bowl"
        );
        assert_eq!(arc.sweep(&ball(6.0, -1.0, 1.0), Vec2::new(0.1, 5.0)), None, "along the outside");
    }

    #[test]
    fn a_ball_wider_than_the_arc_rests_on_its_ends() {
        let arc = bowl();
        let wide = ball(0.0, 30.0, 13.0);
        let hit = arc.sweep(&wide, Vec2::new(0.0, -36.0)).unwrap();
        assert!((hit.time - 0.5).abs() < 1e-6 && close(hit.point.abs(), Vec2::new(5.0, 0.0)), "{hit:?}");
        let c = arc.with_face(Face::Inside).contact(&ball(0.0, 12.0, 13.0)).unwrap();
        assert!(c.separation.abs() < 1e-5, "{c:?}");
        assert_eq!(arc.contact(&ball(0.0, 0.0, 13.0)).unwrap().separation, -8.0);
        assert_eq!(arc.sweep_inside(&wide, Vec2::new(0.0, -36.0), 1.0), None);
    }

    #[test]
    fn what_stays_clear_meets_nothing() {
        let arc = bowl().with_half_thickness(0.5).unwrap();
        let clear = |x, y, u| {
            let (b, motion) = (ball(x, y, 1.0), u);
            assert!(arc.sweep(&b, motion).is_none() || !arc.stays_clear(&b, motion, 1.0), "{x} {y} {u}");
            arc.stays_clear(&b, motion, 1.0)
        };
        assert!(clear(9.0, 0.0, Vec2::new(1.0, 3.0)), "recedes");
        assert!(clear(9.0, -9.0, Vec2::new(0.0, 18.0)), "passes by");
        assert!(clear(9.0, 0.0, Vec2::new(-2.4, 0.0)), "is on its way");
        assert!(clear(1.0, 0.0, Vec2::new(0.0, -2.0)), "does not come to the wall");
        assert!(!clear(9.0, 0.0, Vec2::new(-2.6, 0.0)) && !clear(0.0, 0.0, Vec2::new(0.0, -3.6)), "arrives");
        assert!(!clear(5.0, 0.0, Vec2::new(Real::NAN, 0.0)), "no number");
        for k in 0..400_u16 {
            let at = Vec2::new(Real::from(k % 20) - 10.0, Real::from(k / 20) - 10.0);
            for u in [Vec2::new(3.0, -1.0), Vec2::new(-7.0, 2.0), Vec2::new(0.5, 9.0), Vec2::new(0.0, -2.0)] {
                clear(at.x, at.y, u);
            }
        }
    }

    #[test]
    fn an_end_is_asked_by_name() {
        let down = Vec2::new(0.0, -6.0);
        let over_b = ball(5.0, 4.0, 1.0);
        assert!((bowl().sweep_end(Part::EndB, &over_b, down, 1.0).unwrap().time - 0.5).abs() < 1e-6, "end");
        assert_eq!(bowl().sweep_end(Part::EndA, &over_b, down, 1.0), None);
        assert_eq!(bowl().sweep_end(Part::Face, &over_b, down, 1.0), None);
        assert_eq!(bowl().sweep_end(Part::EndB, &over_b, down, 0.49), None);
        let ring = Arc::circle(Vec2::ZERO, 5.0).unwrap();
        assert_eq!(ring.sweep_end(Part::EndA, &over_b, down, 1.0), None);
    }

    #[test]
    fn a_ball_that_follows_the_bend_lands_at_once_or_over_an_end() {
        let arc = bowl();
        let free = ball(0.0, -2.0, 1.0);
        assert!(
            (arc.land_inside(&free, Vec2::new(0.0, -4.0), 1.0).unwrap() - 0.5).abs() < 1e-6,
            "from within"
        );
        assert_eq!(arc.land_inside(&free, Vec2::new(0.0, -4.0), 0.4), None);
        let touching = ball(0.0, -4.0, 1.0);
        assert_eq!(arc.land_inside(&touching, Vec2::new(3.0, 0.0), 1.0), Some(0.0), "slides along");
        assert_eq!(arc.land_inside(&ball(0.0, -4.2, 1.0), Vec2::new(3.0, -1.0), 1.0), Some(0.0), "sinks");
        // Moving inwards, without ever being clear of the face: when it is as deep as at the start.
        let deep = ball(0.0, -4.5, 1.0);
        let back = arc.land_inside(&deep, Vec2::new(4.0, 0.5), 1.0).unwrap();
        let height = (deep.center + Vec2::new(4.0, 0.5) * back).length();
        assert!(back > 0.1 && (height - 4.5).abs() < 1e-5, "{back} {height}");
        let across = arc.land_inside(&touching, Vec2::new(-8.0, 8.0), 1.0).unwrap();
        assert!((across - 0.5).abs() < 1e-6, "leaves, and lands on the far side: {across}");
        // A ball that rides down a wall at x = 5 comes onto the bowl where the wall ends.
        let riding = ball(4.0, 3.0, 1.0);
        assert_eq!(arc.land_inside(&riding, Vec2::new(0.0, -6.0), 1.0), Some(0.5), "over the end");
        let left = ball(-4.0, 3.0, 1.0);
        assert_eq!(arc.land_inside(&left, Vec2::new(0.0, -6.0), 1.0), Some(0.5), "over the start");
        assert_eq!(arc.land_inside(&riding, Vec2::new(0.0, -6.0), 0.4), None);
        assert_eq!(arc.land_inside(&ball(0.0, -6.5, 1.0), Vec2::new(0.0, 1.0), 1.0), None, "from below");
        // One that is too wide for the bowl comes to its rims, and to the face from between them only.
        let down = Vec2::new(0.0, -1.0);
        assert_eq!(arc.land_inside(&ball(0.0, 5.5, 6.0), down, 1.0), None, "too wide, above the rims");
        assert_eq!(arc.land_inside(&ball(0.0, -0.5, 6.0), down, 1.0), Some(0.0), "too wide, and sinks");
        assert_eq!(arc.land_inside(&ball(0.0, -0.5, 6.0), -down, 1.0), None, "too wide, and rises");
    }
}
