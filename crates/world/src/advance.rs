//! The only phase that moves anything: straight flights, cut by impacts in the order of time.
//!
//! The earliest arrival is carried out, the balls that it deflects are looked at anew, and so on to the
//! end of the substep. Nothing is moved past its time of arrival, so nothing tunnels.

use alloc::vec::Vec;
use glam::DVec2;

use crate::contact::{Contacts, kicks};
use crate::curve::Core;
use crate::events::{Events, Impact};
use crate::flight::Flights;
use crate::impact::{self, Hit};
use crate::material::Materials;
use crate::near::Near;
use crate::queue::{Arrival, Meeting, Queue};
use crate::row::{Balls, Other, Substep};
use crate::slots::Slots;
use crate::solid::Solid;

/// What the advance works on.
pub(crate) struct Table<'a> {
    pub(crate) balls: &'a mut Balls,
    pub(crate) solids: &'a mut [Solid],
    pub(crate) cores: &'a Slots<Core>,
    pub(crate) materials: &'a Materials,
    pub(crate) near: &'a mut Near,
    pub(crate) contacts: &'a mut Contacts,
    pub(crate) events: &'a mut Events,
    pub(crate) step: &'a Substep,
    /// Whole step, seconds: safe circles are made for it.
    pub(crate) dt: f64,
    /// Start of the substep, seconds since the start of the step.
    pub(crate) start: f64,
}

/// Scratch of the advance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Advance {
    pub(crate) flights: Flights,
    pub(crate) queue: Queue,
    /// How far from its centre each ball's surface may be in this substep, if nothing deflects it.
    pub(crate) reach: Vec<f64>,
    hits: Vec<Hit>,
    deflected: Vec<u32>,
}

/// Impacts this close together, as a share of the substep, are resolved together.
const SAME_INSTANT: f64 = 1e-5;
/// An approach this small against the speeds involved is rounding.
pub(crate) const ROUNDING: f64 = 1e-11;

impl Advance {
    /// Moves everything by one substep.
    ///
    /// Reads contacts and lists, lists balls anew that leave their safe circles; writes positions,
    /// velocities and events.
    pub(crate) fn run(&mut self, table: &mut Table<'_>) {
        bend_rides(table);
        self.foresee_all(table);
        while let Some(arrival) = self.queue.pop() {
            if !self.holds(&arrival) {
                continue;
            }
            match arrival.meeting {
                Meeting::Exit => self.list_anew(&arrival, table),
                Meeting::RideEnd => self.end_ride(&arrival, table),
                Meeting::Landing(_) | Meeting::Impact(_) | Meeting::Guard(_) => self.meet(arrival, table),
            }
        }
        finish(table);
    }

    /// Whether nothing has happened to its two sides since an arrival was foreseen.
    fn holds(&self, arrival: &Arrival) -> bool {
        arrival.stamps == self.stamps(arrival.ball, arrival.meeting)
    }

    pub(crate) fn stamps(&self, ball: u32, meeting: Meeting) -> (u32, u32) {
        let other = match meeting.other() {
            Some(other) if other.as_core().is_none() => self.flights.stamp(other.0),
            _ => 0,
        };
        (self.flights.stamp(ball), other)
    }

    /// A ball leaves its safe circle: lists it about the place where it is. It flies on as before.
    fn list_anew(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        let i = arrival.ball;
        let u = self.flights.drift(i, &table.balls.rows, table.step.h);
        let row = &table.balls.rows[i as usize];
        let at = row.x + u * (arrival.time - row.t);
        table.near.list_one(i, at, u.length(), table.balls, table.cores, table.dt);
        self.foresee(i, false, table);
    }

    /// A chord along a hollow arc ends, at the end of the arc or of the turn a chord may make.
    fn end_ride(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        let i = arrival.ball;
        straighten(i, arrival.time, table);
        table.contacts.riding[i as usize] = None;
        self.flights.deflect(i);
        self.foresee(i, false, table);
    }

    /// Carries out an arrival and all others of the same instant.
    fn meet(&mut self, first: Arrival, table: &mut Table<'_>) {
        self.hits.clear();
        self.deflected.clear();
        self.add_hit(&first, table);
        let until = first.time + SAME_INSTANT * table.step.h;
        while let Some(next) = self.queue.pop_by(until) {
            if !self.holds(&next) {
                continue;
            }
            if next.meeting.other().is_none() {
                self.queue.push(next);
                break;
            }
            self.add_hit(&next, table);
        }
        impact::resolve(&mut self.hits, &mut table.balls.rows, table.step.h);
        for hit in &self.hits {
            report(hit, table);
        }
        self.deflected.sort_unstable();
        self.deflected.dedup();
        let deflected = core::mem::take(&mut self.deflected);
        for &i in &deflected {
            self.flights.deflect(i);
            if self.flights.is_spent(i, table.step) && !self.flights.is_frozen(i) {
                self.flights.freeze(i);
                let row = &mut table.balls.rows[i as usize];
                (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
                table.events.dropped.frozen_balls += 1;
            }
        }
        for &i in &deflected {
            self.foresee(i, false, table);
        }
        self.deflected = deflected;
    }

    /// Brings both sides of an arrival to its time and takes up what happens there.
    fn add_hit(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        let (h, i, time) = (table.step.h, arrival.ball, arrival.time);
        let Some(other) = arrival.meeting.other() else {
            return;
        };
        if self.hits.iter().any(|hit| hit.ball == i && hit.other == other) {
            // A ball that was listed anew has named its arrivals twice.
            return;
        }
        if self.flights.is_frozen(i) {
            // Only a moving core can meet a ball that stands still, and it must not pass.
            if let Some(k) = other.as_core() {
                self.stall(table.cores[k].solid, time, table);
                return;
            }
        } else {
            table.balls.rows[i as usize].fly_to(time, h);
        }
        if other.as_core().is_none() && !self.flights.is_frozen(other.0) {
            table.balls.rows[other.0 as usize].fly_to(time, h);
        }
        let at = table.balls.rows[i as usize].x;
        let Some(mut hit) = self.hit(i, other, time, at, table) else {
            return;
        };
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
                    let speed = -impact::relative(&hit, &table.balls.rows, h).0;
                    if kicks(material, speed) {
                        extra = f64::from(material.kick);
                    }
                }
            }
        }
        hit.reported = matches!(arrival.meeting, Meeting::Impact(_));
        impact::prepare(&mut hit, &table.balls.rows, extra, h);
        if let Some(riding) = landing {
            table.contacts.ride(i, riding);
        } else {
            table.contacts.riding[i as usize] = None;
            let loss = 1.0 - hit.restitution * hit.restitution;
            self.flights.count(i, loss);
            if other.as_core().is_none() {
                table.contacts.riding[other.0 as usize] = None;
                self.flights.count(other.0, loss);
            }
        }
        self.deflected.push(i);
        if other.as_core().is_none() {
            self.deflected.push(other.0);
        }
        self.hits.push(hit);
    }

    /// Stops a mover for the rest of the substep, because it would crush a ball that can't give way.
    fn stall(&mut self, solid: u32, time: f64, table: &mut Table<'_>) {
        let mover = &mut table.solids[solid as usize];
        if mover.stalled.is_some() {
            return;
        }
        mover.stalled = Some(time);
        table.events.dropped.stalled_bodies += 1;
        for n in 0..table.near.visited().len() {
            let i = table.near.visited()[n];
            self.flights.deflect(i);
            self.foresee(i, false, table);
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
        if let Some(k) = other.as_core() {
            let core = &table.cores[k];
            let solid = &table.solids[core.solid as usize];
            if solid.is_mover() {
                let pose = solid.pose_at(time);
                normal = pose.turn.rotate(core.nearest(pose.to_local(at))?.normal);
            } else {
                normal = core.nearest(at)?.normal;
            }
            meeting = table.materials.meet(info[i as usize].material, core.material);
            let belt = f64::from(table.materials.get(core.material).surface_speed);
            surface = solid.velocity_at(at - normal * row.r, time) + normal.perp() * belt;
        } else {
            let a = &rows[other.0 as usize];
            let from = a.x + self.flights.drift(other.0, rows, table.step.h) * (time - a.t);
            normal = (at - from).normalize_or(DVec2::Y);
            meeting = table.materials.meet(info[i as usize].material, info[other.0 as usize].material);
            mass += a.im * free(other.0);
            spin += a.ii * a.r * a.r * free(other.0);
            surface = DVec2::ZERO;
        }
        Some(Hit {
            ball: i,
            other,
            time,
            normal,
            surface,
            moves: [free(i), if other.as_core().is_none() { free(other.0) } else { 0.0 }],
            approach: 0.0,
            rebound: 0.0,
            restitution: meeting.restitution,
            friction: meeting.friction,
            normal_mass: 1.0 / mass,
            tangent_mass: 1.0 / (mass + spin),
            normal_impulse: 0.0,
            tangent_impulse: 0.0,
            reported: false,
        })
    }
}

/// Writes an impact down for the game.
fn report(hit: &Hit, table: &mut Table<'_>) {
    if !hit.reported || hit.normal_impulse <= 0.0 {
        return;
    }
    let row = &table.balls.rows[hit.ball as usize];
    let (body_a, shape_a) = match hit.other.as_core() {
        Some(k) => {
            let core = &table.cores[k];
            (table.solids[core.solid as usize].id, Some(core.shape))
        }
        None => (table.balls.info[hit.other.0 as usize].id, None),
    };
    table.events.impacts.push(Impact {
        body_a,
        shape_a,
        body_b: table.balls.info[hit.ball as usize].id,
        point: (row.x - hit.normal * row.r).as_vec2(),
        normal: hit.normal.as_vec2(),
        approach_speed: hit.approach as f32,
        normal_impulse: hit.normal_impulse as f32,
        tangent_impulse: hit.tangent_impulse as f32,
        time: (table.start + hit.time) as f32,
    });
}

/// Flies everything to the end of the substep.
fn finish(table: &mut Table<'_>) {
    let h = table.step.h;
    for n in 0..table.contacts.touched.len() {
        straighten(table.contacts.touched[n], h, table);
    }
    for (row, info) in table.balls.rows.iter_mut().zip(&mut table.balls.info) {
        row.fly_to(h, h);
        row.t = 0.0;
        info.angle += row.w * h;
    }
    for solid in table.solids.iter_mut() {
        solid.advance(h);
    }
}

/// Turns the flights of balls that ride into their chords. The contact solver has done most of it; this
/// does it exactly.
fn bend_rides(table: &mut Table<'_>) {
    let h = table.step.h;
    for &i in &table.contacts.touched {
        let Some(riding) = table.contacts.riding[i as usize] else {
            continue;
        };
        let row = &mut table.balls.rows[i as usize];
        if let Some(normal) = table.cores[riding.core].hollow_normal(row.x) {
            row.v += normal * (riding.rise - row.drift(h).dot(normal)).max(0.0);
        }
    }
}

/// Turns the flight of a riding ball from the chord to the tangent.
fn straighten(i: u32, time: f64, table: &mut Table<'_>) {
    let h = table.step.h;
    let Some(riding) = table.contacts.riding[i as usize] else {
        return;
    };
    let row = &mut table.balls.rows[i as usize];
    row.fly_to(time, h);
    if let Some(normal) = table.cores[riding.core].hollow_normal(row.x) {
        let outward = row.drift(h).dot(normal).min(0.0);
        row.v -= normal * outward;
    }
}
