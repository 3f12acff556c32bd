//! The segment: closest points, contacts, and the sweep of its face and its two end points.

use super::check;
use super::circle::Circle;
use super::contact::{Contact, unit_and_length, unit_of_short};
use super::error::ShapeError;
use super::impact::{Impact, earlier};
use super::real::{Real, Vec2, sqrt};
use super::roots::enter;
use super::side::Part;

/// A straight wall from `a` to `b` without thickness.
///
/// Its front is to the left of the way from `a` to `b`. Equal ends are allowed and make it a point, whose
/// direction is +x and whose normal, where nothing else gives one, is +y.
///
/// Direction and length are kept, because a shape is built once and used often: no call needs a root or a
/// division for them. Build it with [`Segment::new`]; fields that contradict each other give meaningless
/// results but never a panic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Start.
    pub a: Vec2,
    /// End.
    pub b: Vec2,
    /// Unit vector from `a` to `b`.
    pub direction: Vec2,
    /// Distance from `a` to `b`.
    pub length: Real,
}

impl Segment {
    /// A segment between two finite points, which may be equal.
    ///
    /// # Errors
    /// Names the end that is not finite, or a length that is not.
    pub fn new(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        let (a, b) = (check::finite("a", a)?, check::finite("b", b)?);
        if a == b {
            return Ok(Self { a, b, direction: Vec2::X, length: 0.0 });
        }
        let direction = check::direction("b - a", b - a)?;
        let length = direction.dot(b - a);
        if !length.is_finite() {
            return Err(check::refuse("b - a", length, "a vector of finite length"));
        }
        Ok(Self { a, b, direction, length })
    }

    /// The same segment with its front on the other side.
    #[inline]
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { a: self.b, b: self.a, direction: -self.direction, length: self.length }
    }

    /// Unit normal on the front, to the left of the way from `a` to `b`; +y for equal ends.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.direction.perp()
    }

    /// Where the foot of `p` lies on the endless line: 0 at `a`, 1 at `b`, beyond them outside. 0 for equal
    /// ends.
    #[inline]
    #[must_use]
    pub fn project(&self, p: Vec2) -> Real {
        if self.length > 0.0 { self.direction.dot(p - self.a) / self.length } else { 0.0 }
    }

    /// Whether the foot of `p` lies between the ends, which belong to the span.
    #[inline]
    #[must_use]
    pub fn spans(&self, p: Vec2) -> bool {
        (0.0..=self.length).contains(&self.direction.dot(p - self.a))
    }

    /// The parameter in [0, 1] of the point of the segment closest to `p`; 0 for equal ends.
    #[inline]
    #[must_use]
    pub fn closest_parameter(&self, p: Vec2) -> Real {
        if self.length > 0.0 { self.foot(p - self.a) / self.length } else { 0.0 }
    }

    /// The point of the segment closest to `p`.
    ///
    /// Source: Christer Ericson, Real-Time Collision Detection (2005), 5.1.2.
    ///
    /// ```
    /// use carom_narrowphase::{Segment, Vec2};
    /// let wall = Segment::new(Vec2::ZERO, Vec2::new(4.0, 0.0)).unwrap();
    /// assert_eq!(wall.closest_point(Vec2::new(1.0, 3.0)), Vec2::new(1.0, 0.0));
    /// assert_eq!(wall.closest_point(Vec2::new(9.0, 3.0)), Vec2::new(4.0, 0.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        self.a + self.direction * self.foot(p - self.a)
    }

    /// Length from `a` to the closest point of the segment, for a point at `d` from `a`.
    ///
    /// Comparisons in this order are one instruction each and leave a number in the span for NaN.
    #[inline]
    fn foot(&self, d: Vec2) -> Real {
        let x = self.direction.dot(d);
        let x = if x < self.length { x } else { self.length };
        if x > 0.0 { x } else { 0.0 }
    }

    /// Distance of `p` from the endless line through the ends, positive in front (left of `a` to `b`).
    ///
    /// Twice the area of the triangle `a`, `b`, `p` over its base, with the corner taken at the nearer
    /// end, so that the error is a few ulp of the distance to that end. For equal ends it is the distance
    /// to the point.
    #[inline]
    #[must_use]
    pub fn signed_distance(&self, p: Vec2) -> Real {
        let (from_a, from_b) = (p - self.a, p - self.b);
        let d = if from_b.length_squared() < from_a.length_squared() { from_b } else { from_a };
        if self.length > 0.0 { self.direction.perp_dot(d) } else { sqrt(d.length_squared()) }
    }

    /// Distance of `p` from the segment, >= 0.
    #[inline]
    #[must_use]
    pub fn distance(&self, p: Vec2) -> Real {
        self.contact(&Circle::point(p)).separation
    }

    /// Closest approach of a ball, solid from both sides. A centre exactly on the segment is pushed to
    /// the front.
    #[inline]
    #[must_use]
    pub fn contact(&self, ball: &Circle) -> Contact {
        let (core, normal, distance) = self.nearest(ball.center);
        Contact { point: core, normal, separation: distance - ball.radius }
    }

    /// [`Segment::contact`] with the part that is closest. On the face the normal is exactly that of the line,
    /// however close the centre is to it.
    #[inline]
    #[must_use]
    pub fn contact_parts(&self, ball: &Circle) -> (Contact, Part) {
        let d = ball.center - self.a;
        let (x, height) = (self.direction.dot(d), self.direction.perp_dot(d));
        let left = self.normal();
        let end = |end: Vec2, from: Vec2, part| {
            let (normal, distance) = unit_and_length(from, left);
            (Contact::of_core(end, normal, distance, 0.0, ball.radius), part)
        };
        if x < 0.0 {
            end(self.a, d, Part::EndA)
        } else if x > self.length {
            end(self.b, ball.center - self.b, Part::EndB)
        } else {
            let normal = if height < 0.0 { -left } else { left };
            let core = self.a + self.direction * x;
            (Contact::of_core(core, normal, height.abs(), 0.0, ball.radius), Part::Face)
        }
    }

    /// The closest point of the segment, the unit vector from it to `p`, and the distance.
    ///
    /// Without a branch between face and ends, which no processor could predict.
    #[inline]
    pub(crate) fn nearest(&self, p: Vec2) -> (Vec2, Vec2, Real) {
        // Relative to `a`: far away from the origin the digits of the gap survive.
        let d = p - self.a;
        let core = self.direction * self.foot(d);
        let delta = d - core;
        let square = delta.length_squared();
        let distance = sqrt(square);
        let normal =
            if square >= Real::MIN_POSITIVE { delta / distance } else { unit_of_short(delta, self.normal()) };
        (self.a + core, normal, distance)
    }

    /// [`Segment::contact`] of a segment that is solid from the front only: `None` for a centre behind it.
    #[inline]
    #[must_use]
    pub fn contact_one_sided(&self, ball: &Circle) -> Option<Contact> {
        (self.signed_distance(ball.center) >= 0.0).then(|| self.contact(ball))
    }

    /// Whether a ball and the segment overlap; touching is not yet overlap.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, ball: &Circle) -> bool {
        self.contact(ball).separation < 0.0
    }

    /// Whether the segment meets the rim of a circle. One that lies wholly inside the disc does not.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, Segment, Vec2};
    /// let ring = Circle::new(Vec2::ZERO, 5.0).unwrap();
    /// assert!(!Segment::new(Vec2::ZERO, Vec2::X).unwrap().crosses_rim(&ring));
    /// assert!(Segment::new(Vec2::ZERO, Vec2::X * 6.0).unwrap().crosses_rim(&ring));
    /// ```
    #[must_use]
    pub fn crosses_rim(&self, circle: &Circle) -> bool {
        let nearest = self.distance(circle.center);
        let farthest =
            (self.a - circle.center).length_squared().max((self.b - circle.center).length_squared());
        nearest <= circle.radius && sqrt(farthest) >= circle.radius
    }

    /// First touch of a ball that moves by `motion`, from either side, on the face or on an end.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, Segment, Vec2};
    /// let wall = Segment::new(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)).unwrap();
    /// let ball = Circle { center: Vec2::new(0.0, 3.0), radius: 1.0 };
    /// let impact = wall.sweep(&ball, Vec2::new(2.0, -4.0)).unwrap();
    /// assert_eq!((impact.time, impact.point, impact.normal), (0.5, Vec2::new(1.0, 0.0), Vec2::Y));
    /// ```
    #[inline]
    #[must_use]
    pub fn sweep(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.sweep_parts(ball, motion).map(|(impact, _)| impact)
    }

    /// [`Segment::sweep`] with the part that was met.
    #[inline]
    #[must_use]
    pub fn sweep_parts(&self, ball: &Circle, motion: Vec2) -> Option<(Impact, Part)> {
        self.sweep_within(ball, motion, 1.0)
    }

    /// [`Segment::sweep_parts`] within `limit` times the motion, of which the time of impact counts the
    /// multiples: with a velocity for the motion, both are times.
    #[inline]
    #[must_use]
    pub fn sweep_within(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<(Impact, Part)> {
        sweep_inflated(self, 0.0, ball, motion, limit)
    }

    /// When a ball that is within reach of an end comes over that end onto the face and approaches the face, within
    /// `limit` motions. It is the time of impact of a ball whose contact with the end belongs to another wall: a joint
    /// of two walls is crossed within reach of both.
    ///
    /// `None` for [`Part::Face`], and for a ball whose centre does not cross the border between end and face.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, Part, Segment, Vec2};
    /// let wall = Segment::new(Vec2::ZERO, Vec2::new(4.0, 0.0)).unwrap();
    /// let ball = Circle { center: Vec2::new(-0.5, 0.5), radius: 1.0 };
    /// let motion = Vec2::new(2.0, -0.1);
    /// assert_eq!(wall.sweep_over_end(Part::EndA, &ball, motion, 1.0), Some(0.25));
    /// assert_eq!(wall.sweep_over_end(Part::EndA, &ball, -motion, 1.0), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn sweep_over_end(&self, end: Part, ball: &Circle, motion: Vec2, limit: Real) -> Option<Real> {
        let (at, inward) = match end {
            Part::EndA => (self.a, self.direction),
            Part::EndB => (self.b, -self.direction),
            Part::Face => return None,
        };
        let d = ball.center - at;
        let (outside, rate) = (-inward.dot(d), inward.dot(motion));
        if !(self.length > 0.0 && outside >= 0.0 && rate > 0.0 && outside <= limit * rate) {
            return None;
        }
        let time = outside / rate;
        let (height, rise) = (inward.perp_dot(d + motion * time), inward.perp_dot(motion));
        let closes = if height < 0.0 { rise > 0.0 } else { rise < 0.0 };
        (closes && height.abs() <= ball.radius).then_some(time)
    }

    /// First touch with the face alone: `None` where an end point would be met first, or nothing.
    #[inline]
    #[must_use]
    pub fn sweep_face(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.sweep_parts(ball, motion).filter(|(_, part)| *part == Part::Face).map(|(impact, _)| impact)
    }

    /// [`Segment::sweep`] of a segment that is solid from the front only.
    ///
    /// A ball whose centre starts behind passes through the face. An end is met only in a direction with
    /// a part along the front normal.
    #[inline]
    #[must_use]
    pub fn sweep_one_sided(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        let normal = self.normal();
        if self.signed_distance(ball.center) >= 0.0 {
            return self.sweep(ball, motion).filter(|impact| impact.normal.dot(normal) >= 0.0);
        }
        // From behind only an end can be met, after the centre has passed the line beyond it, and not while the
        // ball passes through the rest of the segment.
        let rounding = 2.0 * Real::EPSILON * self.length + 1e-5 * ball.radius;
        let end = |p: Vec2| {
            let impact = Circle::point(p).sweep(ball, motion)?;
            let there = ball.center + motion * impact.time;
            let clear = (there - p).length() - self.distance(there) <= rounding;
            (clear && !impact.overlapped && impact.normal.dot(normal) >= 0.0).then_some(impact)
        };
        earlier(end(self.a), end(self.b))
    }

    /// Smallest and largest corner of the box around the segment.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> (Vec2, Vec2) {
        (self.a.min(self.b), self.a.max(self.b))
    }
}

/// The sweep of a moving ball against `core` inflated by `radius`, within `limit` motions.
///
/// In the frame of the face (x along it, s >= 0 away from it on the ball's side) the inflated core is
/// convex, so the ball meets the face, or exactly one of the caps, or nothing.
#[inline]
pub(crate) fn sweep_inflated(
    core: &Segment,
    radius: Real,
    ball: &Circle,
    motion: Vec2,
    limit: Real,
) -> Option<(Impact, Part)> {
    let Segment { a, b, direction, length } = *core;
    let d = ball.center - a;
    let reach = radius + ball.radius;
    let (x, height) = (direction.dot(d), direction.perp_dot(d));
    let (along, rise) = (direction.dot(motion), direction.perp_dot(motion));
    let (s, closing) = (height.abs(), if height < 0.0 { rise } else { -rise });
    let gap = s - reach;
    // Most ways stay outside of the box around the capsule that is aligned with it. One branch without
    // short circuits; numbers that are not finite do not end here.
    let last = x + along * limit;
    let above = (gap > 0.0) & ((closing <= 0.0) | (gap > limit * closing));
    if above | (x.max(last) < -reach) | (x.min(last) - length > reach) {
        return None;
    }
    let normal = if height < 0.0 { -direction.perp() } else { direction.perp() };
    // `foot` over `closing` is x at the moment when s equals the reach: the same expression decides
    // between the parts and bounds the discriminant, so that no ball slips between face and cap.
    let foot = x * closing + along * gap;
    let beyond = along * gap - (length - x) * closing;
    let (before_a, after_b) = if gap > 0.0 { (foot < 0.0, beyond > 0.0) } else { (x < 0.0, x > length) };
    if before_a || after_b || length == 0.0 {
        let (end, part, x, along, past) = if before_a || length == 0.0 {
            (a, Part::EndA, x, along, foot)
        } else {
            (b, Part::EndB, x - length, -along, -beyond)
        };
        let certain = along > 0.0 && past <= 0.0 && past + 2.0 * along * reach >= 0.0;
        let forward = if part == Part::EndA { along } else { -along };
        let mut touch = enter(Vec2::new(x, s), Vec2::new(forward, -closing), reach, certain)?;
        touch.direction = direction * touch.direction.x + normal * touch.direction.y;
        return Some((Impact::of_point(end, radius, touch).within(limit)?, part));
    }
    // Within the slab and above the face there is overlap: now or never.
    if closing > 0.0 {
        let overlapped = gap < 0.0;
        let (time, at) = if overlapped { (0.0, x) } else { (gap / closing, foot / closing) };
        let point = a + direction * at.max(0.0).min(length) + normal * radius;
        Some((Impact { time, point, normal, overlapped }.within(limit)?, Part::Face))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: Segment =
        Segment { a: Vec2::new(-5.0, 0.0), b: Vec2::new(5.0, 0.0), direction: Vec2::X, length: 10.0 };

    fn ball(x: Real, y: Real, radius: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius }
    }

    #[test]
    fn closest_parameter_is_clamped_and_projection_is_not() {
        assert_eq!(WALL.closest_parameter(Vec2::new(-2.5, 9.0)), 0.25);
        assert_eq!(WALL.closest_parameter(Vec2::new(-7.5, 9.0)), 0.0);
        assert_eq!(WALL.project(Vec2::new(-7.5, 9.0)), -0.25);
        assert!(
            WALL.spans(Vec2::new(5.0, 1.0)) && !WALL.spans(Vec2::new(5.1, 1.0)),
            "ends belong to the span"
        );
    }

    #[test]
    fn direction_and_length_are_those_of_the_ends() {
        for (a, b) in [(Vec2::ZERO, Vec2::new(3e-30, -4e-30)), (Vec2::new(-3e18, 0.0), Vec2::new(0.0, 4e18))]
        {
            let s = Segment::new(a, b).unwrap();
            let length = s.length * (0.2 / (b - a).abs().max_element());
            assert!((length - 0.25).abs() < 1e-6 && (s.direction.length() - 1.0).abs() < 1e-6, "{s:?}");
            assert!((s.direction * s.length - (b - a)).length() <= 1e-6 * s.length, "{s:?}");
        }
        let far = 0.6 * Real::MAX;
        assert_eq!(Segment::new(Vec2::new(far, 0.0), Vec2::new(-far, 0.0)).unwrap_err().field, "b - a");
        assert_eq!(Segment::new(Vec2::ZERO, Vec2::splat(Real::MAX)).unwrap_err().field, "b - a");
        assert_eq!(Segment::new(Vec2::new(Real::NAN, 0.0), Vec2::ZERO).unwrap_err().field, "a");
        assert_eq!((WALL.reversed().normal(), WALL.reversed().a), (-Vec2::Y, WALL.b));
    }

    #[test]
    fn distance_by_area_keeps_digits_far_along() {
        let long = Segment::new(Vec2::ZERO, Vec2::new(8192.0, 8192.0)).unwrap();
        let p = Vec2::new(8191.0, 8193.0);
        assert!((long.signed_distance(p) - Real::sqrt(2.0)).abs() < 1e-6, "{}", long.signed_distance(p));
        assert!(long.signed_distance(Vec2::new(1.0, 0.0)) < 0.0, "right of the way is behind");
        assert_eq!(Segment::new(Vec2::X, Vec2::X).unwrap().signed_distance(Vec2::new(4.0, 4.0)), 5.0);
    }

    #[test]
    fn equal_ends_are_a_point() {
        let dot = Segment::new(Vec2::ONE, Vec2::ONE).unwrap();
        let c = dot.contact(&ball(1.0, 4.0, 1.0));
        assert_eq!((c.point, c.normal, c.separation), (Vec2::ONE, Vec2::Y, 2.0));
        assert_eq!(dot.contact(&ball(1.0, 1.0, 1.0)).normal, Vec2::Y);
        let hit = dot.sweep(&ball(5.0, 1.0, 1.0), Vec2::new(-6.0, 0.0)).unwrap();
        assert_eq!((hit.time, hit.normal, hit.point), (0.5, Vec2::X, Vec2::ONE));
        assert_eq!(dot.sweep_face(&ball(5.0, 1.0, 1.0), Vec2::new(-6.0, 0.0)), None);
    }

    #[test]
    fn the_closest_part_is_named() {
        for (x, part) in [(-5.1, Part::EndA), (-4.9, Part::Face), (4.9, Part::Face), (5.1, Part::EndB)] {
            for y in [-2.0, -1e-20, 0.0, 0.7] {
                let b = ball(x, y, 0.5);
                let (c, met) = WALL.contact_parts(&b);
                let plain = WALL.contact(&b);
                assert_eq!(met, part, "at {x} {y}");
                assert!((c.point - plain.point).length() < 1e-6, "{c:?} {plain:?}");
                assert!((c.separation - plain.separation).abs() < 1e-6, "{c:?} {plain:?}");
                if part == Part::Face {
                    assert_eq!(c.normal, if y < 0.0 { -Vec2::Y } else { Vec2::Y });
                } else {
                    assert!((c.normal - plain.normal).length() < 1e-6, "{c:?} {plain:?}");
                }
            }
        }
    }

    #[test]
    fn centre_on_the_core_is_pushed_to_the_front() {
        for x in [-5.0, -1.0, 5.0] {
            let c = WALL.contact(&ball(x, 0.0, 1.0));
            assert_eq!((c.point, c.normal, c.separation), (Vec2::new(x, 0.0), Vec2::Y, -1.0));
        }
        assert_eq!(WALL.reversed().contact(&ball(0.0, 0.0, 1.0)).normal, -Vec2::Y);
        let down = WALL.sweep(&ball(0.0, 0.0, 1.0), -Vec2::Y).unwrap();
        assert!(down.time == 0.0 && down.overlapped, "{down:?}");
        assert_eq!(WALL.sweep(&ball(0.0, 0.0, 1.0), Vec2::Y), None);
    }

    #[test]
    fn parts_exclude_each_other() {
        let u = Vec2::new(0.0, -4.0);
        for (x, part, time) in [(0.0, Part::Face, 0.5), (5.6, Part::EndB, 0.55), (-5.6, Part::EndA, 0.55)] {
            let (hit, met) = WALL.sweep_parts(&ball(x, 3.0, 1.0), u).unwrap();
            assert_eq!(met, part, "at x = {x}");
            assert!((hit.time - time).abs() < 1e-6, "at x = {x}: {hit:?}");
            assert_eq!(WALL.sweep_face(&ball(x, 3.0, 1.0), u).is_some(), part == Part::Face);
        }
        assert_eq!(WALL.sweep(&ball(6.1, 3.0, 1.0), u), None);
        let (hit, met) = WALL.sweep_parts(&ball(9.0, 0.0, 1.0), Vec2::new(-4.0, 0.0)).unwrap();
        assert_eq!((hit.time, hit.normal, met), (0.75, Vec2::X, Part::EndB));
    }

    #[test]
    fn sliding_along_the_face_is_no_impact() {
        assert_eq!(WALL.sweep(&ball(-4.0, 1.0, 1.0), Vec2::new(8.0, 0.0)), None);
        assert_eq!(WALL.sweep(&ball(-4.0, 0.9, 1.0), Vec2::new(8.0, 0.1)), None);
        assert!(
            WALL.sweep(&ball(-4.0, 0.9, 1.0), Vec2::new(8.0, -0.1)).is_some_and(|i| i.time == 0.0),
            "pressed in"
        );
    }

    #[test]
    fn one_side_passes_from_behind() {
        assert_eq!(WALL.sweep_one_sided(&ball(0.0, -3.0, 1.0), Vec2::new(0.0, 6.0)), None);
        assert!(WALL.sweep_one_sided(&ball(0.0, 3.0, 1.0), Vec2::new(0.0, -6.0)).is_some(), "from the front");
        assert_eq!(
            WALL.sweep_one_sided(&ball(5.5, -3.0, 1.0), Vec2::new(0.0, 6.0)),
            None,
            "an end from behind"
        );
        assert!(WALL.sweep_one_sided(&ball(7.0, -0.3, 1.0), Vec2::new(-3.0, 1.5)).is_some(), "round the end");
        assert!(WALL.contact_one_sided(&ball(0.0, -0.1, 1.0)).is_none(), "centre behind");
        assert!(WALL.contact_one_sided(&ball(0.0, 0.1, 1.0)).is_some(), "centre in front");
    }

    #[test]
    fn a_segment_inside_a_disc_does_not_cross_its_rim() {
        let ring = ball(0.0, 0.0, 6.0);
        assert!(!WALL.crosses_rim(&ring), "wholly inside");
        assert!(WALL.crosses_rim(&ball(0.0, 0.0, 5.0)), "ends on the rim");
        assert!(WALL.crosses_rim(&ball(0.0, 2.0, 2.0)), "tangent");
        assert!(!WALL.crosses_rim(&ball(0.0, 3.0, 2.0)), "outside");
        assert!(WALL.crosses_rim(&ball(5.0, 0.0, 1.0)), "one end inside");
    }
}
