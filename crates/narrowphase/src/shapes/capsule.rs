//! The capsule: a segment with a radius.

use super::check;
use super::circle::Circle;
use super::contact::Contact;
use super::error::ShapeError;
use super::impact::Impact;
use super::real::{Real, Vec2};
use super::segment::{Segment, sweep_inflated};
use super::side::Part;

/// All points within `radius` of a segment: a flipper, a peg rail, a thick wall.
///
/// Equal ends make it a disc. Fields that [`Capsule::new`] would refuse give meaningless results but never
/// a panic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// The segment along its middle.
    pub core: Segment,
    /// Radius, >= 0.
    pub radius: Real,
}

impl Segment {
    /// The same core with a radius.
    #[inline]
    #[must_use]
    pub const fn inflated(self, radius: Real) -> Capsule {
        Capsule { core: self, radius }
    }
}

impl Capsule {
    /// A capsule with finite ends, which may be equal, and a finite radius >= 0.
    ///
    /// # Errors
    /// Names the field that is out of range.
    pub fn new(a: Vec2, b: Vec2, radius: Real) -> Result<Self, ShapeError> {
        Ok(Segment::new(a, b)?.inflated(check::radius("radius", radius)?))
    }

    /// The point of the capsule's surface closest to `p`, from inside as well as from outside.
    ///
    /// For `p` exactly on the core it is on the left of the way from `a` to `b`.
    #[inline]
    #[must_use]
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        self.contact(&Circle::point(p)).point
    }

    /// Distance of `p` from the surface; negative inside.
    #[inline]
    #[must_use]
    pub fn signed_distance(&self, p: Vec2) -> Real {
        self.contact(&Circle::point(p)).separation
    }

    /// Closest approach of a ball. A centre exactly on the core is pushed to the left of the way from `a`
    /// to `b`, and along +y if the ends are equal.
    ///
    /// ```
    /// use carom_narrowphase::{Capsule, Circle, Vec2};
    /// let rail = Capsule::new(Vec2::ZERO, Vec2::new(4.0, 0.0), 0.5).unwrap();
    /// let contact = rail.contact(&Circle { center: Vec2::new(1.0, 3.0), radius: 1.0 });
    /// assert_eq!((contact.point, contact.normal, contact.separation), (Vec2::new(1.0, 0.5), Vec2::Y, 1.5));
    /// ```
    #[inline]
    #[must_use]
    pub fn contact(&self, ball: &Circle) -> Contact {
        let (core, normal, distance) = self.core.nearest(ball.center);
        Contact::of_core(core, normal, distance, self.radius, ball.radius)
    }

    /// [`Capsule::contact`] with the part that is closest. On the face the normal is exactly that of the core,
    /// however close the centre is to it.
    #[inline]
    #[must_use]
    pub fn contact_parts(&self, ball: &Circle) -> (Contact, Part) {
        let (mut contact, part) = self.core.contact_parts(ball);
        contact.point += contact.normal * self.radius;
        contact.separation -= self.radius;
        (contact, part)
    }

    /// Whether a ball and the capsule overlap; touching is not yet overlap.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, ball: &Circle) -> bool {
        self.contact(ball).separation < 0.0
    }

    /// First touch of a ball that moves by `motion`.
    ///
    /// ```
    /// use carom_narrowphase::{Capsule, Circle, Vec2};
    /// let rail = Capsule::new(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0), 0.5).unwrap();
    /// let ball = Circle { center: Vec2::new(0.0, 3.5), radius: 1.0 };
    /// assert_eq!(rail.sweep(&ball, Vec2::new(2.0, -4.0)).unwrap().time, 0.5);
    /// ```
    #[inline]
    #[must_use]
    pub fn sweep(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.sweep_parts(ball, motion).map(|(impact, _)| impact)
    }

    /// [`Capsule::sweep`] with the part that was met.
    #[inline]
    #[must_use]
    pub fn sweep_parts(&self, ball: &Circle, motion: Vec2) -> Option<(Impact, Part)> {
        self.sweep_within(ball, motion, 1.0)
    }

    /// First touch with the straight sides alone: `None` where a cap would be met first, or nothing.
    #[inline]
    #[must_use]
    pub fn sweep_face(&self, ball: &Circle, motion: Vec2) -> Option<Impact> {
        self.sweep_parts(ball, motion).filter(|(_, part)| *part == Part::Face).map(|(impact, _)| impact)
    }

    /// [`Capsule::sweep_parts`] within `limit` times the motion, of which the time of impact counts the
    /// multiples: with a velocity for the motion, both are times.
    #[inline]
    #[must_use]
    pub fn sweep_within(&self, ball: &Circle, motion: Vec2, limit: Real) -> Option<(Impact, Part)> {
        sweep_inflated(&self.core, self.radius, ball, motion, limit)
    }

    /// Smallest and largest corner of the box around the capsule.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let (low, high) = self.core.bounds();
        (low - self.radius, high + self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAIL: Capsule = Capsule {
        core: Segment { a: Vec2::new(-5.0, 0.0), b: Vec2::new(5.0, 0.0), direction: Vec2::X, length: 10.0 },
        radius: 0.5,
    };

    fn ball(x: Real, y: Real, radius: Real) -> Circle {
        Circle { center: Vec2::new(x, y), radius }
    }

    #[test]
    fn surface_is_found_from_both_sides() {
        assert_eq!(RAIL.closest_point(Vec2::new(1.0, 0.25)), Vec2::new(1.0, 0.5));
        assert_eq!(RAIL.closest_point(Vec2::new(1.0, -9.0)), Vec2::new(1.0, -0.5));
        assert_eq!(RAIL.closest_point(Vec2::new(9.0, 0.0)), Vec2::new(5.5, 0.0));
        assert_eq!(RAIL.closest_point(Vec2::new(1.0, 0.0)), Vec2::new(1.0, 0.5));
        assert_eq!(RAIL.signed_distance(Vec2::new(1.0, 0.25)), -0.25);
    }

    #[test]
    fn caps_and_sides_are_met() {
        let (hit, part) = RAIL.sweep_parts(&ball(8.5, 0.0, 1.0), Vec2::new(-4.0, 0.0)).unwrap();
        assert_eq!((hit.time, hit.point, part), (0.5, Vec2::new(5.5, 0.0), Part::EndB));
        let hit = RAIL.sweep_face(&ball(0.0, -3.5, 1.0), Vec2::new(0.0, 4.0)).unwrap();
        assert_eq!((hit.time, hit.point, hit.normal), (0.5, Vec2::new(0.0, -0.5), -Vec2::Y));
        assert!(
            RAIL.overlaps(&ball(0.0, 1.4, 1.0)) && !RAIL.overlaps(&ball(0.0, 1.5, 1.0)),
            "touching is no overlap"
        );
    }

    #[test]
    fn a_shallow_way_onto_the_cap_is_not_missed() {
        // The way enters the slab of the face just before the end, where the cap is met almost tangentially.
        let long = Capsule::new(Vec2::ZERO, Vec2::new(1e4, 0.0), 0.0).unwrap();
        for k in 1..400_u16 {
            let before = Real::from(k) * 1e-6;
            for slope in [1e-2, 1e-3, 1e-4] {
                let start = ball(-before - 3.0, 1.0 + 3.0 * slope, 1.0);
                let hit = long.sweep(&start, Vec2::new(1e4, -1e4 * slope)).expect("the way crosses the wall");
                let s = 1.0 + 3.0 * slope - 1e4 * slope * hit.time;
                assert!((s - 1.0).abs() < 2e-3, "{before} {slope}: {hit:?}");
            }
        }
    }

    #[test]
    fn within_a_limit_times_are_those_of_the_velocity() {
        let (b, velocity) = (ball(0.0, 3.5, 1.0), Vec2::new(0.0, -0.5));
        assert_eq!(RAIL.sweep_within(&b, velocity, 4.0).unwrap().0.time, 4.0);
        assert_eq!(RAIL.sweep_within(&b, velocity, 3.999), None);
        let (hit, part) = RAIL.sweep_within(&ball(8.5, 0.0, 1.0), Vec2::new(-0.5, 0.0), 5.0).unwrap();
        assert_eq!((hit.time, part), (4.0, Part::EndB));
    }

    #[test]
    fn constructor_and_bounds() {
        assert_eq!(Capsule::new(Vec2::ZERO, Vec2::X, Real::INFINITY).unwrap_err().field, "radius");
        assert_eq!(RAIL.bounds(), (Vec2::new(-5.5, -0.5), Vec2::new(5.5, 0.5)));
        assert_eq!(
            Capsule::new(Vec2::ONE, Vec2::ONE, 1.0).unwrap().contact(&ball(1.0, 3.0, 1.0)).separation,
            0.0
        );
    }
}
