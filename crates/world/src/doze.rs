//! Dozing: what rests is advanced by one substep in a step, not by all. A pile that rests does the same in each of
//! them.

use crate::contact::Contacts;
use crate::flight::Flights;
use crate::open::Stir;
use crate::row::BallRow;

impl Contacts {
    /// Whether everything in contact rests. The balls in contact doze then, if what is free
    /// [keeps clear](Near::keep_clear).
    pub(crate) fn rest(&mut self, rows: &[BallRow], mut stir: Stir, dt: f64) -> bool {
        /// Root mean square and greatest way in a step up to which balls rest, in radii.
        const RESTING: (f64, f64) = (5e-5, 2e-4);
        let free = self.packs.is_empty() && self.memory.is_empty();
        if free || !self.at_rest || !stir.is_within(RESTING.0, RESTING.1, dt) {
            return false;
        }
        self.dozing.clear();
        self.dozing.extend((0..rows.len()).map(|i| self.packs.holds(i)));
        for i in self.memory.iter().flat_map(|m| [Some(m.key.ball()), m.key.other().as_ball()]).flatten() {
            if !core::mem::replace(&mut self.dozing[i as usize], true) {
                stir.add(rows[i as usize].v.length() / rows[i as usize].r);
            }
        }
        stir.is_within(RESTING.0, RESTING.1, dt)
    }

    /// Lets gravity act on dozing balls for their share of the step only.
    pub(crate) fn lull(&self, rows: &mut [BallRow], share: f64, h: f64) {
        for (row, _) in rows.iter_mut().zip(&self.dozing).filter(|(_, dozes)| **dozes) {
            row.v -= row.a * ((1.0 - share) * h);
            row.a *= share;
        }
    }

    /// Gives dozing balls that nothing has struck their speeds back after the flight.
    pub(crate) fn wake(&mut self, rows: &mut [BallRow], flights: &Flights, share: f64) {
        for (i, row) in rows.iter_mut().enumerate() {
            if self.dozing[i] && !flights.was_struck(i as u32) {
                row.v /= share;
                self.packs.gather(i, row);
            }
        }
    }
}
