//! Freezing: stops balls for the rest of a substep that would otherwise impact without end.

use glam::DVec2;
use smallvec::SmallVec;

use crate::bodies::BodyRow;
use crate::contacts::Other;
use crate::continuous::constants::MAX_WAY_IN_A_TICK;
use crate::continuous::{EventContext, EventLoop};
use crate::events::Crushed;
use crate::id::BodyId;

impl EventLoop {
    /// Stops a ball for the rest of the substep, reports it as crushed and counts it as frozen. Nothing gives it a
    /// velocity before the next substep.
    pub(crate) fn freeze(&mut self, ball: u32, ctx: &mut EventContext<'_>) {
        let time = ctx.balls.rows[ball as usize].t;
        let sides = self.sides_of(ball, ctx);
        let moves = |body: &&BodyRow| body.is_moving() || body.joint.is_some();
        let bodies = sides.iter().filter_map(|other| other.as_collider());
        let mover =
            bodies.map(|k| ctx.bodies.body_of(&ctx.bodies.colliders[k])).find(moves).map(|body| body.id);
        self.report_crushed(ball, mover, true, time, ctx);
        self.flights[ball].is_frozen = true;
        ctx.contacts.end_following(ball);
        if let Some(trajectory) = self.floor_trajectories.get_mut(ball as usize) {
            trajectory.stop();
        }
        let row = &mut ctx.balls.rows[ball as usize];
        (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
        // The ball stands until the end of the substep, even if its chord was to end before.
        row.aim(ctx.sub.until);
        ctx.events.dropped.frozen_balls += 1;
    }

    /// The other sides of a ball's hits at this instant, and of its contacts in this substep.
    fn sides_of(&self, ball: u32, ctx: &EventContext<'_>) -> SmallVec<[Other; 8]> {
        let met = self.hits.iter().filter(|hit| !hit.is_link).filter_map(|hit| {
            let own = hit.ball == ball;
            if own {
                Some(hit.other)
            } else {
                (hit.other == Other::ball(ball)).then_some(Other::ball(hit.ball))
            }
        });
        met.chain(ctx.contacts.supports_of(ball)).collect()
    }

    /// The body or ball against which `mover` presses a ball: the first other side that the ball meets or touches.
    pub(crate) fn pressed_against(
        &self,
        ball: u32,
        mover: Option<BodyId>,
        ctx: &EventContext<'_>,
    ) -> Option<BodyId> {
        let id = |other: &Other| match other.as_collider() {
            Some(k) => ctx.bodies.colliders[k].body,
            None => ctx.balls.info[other.0 as usize].id,
        };
        self.sides_of(ball, ctx).iter().map(id).find(|side| Some(*side) != mover)
    }

    /// Reports a ball that `mover` would have crushed: one of the two is stopped.
    pub(crate) fn report_crushed(
        &self,
        ball: u32,
        mover: Option<BodyId>,
        frozen: bool,
        time: f64,
        ctx: &mut EventContext<'_>,
    ) {
        let against = self.pressed_against(ball, mover, ctx);
        let point = self.position_at(ball, time, ctx).as_vec2();
        let ball = ctx.balls.info[ball as usize].id;
        ctx.events.push_crushed(Crushed { ball, mover, against, frozen, point, time: time as f32 });
    }

    /// Freezes balls so fast that rounding makes the times of their impacts equal.
    #[inline]
    pub(crate) fn freeze_overspeeding(&mut self, ctx: &mut EventContext<'_>) {
        let fastest = MAX_WAY_IN_A_TICK / (f64::EPSILON * ctx.step.dt);
        if self.flights.pace > fastest {
            self.freeze_faster(fastest, ctx);
        }
    }

    /// Freezes all balls above a speed in radii per second.
    #[cold]
    fn freeze_faster(&mut self, fastest: f64, ctx: &mut EventContext<'_>) {
        for i in 0..ctx.balls.rows.len() as u32 {
            let row = &ctx.balls.rows[i as usize];
            if row.top_velocity().length() > fastest * row.r && !self.flights[i].is_frozen {
                self.cut_trajectory(i, ctx);
                self.flights.deflect(i);
                self.freeze(i, ctx);
            }
        }
        self.flights.pace = fastest;
    }
}
