//! Following a surface that bends or turns: along hollow arcs, on the blade of a flipper.
//!
//! A ball that keeps in touch with such a surface would meet it again and again, in no time. It flies a
//! chord instead, from touch to touch: half of the deflection comes before the chord and half after it,
//! so that the speed along a fixed arc is kept exactly, as by the RATTLE scheme (Andersen 1983).

use glam::DVec2;

use crate::curve::{Core, Curve};
use crate::solid::Solid;

/// One chord of a ride along a hollow arc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ride {
    /// Speed along the normal, added to the tangent speed, that makes the chord.
    pub(crate) rise: f64,
    /// Speed along the surface, positive to the left of the normal, that is held back on the chord: it is
    /// shorter than the arc, and the time is that of the arc.
    pub(crate) slack: f64,
    /// When the chord ends, seconds from its start: at the end of the substep, of the arc, or of what one
    /// chord may turn.
    pub(crate) time: f64,
}

impl Core {
    /// How a ball of radius `ball`, touching at `at` and flying at `velocity`, follows this core from
    /// `time` on for at most `h` seconds; `None` if the core neither bends nor turns towards it.
    pub(crate) fn follow(
        &self,
        solid: &Solid,
        (at, velocity): (DVec2, DVec2),
        ball: f64,
        time: f64,
        h: f64,
    ) -> Option<Ride> {
        if !solid.is_mover() {
            let normal = self.hollow_normal(at)?;
            return self.ride(at, velocity.dot(normal.perp()), ball, h);
        }
        if !solid.is_turning() && !solid.is_accelerating() || h <= 0.0 {
            return None;
        }
        // Where the gap would end, if the ball kept the surface's speed along the normal and its own
        // along the tangent.
        let pose = solid.pose_at(time);
        let near = self.nearest(pose.to_local(at))?;
        let normal = pose.turn.rotate(near.normal);
        let surface = solid.velocity_at(at - normal * ball, time);
        let along = velocity + normal * (surface - velocity).dot(normal);
        let place = |wait: f64| solid.pose_at(time + wait).to_local(at + along * wait);
        let h = self.leaves(pose.to_local(at), place, h);
        let end = self.nearest(place(h))?;
        let rise = (near.distance - end.distance) / h;
        (rise > 0.0).then_some(Ride { rise, slack: 0.0, time: h })
    }

    /// When a ball leaves a segment over an end at which nothing follows, if it begins at `from`; at most `h`. It must not
    /// be led on where there is no blade any more: it would miss what the blade gave it on the last part of its way.
    fn leaves(&self, from: DVec2, place: impl Fn(f64) -> DVec2, h: f64) -> f64 {
        let Curve::Segment(segment) = &self.curve else {
            return h;
        };
        let along = |p: DVec2| (p - segment.a).dot(segment.direction);
        let (start, end) = (along(from), along(place(h)));
        let (edge, free) = if end < start { (0.0, &self.ends[0]) } else { (segment.length, &self.ends[1]) };
        let inside = (0.0..=segment.length).contains(&start);
        if !inside || (0.0..=segment.length).contains(&end) || !free.neighbours.is_empty() {
            return h;
        }
        // It gains speed on its way: two steps towards the edge.
        let mut wait = h;
        for _ in 0..2 {
            let way = along(place(wait)) - start;
            wait = (wait * (edge - start) / way).clamp(1e-6 * h, h);
        }
        wait
    }

    /// Normal and velocity of a surface that a ball follows, where the ball is; span and ends of an arc
    /// left aside, as a chord may end on the very edge.
    pub(crate) fn followed(&self, solid: &Solid, at: DVec2, ball: f64, time: f64) -> Option<(DVec2, DVec2)> {
        if !solid.is_mover() {
            return Some((self.hollow_normal(at)?, DVec2::ZERO));
        }
        let pose = solid.pose_at(time);
        let normal = pose.turn.rotate(self.nearest(pose.to_local(at))?.normal);
        Some((normal, solid.velocity_at(at - normal * ball, time)))
    }

    fn hollow_normal(&self, p: DVec2) -> Option<DVec2> {
        match self.curve {
            Curve::Arc(arc) => (arc.center - p).try_normalize(),
            _ => None,
        }
    }

    /// How a ball follows a hollow arc from `p` at `speed` along it (positive to the left of the normal)
    /// for `h` seconds at most; `None` if this is no hollow arc or the ball is not inside it.
    fn ride(&self, p: DVec2, speed: f64, ball: f64, h: f64) -> Option<Ride> {
        /// Longest turn on one chord, radians: a faster ball flies several.
        const LONGEST_TURN: f64 = 0.5;
        let Curve::Arc(arc) = &self.curve else {
            return None;
        };
        let d = p - arc.center;
        let track = arc.radius - self.radius - ball;
        if d.length() >= arc.radius || track <= 0.0 || !arc.spans(p) {
            return None;
        }
        let pace = speed.abs();
        let mut turn = (pace * h / track).min(LONGEST_TURN);
        if !arc.is_full() {
            // Seen from the centre, the normal points inwards, so its left is clockwise.
            let (edge, sense) = if speed > 0.0 { (arc.start, -1.0) } else { (arc.end, 1.0) };
            let left = libm::atan2(sense * d.perp_dot(edge), d.dot(edge));
            // More than half a turn is left where the angle comes out negative, unless by rounding.
            if left > -1e-6 {
                turn = turn.min(left.max(0.0));
            }
        }
        let (sin, cos) = libm::sincos(0.5 * turn);
        let share = if turn > 1e-4 { 2.0 * sin * cos / turn } else { 1.0 - turn * turn / 6.0 };
        let whole = turn * track >= pace * h * (1.0 - 1e-12);
        Some(Ride {
            rise: share * pace * sin / cos,
            slack: (1.0 - share) * speed,
            time: if whole { h } else { turn * track / pace },
        })
    }
}
