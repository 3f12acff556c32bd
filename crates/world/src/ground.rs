//! The floor in the step: flights on which friction acts.
//!
//! Friction changes a ball's velocity by the time, so its way is no parabola; but what it comes to is known
//! from the start. A ball flies the chord to where it will be, as over a parabola; `row.v` holds the mean of
//! what friction does on the flight until the flight ends, and what it has done by then from there on.

use alloc::vec::Vec;
use glam::DVec2;

use crate::advance::{ROUNDING, Table};
use crate::area::Area;
use crate::flight::Flights;
use crate::floor::{Floor, FloorZone, Surface, ZoneId};
use crate::guided::Guided;
use crate::hit::Hit;
use crate::row::{BallInfo, BallRow};
use crate::save::{Fault, Saved, Source};
use crate::travel::{Grip, Load, Stance, travel};

/// The floor, and the flights over it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ground {
    /// State.
    pub(crate) floor: Option<Floor>,
    /// Ascending by id. State.
    pub(crate) zones: Vec<(ZoneId, FloorZone)>,
    /// Number of the next zone. State.
    pub(crate) next: u32,
    flights: Vec<Outset>,
}

/// How a ball began its flight.
#[derive(Clone, Copy, Debug, Default)]
struct Outset {
    time: f64,
    from: Stance,
    load: Load,
    /// Where it will be, if nothing happens before.
    end: Stance,
    /// What friction does to the velocity, in the mean of the flight.
    mean: DVec2,
    /// Velocity of the row on the flight.
    flown: DVec2,
}

/// The largest part of a flight by which chord and way may differ in time for that to be put right; where it is
/// more, the ball hardly moves.
const LARGEST_SHARE: f64 = 0.5;

impl Ground {
    pub(crate) fn add(&mut self, zone: FloorZone) -> ZoneId {
        let id = ZoneId(self.next);
        self.next = self.next.saturating_add(1);
        self.zones.push((id, zone));
        id
    }

    pub(crate) fn remove(&mut self, zone: ZoneId) -> bool {
        let place = self.zones.iter().position(|(id, _)| *id == zone);
        place.map(|place| self.zones.remove(place)).is_some()
    }

    pub(crate) fn is_laid(&self) -> bool {
        self.floor.is_some()
    }

    /// Drops what belongs to a step.
    pub(crate) fn forget(&mut self) {
        self.flights = Vec::new();
    }

    /// The most that friction accelerates a ball.
    pub(crate) fn strength(&self) -> f64 {
        let Some(floor) = &self.floor else {
            return 0.0;
        };
        let zones = self.zones.iter().map(|(_, zone)| zone.surface.sliding);
        f64::from(floor.gravity) * f64::from(zones.fold(floor.surface.sliding, f32::max))
    }

    /// What the floor at a place does to a ball.
    pub(crate) fn grip(&self, at: DVec2, load: &Load) -> Grip {
        let Some(floor) = &self.floor else {
            return Grip::default();
        };
        let zone = self.zones.iter().rev().find(|(_, zone)| zone.area.holds(at));
        let Surface { sliding, rolling, spinning } = zone.map_or(floor.surface, |(_, zone)| zone.surface);
        Grip {
            sliding: f64::from(sliding) * load.weight,
            rolling: f64::from(rolling) * load.weight,
            spinning: f64::from(spinning) * load.weight / (load.inertia * load.radius),
        }
    }

    /// Cuts a piece of a way where it comes to the border of a zone; `piece` works it out anew up to a time.
    pub(crate) fn border(
        &self,
        from: &Stance,
        end: Stance,
        used: f64,
        radius: f64,
        piece: impl Fn(f64) -> (Stance, f64),
    ) -> (Stance, f64) {
        /// The straight way to a border bends less and less as it is drawn anew.
        const ROUNDS: usize = 4;
        let earliest = |way: DVec2| {
            // What is so near has been crossed already.
            let least = 2e-6 * radius / way.length();
            let first = |area: &Area| {
                let (enter, leave) = area.span(from.x, way)?;
                [enter, leave].into_iter().find(|s| *s > least && *s < 1.0)
            };
            self.zones.iter().filter_map(|(_, zone)| first(&zone.area)).min_by(f64::total_cmp)
        };
        let Some(share) = earliest(end.x - from.x) else {
            return (end, used);
        };
        let mut until = share * used;
        for _ in 0..ROUNDS {
            let way = piece(until).0.x - from.x;
            // Drawn out beyond the border, so that it is found on this side and on the other.
            if let Some(share) = earliest(way * 2.0) {
                until = (until * share * 2.0).min(used);
            }
        }
        piece(until)
    }

    /// Begins the flight of a ball at `time`, on which nothing else will act.
    fn begin(&mut self, i: usize, time: f64, row: &mut BallRow, (roll, info): (DVec2, &BallInfo)) {
        let Some(floor) = &self.floor else {
            return;
        };
        let from = Stance { x: row.x, v: row.velocity_at(time), roll, w: row.w };
        let load = Load {
            push: row.a,
            weight: f64::from(floor.gravity) * row.gravity_scale.max(0.0),
            inertia: f64::from(info.inertia_factor),
            radius: row.r,
            rolls: info.rolls,
        };
        let left = row.end - time;
        let end = travel(self, &load, from, left);
        let straight = from.v + row.a * (0.5 * left);
        let mean = if left > 1e-9 * (row.end - row.begin) {
            (end.x - from.x) / left - straight
        } else {
            DVec2::ZERO
        };
        row.v += mean;
        self.flights[i] = Outset { time, from, load, end, mean, flown: row.v };
    }

    /// Ends the flight of a ball at the end of the substep: gives it the velocity and the spin that it has
    /// come to.
    pub(crate) fn arrive(&self, i: usize, row: &mut BallRow, rolls: &mut [DVec2]) {
        let Some(outset) = self.flights.get(i) else {
            return;
        };
        if row.v == outset.flown {
            row.v = outset.end.v;
        } else {
            row.v += outset.gain(&outset.end, row.end - outset.time) - outset.mean;
        }
        row.w += outset.end.w - outset.from.w;
        rolls[i] = outset.end.roll;
    }
}

impl Ground {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        let sound = self.floor.is_none_or(|floor| floor.check().is_ok())
            && self.zones.iter().all(|(_, zone)| zone.check().is_ok());
        let sorted = self.zones.windows(2).all(|w| w[0].0 < w[1].0)
            && self.zones.last().is_none_or(|(id, _)| id.0 < self.next);
        if sound && sorted { Ok(()) } else { Err("the floor or a zone of it is out of range") }
    }
}

impl Saved for Ground {
    fn save(&self, out: &mut Vec<u8>) {
        let Self { floor, zones, next, flights: _ } = self;
        floor.save(out);
        zones.save(out);
        next.save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let (floor, zones) = (Saved::load(from)?, Saved::load(from)?);
        Ok(Self { floor, zones, next: Saved::load(from)?, flights: Vec::new() })
    }
}

impl Saved for ZoneId {
    const LEAST: usize = 4;

    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        u32::load(from).map(Self)
    }
}

impl Outset {
    /// What friction has done to the velocity, once the ball has come to be like `now` after `time` seconds.
    fn gain(&self, now: &Stance, time: f64) -> DVec2 {
        now.v - self.from.v - self.load.push * time
    }

    /// Lets friction act at the end of the flight only.
    fn straighten(&mut self, row: &mut BallRow) {
        row.v -= core::mem::take(&mut self.mean);
        self.flown = row.v;
    }
}

/// Begins the flights of all balls, after contacts have had their say.
pub(crate) fn set_out(table: &mut Table<'_>) {
    let Table { ground, balls, near, contacts, start, .. } = table;
    if !ground.is_laid() {
        ground.flights.clear();
        return;
    }
    balls.rolls.resize(balls.rows.len(), DVec2::ZERO);
    ground.flights.resize(balls.rows.len(), Outset::default());
    for (i, row) in balls.rows.iter_mut().enumerate() {
        ground.begin(i, *start, row, (balls.rolls[i], &balls.info[i]));
        near.open.bend(i, row, contacts.packs.holds(i));
    }
}

/// Gives a ball the velocity and the spin that it truly has where it is about to be struck.
pub(crate) fn land(i: u32, time: f64, table: &mut Table<'_>) {
    let i = i as usize;
    let Table { ground, balls, .. } = table;
    let Some(&outset) = ground.flights.get(i) else {
        return;
    };
    let row = &mut balls.rows[i];
    let mut passed = time - outset.time;
    let mut now = travel(ground, &outset.load, outset.from, passed);
    // The chord leads here a little sooner or later than the way does: what friction has done by then counts.
    let speed = now.v.length_squared();
    let late = (row.x - now.x).dot(now.v);
    if late.abs() < LARGEST_SHARE * passed * speed {
        passed += late / speed;
        now = travel(ground, &outset.load, outset.from, passed);
    }
    row.v += outset.gain(&now, passed) - outset.mean;
    row.w += now.w - outset.from.w;
    balls.rolls[i] = now.roll;
    // Nothing more acts on it until it sets out again.
    ground.flights[i] = Outset { time, from: now, end: now, flown: DVec2::NAN, ..Outset::default() };
}

/// Lets balls that were struck at `time` set out again.
///
/// The law of impact sees to it that none of them approaches what it has struck. Friction on the rest of the
/// flight may: then it acts at the end of the flight only, or they would meet again in no time.
pub(crate) fn set_out_again(
    struck: &[u32],
    hits: &[Hit],
    time: f64,
    flights: &Flights,
    table: &mut Table<'_>,
) {
    let Table { ground, balls, guided, step, .. } = table;
    if ground.flights.is_empty() {
        return;
    }
    for &i in struck.iter().filter(|&&i| !flights.is_frozen(i)) {
        let i = i as usize;
        ground.begin(i, time, &mut balls.rows[i], (balls.rolls[i], &balls.info[i]));
        if flights.is_demoted(i as u32, step) {
            // Friction might drive a ball in a corner to and fro between two walls without end.
            ground.flights[i].straighten(&mut balls.rows[i]);
        }
    }
    for _ in 0..=hits.len() {
        let mut again = false;
        for hit in hits {
            let pair = [Some(hit.ball), hit.other.as_ball()];
            let bends = |i: u32| ground.flights[i as usize].mean != DVec2::ZERO;
            if !pair.into_iter().flatten().any(bends) || !nears(hit, flights, &balls.rows, guided) {
                continue;
            }
            again = true;
            for i in pair.into_iter().flatten() {
                ground.flights[i as usize].straighten(&mut balls.rows[i as usize]);
            }
        }
        if !again {
            break;
        }
    }
}

/// Whether the flights of two that have just struck each other bring them nearer.
fn nears(hit: &Hit, flights: &Flights, rows: &[BallRow], guided: &[Guided]) -> bool {
    let (own, other) = drifts(hit, flights, rows, guided);
    (own - other).dot(hit.normal) < -ROUNDING * (own.length() + other.length())
}

/// Velocities of the straight flights of both sides of a hit.
pub(crate) fn drifts(hit: &Hit, flights: &Flights, rows: &[BallRow], guided: &[Guided]) -> (DVec2, DVec2) {
    let own = flights.drift(hit.ball, rows);
    let other = match hit.other.as_ball() {
        Some(a) => flights.drift(a, rows),
        None => hit.surface + hit.guided.map_or(DVec2::ZERO, |g| hit.arm * guided[g as usize].struck),
    };
    (own, other)
}
