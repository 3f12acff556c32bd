//! Linked balls in the advance: their chords begin and end, and impacts go through their links.

use glam::DVec2;

use crate::bodies::ball::Balls;
use crate::bodies::body::Solid;
use crate::bodies::trajectory::Flights;
use crate::contacts::hit::{self, Hit};
use crate::contacts::pair_key::{Other, PairKey};
use crate::context::Substep;
use crate::continuous::context::Table;
use crate::continuous::event_loop::Advance;
use crate::continuous::event_queue::Arrival;
use crate::events::Tightening;
use crate::links::constraint::{End, Scene};
use crate::links::islands::Links;
use crate::links::linked_contacts::Presses;
use crate::pairs::gap;
use crate::solver::collect::stays;

/// Chords of what hangs together in a substep, after which it is stopped for the rest of it; none is shorter than the
/// substep by so many.
const MOST_CHORDS: u32 = 256;

/// What the links look at and change.
fn scene<'a>(
    (balls, solids): (&'a mut Balls, &'a [Solid]),
    flights: &'a Flights,
    until: f64,
    step: &Substep,
) -> Scene<'a> {
    Scene {
        rows: &mut balls.rows,
        solids,
        flights,
        until,
        step: step.h,
        shortest: step.h / f64::from(MOST_CHORDS),
    }
}

impl Advance {
    /// Begins the chords of all linked balls, after contacts have had their say.
    pub(crate) fn swing_out(&mut self, table: &mut Table<'_>) {
        if table.links.groups.is_empty() {
            return;
        }
        let mut landed = core::mem::take(&mut table.links.landed);
        landed.clear();
        landed.extend(0..table.links.groups.len() as u32);
        let mut presses = core::mem::take(&mut self.presses);
        presses.clear();
        self.find_presses(&landed, (table.start, true), &mut presses, table);
        let Table { links, balls, solids, near, contacts, start, until, step, .. } = table;
        let Links { free, members, .. } = &mut **links;
        free.clear();
        free.extend(members.iter().map(|&i| balls.rows[i as usize].a));
        let mut scene = scene((balls, solids), &self.flights, *until, step);
        links.ties.iter_mut().for_each(|tie| tie.speculative = false);
        for g in 0..links.groups.len() {
            links.groups[g].chords = 0;
        }
        presses.begin(&landed, *start, links, &mut scene);
        landed.clear();
        links.landed = landed;
        for g in 0..links.groups.len() {
            links.look_ahead(g, &scene);
        }
        for i in links.members.iter().copied().chain(presses.balls()) {
            near.open.bend(i as usize, &balls.rows[i as usize], contacts.packs.holds(i as usize));
        }
        self.presses = presses;
    }

    /// Finds what presses on linked balls from a time on: what they touch. Within a substep that is what has been brought
    /// to this time: other linked balls, what does not move, and what has struck them.
    fn find_presses(
        &self,
        groups: &[u32],
        (time, all): (f64, bool),
        presses: &mut Presses,
        table: &Table<'_>,
    ) {
        let struck = |j: u32| self.hits.iter().any(|hit| hit.ball == j || hit.other == Other::ball(j));
        for n in groups.iter().flat_map(|&g| table.links.groups[g as usize].members.clone()) {
            let i = table.links.members[n];
            let packed = table.contacts.packs.partners(i as usize).iter().map(|&j| Other::ball(j));
            let loose = table.contacts.held[i as usize].iter().copied();
            for other in packed.chain(loose) {
                let here = match (other.as_ball(), other.as_core()) {
                    (Some(j), _) => struck(j) || table.links.group_of(j).is_some_and(|g| groups.contains(&g)),
                    (_, Some(k)) => !table.solids[table.cores[k].solid as usize].is_mover(),
                    _ => false,
                };
                if all || here {
                    self.press(i, other, time, table, presses);
                }
            }
        }
    }

    fn press(&self, i: u32, other: Other, time: f64, table: &Table<'_>, presses: &mut Presses) {
        let (i, other) = match other.as_ball() {
            Some(j) if j > i => (j, Other::ball(i)),
            _ => (i, other),
        };
        let row = &table.balls.rows[i as usize];
        let Some(hit) = self.hit(i, other, time, row.x, table).filter(|hit| hit.guided.is_none()) else {
            return;
        };
        // What was struck within the substep may have been sent to bounce off what it touched before.
        let rows = &table.balls.rows;
        let radius = other.as_ball().map_or(row.r, |j| row.r.min(rows[j as usize].r));
        let approach = -hit::relative(&hit, rows, table.guided).0;
        let slow = table.step.slow(hit.restitution, radius);
        if time > table.start && !stays(approach, hit.restitution, slow) {
            return;
        }
        let gap = gap::gap(PairKey::new(i, other), &table.balls.rows, table.solids, table.cores);
        presses.add(&hit, gap.max(0.0) / (table.until - time));
    }

    /// A chord of linked balls ends, or one of their links tightens, and the next chord begins.
    pub(crate) fn swing_on(&mut self, arrival: &Arrival, table: &mut Table<'_>) {
        self.hits.clear();
        self.land_tied(arrival.ball, arrival.time, table);
        self.swing_all(arrival.time, table);
    }

    /// Stops what has begun so many chords in this substep that it can't be helped.
    fn stop_tired(&mut self, table: &mut Table<'_>) {
        let Table { links, balls, events, .. } = table;
        for &g in &links.landed {
            let group = &links.groups[g as usize];
            if group.chords < MOST_CHORDS {
                continue;
            }
            for &i in &links.members[group.members.clone()] {
                if !self.flights.is_frozen(i) {
                    self.flights.freeze(i);
                    let row = &mut balls.rows[i as usize];
                    (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
                    events.dropped.frozen_balls += 1;
                }
            }
        }
    }

    /// Lets all that has been landed fly on, where nothing else has happened to it.
    pub(crate) fn swing_all(&mut self, time: f64, table: &mut Table<'_>) {
        let mut deflected = core::mem::take(&mut self.deflected);
        deflected.clear();
        deflected.extend(table.links.landed_members());
        for &i in &deflected {
            self.flights.deflect(i);
        }
        self.release_tied(time, table);
        self.set_out_again(&deflected, time, table);
        self.swing_again(time, table);
        for &i in &deflected {
            self.foresee(i, table);
        }
        self.deflected = deflected;
    }

    /// Gives both sides of a hit, and what hangs on them, the velocities that they truly have.
    pub(crate) fn settle(&mut self, hit: &Hit, time: f64, table: &mut Table<'_>) {
        self.land(hit, time, table);
        for i in [Some(hit.ball), hit.other.as_ball()].into_iter().flatten() {
            self.land_tied(i, time, table);
        }
    }

    /// Lands what hangs together with a ball, and notes it.
    pub(crate) fn land_tied(&mut self, i: u32, time: f64, table: &mut Table<'_>) {
        let Some(g) = table.links.group_of(i).filter(|g| !table.links.landed.contains(g)) else {
            return;
        };
        for n in table.links.groups[g as usize].members.clone() {
            let i = table.links.members[n];
            self.bring(i, time, table);
            if let Some(outset) = self.outsets.get_mut(i as usize) {
                let (row, roll) = (&mut table.balls.rows[i as usize], &mut table.balls.rolls[i as usize]);
                outset.land(time, row, roll, table.ground);
            }
        }
        let Table { links, balls, solids, until, step, events, .. } = table;
        let group = &links.groups[g as usize];
        let taut = group.tautens.filter(|_| group.next <= time);
        let first = group.ties.start;
        links.landed.push(g);
        let speed =
            links.end(g as usize, time, taut, &mut scene((balls, solids), &self.flights, *until, step));
        if let Some(taut) = taut {
            let link = links.ties[first + taut as usize].id;
            events.push_tightening(Tightening { link, speed: speed as f32, time: time as f32 });
        }
    }

    /// Lands what hangs on a body whose motion changes.
    pub(crate) fn land_anchored(&mut self, solid: u32, time: f64, table: &mut Table<'_>) {
        for g in 0..table.links.groups.len() {
            if table.links.is_anchored(g, solid) {
                let first = table.links.members[table.links.groups[g].members.start];
                self.land_tied(first, time, table);
            }
        }
    }

    /// Takes up the tight links of all that has been landed as hits: a rod neither gives nor yields.
    pub(crate) fn add_ties(&mut self, time: f64, table: &mut Table<'_>) {
        let Table { links, balls, solids, until, step, .. } = table;
        if links.landed.is_empty() {
            return;
        }
        let scene = scene((balls, solids), &self.flights, *until, step);
        for &g in &links.landed {
            for tie in &links.ties[links.groups[g as usize].ties.clone()] {
                let weights = scene.weights(tie);
                // A hit is named by a ball that gives way.
                let (own, other, sense) = if weights[1] > 0.0 { (1, 0, 1.0) } else { (0, 1, -1.0) };
                let (Some(ball), weight) = (tie.ends[own].as_ball(), weights[0] + weights[1]) else {
                    continue;
                };
                if weight == 0.0 || tie.is_slack() {
                    continue;
                }
                let (with, surface) = match tie.ends[other] {
                    End::Ball(a) => (Other::ball(a), DVec2::ZERO),
                    end => (Other::nothing(), scene.velocity(end, time)),
                };
                // One that only pulls is one that only pushes the other way.
                let [low, high] = tie.hold;
                let turned = if high > 0.0 { sense } else { -sense };
                self.hits.push(Hit {
                    moves: [1.0, if weights[other] > 0.0 { 1.0 } else { 0.0 }],
                    normal_mass: 1.0 / weight,
                    least: if high > 0.0 { low } else { 0.0 },
                    ..Hit::tie(ball, with, time, tie.normal * turned, surface)
                });
            }
        }
    }

    /// Lets what has been landed set out again from where it is, as if nothing were tied to it.
    pub(crate) fn release_tied(&mut self, time: f64, table: &mut Table<'_>) {
        self.stop_tired(table);
        let Table { links, balls, until, .. } = table;
        for &g in &links.landed {
            let group = &links.groups[g as usize];
            let slack = links.ties[group.ties.clone()].iter().all(|tie| tie.is_slack() && !tie.is_spring());
            for n in group.members.clone() {
                let (i, free) = (links.members[n] as usize, links.free[n]);
                if self.flights.is_frozen(i as u32) {
                    continue;
                }
                let row = &mut balls.rows[i];
                let mut velocity = row.velocity_at(time);
                if slack {
                    velocity *= row.regained(time);
                }
                (row.a, row.begin, row.end) = (free, time, *until);
                row.v = velocity + free * (*until - time);
            }
        }
    }

    /// Begins the chords of all that has been landed.
    pub(crate) fn swing_again(&mut self, time: f64, table: &mut Table<'_>) {
        if table.links.landed.is_empty() {
            return;
        }
        let landed = core::mem::take(&mut table.links.landed);
        let mut presses = core::mem::take(&mut self.presses);
        presses.clear();
        for hit in &self.hits {
            if [Some(hit.ball), hit.other.as_ball()].into_iter().flatten().any(|i| table.links.holds(i)) {
                presses.add(hit, 0.0);
            }
        }
        if time < table.until {
            self.find_presses(&landed, (time, false), &mut presses, table);
        }
        let Table { links, balls, solids, until, step, .. } = &mut *table;
        let mut scene = scene((balls, solids), &self.flights, *until, step);
        presses.begin(&landed, time, links, &mut scene);
        for &g in &landed {
            links.look_ahead(g as usize, &scene);
        }
        self.presses = presses;
        links.landed = landed;
        links.landed.clear();
    }

    /// Lands everything at the end of the substep.
    pub(crate) fn swing_home(&mut self, table: &mut Table<'_>) {
        for g in 0..table.links.groups.len() {
            let first = table.links.members[table.links.groups[g].members.start];
            self.land_tied(first, table.until, table);
        }
        table.links.landed.clear();
    }
}
