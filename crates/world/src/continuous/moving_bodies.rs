//! Bodies that move, in the advance: how they come to limits, recoil from balls, and stop before they crush one.

use glam::DVec2;
use smallvec::SmallVec;

use crate::contacts::hit::Hit;
use crate::continuous::context::Table;
use crate::continuous::event_loop::{Advance, fly_solid};
use crate::continuous::impact::resolve;
use crate::events::LimitHit;

impl Advance {
    /// Resolves the hits. If they can't be, because a mover drives balls against what does not give way,
    /// the mover is stopped and they are resolved without its speed.
    pub(crate) fn resolve(&mut self, time: f64, table: &mut Table<'_>) {
        let mover = |hit: &Hit, table: &Table<'_>| {
            let k = hit.other.as_core().filter(|_| !hit.tie)?;
            let solid = table.cores[k].solid;
            let moving = &table.solids[solid as usize];
            // A hinge or slider gives way.
            let drives = moving.is_moving() && !moving.stalled && moving.guided.is_none();
            drives.then_some(solid)
        };
        if self.hits.len() < 2 || !self.hits.iter().any(|hit| mover(hit, table).is_some()) {
            resolve::resolve(&mut self.hits, &mut table.balls.rows, table.guided, &mut self.room);
            return;
        }
        let before: SmallVec<[(u32, DVec2, f64); 8]> = self
            .hits
            .iter()
            .flat_map(|hit| [Some(hit.ball), hit.other.as_ball()])
            .flatten()
            .map(|i| (i, table.balls.rows[i as usize].v, table.balls.rows[i as usize].w))
            .collect();
        resolve::resolve(&mut self.hits, &mut table.balls.rows, table.guided, &mut self.room);
        if resolve::is_resolved(&self.hits, &table.balls.rows, table.guided) {
            return;
        }
        for (i, v, w) in before {
            (table.balls.rows[i as usize].v, table.balls.rows[i as usize].w) = (v, w);
        }
        for g in self.hits.iter().filter_map(|hit| hit.guided) {
            table.guided[g as usize].struck = 0.0;
        }
        for n in 0..self.hits.len() {
            if let Some(solid) = mover(&self.hits[n], table) {
                self.stall(solid, time, table);
            }
        }
        let mut hits = core::mem::take(&mut self.hits);
        for hit in &mut hits {
            if hit.tie {
                hit.normal_impulse = 0.0;
                continue;
            }
            if hit.other.as_core().is_some() {
                let at = table.balls.rows[hit.ball as usize].x;
                if let Some(anew) = self.hit(hit.ball, hit.other, hit.time, at, table) {
                    (hit.surface, hit.guided) = (anew.surface, anew.guided);
                    (hit.normal_mass, hit.tangent_mass) = (anew.normal_mass, anew.tangent_mass);
                }
            }
            (hit.normal_impulse, hit.tangent_impulse) = (0.0, 0.0);
            resolve::prepare(hit, &table.balls.rows, table.guided, 0.0);
        }
        resolve::resolve(&mut hits, &mut table.balls.rows, table.guided, &mut self.room);
        self.hits = hits;
    }

    /// Stops a mover for the rest of the substep, because it would crush a ball that can't give way.
    pub(crate) fn stall(&mut self, solid: u32, time: f64, table: &mut Table<'_>) {
        if table.solids[solid as usize].stalled {
            return;
        }
        fly_solid(solid, time, table);
        let mover = &mut table.solids[solid as usize];
        if let Some(g) = mover.guided {
            let guided = &mut table.guided[g as usize];
            (guided.rate, guided.gain) = (0.0, 0.0);
            guided.drive(mover);
        }
        mover.stalled = true;
        table.events.dropped.stalled_bodies += 1;
        self.disturb(solid, time, table);
    }

    /// Looks anew at all that may meet a body whose motion has changed. Balls that do not, though they are listed,
    /// must not feel it.
    fn disturb(&mut self, solid: u32, time: f64, table: &mut Table<'_>) {
        self.land_anchored(solid, time, table);
        let body = &mut table.solids[solid as usize];
        body.stamp += 1;
        let guided = body.guided;
        for n in 0..table.near.visited().len() {
            let i = table.near.visited()[n];
            // A ride that has just begun knows of the change.
            let rides = table.contacts.riding[i as usize]
                .is_some_and(|riding| table.cores[riding.core].solid == solid)
                && !self.hits.iter().any(|hit| hit.ball == i);
            if rides {
                self.bring(i, time, table);
                Self::let_go(i, time, table);
                self.flights.deflect(i);
                self.foresee(i, table);
                continue;
            }
            for m in 0..table.near.lists[i as usize].movers.len() {
                let k = table.near.lists[i as usize].movers[m];
                if table.cores[k].solid == solid {
                    self.foresee_core(i, k, table);
                }
            }
        }
        if let Some(g) = guided {
            self.foresee_limit(g, table);
        }
    }

    /// A hinge or slider comes to a limit.
    pub(crate) fn meet_limit(&mut self, g: u32, time: f64, table: &mut Table<'_>) {
        self.hits.clear();
        let solid = table.guided[g as usize].solid;
        fly_solid(solid, time, table);
        for n in 0..table.contacts.touched.len() {
            let i = table.contacts.touched[n];
            let rides = table.contacts.riding[i as usize].is_some_and(|r| table.cores[r.core].solid == solid);
            if rides {
                Self::straighten(i, time, 1.0, table);
            }
        }
        let body = &mut table.solids[solid as usize];
        let met = table.guided[g as usize].meet_limit(body, table.step.h);
        if let Some((limit, speed)) = met {
            table.events.push_limit(LimitHit {
                body: body.id,
                limit,
                speed: speed as f32,
                time: time as f32,
            });
        }
        self.disturb(solid, time, table);
        if table.links.has_landed() {
            self.swing_all(time, table);
        }
    }

    /// Lets hinges and sliders take up what hits gave them.
    pub(crate) fn recoil(&mut self, time: f64, table: &mut Table<'_>) {
        for n in 0..self.hits.len() {
            if let Some(g) = self.hits[n].guided {
                let solid = table.guided[g as usize].solid;
                if table.guided[g as usize].struck == 0.0 {
                    continue;
                }
                fly_solid(solid, time, table);
                table.guided[g as usize].take_blow(&mut table.solids[solid as usize]);
                self.disturb(solid, time, table);
            }
        }
    }
}
