//! Rousing: what strikes a ball that dozes, or comes to touch it, finds it awake.

use crate::contacts::pair_key::Other;
use crate::continuous::context::Table;
use crate::continuous::event_loop::Advance;

impl Advance {
    /// Rouses a ball that dozes: it takes part in all that comes from now on.
    pub(crate) fn rouse(&mut self, i: u32, time: f64, table: &mut Table<'_>) {
        if self.flights.is_standing(i) {
            self.bring(i, time, table);
            table.doze.rouse(i, &mut table.balls.rows[i as usize], table.contacts);
            self.flights.rouse(i);
            self.cut(i, table);
        }
    }

    /// Rouses what dozes of two sides that meet.
    pub(crate) fn rouse_both(&mut self, i: u32, other: Other, time: f64, table: &mut Table<'_>) {
        for side in [Some(i), other.as_ball()].into_iter().flatten() {
            self.rouse(side, time, table);
        }
    }
}
