//! The segment: closest points, contacts, and the sweep of its face and its two end points.

use super::capsule::Capsule;
use super::check;
use super::circle::Circle;
use super::contact::{Contact, unit_or};
use super::error::ShapeError;
use super::impact::{Impact, earlier};
use super::real::{Real, Vec2, sqrt};
use super::roots::enter;
use super::side::SegmentPart;

/// A straight wall from `a` to `b` without thickness.
///
/// Its front is to the left of the way from `a` to `b`. Equal ends are allowed and make it a point, whose
/// normal, where nothing else gives one, is +y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Start.
    pub a: Vec2,
    /// End.
    pub b: Vec2,
}

impl Segment {
    /// A segment between two finite points, which may be equal.
    ///
    /// # Errors
    /// Names the end that is not finite.
    pub fn new(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        Ok(Self { a: check::finite("a", a)?, b: check::finite("b", b)? })
    }

    /// The same core with a radius.
    #[inline]
    #[must_use]
    pub const fn inflated(&self, radius: Real) -> Capsule {
        Capsule { a: self.a, b: self.b, radius }
    }

    /// Unit normal on the front, to the left of the way from `a` to `b`; +y for equal ends.
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        unit_or((self.b - self.a).perp(), Vec2::Y)
    }

    /// Where the foot of `p` lies on the endless line: 0 at `a`, 1 at `b`, beyond them outside. 0 for equal
    /// ends.
    #[inline]
    #[must_use]
    pub fn project(&self, p: Vec2) -> Real {
        let e = self.b - self.a;
        let square = e.length_squared();
        if square > 0.0 { e.dot(p - self.a) / square } else { 0.0 }
    }

    /// Whether the foot of `p` lies between the ends, which belong to the span.
    #[inline]
    #[must_use]
    pub fn spans(&self, p: Vec2) -> bool {
        (0.0..=1.0).contains(&self.project(p))
    }

    /// The parameter in [0, 1] of the point of the segment closest to `p`.
    #[inline]
    #[must_use]
    pub fn closest_parameter(&self, p: Vec2) -> Real {
        self.closest(p).0
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
        self.a + self.closest(p).1
    }

    /// Parameter of the closest point, and its position relative to `a`.
    #[inline]
    fn closest(&self, p: Vec2) -> (Real, Vec2) {
        let e = self.b - self.a;
        // The bound turns the 0/0 of equal ends into 0.
        let t = (e.dot(p - self.a) / e.length_squared().max(Real::MIN_POSITIVE)).clamp(0.0, 1.0);
        (t, e * t)
    }

    /// Distance of `p` from the endless line through the ends, positive in front (left of `a` to `b`).
    ///
    /// Twice the area of the triangle `a`, `b`, `p` over its base, with the corner taken at the nearer
    /// end, so that the error is a few ulp of the distance to that end. For equal ends it is the distance
    /// to the point.
    #[inline]
    #[must_use]
    pub fn signed_distance(&self, p: Vec2) -> Real {
        let e = self.b - self.a;
        let (from_a, from_b) = (p - self.a, p - self.b);
        let d = if from_b.length_squared() < from_a.length_squared() { from_b } else { from_a };
        let length = sqrt(e.length_squared());
        if length > 0.0 { e.perp_dot(d) / length } else { sqrt(d.length_squared()) }
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
        self.contact_inflated(0.0, ball)
    }

    /// Without a branch between face and ends, which no processor could predict.
    #[inline]
    pub(crate) fn contact_inflated(&self, inflation: Real, ball: &Circle) -> Contact {
        let core = self.closest(ball.center).1;
        // Relative to `a`: far away from the origin the digits of the gap survive.
        let delta = (ball.center - self.a) - core;
        let square = delta.length_squared();
        let distance = sqrt(square);
        let normal = if square >= Real::MIN_POSITIVE { delta * (1.0 / distance) } else { self.normal() };
        Contact::of_core(self.a + core, normal, distance, inflation, ball.radius)
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
        self.inflated(0.0).overlaps(ball)
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
    pub fn sweep_parts(&self, ball: &Circle, motion: Vec2) -> Option<(Impact, SegmentPart)> {
        self.sweep_inflated(0.0, ball, motion, 1.0)
    }

    /// First touch with the face alone: `None` where an end point would be met first, or nothing.
    #[inline]
    #[must_use]
    pub fn sweep_face(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.inflated(0.0).sweep_face(ball, motion)
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
        // From behind only an end can be met, after the centre has passed the line beyond it, and not while
        // the ball is on its way through the rest of the segment.
        let rounding = Real::EPSILON * (self.b - self.a).abs().element_sum() + 1e-5 * ball.radius;
        let end = |p: Vec2| {
            let impact = Circle::point(p).sweep(ball, motion)?;
            let there = ball.center + motion * impact.time;
            let clear = (there - p).length() - self.distance(there) <= rounding;
            (clear && !impact.overlapped && impact.normal.dot(normal) >= 0.0).then_some(impact)
        };
        earlier(end(self.a), end(self.b))
    }

    /// Whether the way stays outside of the box around the inflated core that is aligned with it.
    ///
    /// Most pairs end here, without a root or a division: everything is scaled by the length of `e`. Without
    /// short circuits, so that it is one branch. Numbers that are not finite do not end here.
    #[inline]
    fn stays_away(e: Vec2, d: Vec2, motion: Vec2, reach: Real, limit: Real) -> bool {
        let square = e.length_squared();
        let reach_square = reach * reach * square;
        let clear = |gap: Real| (gap > 0.0) & (gap * gap > reach_square);
        let (height, rate) = (e.perp_dot(d), e.perp_dot(motion));
        let closing = if height < 0.0 { rate } else { -rate };
        let (start, way) = (e.dot(d), e.dot(motion) * limit);
        let (first, last) = (start.min(start + way), start.max(start + way));
        let above = clear(height.abs()) & ((closing <= 0.0) | clear(height.abs() - limit * closing));
        above | clear(-last) | clear(first - square)
    }

    /// The sweep of a moving ball against the core inflated by `inflation`, within `limit` motions.
    ///
    /// In the frame of the face (x along it, s >= 0 away from it on the ball's side) the inflated core is
    /// convex, so the ball meets the face, or exactly one of the ends, or nothing.
    #[inline]
    pub(crate) fn sweep_inflated(
        &self,
        inflation: Real,
        ball: &Circle,
        motion: Vec2,
        limit: Real,
    ) -> Option<(Impact, SegmentPart)> {
        let e = self.b - self.a;
        let d = ball.center - self.a;
        let reach = inflation + ball.radius;
        if Self::stays_away(e, d, motion, reach, limit) {
            return None;
        }
        let length = sqrt(e.length_squared());
        let tangent = if length > 0.0 { e * (1.0 / length) } else { Vec2::X };
        let left = tangent.perp();
        let (x, height) = (tangent.dot(d), left.dot(d));
        let normal = if height < 0.0 { -left } else { left };
        let s = height.abs();
        let (along, closing) = (tangent.dot(motion), -normal.dot(motion));
        let gap = s - reach;
        // `foot` over `closing` is x at the moment when s equals the reach: the same expression decides
        // between the parts and bounds the discriminant, so that no ball slips between face and end.
        let foot = x * closing + along * gap;
        let beyond = along * gap - (length - x) * closing;
        let (before_a, after_b) = if gap > 0.0 {
            // Not negated: NaN goes on, into comparisons that are all false.
            if closing <= 0.0 || gap > limit * closing {
                return None;
            }
            (foot < 0.0, beyond > 0.0)
        } else {
            (x < 0.0, x > length)
        };
        if before_a || after_b || length == 0.0 {
            let (end, part, x, along, past) = if before_a || length == 0.0 {
                (self.a, SegmentPart::EndA, x, along, foot)
            } else {
                (self.b, SegmentPart::EndB, x - length, -along, -beyond)
            };
            let certain = along > 0.0 && past <= 0.0 && past + 2.0 * along * reach >= 0.0;
            let forward = if part == SegmentPart::EndA { along } else { -along };
            let mut touch = enter(Vec2::new(x, s), Vec2::new(forward, -closing), reach, certain)?;
            touch.direction = tangent * touch.direction.x + normal * touch.direction.y;
            return Some((Impact::of_point(end, inflation, touch).within(limit)?, part));
        }
        // Within the slab and above the face there is overlap: now or never.
        if closing > 0.0 {
            let overlapped = gap < 0.0;
            let (time, at) = if overlapped { (0.0, x) } else { (gap / closing, foot / closing) };
            let point = self.a + tangent * at.max(0.0).min(length) + normal * inflation;
            Some((Impact { time, point, normal, overlapped }.within(limit)?, SegmentPart::Face))
        } else {
            None
        }
    }

    /// Smallest and largest corner of the box around the segment.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> (Vec2, Vec2) {
        (self.a.min(self.b), self.a.max(self.b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: Segment = Segment { a: Vec2::new(-5.0, 0.0), b: Vec2::new(5.0, 0.0) };

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
    fn distance_by_area_keeps_digits_far_along() {
        let long = Segment { a: Vec2::ZERO, b: Vec2::new(8192.0, 8192.0) };
        let p = Vec2::new(8191.0, 8193.0);
        assert!((long.signed_distance(p) - Real::sqrt(2.0)).abs() < 1e-6, "{}", long.signed_distance(p));
        assert!(long.signed_distance(Vec2::new(1.0, 0.0)) < 0.0, "right of the way is behind");
        assert_eq!(Segment { a: Vec2::X, b: Vec2::X }.signed_distance(Vec2::new(4.0, 4.0)), 5.0);
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
    fn centre_on_the_core_is_pushed_to_the_front() {
        for x in [-5.0, -1.0, 5.0] {
            let c = WALL.contact(&ball(x, 0.0, 1.0));
            assert_eq!((c.point, c.normal, c.separation), (Vec2::new(x, 0.0), Vec2::Y, -1.0));
        }
        let back = Segment { a: WALL.b, b: WALL.a };
        assert_eq!(back.contact(&ball(0.0, 0.0, 1.0)).normal, -Vec2::Y);
        let down = WALL.sweep(&ball(0.0, 0.0, 1.0), -Vec2::Y).unwrap();
        assert!(down.time == 0.0 && down.overlapped, "{down:?}");
        assert_eq!(WALL.sweep(&ball(0.0, 0.0, 1.0), Vec2::Y), None);
    }

    #[test]
    fn parts_exclude_each_other() {
        let u = Vec2::new(0.0, -4.0);
        for (x, part, time) in
            [(0.0, SegmentPart::Face, 0.5), (5.6, SegmentPart::EndB, 0.55), (-5.6, SegmentPart::EndA, 0.55)]
        {
            let (hit, met) = WALL.sweep_parts(&ball(x, 3.0, 1.0), u).unwrap();
            assert_eq!(met, part, "at x = {x}");
            assert!((hit.time - time).abs() < 1e-6, "at x = {x}: {hit:?}");
            assert_eq!(WALL.sweep_face(&ball(x, 3.0, 1.0), u).is_some(), part == SegmentPart::Face);
        }
        assert_eq!(WALL.sweep(&ball(6.1, 3.0, 1.0), u), None);
        let (hit, met) = WALL.sweep_parts(&ball(9.0, 0.0, 1.0), Vec2::new(-4.0, 0.0)).unwrap();
        assert_eq!((hit.time, hit.normal, met), (0.75, Vec2::X, SegmentPart::EndB));
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
