//! One-sided cores let a ball through that comes from behind, whole: from its first touch until it has come
//! clear again the core does not touch it, wherever its centre is and however it turns.
//!
//! Who passes what is state. It begins and ends at its true times, so that a ball that comes back from in front,
//! be it within the same substep, is stopped.

use glam::DVec2;

use crate::contacts::pair_key::Other;
use crate::continuous::context::Table;
use crate::continuous::detect::known;
use crate::continuous::event_loop::Advance;
use crate::continuous::event_queue::{Arrival, Meeting};
use crate::geometry::collider::Stand;
use crate::geometry::separation::{Pace, turning_point};

impl Advance {
    /// Whether a one-sided core has nothing to do with a ball for now, because it passes or comes from behind;
    /// foresees when that begins or ends.
    pub(crate) fn foresee_passage(&mut self, i: u32, k: u32, table: &Table<'_>) -> bool {
        let core = &table.cores[k];
        let passes = table.contacts.passes(i, k);
        let Some((time, place)) = self.next_turn(i, k, passes, table) else {
            return passes;
        };
        if passes {
            self.enqueue(time, i, Meeting::Passed(Other::core(k)), table);
            return true;
        }
        let begins = match core.stand(place) {
            Stand::Front => false,
            Stand::Behind => true,
            // The neighbour that answers here lets the ball through.
            Stand::Elsewhere => {
                table.contacts.passed_by(i).any(|other| table.cores[other].shape == core.shape)
            }
        };
        if begins {
            self.enqueue(time, i, Meeting::Pass(Other::core(k)), table);
        }
        begins
    }

    /// When the gap between a ball and a core next opens, if it is closed, or closes, and where the ball is then
    /// in the core's frame.
    fn next_turn(&self, i: u32, k: u32, closed: bool, table: &Table<'_>) -> Option<(f64, DVec2)> {
        let core = &table.cores[k];
        let solid = &table.solids[core.solid as usize];
        let row = &table.balls.rows[i as usize];
        let u = self.flights.drift(i, &table.balls.rows);
        let (from, to) = known(row, solid, table);
        let place = |t: f64| {
            let at = row.x + u * (t - row.t);
            if solid.is_mover() { solid.pose_at(t).to_local(at) } else { at }
        };
        let time = if solid.is_mover() {
            let pace = Pace::against(solid, row.x + u * (from - row.t), (u.length(), 0.0), (from, to));
            turning_point((from, to), closed, row.r, |t| {
                let at = row.x + u * (t - row.t);
                let against = u - solid.velocity_at(at, t);
                let direction = solid.pose_at(t).direction_to_local(against);
                core.gap(place(t), direction, row.r, pace, closed)
            })
        } else {
            let pace = Pace { speed: u.length(), acceleration: 0.0 };
            turning_point((from, to), closed, row.r, |t| core.gap(place(t), u, row.r, pace, closed))
        }?;
        Some((time, place(time)))
    }

    /// Carries out that a ball begins to pass a core, or has passed it. It flies on as before.
    pub(crate) fn pass(&mut self, arrival: &Arrival, other: Other, table: &mut Table<'_>) {
        let i = arrival.ball;
        self.bring(i, arrival.time, table);
        if let Some(k) = other.as_core() {
            table.contacts.set_passing(i, k, matches!(arrival.meeting, Meeting::Pass(_)));
        }
        self.flights.deflect(i);
        self.foresee(i, table);
    }
}
