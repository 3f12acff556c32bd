//! Balls that are so fast that the times of their impacts cannot be told apart.

use crate::continuous::context::EventContext;
use crate::continuous::event_loop::EventLoop;
use crate::continuous::freeze::freeze;

/// Largest way of a ball in the smallest difference between two times of a step, in radii. Beyond it rounding would
/// carry a ball through a wall. A ball of any size that is set to the largest speed goes less far, in the longest
/// step.
const FARTHEST: f64 = 0.05;

impl EventLoop {
    /// Stops balls for the rest of the substep that are so fast that the times of their impacts can't be told apart.
    pub(crate) fn freeze_overspeeding(&mut self, ctx: &mut EventContext<'_>) {
        let fastest = FARTHEST / (f64::EPSILON * ctx.step.dt);
        if self.flights.pace <= fastest {
            return;
        }
        for i in 0..ctx.balls.rows.len() {
            let row = &ctx.balls.rows[i];
            let ball = i as u32;
            if row.drift().length() <= fastest * row.r || self.flights.is_frozen(ball) {
                continue;
            }
            self.cut_trajectory(ball, ctx);
            self.flights.deflect(ball);
            ctx.contacts.end_following(ball);
            freeze(ball, &mut self.flights, &mut ctx.balls.rows, ctx.events);
        }
        self.flights.pace = fastest;
    }
}
