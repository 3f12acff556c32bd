//! Balls that are so fast that the times of their impacts cannot be told apart.

use crate::continuous::constants::MAX_WAY_IN_A_TICK;
use crate::continuous::context::EventContext;
use crate::continuous::event_loop::EventLoop;
use crate::continuous::freeze::freeze;

impl EventLoop {
    /// Stops balls for the rest of the substep that are so fast that the times of their impacts can't be told apart.
    #[inline]
    pub(crate) fn freeze_overspeeding(&mut self, ctx: &mut EventContext<'_>) {
        let fastest = MAX_WAY_IN_A_TICK / (f64::EPSILON * ctx.step.dt);
        if self.flights.pace > fastest {
            self.freeze_faster(fastest, ctx);
        }
    }

    /// Stops all balls that are faster than so many radii per second.
    #[cold]
    fn freeze_faster(&mut self, fastest: f64, ctx: &mut EventContext<'_>) {
        for i in 0..ctx.balls.rows.len() {
            let row = &ctx.balls.rows[i];
            let ball = i as u32;
            if row.drift().length() <= fastest * row.r || self.flights.is_frozen(ball) {
                continue;
            }
            self.cut_trajectory(ball, ctx);
            self.flights.deflect(ball);
            let EventContext { balls, contacts, events, .. } = ctx;
            let Self { flights, floor_trajectories, .. } = self;
            freeze(ball, flights, floor_trajectories, &mut balls.rows, contacts, events);
        }
        self.flights.pace = fastest;
    }
}
