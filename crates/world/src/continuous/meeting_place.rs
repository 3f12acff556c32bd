//! Whether and where a ball on a parabola meets a round surface.
//!
//! All times of impact are those of chords. A chord lies ahead of its parabola, so it meets a round surface at
//! another place than the parabola does, where the normal is another. With the normal of the chord a ball that grazes
//! a bumper in steps of 1/30 s would bounce a degree off its way. The chord of a ball that flies off a hill cuts into
//! the hill, which the parabola clears: an impact there would throw the ball off half a degree too soon.

use glam::DVec2;

use crate::base::Curve;
use crate::contacts::{Hit, Other};
use crate::continuous::constants::{APPROACH_NOISE, MEETING_ROUNDS};
use crate::continuous::{EventContext, EventKind, EventLoop, QueuedEvent};
use crate::geometry::constants::NO_DISTANCE;

impl EventLoop {
    /// The contact of a ball that arrives at another side, its centre at `at` on its chord: with the normal where its
    /// parabola arrives.
    pub(crate) fn hit_on_parabola(
        &self,
        arrival: &QueuedEvent,
        other: Other,
        at: DVec2,
        ctx: &EventContext<'_>,
    ) -> Option<Hit> {
        // Two balls meet on their chords.
        let meets = if other.as_ball().is_some() { at } else { self.meeting_place(arrival, at, ctx) };
        let mut hit = self.hit(arrival.ball, other, arrival.time, meets, ctx)?;
        hit.beyond = (meets - at).dot(hit.normal);
        Some(hit)
    }

    /// Where the centre of a ball is when its parabola meets the surface that its chord meets at `at`. That is `at`
    /// itself for what is no bounce, for surfaces that move or are straight there, and for ways on which the parabola
    /// does not come to the surface.
    #[inline(never)]
    fn meeting_place(&self, arrival: &QueuedEvent, at: DVec2, ctx: &EventContext<'_>) -> DVec2 {
        let (i, time) = (arrival.ball, arrival.time);
        let EventKind::Impact(other) = arrival.kind else { return at };
        let Some(collider) = other.as_collider().map(|k| &ctx.bodies.colliders[k]) else { return at };
        let row = &ctx.balls.rows[i as usize];
        let lead = row.a * row.lead_at(time);
        if lead == DVec2::ZERO || ctx.bodies.body_of(collider).is_mover() || ctx.links.is_linked(i) {
            return at;
        }
        let straight = match &collider.curve {
            Curve::HalfPlane(_) => true,
            Curve::Segment(_) => collider.nearest_end(at).is_none(),
            Curve::Arc(_) | Curve::Point(_) => false,
        };
        if straight {
            return at;
        }
        let (from, velocity, way) = (at - lead, row.velocity_at(time), row.begin - time..row.end - time);
        let mut late = 0.0;
        for _ in 0..MEETING_ROUNDS {
            let place = from + (velocity + row.a * (0.5 * late)) * late;
            let Some(near) = collider.nearest(place) else { break };
            let (gap, speed) = (near.distance - row.r, -near.normal.dot(velocity + row.a * late));
            if gap.abs() <= NO_DISTANCE * row.r {
                return place;
            }
            late += gap / speed;
            if !(speed > 0.0 && way.contains(&late)) {
                break;
            }
        }
        at
    }

    /// Whether a ball whose chord comes to a collider at `time` flies past it on its parabola: on the bulging side of
    /// a fixed body, and only where the chord cuts so little of it that the ball can't come to the largest depth
    /// there.
    #[inline(never)]
    pub(crate) fn clears(&self, i: u32, k: u32, time: f64, ctx: &EventContext<'_>) -> bool {
        let (collider, row) = (&ctx.bodies.colliders[k], &ctx.balls.rows[i as usize]);
        if row.a == DVec2::ZERO || ctx.bodies.body_of(collider).is_mover() || ctx.links.is_linked(i) {
            return false;
        }
        let at = row.position_at(time);
        let Some((middle, radius)) = collider.bulge(at) else { return false };
        let from = row.x - row.a * row.lead_at(row.t) - middle;
        // A parabola is never further from its chord than half way along.
        let left = row.end - row.begin;
        let cut = radius + row.r - row.bend(left);
        if cut > 0.0 && chord_comes_within(at - middle, row.drift(), cut, row.end - time) {
            return false;
        }
        let flight = Parabola { from, velocity: row.velocity_at(row.t), pull: row.a };
        flight.clears(radius + row.r, row.end - row.t)
            && self.arrival_at(i, k, ctx.step.least_distance(row.r), ctx).is_none()
    }
}

/// Whether a point at `d`, moving by `u` per second for `time` seconds, comes within a distance of the origin.
fn chord_comes_within(d: DVec2, u: DVec2, distance: f64, time: f64) -> bool {
    let (along, square) = (-d.dot(u), u.length_squared());
    let wait = if along < square * time { (along / square).max(0.0) } else { time };
    (d + u * wait).length_squared() < distance * distance
}

/// A flight as seen from the middle of a disc.
#[derive(Clone, Copy, Debug)]
struct Parabola {
    from: DVec2,
    velocity: DVec2,
    pull: DVec2,
}

impl Parabola {
    /// Whether it surely does not enter a disc of this radius about the origin within `time` seconds. The square of
    /// the distance must be convex: then Newton's method comes to the first touch from outside, or finds where the
    /// flight begins to part. It is wherever the surface would not press on a ball that follows it.
    fn clears(&self, radius: f64, time: f64) -> bool {
        let Self { from, velocity, pull } = *self;
        let (square, along) = (pull.length_squared(), pull.dot(velocity));
        let flattest = (-along / square).clamp(0.0, time);
        let bend = |t: f64| velocity.length_squared() + pull.dot(from) + (3.0 * along + 1.5 * square * t) * t;
        if bend(flattest) < 0.0 {
            return false;
        }
        let mut t = 0.0;
        for _ in 0..MEETING_ROUNDS {
            let (place, speed) = (from + (velocity + pull * (0.5 * t)) * t, velocity + pull * t);
            let (distance, closes) = (place.length(), -place.dot(speed));
            if closes <= APPROACH_NOISE * distance * speed.length() {
                return true;
            }
            let open = 0.5 * (distance * distance - radius * radius);
            if open <= 0.0 {
                return false;
            }
            t += open / closes;
            if t >= time {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball that flies off the top of a unit disc clears it from the speed on at which gravity no longer holds it.
    #[test]
    fn a_parabola_clears_a_disc_that_its_chord_cuts() {
        let flight = |speed: f64, x: f64, height: f64| Parabola {
            from: DVec2::new(x, 1.0 + height),
            velocity: DVec2::new(speed, 0.0),
            pull: DVec2::new(0.0, -1.0),
        };
        assert!(flight(1.001, 0.0, 0.0).clears(1.0, 0.1));
        assert!(!flight(0.999, 0.0, 0.0).clears(1.0, 0.1));
        // From the side it comes down on it, or over it.
        assert!(!flight(2.0, -1.0, 0.0).clears(1.0, 2.0));
        assert!(flight(2.0, -1.0, 0.2).clears(1.0, 2.0));
        // Not within the time.
        assert!(flight(2.0, -1.0, 0.0).clears(1.0, 0.1));
    }
}
