//! Casts: where a query that moves a ball meets a collider.
//!
//! Unlike a ball in flight, a cast has no past that tells from where it came. Its way does: a face is met on the side
//! against which the way goes, and the place can't tell, as a ball without a radius is on the face then. From behind
//! a one-sided collider is passed whole; the hollow of an arc may be met after that.

use carom_narrowphase::double::roots::enter_circle_at;
use carom_narrowphase::double::{Circle, Part};
use glam::DVec2;

use crate::base::Curve;
use crate::geometry::Collider;
use crate::geometry::constants::{ALONG_SINE, FLAT_JOINT_SINE};
use crate::model::Side;

/// Where a moved ball meets something: the share of the way, and the normal towards the ball.
pub(crate) type Meeting = (f64, DVec2);

/// Where a point at `d` from the middle of a disc, moved by `u`, meets the disc and goes deeper.
pub(crate) fn meet_disc(d: DVec2, u: DVec2, radius: f64) -> Option<Meeting> {
    let touch = enter_circle_at(d, u, radius)?;
    leads_into(touch.direction, u, ALONG_SINE).then_some((touch.time, touch.direction))
}

/// Whether a way leads into a surface at more than an angle, given by its sine.
fn leads_into(normal: DVec2, u: DVec2, sine: f64) -> bool {
    -u.dot(normal) > sine * u.length()
}

impl Collider {
    /// Where a ball of radius `reach` at `p`, moved by `u`, first meets this collider from a solid side and goes
    /// deeper.
    ///
    /// It may come to a face over an end for which a neighbor answers. `passes` says whether it passes that
    /// neighbor from behind at a place: then it passes this collider too.
    pub(crate) fn cast(
        &self,
        p: DVec2,
        u: DVec2,
        reach: f64,
        passes: impl Fn(DVec2) -> bool,
    ) -> Option<Meeting> {
        let ball = Circle { center: p, radius: reach + self.radius };
        let end = |part: Part, touch: Option<Meeting>, over: &dyn Fn() -> Option<Meeting>| {
            let touches = |&(t, normal): &Meeting| {
                let at = p + u * t;
                self.answers(part, at) && self.faces(part, at) && leads_into(normal, u, ALONG_SINE)
            };
            // At a flat joint it only continues along the surface.
            let comes_over =
                |&(t, normal): &Meeting| leads_into(normal, u, FLAT_JOINT_SINE) && !passes(p + u * t);
            touch.filter(touches).or_else(|| over().filter(comes_over))
        };
        match &self.curve {
            Curve::Point(c) => meet_disc(p - *c, u, ball.radius),
            Curve::HalfPlane(half) => {
                let time = half.sweep_within(&ball, u, 1.0)?.time;
                leads_into(half.normal, u, ALONG_SINE).then_some((time, half.normal))
            }
            Curve::Segment(segment) => {
                let left = segment.normal();
                let normal = if left.dot(u) < 0.0 { left } else { -left };
                let is_met = self.side.takes(left.dot(normal)) && leads_into(normal, u, ALONG_SINE);
                let face = |t: f64| is_met.then_some((t, normal));
                if segment.distance(p) == 0.0 {
                    return face(0.0);
                }
                match segment.sweep_within(&ball, u, 1.0)? {
                    (touch, Part::Face) => face(touch.time),
                    (touch, part) => end(part, Some((touch.time, touch.normal)), &|| {
                        segment.sweep_over_end(part, &ball, u, 1.0).and_then(face)
                    }),
                }
            }
            Curve::Arc(arc) if u == DVec2::ZERO || arc.stays_clear(&ball, u, 1.0) => None,
            Curve::Arc(arc) => {
                let outward = |t: f64| (p + u * t - arc.center).normalize_or(u);
                let outside = || {
                    let touch = arc.sweep_outside(&ball, u, 1.0)?;
                    leads_into(touch.normal, u, ALONG_SINE).then_some((touch.time, touch.normal))
                };
                // Also who moves along a hollow goes deeper.
                let inside = || {
                    let mut t = arc.land_inside(&ball, u, 1.0)?;
                    if self.is_one_sided() && self.distance(p).0 > ball.radius && passes(p + u * t) {
                        t = arc.sweep_inside(&ball, u, 1.0)?.time;
                    }
                    Some((t, -outward(t)))
                };
                let end = |part: Part| {
                    let touch = arc.sweep_end(part, &ball, u, 1.0).map(|touch| (touch.time, touch.normal));
                    end(part, touch, &|| {
                        let t = arc.sweep_over_end(part, &ball, u, 1.0)?;
                        (self.side != Side::Left).then(|| (t, outward(t)))
                    })
                };
                let outside = if self.side == Side::Left { None } else { outside() };
                let inside = if self.side == Side::Right { None } else { inside() };
                let met = [outside, inside, end(Part::EndA), end(Part::EndB)];
                met.into_iter().flatten().min_by(|a, b| a.0.total_cmp(&b.0))
            }
        }
    }
}
