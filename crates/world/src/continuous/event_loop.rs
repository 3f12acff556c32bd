//! The only phase that moves anything: straight flights, cut by impacts in the order of time.
//!
//! The earliest arrival is carried out, the balls that it deflects are looked at anew, and so on to the
//! end of the substep. Nothing is moved past its time of arrival, so nothing tunnels.

use alloc::vec::Vec;
use glam::DVec2;

use crate::bodies::trajectory::Flights;
use crate::contacts::hit::Hit;
use crate::contacts::pair_key::Other;
use crate::context::Substep;
use crate::continuous::context::Table;
use crate::continuous::event_queue::{Arrival, Meeting, Queue};
use crate::continuous::hits::STAYED;
use crate::continuous::impact::resolve::Room;
use crate::continuous::impact::scatter::scatter;
use crate::events::Impact;
use crate::floor::trajectory::Outset;
use crate::links::linked_contacts::Presses;
use crate::profile::Count;
use crate::solver::sweep::Places;

/// Scratch of the advance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Advance {
    pub(crate) flights: Flights,
    pub(crate) queue: Queue,
    /// Packed contacts that might sink to the guard.
    pub(crate) sinking: Vec<(u32, u32)>,
    pub(crate) found: Places,
    pub(crate) found_of: Vec<Places>,
    /// Open pairs that may meet in this substep.
    pub(crate) met: Vec<[u32; 2]>,
    pub(crate) met_of: Vec<Vec<[u32; 2]>>,
    /// Arrivals of one instant.
    instant: Vec<Arrival>,
    pub(crate) hits: Vec<Hit>,
    pub(crate) room: Room,
    /// How balls began their flights; none without a floor.
    pub(crate) outsets: Vec<Outset>,
    pub(crate) deflected: Vec<u32>,
    pub(crate) presses: Presses,
    pub(crate) count: Count,
    /// Seconds since the start of the step up to which all arrivals have been carried out.
    pub(crate) now: f64,
}

/// Impacts within the time in which no ball goes further than this, in radii, are resolved together. A ball is
/// brought to its second impact before its first is resolved, and must not pass a wall on the way.
const SAME_PLACE: f64 = 1e-3;
/// But not within more than the time of a ball that goes so many radii in a substep.
const SLOWEST: f64 = 100.0;
/// What an impact after no way at all costs at least, in plastic impacts. A ball in a row of touching ones is struck as
/// often at one instant as the row is long, and that costs nothing.
pub(crate) const WEDGED: f64 = 0.0625;
/// An approach this small against the speeds involved is rounding.
pub(crate) const ROUNDING: f64 = 1e-11;

impl Advance {
    /// Begins a step with so many balls.
    pub(crate) fn begin(&mut self, balls: usize, step: &Substep) {
        self.flights.begin(balls, SLOWEST / step.h);
        self.queue.clear();
        self.count = Count::default();
    }

    /// Whether all balls fly on, and nothing is due by `until`.
    pub(crate) fn is_quiet(&self, until: f64) -> bool {
        self.flights.short.is_empty() && self.queue.is_quiet(until)
    }

    /// Moves everything by one substep.
    ///
    /// Reads contacts and lists, lists balls anew that leave their safe circles; writes positions,
    /// velocities and events.
    pub(crate) fn run(&mut self, table: &mut Table<'_>) {
        self.set_out(table);
        let rides = Self::bend_rides(table);
        self.swing_out(table);
        // The departure knew nothing of these.
        if rides || !self.outsets.is_empty() || !table.links.is_empty() {
            self.flights.hurry_short(&table.balls.rows);
        }
        self.stop_runaways(table);
        self.now = table.start;
        self.foresee_all(table);
        while let Some(arrival) = self.queue.pop_by(table.until) {
            if !self.holds(&arrival, table) {
                continue;
            }
            self.count.arrivals += 1;
            self.now = arrival.time;
            match arrival.meeting {
                Meeting::Exit => self.list_anew(&arrival, table),
                Meeting::RideEnd => self.end_ride(&arrival, table),
                Meeting::Touch(_) => self.touch(&arrival, table),
                Meeting::Swing => self.swing_on(&arrival, table),
                Meeting::Limit(g) => self.meet_limit(g, arrival.time, table),
                Meeting::Pass(other) | Meeting::Passed(other) => self.pass(&arrival, other, table),
                Meeting::Landing(_) | Meeting::Impact(_) | Meeting::Guard(_) => self.meet(arrival, table),
            }
        }
        self.finish(table);
    }

    /// Whether nothing has happened to its two sides since an arrival was foreseen.
    fn holds(&self, arrival: &Arrival, table: &Table<'_>) -> bool {
        arrival.stamps == self.stamps(arrival.ball, arrival.meeting, table)
    }

    pub(crate) fn stamps(&self, ball: u32, meeting: Meeting, table: &Table<'_>) -> (u32, u32) {
        if let Meeting::Limit(g) = meeting {
            return (table.solids[table.guided[g as usize].solid as usize].stamp, 0);
        }
        let other = meeting.other().map_or(0, |other| match other.as_core() {
            Some(k) => table.solids[table.cores[k].solid as usize].stamp,
            None => self.flights.stamp(other.0),
        });
        (self.flights.stamp(ball), other)
    }

    /// A ball leaves its safe circle: lists it about the place where it is. It flies on as before.
    fn list_anew(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        let i = arrival.ball;
        self.now = arrival.time;
        self.count.listed_anew += 1;
        let u = self.flights.drift(i, &table.balls.rows);
        let at = self.at(i, arrival.time, table);
        table.near.list_one(i, (at, u), table.balls, table.cores, table.dt);
        self.foresee(i, table);
    }

    /// A chord along a hollow arc ends, at the end of the arc or of the turn a chord may make.
    fn end_ride(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        let i = arrival.ball;
        let from = table.balls.rows[i as usize].x;
        Self::straighten(i, arrival.time, 0.0, table);
        let row = &table.balls.rows[i as usize];
        if (row.x - from).length() > STAYED * row.r {
            self.flights.count_chord(i);
        }
        table.contacts.end_ride(i);
        self.flights.deflect(i);
        self.foresee(i, table);
    }

    /// Balls that are aloft come to touch something slowly: their flights end with the substep, and the contact
    /// solver will look at them in the next.
    fn touch(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        let sides = [Some(arrival.ball), arrival.meeting.other().and_then(Other::as_ball)];
        let aloft = sides.map(|side| side.filter(|&i| self.flights.is_aloft(i)));
        for i in aloft.into_iter().flatten() {
            self.rouse(i, arrival.time, table);
            self.bring(i, arrival.time, table);
            self.cut(i, table);
            self.flights.deflect(i);
        }
        for i in aloft.into_iter().flatten() {
            self.foresee(i, table);
        }
    }

    /// Lets the flight of a ball end with the substep.
    pub(crate) fn cut(&mut self, i: u32, table: &mut Table<'_>) {
        self.flights.cut(i, &mut table.balls.rows[i as usize], table.until);
    }

    /// Carries out an arrival and all others of the same instant.
    pub(crate) fn meet(&mut self, first: Arrival, table: &mut Table<'_>) {
        self.hits.clear();
        self.deflected.clear();
        let mut instant = core::mem::take(&mut self.instant);
        self.gather(first, &mut instant, table);
        for arrival in &instant {
            // A mover may have been stopped by what came before.
            if self.holds(arrival, table) {
                self.add_hit(arrival, table);
            }
        }
        self.instant = instant;
        self.add_cluster(first.time, table);
        self.count.impacts += self.hits.len() as u32;
        self.count.largest_cluster = self.count.largest_cluster.max(self.hits.len() as u32);
        self.add_ties(first.time, table);
        self.resolve(first.time, table);
        self.rub(table);
        self.hits.retain(|hit| !hit.tie);
        if self.hits.len() > 1 {
            // Clusters are resolved one after the other, but told in the order of time.
            let order = |a: &Hit, b: &Hit| {
                a.time.total_cmp(&b.time).then_with(|| (a.ball, a.other).cmp(&(b.ball, b.other)))
            };
            self.hits.sort_unstable_by(order);
        }
        if let [hit] = self.hits.as_slice() {
            let info = &table.balls.info;
            let material = |ball: u32| info[ball as usize].material;
            let other =
                hit.other.as_core().map_or_else(|| material(hit.other.0), |k| table.cores[k].material);
            let widest = table.materials.scatter(material(hit.ball), other);
            scatter(hit, widest, &mut table.balls.rows, table.chance);
        }
        self.recoil(first.time, table);
        for hit in &self.hits {
            Self::begin_landed(hit.ball, first.time, table);
        }
        self.deflected.extend(table.links.landed_members());
        for hit in &self.hits {
            report(hit, table);
        }
        self.deflected.sort_unstable();
        self.deflected.dedup();
        let deflected = core::mem::take(&mut self.deflected);
        for &i in &deflected {
            self.flights.deflect(i);
            if self.flights.is_demoted(i, table.step) || self.flights.is_spent(i, table.step) {
                self.cut(i, table);
            }
            if self.flights.is_spent(i, table.step) && !self.flights.is_frozen(i) {
                self.flights.freeze(i);
                table.contacts.end_ride(i);
                let row = &mut table.balls.rows[i as usize];
                (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
                table.events.dropped.frozen_balls += 1;
            }
        }
        self.release_tied(first.time, table);
        self.set_out_again(&deflected, first.time, table);
        self.swing_again(first.time, table);
        for (n, &i) in deflected.iter().enumerate() {
            self.foresee_after(i, &deflected[..n], table);
        }
        self.deflected = deflected;
    }

    /// Takes all arrivals of the same instant out of the queue. Nothing has moved yet: a ball that leaves its
    /// safe circle within the instant is listed anew, and what it meets is part of the instant as well.
    fn gather(&mut self, first: Arrival, instant: &mut Vec<Arrival>, table: &mut Table<'_>) {
        instant.clear();
        instant.push(first);
        let until = (first.time + SAME_PLACE / self.flights.pace).min(table.until);
        while let Some(next) = self.queue.pop_by(until) {
            if !self.holds(&next, table) {
                continue;
            }
            match next.meeting {
                Meeting::Exit => self.list_anew(&next, table),
                Meeting::RideEnd
                | Meeting::Touch(_)
                | Meeting::Swing
                | Meeting::Limit(_)
                | Meeting::Pass(_)
                | Meeting::Passed(_) => {
                    self.queue.push(next);
                    break;
                }
                Meeting::Landing(_) | Meeting::Impact(_) | Meeting::Guard(_) => instant.push(next),
            }
        }
        // A ball that was listed anew has named its arrivals twice.
        instant.sort_unstable();
        instant.dedup();
    }

    /// Where a ball is at a time, if nothing happens before. What has been landed stays where it is for the instant:
    /// it has its true velocity, not that of its chord, and nobody has looked where that leads.
    pub(crate) fn at(&self, i: u32, time: f64, table: &Table<'_>) -> DVec2 {
        let rows = &table.balls.rows;
        let row = &rows[i as usize];
        if table.links.is_landed(i) {
            return row.x;
        }
        row.x + self.flights.drift(i, rows) * (time - row.t)
    }

    /// Flies a ball to a time and returns the way.
    pub(crate) fn bring(&self, i: u32, time: f64, table: &mut Table<'_>) -> f64 {
        let row = &mut table.balls.rows[i as usize];
        if self.flights.is_frozen(i) {
            // It stands still, but what comes next must not be looked for before what has come.
            row.angle += row.w * (time - row.t);
            row.t = time;
            return 0.0;
        }
        if table.links.is_landed(i) {
            return 0.0;
        }
        let from = row.x;
        table.sensors.note(i, row, time);
        row.fly_to(time);
        (row.x - from).length()
    }
}

/// Moves a body that carries shapes to a time.
pub(crate) fn fly_solid(solid: u32, time: f64, table: &mut Table<'_>) {
    let body = &mut table.solids[solid as usize];
    table.sensors.note_body(solid, body, time);
    match body.guided {
        Some(g) => table.guided[g as usize].fly_to(time, body),
        None => body.fly_to(time),
    }
}

/// The share of its energy that a ball loses in an impact. That of a ball that glides over facets is next to nothing,
/// however many it meets. `against` is the square of its speed against the surface of a core.
pub(crate) fn plastic_share(hit: &Hit, against: f64, table: &Table<'_>) -> f64 {
    let plastic = 1.0 - hit.restitution * hit.restitution;
    if hit.other.as_core().is_none() || hit.guided.is_some_and(|g| table.guided[g as usize].swings()) {
        return plastic;
    }
    let square = hit.approach * hit.approach;
    if square < against { plastic * square / against } else { plastic }
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
    table.events.push_impact(Impact {
        body_a,
        shape_a,
        body_b: table.balls.info[hit.ball as usize].id,
        point: (row.x - hit.normal * row.r).as_vec2(),
        normal: hit.normal.as_vec2(),
        approach_speed: hit.approach as f32,
        normal_impulse: hit.normal_impulse as f32,
        tangent_impulse: hit.tangent_impulse as f32,
        time: (hit.time + hit.late).clamp(0.0, table.dt) as f32,
    });
}
