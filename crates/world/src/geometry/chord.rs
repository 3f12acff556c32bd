//! Following a surface that turns or gains speed: on the blade of a flipper.
//!
//! A ball that keeps in touch with such a surface would meet it again and again, in no time. It flies a
//! chord instead, from touch to touch: half of the deflection comes before the chord and half after it, as by the
//! RATTLE scheme (Andersen 1983). Round surfaces that do not turn are followed by
//! [`circle_path`](crate::geometry::circle_path).

use glam::DVec2;

use crate::base::Curve;
use crate::bodies::BodyRow;
use crate::geometry::Collider;
use crate::geometry::constants::{EDGE_ROUNDS, MIN_CHORD_TIME, RISE_HALVINGS};

/// One chord of a ball that follows a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfaceChord {
    /// Speed along the normal that makes the chord.
    pub(crate) rise: f64,
    /// When the chord ends, seconds from its start: at the end of the substep, or of the surface.
    pub(crate) time: f64,
}

impl Collider {
    /// Whether there is anything to follow: the collider is round, or turns or gains speed with its body.
    #[inline]
    pub(crate) fn may_be_followed(&self, body: &BodyRow) -> bool {
        self.curve.is_round() || body.is_turning() || body.is_accelerating()
    }

    /// The chord of a ball of radius `ball`, touching at `at` and flying at `velocity`, that follows this
    /// collider from `time` on for `h` seconds; `None` if the collider does not turn or gain speed towards it.
    pub(crate) fn follow(
        &self,
        body: &BodyRow,
        at: DVec2,
        velocity: DVec2,
        ball: f64,
        time: f64,
        h: f64,
    ) -> Option<SurfaceChord> {
        if !body.is_turning() && !body.is_accelerating() || h <= 0.0 {
            return None;
        }
        // Where the gap would end, if the ball kept the surface's speed along the normal and its own
        // along the tangent.
        let pose = body.pose_at(time);
        let near = self.nearest(pose.to_local(at))?;
        let normal = pose.turn.rotate(near.normal);
        let surface = body.velocity_at(at - normal * ball, time);
        let along = velocity + normal * (surface - velocity).dot(normal);
        let place = |wait: f64| body.pose_at(time + wait).to_local(at + along * wait);
        let mut h = self.leaves(pose.to_local(at), place, h);
        if body.joint.is_none() {
            // The contact solver handles the push of a hinge or slider on a ball over its end, as it knows the
            // hinge's motion.
            h = self.answers_until(place, h);
        }
        // A surface that turns away from the ball in the end may turn into it first.
        for _ in 0..=RISE_HALVINGS {
            let end = self.nearest(place(h))?;
            let rise = (near.distance - end.distance) / h;
            if rise > 0.0 {
                return Some(SurfaceChord { rise, time: h });
            }
            h *= 0.5;
        }
        None
    }

    /// Time up to which this collider answers, of `h` seconds: beyond its end another one may. A chord beyond that
    /// would lead into a surface that turns towards it, and the ball would meet it after each hair's breadth: 100
    /// 000 times in a step, in a drum of facets.
    fn answers_until(&self, place: impl Fn(f64) -> DVec2, h: f64) -> f64 {
        if self.nearest(place(h)).is_some() {
            return h;
        }
        let (mut within, mut beyond) = (0.0, h);
        while beyond - within > MIN_CHORD_TIME * h {
            let middle = 0.5 * (within + beyond);
            *(if self.nearest(place(middle)).is_some() { &mut within } else { &mut beyond }) = middle;
        }
        within
    }

    /// The time when a ball leaves a segment over an end without a neighbor, if it begins at `from`; at most `h`.
    /// A chord beyond the end of a blade would lose the push of the blade on the last part of the path.
    fn leaves(&self, from: DVec2, place: impl Fn(f64) -> DVec2, h: f64) -> f64 {
        let Curve::Segment(segment) = &self.curve else {
            return h;
        };
        let along = |p: DVec2| (p - segment.a).dot(segment.direction);
        let (start, end) = (along(from), along(place(h)));
        let (edge, free) = if end < start { (0.0, &self.ends[0]) } else { (segment.length, &self.ends[1]) };
        let inside = (0.0..=segment.length).contains(&start);
        if !inside || (0.0..=segment.length).contains(&end) || !free.neighbors.is_empty() {
            return h;
        }
        // It gains speed during the flight, and may turn back first.
        let (mut over, mut beyond, mut wait) = (0.0, h, h);
        for _ in 0..EDGE_ROUNDS {
            let at = along(place(wait));
            *(if (0.0..=segment.length).contains(&at) { &mut over } else { &mut beyond }) = wait;
            let next = wait * (edge - start) / (at - start);
            wait = if over < next && next < beyond { next } else { 0.5 * (over + beyond) };
        }
        wait.max(MIN_CHORD_TIME * h)
    }

    /// Normal and velocity of a surface that a ball follows, where the ball is; span and ends of an arc
    /// left aside, as a chord may end on the very edge.
    pub(crate) fn followed(&self, body: &BodyRow, at: DVec2, ball: f64, time: f64) -> Option<(DVec2, DVec2)> {
        if !body.is_mover() {
            let Curve::Arc(arc) = self.curve else { return None };
            return Some(((arc.center - at).try_normalize()?, DVec2::ZERO));
        }
        let normal = self.nearest_at(body, at, time)?.normal;
        Some((normal, body.velocity_at(at - normal * ball, time)))
    }
}
