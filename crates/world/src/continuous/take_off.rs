//! Taking off: a ball that is struck off what bore it feels its whole weight again.

use glam::{DVec2, Vec2};

use crate::contacts::pair_key::Other;
use crate::continuous::constants::SOLVED_SPEED_NOISE;
use crate::continuous::context::EventContext;
use crate::continuous::event_loop::EventLoop;

impl EventLoop {
    /// Gives back what contacts bear of the pull on a ball that has been struck off them. A wall on which it stays goes on
    /// bearing its part.
    ///
    /// Contacts bear a ball for a whole substep. Where it flew on without weight after the blow, it rose by as much as it
    /// did not fall: an elastic ball that glided into a slope gained a tenth of its energy. One that is caught between
    /// others stays with them.
    pub(crate) fn take_off(&mut self, i: u32, ctx: &mut EventContext<'_>) {
        let (n, borne) = (i as usize, self.flights.borne(i).as_dvec2());
        if borne == DVec2::ZERO
            || self.flights.is_frozen(i)
            || self.flights.is_demoted(i, ctx.step)
            || ctx.contacts.following[n].is_some()
            || ctx.links.is_linked(i)
        {
            return;
        }
        let row = &ctx.balls.rows[n];
        let (time, left) = (row.t, row.end - row.t);
        let pull = ctx.pulls.on(n, ctx.balls);
        // What stopped the ball when it came, beside its weight, does not come back.
        let share = -pull.dot(borne) * ctx.step.h / borne.length_squared();
        if !(left > 0.0 && row.im > 0.0 && share > 0.0) {
            return;
        }
        let mut regained = -borne * (share.min(1.0) / ctx.step.h);
        let velocity = row.velocity_at(time);
        let noise = SOLVED_SPEED_NOISE * (velocity.length() + pull.length() * left);
        let (walls, packed) = (ctx.contacts.supports[n].as_slice(), ctx.contacts.packs.partners(n));
        let is_by_ball = !packed.is_empty() || walls.iter().any(|other| other.as_ball().is_some());
        let (mut leaves, mut stays) = (false, false);
        for other in packed.iter().map(|&j| Other::ball(j)).chain(walls.iter().copied()) {
            let (normal, surface) = if let Some(k) = other.as_collider() {
                let collider = &ctx.bodies.colliders[k];
                let body = ctx.bodies.body_of(collider);
                let Some(near) = collider.nearest(body.to_curves_at(row.x, time)) else {
                    continue;
                };
                let normal = body.direction_to_world(near.normal);
                (normal, body.velocity_at(row.x - normal * row.r, time))
            } else {
                let partner = &ctx.balls.rows[other.0 as usize];
                // Of length one, but for what the two overlap.
                let normal = (row.x - partner.position_at(time)) / (row.r + partner.r);
                (normal, partner.velocity_at(time))
            };
            let load = -pull.dot(normal);
            if load * left <= noise {
                // It bears nothing.
            } else if (velocity - surface).dot(normal) - 0.5 * load * left > noise {
                leaves = true;
            } else if stays || is_by_ball {
                // What two walls bear, or a wall beside a ball, is for the contact solver to share out.
                return;
            } else {
                stays = true;
                regained -= normal * regained.dot(normal).min(0.0);
            }
        }
        if !leaves {
            return;
        }
        self.flights.bear(i, Vec2::ZERO);
        let row = &mut ctx.balls.rows[n];
        let faster = row.regained(time);
        (row.a, row.begin) = (row.a + regained, time);
        row.v = velocity * faster + row.a * left;
    }
}
