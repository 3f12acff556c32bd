//! Stopping balls for the rest of a substep, where there is no other way to an end.

use glam::DVec2;

use crate::continuous::constants::MAX_WAY_IN_A_TICK;
use crate::continuous::{EventContext, EventLoop};

impl EventLoop {
    /// Stops a ball for the rest of the substep, and counts it as dropped. Nothing gives it a velocity before the
    /// next.
    pub(crate) fn freeze(&mut self, ball: u32, ctx: &mut EventContext<'_>) {
        self.flights[ball].is_frozen = true;
        ctx.contacts.end_following(ball);
        if let Some(trajectory) = self.floor_trajectories.get_mut(ball as usize) {
            trajectory.stop();
        }
        let row = &mut ctx.balls.rows[ball as usize];
        (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
        // It stands to the end of the substep, however short the chord was on which it came.
        row.aim(ctx.sub.until);
        ctx.events.dropped.frozen_balls += 1;
    }

    /// Stops balls that are so fast that the times of their impacts can't be told apart.
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
        for i in 0..ctx.balls.rows.len() as u32 {
            let row = &ctx.balls.rows[i as usize];
            if row.drift().length() > fastest * row.r && !self.flights[i].is_frozen {
                self.cut_trajectory(i, ctx);
                self.flights.deflect(i);
                self.freeze(i, ctx);
            }
        }
        self.flights.pace = fastest;
    }
}
