//! The arc: part of a circle, or all of it, as a wall that may be solid from one side only.

use super::check;
use super::circle::Circle;
use super::contact::{Contact, unit_and_length};
use super::error::ShapeError;
use super::real::{Real, TAU, Vec2, sin_cos, sqrt};
use super::side::{Face, Part};

/// A circular arc, counter-clockwise from `start` to `end`, inflated by `half_thickness`.
///
/// All directions are unit vectors from the centre, so nothing but the constructors needs trigonometry.
/// Build it with [`Arc::new`], [`Arc::through`], [`Arc::bulge`] or [`Arc::circle`]; fields that contradict
/// each other give meaningless results but never a panic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Centre of the circle.
    pub center: Vec2,
    /// Radius of the core curve, > 0.
    pub radius: Real,
    /// Direction of the first end.
    pub start: Vec2,
    /// Direction of the last end, counter-clockwise from `start`.
    pub end: Vec2,
    /// Direction of the middle.
    pub middle: Vec2,
    /// Cosine of half the sweep angle, in [-1, 1): negative above half a circle, -1 for all of it.
    pub cos_half: Real,
    /// Radius by which the core is inflated, >= 0; 0 is a thin wall. From `radius` on the hollow is filled.
    pub half_thickness: Real,
    /// The solid side.
    pub face: Face,
}

impl Arc {
    /// The thin arc of `sweep` radians from the angle `angle`, solid from both sides.
    ///
    /// Angles count counter-clockwise from +x. A negative sweep runs clockwise and gives the same arc as its
    /// reverse. A sweep of 2 pi is the whole circle.
    ///
    /// ```
    /// use carom_narrowphase::{Arc, Circle, Vec2};
    /// use std::f32::consts::PI;
    /// let bowl = Arc::new(Vec2::ZERO, 5.0, PI, PI).unwrap();
    /// let ball = Circle { center: Vec2::new(0.0, -2.0), radius: 1.0 };
    /// assert_eq!(bowl.contact(&ball).unwrap().separation, 2.0);
    /// assert_eq!(bowl.sweep(&ball, Vec2::new(0.0, -4.0)).unwrap().time, 0.5);
    /// ```
    ///
    /// # Errors
    /// A number that is not finite, a radius that is not positive, or a sweep of zero or beyond a full turn.
    pub fn new(center: Vec2, radius: Real, angle: Real, sweep: Real) -> Result<Self, ShapeError> {
        if !angle.is_finite() {
            return Err(check::refuse("angle", angle, "a finite number"));
        }
        if !(sweep.abs() > 0.0 && sweep.abs() <= TAU) {
            return Err(check::refuse("sweep", sweep, "an angle of -2 pi to 2 pi that is not zero"));
        }
        let direction = |turn: Real| {
            let (sin, cos) = sin_cos(angle + turn);
            Vec2::new(cos, sin)
        };
        let (from, to) = if sweep > 0.0 { (0.0, sweep) } else { (sweep, 0.0) };
        let full = sweep.abs() == TAU;
        Ok(Self {
            center: check::finite("center", center)?,
            radius: check::positive("radius", radius)?,
            start: direction(from),
            end: if full { direction(from) } else { direction(to) },
            middle: direction(0.5 * sweep),
            cos_half: if full { -1.0 } else { sin_cos(0.5 * sweep).1 },
            half_thickness: 0.0,
            face: Face::Both,
        })
    }

    /// The thin whole circle, as a wall solid from both sides.
    ///
    /// # Errors
    /// As [`Arc::new`].
    pub fn circle(center: Vec2, radius: Real) -> Result<Self, ShapeError> {
        Self::new(center, radius, 0.0, TAU)
    }

    /// The thin arc from `a` over `via` to `b`, solid from both sides.
    ///
    /// Nearly collinear points have a centre far away, and the ends then lie as far off as one ulp of the
    /// radius: prefer a segment there.
    ///
    /// # Errors
    /// A number that is not finite, two equal points, or three on one line.
    pub fn through(a: Vec2, via: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("via", via)?;
        check::finite("b", b)?;
        let chord = check::direction("b - a", b - a)?;
        let (to_a, to_b) = (a - via, b - via);
        let twice_area = to_b.perp_dot(to_a);
        if twice_area == 0.0 {
            return Err(check::refuse("area of a, via, b", 0.0, "three points that are not on one line"));
        }
        // Circumcentre relative to `via`; the signed area is positive when the way turns left.
        let from_via =
            (to_b.perp() * to_a.length_squared() - to_a.perp() * to_b.length_squared()) / (2.0 * twice_area);
        let center = check::finite("centre", via + from_via)?;
        let radius = check::positive("radius", sqrt(from_via.length_squared()))?;
        let (from, to) = (check::direction("a", a - center)?, check::direction("b", b - center)?);
        let (start, end, middle) =
            if twice_area > 0.0 { (from, to, -chord.perp()) } else { (to, from, chord.perp()) };
        let cos_half = middle.dot(start).clamp(-1.0, 1.0);
        Ok(Self { center, radius, start, end, middle, cos_half, half_thickness: 0.0, face: Face::Both })
    }

    /// The thin arc from `a` to `b` with the tangent of a quarter of its sweep angle, solid from both sides.
    ///
    /// A bulge of 1 is a half circle; a positive one turns left on the way, so that the arc lies to the right of
    /// the chord; a negative one lies to its left. It is the bulge of the drawing exchange format DXF. The remark
    /// of [`Arc::through`] on nearly straight arcs holds here too.
    ///
    /// # Errors
    /// A number that is not finite, equal points, or a bulge of zero.
    pub fn bulge(a: Vec2, b: Vec2, bulge: Real) -> Result<Self, ShapeError> {
        check::finite("a", a)?;
        check::finite("b", b)?;
        if !(bulge.is_finite() && bulge != 0.0) {
            return Err(check::refuse("bulge", bulge, "a finite number that is not zero"));
        }
        let chord = check::direction("b - a", b - a)?;
        let k = bulge.abs();
        // Double angles from the tangent; divided by k * k where that could overflow.
        let (cos_half, sin_half) = if k <= 1.0 {
            ((1.0 - k * k) / (1.0 + k * k), 2.0 * k / (1.0 + k * k))
        } else {
            let q = 1.0 / k;
            ((q * q - 1.0) / (q * q + 1.0), 2.0 * q / (q * q + 1.0))
        };
        let middle = if bulge > 0.0 { -chord.perp() } else { chord.perp() };
        let half_chord = 0.5 * (b - a).length();
        let radius = check::positive("radius", half_chord / sin_half)?;
        let center = check::finite("centre", a + (b - a) * 0.5 - middle * (radius * cos_half))?;
        let side = middle.perp() * sin_half;
        Ok(Self {
            center,
            radius,
            start: middle * cos_half - side,
            end: middle * cos_half + side,
            middle,
            cos_half,
            half_thickness: 0.0,
            face: Face::Both,
        })
    }

    /// The thin arc from `a` to `b` that turns by `angle` radians on the way, left if positive.
    ///
    /// # Errors
    /// As [`Arc::bulge`], or an angle outside of (-2 pi, 2 pi).
    pub fn turning(a: Vec2, b: Vec2, angle: Real) -> Result<Self, ShapeError> {
        if !(angle.abs() > 0.0 && angle.abs() < TAU) {
            return Err(check::refuse("angle", angle, "an angle between -2 pi and 2 pi that is not zero"));
        }
        let (sin, cos) = sin_cos(0.25 * angle);
        Self::bulge(a, b, sin / cos)
    }

    /// The same arc, inflated by `half_thickness`.
    ///
    /// # Errors
    /// A thickness that is negative or not finite.
    pub fn with_half_thickness(self, half_thickness: Real) -> Result<Self, ShapeError> {
        Ok(Self { half_thickness: check::radius("half_thickness", half_thickness)?, ..self })
    }

    /// The same arc, solid from the given side.
    #[must_use]
    pub const fn with_face(self, face: Face) -> Self {
        Self { face, ..self }
    }

    /// First and last point of the core curve.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> (Vec2, Vec2) {
        (self.center + self.start * self.radius, self.center + self.end * self.radius)
    }

    /// Whether it is the whole circle, which has no ends.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.cos_half <= -1.0
    }

    /// Whether the ray from the centre through `p` meets the arc; its ends belong to it, and so does the
    /// centre.
    #[inline]
    #[must_use]
    pub fn spans(&self, p: Vec2) -> bool {
        self.spans_direction(p - self.center)
    }

    #[inline]
    pub(crate) fn spans_direction(&self, d: Vec2) -> bool {
        self.spans_by(d, 0.0)
    }

    /// Whether `d` is in the span by at least a length. By the distances from the two end rays instead of
    /// the cosine, which is flat at small angles.
    #[inline]
    pub(crate) fn spans_by(&self, d: Vec2, margin: Real) -> bool {
        let (after_start, before_end) = (self.start.perp_dot(d) >= margin, d.perp_dot(self.end) >= margin);
        if self.cos_half >= 0.0 {
            after_start && before_end && self.middle.dot(d) >= margin.min(0.0)
        } else {
            after_start || before_end || self.is_full()
        }
    }

    /// The point of the core curve closest to `p`; the middle for `p` at the centre.
    #[inline]
    #[must_use]
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        self.center + self.closest_of_core(p - self.center).0
    }

    /// Of a point at `d` from the centre: closest point of the core, unit vector from it, distance, and
    /// whether it is inside. Relative to the centre.
    #[inline]
    pub(crate) fn closest_of_core(&self, d: Vec2) -> (Vec2, Vec2, Real, bool) {
        if self.spans_direction(d) {
            let (outward, distance) = unit_and_length(d, self.middle);
            let height = distance - self.radius;
            let inside = height < 0.0 || (height == 0.0 && self.face == Face::Inside);
            let normal = if inside { -outward } else { outward };
            (outward * self.radius, normal, height.abs(), inside)
        } else {
            let outward = if self.middle.perp_dot(d) < 0.0 { self.start } else { self.end };
            let arm = outward * self.radius;
            let (normal, distance) = unit_and_length(d - arm, outward);
            (arm, normal, distance, normal.dot(outward) < 0.0)
        }
    }

    /// Closest approach of a ball, whichever side is solid.
    ///
    /// A centre exactly on the core is pushed outwards, or inwards if the arc is solid from inside only. A
    /// ball wider than the hollow of the arc overlaps its ends before it touches the face. For a centre at
    /// that of the arc all points are equally close, and the contact is at the middle.
    #[inline]
    #[must_use]
    pub fn contact_any_side(&self, ball: &Circle) -> Contact {
        let (core, normal, distance, _) = self.closest_of_core(ball.center - self.center);
        Contact::of_core(self.center + core, normal, distance, self.half_thickness, ball.radius)
    }

    /// [`Arc::contact_any_side`] with the part that is closest.
    #[inline]
    #[must_use]
    pub fn contact_parts(&self, ball: &Circle) -> (Contact, Part) {
        let d = ball.center - self.center;
        let part = if self.spans_direction(d) {
            Part::Face
        } else if self.middle.perp_dot(d) < 0.0 {
            Part::EndA
        } else {
            Part::EndB
        };
        (self.contact_any_side(ball), part)
    }

    /// Closest approach of a ball to the solid side; `None` for a ball on the other one.
    #[inline]
    #[must_use]
    pub fn contact(&self, ball: &Circle) -> Option<Contact> {
        let (core, normal, distance, inside) = self.closest_of_core(ball.center - self.center);
        self.is_solid(inside)
            .then(|| Contact::of_core(self.center + core, normal, distance, self.half_thickness, ball.radius))
    }

    #[inline]
    pub(crate) fn is_solid(&self, inside: bool) -> bool {
        match self.face {
            Face::Both => true,
            Face::Inside => inside,
            Face::Outside => !inside,
        }
    }

    /// Whether a ball overlaps the arc from its solid side; touching is not yet overlap.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, ball: &Circle) -> bool {
        self.contact(ball).is_some_and(|contact| contact.separation < 0.0)
    }

    /// Smallest and largest corner of the box around the inflated arc.
    #[must_use]
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let (mut low, mut high) = (self.start.min(self.end), self.start.max(self.end));
        for axis in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
            if self.spans_direction(axis) {
                (low, high) = (low.min(axis), high.max(axis));
            }
        }
        (
            self.center + low * self.radius - self.half_thickness,
            self.center + high * self.radius + self.half_thickness,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PI: Real = 0.5 * TAU;

    fn ball(x: Real, y: Real, radius: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius }
    }

    /// A half circle of radius 5, open to the top.
    fn bowl() -> Arc {
        Arc::bulge(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0), 1.0).unwrap()
    }

    fn close(a: Vec2, b: Vec2) -> bool {
        (a - b).length() < 1e-5
    }

    #[test]
    fn constructors_agree() {
        let s = Real::sqrt(0.5);
        for arc in [
            bowl(),
            Arc::new(Vec2::ZERO, 5.0, PI, PI).unwrap(),
            Arc::new(Vec2::ZERO, 5.0, 0.0, -PI).unwrap(),
            Arc::through(Vec2::new(-5.0, 0.0), Vec2::new(-5.0 * s, -5.0 * s), Vec2::new(5.0, 0.0)).unwrap(),
            Arc::through(Vec2::new(5.0, 0.0), Vec2::new(0.0, -5.0), Vec2::new(-5.0, 0.0)).unwrap(),
            Arc::turning(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0), PI).unwrap(),
            Arc::turning(Vec2::new(5.0, 0.0), Vec2::new(-5.0, 0.0), -PI).unwrap(),
        ] {
            assert!(close(arc.center, Vec2::ZERO) && (arc.radius - 5.0).abs() < 1e-5, "{arc:?}");
            assert!(
                close(arc.start, -Vec2::X) && close(arc.end, Vec2::X) && close(arc.middle, -Vec2::Y),
                "{arc:?}"
            );
            assert!(arc.cos_half.abs() < 1e-6, "{arc:?}");
        }
        let deep = Arc::turning(Vec2::new(-3.0, 4.0), Vec2::new(3.0, 4.0), TAU - 2.0 * 0.643_501_1).unwrap();
        assert!(
            close(deep.center, Vec2::ZERO) && (deep.radius - 5.0).abs() < 1e-5 && deep.cos_half < 0.0,
            "{deep:?}"
        );
        assert!(
            close(deep.ends().0, Vec2::new(-3.0, 4.0)) && close(deep.ends().1, Vec2::new(3.0, 4.0)),
            "{deep:?}"
        );
    }

    #[test]
    fn constructors_refuse() {
        assert_eq!(Arc::new(Vec2::ZERO, 0.0, 0.0, 1.0).unwrap_err().field, "radius");
        assert_eq!(Arc::new(Vec2::ZERO, 1.0, 0.0, 0.0).unwrap_err().field, "sweep");
        assert_eq!(Arc::new(Vec2::ZERO, 1.0, 0.0, Real::NAN).unwrap_err().field, "sweep");
        assert_eq!(Arc::new(Vec2::ZERO, 1.0, 0.0, 7.0).unwrap_err().field, "sweep");
        assert!(Arc::through(Vec2::ZERO, Vec2::X, Vec2::X * 2.0).is_err(), "collinear");
        assert!(Arc::through(Vec2::ZERO, Vec2::X, Vec2::ZERO).is_err(), "equal ends");
        assert!(
            Arc::bulge(Vec2::ZERO, Vec2::X, 0.0).is_err() && Arc::bulge(Vec2::X, Vec2::X, 1.0).is_err(),
            "bulge"
        );
        assert_eq!(bowl().with_half_thickness(-1.0).unwrap_err().field, "half_thickness");
    }

    #[test]
    fn closest_point_is_on_the_face_or_an_end() {
        let arc = bowl();
        assert!(close(arc.closest_point(Vec2::new(3.0, -4.0) * 7.0), Vec2::new(3.0, -4.0)), "outside");
        assert!(close(arc.closest_point(Vec2::new(0.3, -0.4)), Vec2::new(3.0, -4.0)), "inside");
        assert!(close(arc.closest_point(Vec2::new(1.0, 3.0)), Vec2::new(5.0, 0.0)), "end");
        assert!(close(arc.closest_point(Vec2::new(-9.0, 3.0)), Vec2::new(-5.0, 0.0)), "start");
        assert!(close(arc.closest_point(Vec2::ZERO), Vec2::new(0.0, -5.0)), "centre");
    }

    #[test]
    fn the_closest_part_is_named() {
        let part = |x, y| bowl().contact_parts(&ball(x, y, 0.5)).1;
        assert_eq!((part(-5.0, 0.1), part(-5.0, -0.1)), (Part::EndA, Part::Face));
        assert_eq!((part(5.0, 0.1), part(7.0, -0.1)), (Part::EndB, Part::Face));
        assert_eq!(
            bowl().contact_parts(&ball(1.0, 2.0, 0.5)).0,
            bowl().contact_any_side(&ball(1.0, 2.0, 0.5))
        );
        assert_eq!(Arc::circle(Vec2::ZERO, 5.0).unwrap().contact_parts(&ball(4.0, 0.0, 0.5)).1, Part::Face);
    }

    #[test]
    fn sides_are_told_apart() {
        let (inner, outer) = (ball(0.0, -4.5, 1.0), ball(0.0, -5.5, 1.0));
        let both = bowl();
        assert!(close(both.contact(&inner).unwrap().normal, Vec2::Y), "inside");
        assert!(close(both.contact(&outer).unwrap().normal, -Vec2::Y), "outside");
        assert!((both.contact(&outer).unwrap().separation + 0.5).abs() < 1e-6, "overlap of a half");
        let hollow = both.with_face(Face::Inside);
        assert!(hollow.overlaps(&inner) && !hollow.overlaps(&outer), "solid from inside");
        let bump = both.with_face(Face::Outside);
        assert!(!bump.overlaps(&inner) && bump.overlaps(&outer), "solid from outside");
        let on_core = ball(0.0, -5.0, 1.0);
        assert!(close(bump.contact(&on_core).unwrap().normal, -Vec2::Y), "pushed out");
        assert!(close(hollow.contact(&on_core).unwrap().normal, Vec2::Y), "pushed in");
    }

    #[test]
    fn bounds_reach_to_the_axes() {
        let (low, high) = bowl().with_half_thickness(0.5).unwrap().bounds();
        assert!(close(low, Vec2::new(-5.5, -5.5)) && close(high, Vec2::new(5.5, 0.5)), "{low} {high}");
        let (low, high) = Arc::circle(Vec2::ONE, 2.0).unwrap().bounds();
        assert_eq!((low, high), (Vec2::splat(-1.0), Vec2::splat(3.0)));
    }
}
