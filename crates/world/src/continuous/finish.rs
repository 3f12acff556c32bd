//! The ends of flights: of those that end with the substep, and of all with the step.

use crate::base::parallel::{self, Cut};
use crate::bodies::ball::{BallRow, Balls};
use crate::bodies::body::Solid;
use crate::bodies::trajectory::Flights;
use crate::continuous::context::Table;
use crate::continuous::event_loop::{Advance, fly_solid};
use crate::observe::sensors::Sensors;
use crate::pairs::proxy::Spot;

impl Advance {
    /// Flies everything whose flight ends with the substep to its end.
    pub(crate) fn finish(&mut self, table: &mut Table<'_>) {
        let until = table.until;
        self.swing_home(table);
        for n in 0..table.contacts.touched.len() {
            Self::straighten(table.contacts.touched[n], until, 0.0, table);
        }
        let Flights { short, cut, .. } = &self.flights;
        if table.sensors.listen() {
            let all = short.iter().chain(cut);
            all.for_each(|&i| table.sensors.note(i, &table.balls.rows[i as usize], until));
        }
        let (rows, open) = (&mut table.balls.rows, &mut table.near.open);
        let count = rows.len();
        for &i in cut {
            land(&mut rows[i as usize], &mut open.spots[i as usize], until);
            table.contacts.packs.gather(i as usize, &rows[i as usize]);
        }
        let all = (rows.as_mut_slice(), &mut open.spots[..count], table.contacts.packs.takers());
        parallel::each(all, Cut::by(short.len(), count), |first, (rows, spots, mut packs)| {
            for n in parallel::of(short, first, rows.len()).iter().map(|&i| i as usize - first) {
                land(&mut rows[n], &mut spots[n], until);
                packs.gather(n, &rows[n]);
            }
        });
        if !self.outsets.is_empty() {
            for i in short.iter().chain(cut).map(|&i| i as usize) {
                self.outsets[i].arrive(&mut rows[i], &mut table.balls.rolls[i]);
                table.contacts.packs.gather(i, &rows[i]);
            }
        }
        for i in self.flights.deflected() {
            open.go_wild(i);
        }
        for n in 0..table.near.moving.len() {
            let solid = table.near.moving[n];
            fly_solid(solid, until, table);
            let body = &mut table.solids[solid as usize];
            body.land(until);
            if let Some(g) = body.guided {
                table.guided[g as usize].gain = 0.0;
            }
        }
    }
}

/// Flies a ball to the end of a substep.
#[inline]
fn land(row: &mut BallRow, spot: &mut Spot, until: f64) {
    row.fly_to(until);
    spot.place(row.x);
}

/// Ends the step of `dt` seconds: flies everything that is aloft to its end.
pub(crate) fn alight(balls: &mut Balls, solids: (&mut [Solid], &[u32]), sensors: &mut Sensors, dt: f64) {
    if sensors.listen() {
        (0..).zip(&balls.rows).for_each(|(i, row)| sensors.note(i, row, dt));
    }
    let cut = Cut::rows(balls.rows.len());
    parallel::each(balls.rows.as_mut_slice(), cut, |_, rows| {
        for row in rows {
            row.fly_to(dt);
            (row.t, row.begin, row.end) = (0.0, 0.0, 0.0);
        }
    });
    let (solids, movers) = solids;
    for &row in movers {
        (solids[row as usize].t, solids[row as usize].was_disturbed) = (0.0, false);
    }
}
