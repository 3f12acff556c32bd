//! Waking: a ball that is struck, or touched by a moving one, wakes first.

use glam::DVec2;

use crate::contacts::Other;
use crate::continuous::{EventContext, EventLoop};

impl EventLoop {
    /// Wakes a sleeping ball with its island. Its balls take part in later events, and support each other as before.
    pub(crate) fn wake(&mut self, i: u32, time: f64, ctx: &mut EventContext<'_>) {
        let EventContext { sleep, contacts, balls, materials, pairs, pulls, step, floor, .. } = ctx;
        if !sleep.is_asleep(i) {
            return;
        }
        let known = contacts.woken.len();
        let slept = libm::round(ctx.sub.start / step.h) as u32;
        for &j in sleep.wake(i, Some(slept), contacts, balls, materials) {
            let row = &mut balls.rows[j as usize];
            row.t = time;
            self.flights[j].is_asleep = false;
            self.flights.cut(j, row, ctx.sub.until);
            contacts.batches.load_batched(j as usize, row);
            let pull = pulls.on(j as usize, balls);
            if floor.is_laid() {
                // The pull acts again, and the floor holds the ball against it.
                balls.rows[j as usize].set_out(time, DVec2::ZERO, pull);
            } else {
                self.flights[j].borne = -(pull * step.h).as_vec2();
            }
            pairs.active.overrun_budget(j);
        }
        for n in known..contacts.woken.len() {
            let key = contacts.woken[n].key;
            contacts.add_supports(key.ball(), key.other());
        }
        for n in 0..ctx.sleep.woken().len() {
            self.begin_woken_floor_trajectory(ctx.sleep.woken()[n], time, ctx);
        }
    }

    /// Wakes the balls of a meeting that sleep.
    pub(crate) fn wake_both(&mut self, i: u32, other: Other, time: f64, ctx: &mut EventContext<'_>) {
        for side in [Some(i), other.as_ball()].into_iter().flatten() {
            self.wake(side, time, ctx);
        }
    }
}
