//! How far a point is from a curve, by school geometry.

use glam::DVec2;

use crate::base::Curve;

/// The distance of a point from the bare curve; negative in a half-plane.
pub(crate) fn distance(curve: &Curve, p: DVec2) -> f64 {
    match curve {
        Curve::Point(center) => (p - *center).length(),
        Curve::HalfPlane(half) => half.normal.dot(p - half.point),
        Curve::Segment(segment) => {
            let way = segment.b - segment.a;
            let share = ((p - segment.a).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            (p - segment.a - way * share).length()
        }
        Curve::Arc(arc) => {
            let d = p - arc.center;
            let turn = |v: DVec2| {
                let angle = libm::atan2(v.y, v.x) - libm::atan2(arc.start.y, arc.start.x);
                angle.rem_euclid(core::f64::consts::TAU)
            };
            if arc.is_full() || turn(d) <= turn(arc.end) {
                (d.length() - arc.radius).abs()
            } else {
                (d - arc.start * arc.radius).length().min((d - arc.end * arc.radius).length())
            }
        }
    }
}
