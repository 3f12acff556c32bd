//! Which contacts of one instant are impacts, and what each of them is: normal, masses, restitution, friction.

use glam::DVec2;

use crate::contacts::hit::{self, Hit};
use crate::contacts::pair_key::Other;
use crate::continuous::context::Table;
use crate::continuous::event_loop::{Advance, WEDGED, plastic_share};
use crate::continuous::event_queue::{Arrival, Meeting};
use crate::continuous::impact::resolve;
use crate::model::material::Material;
use crate::solver::collect::kicks;

/// A ball that impacts again and again within this share of its radius is caught between others.
const CAUGHT: f64 = 0.1;
/// Less than this, in radii, is no way at all.
pub(crate) const STAYED: f64 = 1e-9;

impl Advance {
    /// Brings both sides of an arrival to its time and takes up what happens there.
    pub(crate) fn add_hit(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        let (i, time) = (arrival.ball, arrival.time);
        let Some(other) = arrival.meeting.other() else {
            return;
        };
        self.rouse_both(i, other, time, table);
        if self.flights.is_frozen(i) {
            // Only a moving core can meet a ball that stands still, and it must not pass.
            if let Some(k) = other.as_core() {
                self.stall(table.cores[k].solid, time, table);
                return;
            }
        }
        let at = self.at(i, time, table);
        let Some(mut hit) = self.hit(i, other, time, at, table) else {
            return;
        };
        let mut moved = self.bring(i, time, table);
        if other.as_core().is_none() {
            moved = moved.max(self.bring(other.0, time, table));
            Self::let_go(other.0, time, table);
        }
        Self::let_go(i, time, table);
        self.settle(&hit, time, table);
        if matches!(arrival.meeting, Meeting::Landing(_)) {
            self.cut(i, table);
        }
        let mut landing = None;
        let mut extra = 0.0;
        match arrival.meeting {
            Meeting::Landing(_) => {
                hit.restitution = 0.0;
                landing = other.as_core().and_then(|k| self.ride(i, k, time, at, table));
                extra = landing.map_or(0.0, |riding| riding.rise);
            }
            Meeting::Guard(_) => hit.restitution = 0.0,
            _ => {
                if let Some(k) = other.as_core() {
                    let material = table.materials.get(table.cores[k].material);
                    let speed = -hit::relative(&hit, &table.balls.rows, table.guided).0;
                    if kicks(material, speed) {
                        extra = f64::from(material.kick) * kick_share(&hit, k, material, table);
                    }
                }
            }
        }
        hit.reported = matches!(arrival.meeting, Meeting::Impact(_));
        let against = (table.balls.rows[i as usize].velocity_at(time) - hit.surface).length_squared();
        resolve::prepare(&mut hit, &table.balls.rows, table.guided, extra);
        // Only arrivals after next to no way tell of a ball that is caught.
        let caught = moved < CAUGHT * table.balls.rows[i as usize].r;
        if let Some(riding) = landing {
            table.contacts.land(&hit, riding, table.step.h);
            self.flights.count_landing(
                i,
                riding.core,
                (caught, moved <= STAYED * table.balls.rows[i as usize].r),
            );
        } else {
            let loss = if caught { plastic_share(&hit, against, table) } else { 0.0 };
            // Between two walls that both overlap it an elastic ball would go to and fro without end and without any way.
            let loss = if moved <= STAYED * table.balls.rows[i as usize].r { loss.max(WEDGED) } else { loss };
            for ball in [Some(i), other.as_ball()].into_iter().flatten() {
                // What is held may be struck as often as balls come.
                if table.balls.rows[ball as usize].im > 0.0 {
                    self.flights.count(ball, loss);
                }
            }
        }
        self.deflected.push(i);
        if other.as_core().is_none() {
            self.deflected.push(other.0);
        }
        self.hits.push(hit);
    }

    /// Takes up, beside the hits of demoted balls, all contacts that have sunk to the guard and hang
    /// together with them. One after the other they would push each other back and forth without end;
    /// together they come to rest at once.
    pub(crate) fn add_cluster(&mut self, time: f64, table: &mut Table<'_>) {
        /// Larger heaps are resolved piece by piece.
        const LARGEST: usize = 512;
        let guard = table.step.guard_depth * (1.0 - 1e-6);
        let mut next = 0;
        self.deflected.sort_unstable();
        self.deflected.dedup();
        self.deflected.retain(|&i| self.flights.is_demoted(i, table.step));
        while next < self.deflected.len() && self.hits.len() < LARGEST {
            let i = self.deflected[next];
            next += 1;
            let (r, at) = (table.balls.rows[i as usize].r, self.at(i, time, table));
            for n in 0..table.near.lists[i as usize].balls.len() {
                let j = table.near.lists[i as usize].balls[n];
                let other = table.balls.rows[j as usize].r;
                let sunk = r + other - guard * r.min(other);
                if (at - self.at(j, time, table)).length_squared() <= sunk * sunk {
                    self.add_resting(i.max(j), Other::ball(i.min(j)), time, table);
                    if !self.deflected.contains(&j) {
                        self.deflected.push(j);
                    }
                }
            }
            let cores = table.near.lists[i as usize].cores.len();
            for n in 0..cores + table.near.lists[i as usize].movers.len() {
                let list = &table.near.lists[i as usize];
                let k = if n < cores { list.cores[n] } else { list.movers[n - cores] };
                let core = &table.cores[k];
                if core.is_one_sided() && table.contacts.passes(i, k) {
                    continue;
                }
                let solid = &table.solids[core.solid as usize];
                let place = if solid.is_mover() { solid.pose_at(time).to_local(at) } else { at };
                if core.nearest(place).is_some_and(|near| near.distance <= r - guard * r) {
                    self.add_resting(i, Other::core(k), time, table);
                }
            }
        }
        for hit in &self.hits {
            self.deflected.push(hit.ball);
            if hit.other.as_core().is_none() {
                self.deflected.push(hit.other.0);
            }
        }
    }

    /// Takes up a contact at the guard, unless it is among the hits.
    fn add_resting(&mut self, i: u32, other: Other, time: f64, table: &mut Table<'_>) {
        if self.hits.iter().any(|hit| hit.ball == i && hit.other == other) {
            return;
        }
        self.rouse_both(i, other, time, table);
        self.bring(i, time, table);
        if other.as_core().is_none() {
            self.bring(other.0, time, table);
            if self.flights.is_frozen(i) && self.flights.is_frozen(other.0) {
                return;
            }
        } else if self.flights.is_frozen(i) {
            return;
        }
        let at = table.balls.rows[i as usize].x;
        if let Some(mut hit) = self.hit(i, other, time, at, table) {
            hit.restitution = 0.0;
            self.settle(&hit, time, table);
            resolve::prepare(&mut hit, &table.balls.rows, table.guided, 0.0);
            self.hits.push(hit);
        }
    }

    /// The contact of a ball at `at` with another side; `None` if the surface does not answer there.
    pub(crate) fn hit(&self, i: u32, other: Other, time: f64, at: DVec2, table: &Table<'_>) -> Option<Hit> {
        let (rows, info) = (&table.balls.rows, &table.balls.info);
        let free = |row: u32| if self.flights.is_frozen(row) { 0.0 } else { 1.0 };
        let row = &rows[i as usize];
        let mut mass = row.im * free(i);
        let mut spin = row.ii * row.r * row.r * free(i);
        let (normal, meeting, surface);
        let (mut guided, mut arm) = (None, DVec2::ZERO);
        let mut give = 0.0;
        if let Some(k) = other.as_core() {
            let core = &table.cores[k];
            let solid = &table.solids[core.solid as usize];
            let near;
            if solid.is_mover() {
                let pose = solid.pose_at(time);
                near = core.nearest(pose.to_local(at))?;
                normal = pose.turn.rotate(near.normal);
            } else {
                near = core.nearest(at)?;
                normal = near.normal;
            }
            meeting = table.materials.meet(info[i as usize].material, core.material);
            let belt = f64::from(table.materials.get(core.material).surface_speed);
            let point = at - normal * near.reach(row.r);
            surface = solid.velocity_at(point, time) + normal.perp() * belt;
            if let Some(g) = solid.guided.filter(|_| !solid.stalled) {
                let body = &table.guided[g as usize];
                arm = body.arm(point);
                if !body.is_blocked(-arm.dot(normal), body.at(time, solid)) {
                    (guided, give) = (Some(g), body.give);
                }
            }
        } else {
            let a = &rows[other.0 as usize];
            let from = self.at(other.0, time, table);
            normal = (at - from).normalize_or(DVec2::Y);
            meeting = table.materials.meet(info[i as usize].material, info[other.0 as usize].material);
            mass += a.im * free(other.0);
            spin += a.ii * a.r * a.r * free(other.0);
            surface = DVec2::ZERO;
        }
        if mass == 0.0 {
            // Neither gives way: both are frozen or held.
            return None;
        }
        let (mut friction, mut grip, mut rub, mut tilt) = (meeting.friction, meeting.grip, 0.0, 0.0);
        let rolls = |row: usize| info[row].rolls;
        if table.ground.is_laid() && rolls(i as usize) && other.as_ball().is_none_or(|a| rolls(a as usize)) {
            (rub, friction, grip) = (friction, 0.0, 0.0);
            if other.as_core().is_some() {
                tilt = table.ground.tilt(row.r);
            }
        }
        let across = |direction: DVec2| give * arm.dot(direction) * arm.dot(direction);
        let mut hit = Hit {
            ball: i,
            other,
            time,
            late: 0.0,
            normal,
            surface,
            moves: [free(i), if other.as_core().is_none() { free(other.0) } else { 0.0 }],
            guided,
            arm,
            approach: 0.0,
            rebound: 0.0,
            restitution: 0.0,
            friction,
            grip,
            rub,
            tilt,
            blow: 1.0,
            normal_mass: 1.0 / (mass + across(normal)),
            tangent_mass: 1.0 / (mass + spin + across(normal.perp())),
            normal_impulse: 0.0,
            tangent_impulse: 0.0,
            reported: false,
            tie: false,
            least: 0.0,
        };
        let speed = -hit::relative(&hit, rows, table.guided).0;
        let restitution = table.materials.restitution(&meeting, speed);
        hit.restitution = if tilt == 0.0 { restitution } else { resolve::level(restitution, tilt) };
        Some(hit)
    }
}

/// The share of its kick that a core gives where it is hit.
fn kick_share(hit: &Hit, k: u32, material: &Material, table: &Table<'_>) -> f64 {
    let core = &table.cores[k];
    let solid = &table.solids[core.solid as usize];
    let at = table.balls.rows[hit.ball as usize].x;
    let place = if solid.is_mover() { solid.pose_at(hit.time).to_local(at) } else { at };
    material.kick_profile.at(core.along(place))
}
