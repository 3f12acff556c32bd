//! Whether what is free keeps clear of everything for a step, so that what rests may doze.
//!
//! Decided by places and speeds alone: what lists and open pairs hold depends on their age.

use crate::curve::Core;
use crate::near::{Near, disc};
use crate::open::allowance;
use crate::row::{BallRow, Balls};
use crate::slots::Slots;
use crate::solid::Solid;

impl Near {
    /// Whether no free ball, one that does not doze, may come to another ball or a core within a step of `dt`
    /// seconds, in which gravity gives a ball the speed `fall`; `touch` is the gap, in radii, up to which
    /// balls count as touching.
    ///
    /// Reads the grids, not the lists.
    pub(crate) fn keep_clear(
        &mut self,
        balls: &Balls,
        (solids, cores): (&[Solid], &Slots<Core>),
        dozing: &[bool],
        (fall, touch): (f64, f32),
        dt: f64,
    ) -> bool {
        let way = |row: &BallRow| allowance(row.v.length(), row.r, fall, dt) + f64::from(touch) * row.r;
        let mut found = core::mem::take(&mut self.found);
        let clear = dozing.iter().enumerate().all(|(i, &dozes)| {
            if dozes {
                return true;
            }
            let (row, filter) = (&balls.rows[i], balls.info[i].filter);
            let own = way(row);
            // Of two free balls, the one that goes further sees the other.
            let mut clear = true;
            self.balls.overlapping(disc(row.x, row.r + 2.0 * own), |j| {
                let (other, info) = (&balls.rows[j as usize], &balls.info[j as usize]);
                let reach = row.r + other.r + own + way(other).min(own);
                clear &= j as usize == i
                    || !filter.meets(info.filter)
                    || (other.x - row.x).length_squared() >= reach * reach;
            });
            if !clear {
                return false;
            }
            let around = disc(row.x, row.r + own);
            found.clear();
            self.fixed.overlapping(around, &mut found);
            found.extend(self.movers.iter().filter(|(_, b)| b.overlaps(around.bounds())).map(|(k, _)| *k));
            found.iter().all(|&k| {
                let core = &cores[k];
                let solid = &solids[core.solid as usize];
                let place = if solid.is_mover() { solid.pose.to_local(row.x) } else { row.x };
                !filter.meets(core.filter) || core.survey(place).1 >= row.r + own
            })
        });
        self.found = found;
        clear
    }
}
