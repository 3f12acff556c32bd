//! Waking: what strikes a ball that sleeps, or comes to touch it, finds it awake.

use crate::contacts::pair_key::Other;
use crate::continuous::context::EventContext;
use crate::continuous::event_loop::EventLoop;

impl EventLoop {
    /// Wakes a ball that sleeps: it takes part in all that comes from now on.
    pub(crate) fn wake(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        if self.flights.is_asleep(i) {
            self.fly_ball_to(i, time, ctx);
            ctx.sleep.wake(i, &mut ctx.balls.rows[i as usize], ctx.contacts);
            self.flights.wake(i);
            self.cut_trajectory(i, ctx);
        }
    }

    /// Wakes what sleeps of two sides that meet.
    pub(crate) fn wake_both(&mut self, i: u32, other: Other, time: f64, ctx: &mut EventContext<'_>) {
        for side in [Some(i), other.as_ball()].into_iter().flatten() {
            self.wake(side, time, ctx);
        }
    }
}
