//! Taking off: a ball that is struck off the walls that bore it feels its whole weight again.

use glam::Vec2;

use crate::continuous::constants::SOLVED_SPEED_NOISE;
use crate::continuous::{EventContext, EventLoop};
use crate::geometry::Nearest;

impl EventLoop {
    /// Spreads the part of the pull that no wall bears over the substep. The contact solver gave the ball all of it
    /// at the start, which makes an impact within the substep too fast.
    pub(crate) fn spread_pull(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        if !self.is_borne_by_walls(i, ctx) {
            return;
        }
        let (n, h) = (i as usize, ctx.step.h);
        let pull = ctx.pulls.on(n, ctx.balls);
        let row = &mut ctx.balls.rows[n];
        let unborne = pull + self.flights[i].borne.as_dvec2() / h - row.a;
        if row.is_guided && unborne.dot(pull) > 0.0 {
            let velocity = row.velocity_at(time) - unborne * (row.end - time);
            row.set_out(time, velocity, row.a + unborne);
            row.guide();
        }
    }

    /// Whether walls alone bear a ball, and it follows none of them.
    fn is_borne_by_walls(&self, i: u32, ctx: &EventContext<'_>) -> bool {
        self.flights[i].borne != Vec2::ZERO
            && !ctx.contacts.batches.has_contact(i as usize)
            && ctx.contacts.supports_of(i).all(|other| other.as_ball().is_none())
            && ctx.contacts.following[i as usize].is_none()
            && !self.flights[i].is_frozen
            && !self.flights.is_demoted(i, ctx.step)
            && !ctx.links.is_linked(i)
    }

    /// Lets the whole pull act again on a ball that has been struck off the walls that bore it. A wall on which the
    /// ball stays still bears its part.
    ///
    /// Contacts bear a ball for a whole substep. Without weight after the impact, the ball would rise by as much as
    /// it did not fall. An elastic ball that glides into a slope would gain a tenth of its energy. The support of
    /// other balls, hinges and sliders stays: they have borne the reaction already, and a change of one side alone
    /// would create momentum.
    pub(crate) fn take_off(&mut self, i: u32, ctx: &mut EventContext<'_>) {
        if !self.is_borne_by_walls(i, ctx) {
            return;
        }
        let (n, borne) = (i as usize, self.flights[i].borne.as_dvec2());
        let row = &ctx.balls.rows[n];
        let (time, left) = (row.t, row.end - row.t);
        let pull = ctx.pulls.on(n, ctx.balls);
        if !(left > 0.0 && row.im > 0.0 && pull.dot(borne) < 0.0) {
            return;
        }
        let mut regained = pull - row.a;
        let velocity = row.velocity_at(time);
        let noise = SOLVED_SPEED_NOISE * (velocity.length() + pull.length() * left);
        let (mut leaves, mut stays) = (false, false);
        for k in ctx.contacts.supports_of(i).filter_map(|other| other.as_collider()) {
            let collider = &ctx.bodies.colliders[k];
            let body = ctx.bodies.body_of(collider);
            if body.joint.is_some() {
                return;
            }
            let Some(Nearest { normal, .. }) = collider.nearest_at(body, row.x, time) else {
                // The ball has passed the end, and another surface answers.
                leaves = true;
                continue;
            };
            let surface = body.velocity_at(row.x - normal * row.r, time);
            let load = -pull.dot(normal);
            if load * left <= noise {
                // The wall bears nothing.
            } else if (velocity - surface).dot(normal) - 0.5 * load * left > noise {
                leaves = true;
            } else if stays {
                // The contact solver shares a load between two walls.
                return;
            } else {
                stays = true;
                regained -= normal * regained.dot(normal).min(0.0);
            }
        }
        if !leaves {
            return;
        }
        self.flights[i].borne = Vec2::ZERO;
        let row = &mut ctx.balls.rows[n];
        row.set_out(time, velocity * row.regained(time), row.a + regained);
    }
}
