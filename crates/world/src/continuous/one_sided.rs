//! A one-sided collider lets a whole ball through that comes from behind. From the first touch until the ball is
//! clear again, the collider does not touch it, wherever the centre is and however the collider turns.
//!
//! The list of passages is state. A passage begins and ends at its true times, so that a ball that comes back from
//! in front, even within the same substep, is stopped.

use glam::DVec2;

use crate::contacts::{Other, PairKey};
use crate::continuous::{EventContext, EventKind, EventLoop, QueuedEvent, known_span, may_touch};
use crate::geometry::{FacingSide, MotionBounds, Touch, seams, turning_point};

impl EventLoop {
    /// Whether the event loop ignores a pair of ball and one-sided collider for now. The ball passes, comes from
    /// behind, or lies in the solid, and contacts push it out. Predicts when a passage begins or ends.
    pub(crate) fn detect_passage(&mut self, i: u32, k: u32, ctx: &EventContext<'_>) -> bool {
        let collider = &ctx.bodies.colliders[k];
        if ctx.contacts.is_sunk(i, k, ctx.bodies) {
            return true;
        }
        let passes = ctx.contacts.is_passing(i, k);
        let Some((time, place)) = self.next_pass_change(i, k, passes, ctx) else {
            return passes;
        };
        if passes {
            self.enqueue(time, i, EventKind::Passed(Other::collider(k)), ctx);
            return true;
        }
        let begins = match collider.facing_side(place) {
            FacingSide::Front => false,
            FacingSide::Behind => true,
            // At an end, the next collider of the outline decides. The back of a thin solid does not meet this end: a
            // ball that the front holds passes the back.
            FacingSide::Elsewhere => collider.nearest_end(place).is_some_and(|joint| {
                ctx.contacts.passing.colliders_of(i).any(|other| {
                    let other = &ctx.bodies.colliders[other];
                    other.shape == collider.shape && seams::meet_end_to_end(collider, other, joint)
                })
            }),
        };
        if begins {
            self.enqueue(time, i, EventKind::Pass(Other::collider(k)), ctx);
        }
        begins
    }

    /// When the gap between a ball and a collider next opens, if it is `closed`, or else closes. Returns also where
    /// the ball is then, in the frame of the body.
    fn next_pass_change(&self, i: u32, k: u32, closed: bool, ctx: &EventContext<'_>) -> Option<(f64, DVec2)> {
        let (row, collider, body) = ctx.sides(i, k);
        let (from, to) = known_span(row, body, ctx);
        let span = if closed { from..to } else { may_touch(row, collider, body, row.r, from..to)? };
        let place = |t: f64| row.position_at(t);
        let own = MotionBounds {
            speed: row.top_velocity().length(),
            acceleration: row.path_acceleration().length(),
        };
        let bounds = MotionBounds::against(body, place(span.start), own, span.clone());
        let touch = Touch::edge(row.r);
        let time = turning_point(span, closed, touch, |t| {
            let (at, against) = body.against(place(t), row.path_velocity_at(t), t);
            collider.gap(at, against, touch, bounds, closed)
        })?;
        Some((time, body.frame_at(time).to_local(place(time))))
    }

    /// Handles the start or the end of a ball's passage through a collider. The ball's flight does not change.
    pub(crate) fn begin_or_end_pass(&mut self, arrival: &QueuedEvent, ctx: &mut EventContext<'_>) {
        let i = arrival.ball;
        self.fly_ball_to(i, arrival.time, ctx);
        if let Some(other) = arrival.kind.other() {
            ctx.contacts.passing.set(PairKey::new(i, other), matches!(arrival.kind, EventKind::Pass(_)));
        }
        self.flights.deflect(i);
        self.detect(i, ctx);
    }
}
