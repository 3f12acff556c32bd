//! Rays and line pieces without width: casts against every shape, and how they cross a circle.

use super::arc::Arc;
use super::capsule::Capsule;
use super::circle::Circle;
use super::half_plane::HalfPlane;
use super::impact::Impact;
use super::line::Line;
use super::real::{Real, Vec2, sqrt};
use super::roots::both_roots;
use super::segment::Segment;

/// The points `origin + motion * t` for t in [0, `limit`].
///
/// A cast is the sweep of a ball without radius and follows its rules: a ray that starts inside a shape hits
/// at 0 while it goes deeper and otherwise not at all. For the point where it comes out of a disc see
/// [`Ray::classify`]. Numbers that are not finite, or a motion of zero, hit nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start.
    pub origin: Vec2,
    /// Displacement per unit of time; of any length.
    pub motion: Vec2,
    /// Largest time, in units of `motion`; infinite for a ray proper.
    pub limit: Real,
}

/// How a ray or a line piece lies to the rim of a circle. All times are in units of the ray's motion.
///
/// Both roots of the quadratic decide: whether each is before the start, on the way, or beyond the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// Goes in and comes out.
    Impale {
        /// Time on the way in.
        enter: Real,
        /// Time on the way out.
        exit: Real,
    },
    /// Goes in and ends inside.
    Poke {
        /// Time on the way in.
        enter: Real,
    },
    /// Starts inside and comes out.
    ExitWound {
        /// Time on the way out.
        exit: Real,
    },
    /// Points at the disc and ends before it.
    FallShort,
    /// Points away from the disc, which lies behind the start.
    Past,
    /// Starts and ends inside without reaching the rim.
    CompletelyInside,
    /// Touches the rim in one point, within rounding, and does not go in.
    Graze {
        /// Time of the touch.
        at: Real,
    },
    /// Its endless line does not meet the disc.
    Miss,
}

impl Ray {
    /// A ray without end.
    #[inline]
    #[must_use]
    pub const fn new(origin: Vec2, motion: Vec2) -> Self {
        Self { origin, motion, limit: Real::INFINITY }
    }

    /// The line piece from `a` to `b`; time 1 is `b`.
    #[inline]
    #[must_use]
    pub fn between(a: Vec2, b: Vec2) -> Self {
        Self { origin: a, motion: b - a, limit: 1.0 }
    }

    /// The point at time `t`.
    #[inline]
    #[must_use]
    pub fn at(&self, t: Real) -> Vec2 {
        self.origin + self.motion * t
    }

    /// Both times, in order and of any sign, at which the endless line of the ray crosses the rim.
    #[inline]
    #[must_use]
    pub fn roots(&self, circle: &Circle) -> Option<(Real, Real)> {
        both_roots(self.origin - circle.center, self.motion, circle.radius)
    }

    /// How the ray lies to the rim of a circle.
    ///
    /// A graze is a line whose distance from the centre differs from the radius by no more than its
    /// rounding, 4 ulp of the distance to the start. A start or end exactly on the rim counts as on the way.
    ///
    /// ```
    /// use carom_narrowphase::{Circle, Crossing, Ray, Vec2};
    /// let disc = Circle::new(Vec2::ZERO, 1.0).unwrap();
    /// let ray = Ray::between(Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0));
    /// assert_eq!(ray.classify(&disc), Crossing::Impale { enter: 0.25, exit: 0.75 });
    /// ```
    #[must_use]
    pub fn classify(&self, circle: &Circle) -> Crossing {
        let d = self.origin - circle.center;
        let uu = self.motion.length_squared();
        let cross = d.perp_dot(self.motion);
        let distance = sqrt(d.length_squared());
        let square = uu * circle.radius * circle.radius;
        let rounding = 8.0 * Real::EPSILON * uu * circle.radius * (distance + circle.radius);
        let on_way = |t: Real| t >= 0.0 && t <= self.limit;
        if uu > 0.0 && distance > circle.radius && (square - cross * cross).abs() <= rounding {
            let at = -d.dot(self.motion) / uu;
            return if on_way(at) {
                Crossing::Graze { at }
            } else if at < 0.0 {
                Crossing::Past
            } else {
                Crossing::FallShort
            };
        }
        let Some((enter, exit)) = self.roots(circle) else {
            return Crossing::Miss;
        };
        match (on_way(enter), on_way(exit)) {
            (true, true) => Crossing::Impale { enter, exit },
            (true, false) => Crossing::Poke { enter },
            (false, true) => Crossing::ExitWound { exit },
            (false, false) if exit < 0.0 => Crossing::Past,
            (false, false) if enter > self.limit => Crossing::FallShort,
            (false, false) => Crossing::CompletelyInside,
        }
    }

    /// First hit on a solid disc.
    #[inline]
    #[must_use]
    pub fn cast_circle(&self, circle: &Circle) -> Option<Impact> {
        circle.sweep_within(&Circle::point(self.origin), self.motion, self.limit)
    }

    /// First hit on a segment, from either side.
    #[inline]
    #[must_use]
    pub fn cast_segment(&self, segment: &Segment) -> Option<Impact> {
        let met = segment.sweep_within(&Circle::point(self.origin), self.motion, self.limit);
        met.map(|(impact, _)| impact)
    }

    /// First hit on a capsule.
    ///
    /// ```
    /// use carom_narrowphase::{Capsule, Ray, Vec2};
    /// let rail = Capsule::new(Vec2::ZERO, Vec2::new(4.0, 0.0), 0.5).unwrap();
    /// let hit = Ray::new(Vec2::new(1.0, 2.5), Vec2::new(0.0, -1.0)).cast_capsule(&rail).unwrap();
    /// assert_eq!((hit.time, hit.point, hit.normal), (2.0, Vec2::new(1.0, 0.5), Vec2::Y));
    /// ```
    #[inline]
    #[must_use]
    pub fn cast_capsule(&self, capsule: &Capsule) -> Option<Impact> {
        let met = capsule.sweep_within(&Circle::point(self.origin), self.motion, self.limit);
        met.map(|(impact, _)| impact)
    }

    /// First hit on the solid sides of an arc.
    #[inline]
    #[must_use]
    pub fn cast_arc(&self, arc: &Arc) -> Option<Impact> {
        arc.sweep_within(&Circle::point(self.origin), self.motion, self.limit)
    }

    /// Hit on an endless line, from either side.
    #[inline]
    #[must_use]
    pub fn cast_line(&self, line: &Line) -> Option<Impact> {
        line.sweep_within(&Circle::point(self.origin), self.motion, self.limit)
    }

    /// Hit on the surface of a half-space.
    #[inline]
    #[must_use]
    pub fn cast_half_plane(&self, half_plane: &HalfPlane) -> Option<Impact> {
        half_plane.sweep_within(&Circle::point(self.origin), self.motion, self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISC: Circle = Circle { center: Vec2::new(10.0, 0.0), radius: 2.0 };

    fn along_x(from: Real, to: Real) -> Crossing {
        Ray::between(Vec2::new(from, 0.0), Vec2::new(to, 0.0)).classify(&DISC)
    }

    #[test]
    fn the_six_ways_to_lie_on_a_line_through_the_disc() {
        assert_eq!(along_x(6.0, 14.0), Crossing::Impale { enter: 0.25, exit: 0.75 });
        assert_eq!(along_x(6.0, 10.0), Crossing::Poke { enter: 0.5 });
        assert_eq!(along_x(10.0, 14.0), Crossing::ExitWound { exit: 0.5 });
        assert_eq!(along_x(1.0, 5.0), Crossing::FallShort);
        assert_eq!(along_x(13.0, 19.0), Crossing::Past);
        assert_eq!(along_x(9.0, 11.0), Crossing::CompletelyInside);
    }

    #[test]
    fn tangents_and_misses() {
        let level = |y, from, to| Ray::between(Vec2::new(from, y), Vec2::new(to, y)).classify(&DISC);
        assert_eq!(level(2.0, 6.0, 14.0), Crossing::Graze { at: 0.5 });
        assert_eq!(level(2.0, 0.0, 5.0), Crossing::FallShort);
        assert_eq!(level(2.0, 13.0, 15.0), Crossing::Past);
        assert_eq!(level(2.1, 6.0, 14.0), Crossing::Miss);
        assert_eq!(level(Real::NAN, 6.0, 14.0), Crossing::Miss);
        assert_eq!(along_x(6.0, 6.0), Crossing::Miss, "a motion of zero");
    }

    #[test]
    fn a_ray_has_no_end() {
        let ray = Ray::new(Vec2::ZERO, Vec2::new(0.5, 0.0));
        assert_eq!(ray.classify(&DISC), Crossing::Impale { enter: 16.0, exit: 24.0 });
        assert_eq!(ray.cast_circle(&DISC).unwrap().time, 16.0);
        assert_eq!(ray.at(16.0), Vec2::new(8.0, 0.0));
        assert_eq!(Ray { limit: 15.0, ..ray }.cast_circle(&DISC), None);
    }

    #[test]
    fn casts_reach_every_shape() {
        let ray = Ray::new(Vec2::ZERO, Vec2::X);
        let wall = Segment::new(Vec2::new(3.0, -1.0), Vec2::new(3.0, 1.0)).unwrap();
        assert_eq!(ray.cast_segment(&wall).unwrap().normal, -Vec2::X);
        let arc = Arc::bulge(Vec2::new(3.0, -4.0), Vec2::new(3.0, 4.0), 0.5).unwrap();
        let hit = ray.cast_arc(&arc).unwrap();
        assert!((hit.time - 5.0).abs() < 1e-5 && (hit.normal + Vec2::X).length() < 1e-5, "{hit:?}");
        let line = Line { point: Vec2::new(4.0, 0.0), direction: Vec2::Y };
        assert_eq!(ray.cast_line(&line).unwrap().time, 4.0);
        let solid = HalfPlane { point: Vec2::new(4.0, 0.0), normal: -Vec2::X };
        assert_eq!(ray.cast_half_plane(&solid).unwrap().point, Vec2::new(4.0, 0.0));
        let end_on = Segment::new(Vec2::new(3.0, 0.0), Vec2::new(5.0, 0.0)).unwrap();
        assert_eq!(ray.cast_segment(&end_on).unwrap().time, 3.0, "along the segment it hits the end");
    }
}
