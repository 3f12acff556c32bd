//! Contacts and impacts of linked balls during their chords.
//!
//! The pull of links against a contact passes through all linked balls. If contacts and links are solved in turns,
//! a heavy ball on a light chain takes a round for each multiple of the chain's weight. Instead, the answer of each
//! contact is measured with all links at work, and the few contacts are solved together.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::Sort;
use crate::bodies::BallRow;
use crate::contacts::Hit;
use crate::links::constants::{
    CONTACT_MEASUREMENTS, CONTACT_SWEEP_TOLERANCE, CONTACT_SWEEPS, CONTACT_TURN_TOLERANCE, CONTACT_TURNS,
    MAX_ENERGY_GAIN, MAX_MEASURED_CONTACTS, MIN_CONTACT_ANSWER, PARTING_NOISE, PARTING_SHARE, PATIENT_CHORDS,
    PRESSED_CHORD_HALVINGS,
};
use crate::links::{BOTH, LinkBodies, LinkConstraint, Links, NO_IMPULSE, kinetic_energy, work_of_pull};

/// Kinetic energy of these balls at a time, as they fly now.
fn energy(balls: &[(u32, BallRow)], time: f64, bodies: &LinkBodies<'_>) -> f64 {
    let of = |row: &BallRow| kinetic_energy(row, row.velocity_at(time));
    balls.iter().map(|&(i, _)| of(&bodies.rows[i as usize])).sum()
}

#[derive(Clone, Copy, Debug)]
struct LinkedContact {
    hit: Hit,
    /// Speed at which the two may approach: they touch at the end of the flight.
    allowed: f64,
    /// Speed of parting that its flights have been given, links left aside.
    given: f64,
    /// Whether it withstands links that come nearer to their lengths.
    withstands: bool,
}

impl LinkedContact {
    /// By how much its sides approach too fast on their flights, or at a time, and the sum of their speeds.
    fn excess(&self, at: Option<f64>, bodies: &LinkBodies<'_>) -> (f64, f64) {
        let (closing, speeds) = bodies.closing(&self.hit, at);
        (closing - self.allowed, speeds)
    }

    /// Whether a ball of an island is one of its sides.
    fn is_of(&self, g: u32, links: &Links) -> bool {
        self.hit.balls().any(|i| links.island_of(i) == Some(g))
    }
}

/// A contact on the chords that it has been given speed for.
#[derive(Clone, Copy, Debug)]
struct ChordContact {
    contact: LinkedContact,
    from: f64,
    until: f64,
}

/// Contacts of linked balls. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkedContacts {
    list: Vec<LinkedContact>,
    /// Contacts of unfinished chords.
    on_chords: Vec<ChordContact>,
    /// Balls that unfinished chords move so that links come nearer to their lengths, with the speed of that motion.
    /// That speed is no part of the ball's velocity.
    shifts: Vec<(u32, DVec2)>,
    /// Contacts that are being solved, each with its excess approach speed.
    active: Vec<(usize, f64)>,
    /// All balls of these islands and contacts, as they fly before any attempt.
    flights: Vec<(u32, BallRow)>,
    /// Flights, links and contacts of an attempt, restored after another test.
    attempt: Vec<(u32, BallRow)>,
    constraints: Vec<(usize, LinkConstraint)>,
    pushes: Vec<f64>,
    speeds: Vec<(u32, DVec2)>,
    /// Impulses and bounds of the links before they are measured.
    bends: Vec<(usize, f64, [f64; 2])>,
    answers: Vec<f64>,
    more: Vec<f64>,
}

impl LinkedContacts {
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Begins the list of contacts again. Contacts of unfinished chords stay.
    pub(crate) fn begin_list(&mut self) {
        self.list.clear();
    }

    /// Forgets all contacts, and the impulses that they gave to chords.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.on_chords.clear();
        self.shifts.clear();
    }

    /// Adds a contact, unless it is there; `allowed` is the speed at which the two may approach. The list is
    /// sorted: the order of a ball's contacts is scratch, and no result may depend on it.
    pub(crate) fn add(&mut self, hit: &Hit, allowed: f64) {
        let key = |hit: &Hit| (hit.ball, hit.other);
        if let Err(place) = self.list.binary_search_by_key(&key(hit), |contact| key(&contact.hit)) {
            self.list.insert(place, LinkedContact { hit: *hit, allowed, given: 0.0, withstands: false });
        }
    }

    /// The balls of all listed contacts.
    pub(crate) fn balls(&self) -> impl Iterator<Item = u32> + '_ {
        self.list.iter().flat_map(|contact| contact.hit.balls())
    }

    /// Ends the contacts of an island whose chord ends at a time. It takes back their speed for the unused rest of
    /// the chord: the links' answer is taken back as well, and would otherwise count twice. The motion that brought
    /// links nearer to their lengths ends too.
    pub(crate) fn take_back(&mut self, g: u32, time: f64, links: &Links, bodies: &mut LinkBodies<'_>) {
        let Self { on_chords, shifts, .. } = self;
        shifts.retain(|&(i, way)| {
            let ends = links.island_of(i) == Some(g);
            if ends && !bodies.flights[i].is_frozen {
                bodies.rows[i as usize].v -= way;
            }
            !ends
        });
        on_chords.retain(|on_chord| {
            if !on_chord.contact.is_of(g, links) {
                return true;
            }
            let lasts = on_chord.until - on_chord.from;
            let unused = if lasts > 0.0 { ((on_chord.until - time) / lasts).clamp(0.0, 1.0) } else { 0.0 };
            bodies.part(&on_chord.contact.hit, -on_chord.contact.given * unused);
            false
        });
    }

    /// The balls that have been given speed for the chord of an island.
    pub(crate) fn balls_on_chord<'a>(&'a self, g: u32, links: &'a Links) -> impl Iterator<Item = u32> + 'a {
        let contacts = self.on_chords.iter().filter(move |on_chord| on_chord.contact.is_of(g, links));
        contacts.flat_map(|on_chord| on_chord.contact.hit.balls())
    }

    /// Notes the speed that contacts gave to chords that have just begun.
    fn note(&mut self, time: f64, links: &Links) {
        for &contact in self.list.iter().filter(|contact| contact.given != 0.0 || contact.withstands) {
            let islands = contact.hit.balls().filter_map(|i| links.island_of(i));
            let until = islands.map(|g| links.islands[g as usize].until).fold(f64::INFINITY, f64::min);
            self.on_chords.push(ChordContact { contact, from: time, until });
        }
    }

    /// Settles islands whose chords have ended at a time: no link changes its length, and no ball moves into a
    /// surface that it touches. The solution is plastic, so it takes energy and never adds any.
    pub(crate) fn settle(
        &mut self,
        islands: &[u32],
        time: f64,
        links: &mut Links,
        bodies: &mut LinkBodies<'_>,
    ) {
        if self.list.is_empty() {
            return;
        }
        self.save_rows(islands, links, bodies);
        self.save_links(islands, links);
        let is_driven = self.is_driven(islands, time, links, bodies);
        let pushed =
            |contacts: &Self, bodies: &LinkBodies<'_>| !is_driven && contacts.is_pushed(time, bodies);
        if !self.solve_contacts(islands, time, links, bodies) || pushed(self, bodies) {
            self.restore_rows(bodies);
            self.restore_links(links);
            self.take_turns(islands, Some(time), links, bodies);
            if pushed(self, bodies) {
                // If links and contacts have no common solution, the limit of penetration stops the balls later.
                self.restore_rows(bodies);
                self.restore_links(links);
            }
        }
        self.list.iter_mut().for_each(|contact| contact.given = 0.0);
    }

    /// Whether a moving body does work on these islands.
    fn is_driven(&self, islands: &[u32], time: f64, links: &Links, bodies: &LinkBodies<'_>) -> bool {
        let drives = |contact: &LinkedContact| {
            contact.hit.other.as_ball().is_none() && contact.hit.surface != DVec2::ZERO
        };
        self.list.iter().any(drives) || islands.iter().any(|&g| links.is_driven(g as usize, time, bodies))
    }

    /// Energy of all balls at a time, before any attempt.
    fn energy_before(&self, time: f64) -> f64 {
        self.flights.iter().map(|(_, row)| kinetic_energy(row, row.velocity_at(time))).sum()
    }

    /// Whether balls have more energy at a time than before any attempt.
    fn is_pushed(&self, time: f64, bodies: &LinkBodies<'_>) -> bool {
        let before = self.energy_before(time);
        let after = energy(&self.flights, time, bodies);
        // A result that is not a number counts as a gain.
        !(after <= before + MAX_ENERGY_GAIN * (before + self.fall(bodies.step, bodies)))
    }

    /// Saves the links of these islands.
    fn save_links(&mut self, islands: &[u32], links: &Links) {
        self.constraints.clear();
        for &g in islands {
            let places = links.islands[g as usize].constraints.clone();
            self.constraints.extend(places.map(|n| (n, links.constraints[n])));
        }
    }

    fn restore_links(&self, links: &mut Links) {
        for &(n, constraint) in &self.constraints {
            links.constraints[n] = constraint;
        }
    }

    /// Saves the rows of all balls of these islands and of their contacts.
    fn save_rows(&mut self, islands: &[u32], links: &Links, bodies: &LinkBodies<'_>) {
        self.flights.clear();
        let members = islands.iter().flat_map(|&g| links.islands[g as usize].members.clone());
        let balls = members.map(|n| links.members[n]);
        self.flights.extend(balls.map(|i| (i, bodies.rows[i as usize])));
        for contact in &self.list {
            self.flights.extend(contact.hit.balls().map(|i| (i, bodies.rows[i as usize])));
        }
        self.flights.order_by_key(|&(i, _)| i);
        self.flights.dedup_by_key(|&mut (i, _)| i);
    }

    /// Begins the chords of these islands so that none leads into a surface that its balls touch; otherwise the two
    /// would meet again at once. A ball that links pull against a surface slides along it. Where contacts keep
    /// links from their lengths, the lengths stay. Chords are shorter where contacts and links find no common
    /// solution: pushed on, links turn further than they would alone.
    pub(crate) fn start_chords(
        &mut self,
        islands: &[u32],
        time: f64,
        links: &mut Links,
        bodies: &mut LinkBodies<'_>,
    ) {
        for &g in islands {
            let is_in_contact = self.list.iter().any(|contact| contact.is_of(g, links));
            let island = &mut links.islands[g as usize];
            (island.chords, island.is_in_contact) = (island.chords + 1, is_in_contact);
        }
        if self.list.is_empty() {
            links.begin_all(islands, time, f64::INFINITY, bodies);
        } else {
            self.begin_pressed(islands, time, links, bodies);
        }
        self.correct(islands, links, bodies);
        self.note(time, links);
    }

    /// Begins the chords of these islands so that contacts stay apart: each attempt is half as long as the one
    /// before.
    fn begin_pressed(&mut self, islands: &[u32], time: f64, links: &mut Links, bodies: &mut LinkBodies<'_>) {
        self.save_rows(islands, links, bodies);
        let mut most = f64::INFINITY;
        let is_patient = islands.iter().all(|&g| links.islands[g as usize].chords <= PATIENT_CHORDS);
        let most_halvings = if is_patient { PRESSED_CHORD_HALVINGS } else { 0 };
        for halvings in 0..=most_halvings {
            links.begin_all(islands, time, most, bodies);
            let lasts = |g: &u32| links.islands[*g as usize].until - time;
            most = 0.5 * islands.iter().map(lasts).fold(f64::INFINITY, f64::min);
            let is_last = halvings == most_halvings || most <= bodies.shortest;
            if self.are_few()
                && self.keep_apart(islands, None, links, bodies)
                && (is_last || !self.gains(islands, time, links, bodies))
            {
                return;
            }
            self.restore_rows(bodies);
            if !self.are_few() || is_last {
                break;
            }
        }
        links.begin_all(islands, time, most, bodies);
        self.take_turns(islands, None, links, bodies);
        if self.gains(islands, time, links, bodies) {
            // If links and contacts have no common solution, the limit of penetration stops the balls later.
            self.restore_rows(bodies);
            links.begin_all(islands, time, most, bodies);
        }
    }

    /// Brings links that are too long or too short nearer to their lengths on chords that have just begun, as far as
    /// contacts allow without pushing other balls aside. This is a displacement, not a velocity: it ends with the
    /// chord. Links that can't be corrected stay as they were.
    fn correct(&mut self, islands: &[u32], links: &mut Links, bodies: &mut LinkBodies<'_>) {
        if !links.are_off(islands, bodies) {
            return;
        }
        self.save_rows(islands, links, bodies);
        self.save_links(islands, links);
        self.pushes.clear();
        self.pushes.extend(self.list.iter().map(|contact| contact.given));
        let comes = links.correct(islands, bodies)
            && self.stay_apart(islands, links, bodies)
            && self.flights.iter().all(|&(i, row)| links.is_linked(i) || bodies.rows[i as usize].v == row.v);
        for &(i, row) in &self.flights {
            let way = bodies.rows[i as usize].v - row.v;
            if !comes {
                bodies.rows[i as usize] = row;
            } else if way != DVec2::ZERO {
                self.shifts.push((i, way));
            }
        }
        self.restore_links(links);
        for (contact, given) in self.list.iter_mut().zip(&self.pushes) {
            contact.withstands = comes && contact.given != *given;
            contact.given = *given;
        }
    }

    /// Keeps contacts apart on chords on which links come nearer to their lengths; false if they can't be.
    fn stay_apart(&mut self, islands: &[u32], links: &mut Links, bodies: &mut LinkBodies<'_>) -> bool {
        if self.are_few() {
            return self.list.is_empty() || self.keep_apart(islands, None, links, bodies);
        }
        self.take_turns(islands, None, links, bodies);
        self.list.iter().all(|contact| {
            let (excess, speeds) = contact.excess(None, bodies);
            excess <= CONTACT_TURN_TOLERANCE * speeds
        })
    }

    /// Restores the flights of all balls.
    fn restore_rows(&mut self, bodies: &mut LinkBodies<'_>) {
        for &(i, row) in &self.flights {
            bodies.rows[i as usize] = row;
        }
        self.list.iter_mut().for_each(|contact| contact.given = 0.0);
    }

    /// Whether balls have more energy at the ends of their chords than at the beginnings, beside external work.
    /// Links and contacts do none, unless their pulls change too much within a chord.
    fn gains(&mut self, islands: &[u32], time: f64, links: &mut Links, bodies: &mut LinkBodies<'_>) -> bool {
        if self.is_driven(islands, time, links, bodies) {
            return false;
        }
        let until = islands.iter().map(|&g| links.islands[g as usize].until).fold(f64::INFINITY, f64::min);
        self.attempt.clear();
        self.attempt.extend(self.flights.iter().map(|&(i, _)| (i, bodies.rows[i as usize])));
        let work = self.attempt.iter().map(|(_, row)| work_of_pull(row, time, until)).sum::<f64>();
        let before = self.energy_before(time);
        let fall = self.fall(until - time, bodies);
        self.save_links(islands, links);
        self.pushes.clear();
        self.pushes.extend(self.list.iter().map(|contact| contact.given));
        self.list.iter_mut().for_each(|contact| contact.given = 0.0);
        for &g in islands {
            links.keep_lengths_at(g as usize, until, bodies);
        }
        self.solve_contacts(islands, until, links, bodies);
        let after = energy(&self.attempt, until, bodies);
        // The test must leave no trace.
        for &(i, row) in &self.attempt {
            bodies.rows[i as usize] = row;
        }
        self.restore_links(links);
        for (contact, given) in self.list.iter_mut().zip(&self.pushes) {
            contact.given = *given;
        }
        // A result that is not a number counts as a gain.
        !(after - work <= before + MAX_ENERGY_GAIN * (before + fall))
    }

    /// Energy that these balls gain by a fall from rest of this duration.
    fn fall(&self, lasts: f64, bodies: &LinkBodies<'_>) -> f64 {
        let rows = || self.flights.iter().map(|&(i, _)| &bodies.rows[i as usize]).filter(|row| row.im > 0.0);
        let pull = rows().map(|row| row.a.length_squared()).fold(0.0, f64::max);
        rows().map(|row| 0.5 * pull * lasts * lasts / row.im).sum()
    }

    /// Whether there are few enough contacts to solve them together.
    fn are_few(&self) -> bool {
        self.list.len() <= MAX_MEASURED_CONTACTS
    }

    /// Keeps contacts apart at a time: together, or one after the other where there are many. Returns false if the
    /// few can't be kept apart.
    fn solve_contacts(
        &mut self,
        islands: &[u32],
        time: f64,
        links: &mut Links,
        bodies: &mut LinkBodies<'_>,
    ) -> bool {
        if self.are_few() {
            return self.keep_apart(islands, Some(time), links, bodies);
        }
        self.take_turns(islands, Some(time), links, bodies);
        true
    }

    /// Keeps contacts apart on the chords that have begun, or at a time. False if there is no solution, at least on
    /// such long chords.
    fn keep_apart(
        &mut self,
        islands: &[u32],
        at: Option<f64>,
        links: &mut Links,
        bodies: &mut LinkBodies<'_>,
    ) -> bool {
        for round in 0..=CONTACT_MEASUREMENTS {
            let (mut approach, mut beyond) = (false, false);
            self.active.clear();
            for (n, contact) in self.list.iter().enumerate() {
                let (excess, speeds) = contact.excess(at, bodies);
                let aim = PARTING_SHARE * speeds;
                // A value that has overflowed counts as an approach.
                approach |= !(excess <= PARTING_NOISE * speeds);
                // Where ropes slacken under a push, the contact parts too fast.
                beyond |= contact.given > 0.0 && excess < -2.0 * aim - CONTACT_TURN_TOLERANCE * contact.given;
                self.active.push((n, excess + aim));
            }
            if round == CONTACT_MEASUREMENTS || !approach && !beyond {
                return !approach;
            }
            self.measure(islands, at, links, bodies);
            if !self.solve_measured() {
                return false;
            }
            for (&(n, _), &more) in self.active.iter().zip(&self.more) {
                let contact = &mut self.list[n];
                contact.given += more;
                bodies.part(&contact.hit, more);
            }
            if !links.solve_all_lengths(islands, at, bodies) {
                return false;
            }
        }
        false
    }

    /// Measures by how much each contact parts when another one, or itself, is pushed. Links that act keep acting
    /// meanwhile, and no others do: answers of different sets of ropes have no common solution.
    fn measure(&mut self, islands: &[u32], at: Option<f64>, links: &mut Links, bodies: &mut LinkBodies<'_>) {
        let count = self.active.len();
        self.answers.clear();
        self.answers.resize(count * count, 0.0);
        let push = self.active.iter().fold(0.0, |most: f64, (_, excess)| most.max(excess.abs()));
        self.speeds.clear();
        self.speeds.extend(self.flights.iter().map(|&(i, _)| (i, bodies.rows[i as usize].v)));
        self.bends.clear();
        for n in islands.iter().flat_map(|&g| links.islands[g as usize].constraints.clone()) {
            let constraint = &mut links.constraints[n];
            let bend = *constraint.impulse(at);
            self.bends.push((n, bend, constraint.impulse_bounds));
            let is_active = bend != 0.0 || constraint.impulse_bounds == BOTH;
            constraint.impulse_bounds = if is_active { BOTH } else { NO_IMPULSE };
        }
        for column in 0..count {
            let before = |n: usize, bodies: &LinkBodies<'_>| bodies.closing(&self.list[n].hit, at).0;
            for (row, &(n, _)) in self.active.iter().enumerate() {
                self.answers[row * count + column] = before(n, bodies);
            }
            bodies.part(&self.list[self.active[column].0].hit, push);
            links.solve_all_lengths(islands, at, bodies);
            for (row, &(n, _)) in self.active.iter().enumerate() {
                let answer = &mut self.answers[row * count + column];
                *answer = (*answer - before(n, bodies)) / push;
            }
            for &(i, v) in &self.speeds {
                bodies.rows[i as usize].v = v;
            }
            for &(n, bend, _) in &self.bends {
                *links.constraints[n].impulse(at) = bend;
            }
        }
        for &(n, _, bounds) in &self.bends {
            links.constraints[n].impulse_bounds = bounds;
        }
    }

    /// Finds how much faster each contact must part so that none approaches and none is held back. False if sweeps
    /// diverge, to more than any contact that answers could need.
    fn solve_measured(&mut self) -> bool {
        let most = self.active.iter().map(|(_, excess)| excess.abs()).sum::<f64>() / MIN_CONTACT_ANSWER;
        let count = self.active.len();
        self.more.clear();
        self.more.resize(count, 0.0);
        for _ in 0..CONTACT_SWEEPS {
            let mut change = 0.0_f64;
            for row in 0..count {
                let (n, excess) = self.active[row];
                let answers = &self.answers[row * count..(row + 1) * count];
                if !(answers[row] > MIN_CONTACT_ANSWER) {
                    continue;
                }
                let parted = answers.iter().zip(&self.more).map(|(a, more)| a * more).sum::<f64>();
                let more = (self.more[row] + (excess - parted) / answers[row]).max(-self.list[n].given);
                change = change.max((more - self.more[row]).abs() * answers[row] / excess.abs());
                self.more[row] = more;
            }
            if change <= CONTACT_SWEEP_TOLERANCE {
                break;
            }
        }
        self.more.iter().all(|more| more.abs() <= most)
    }

    /// Solves one contact after the other, and the links in between.
    fn take_turns(
        &mut self,
        islands: &[u32],
        at: Option<f64>,
        links: &mut Links,
        bodies: &mut LinkBodies<'_>,
    ) {
        for _ in 0..CONTACT_TURNS {
            let mut again = false;
            for contact in &mut self.list {
                let (excess, speeds) = contact.excess(at, bodies);
                if excess > CONTACT_TURN_TOLERANCE * speeds {
                    again = true;
                    contact.given += excess;
                    bodies.part(&contact.hit, excess);
                }
            }
            if !again {
                break;
            }
            links.solve_all_lengths(islands, at, bodies);
        }
    }
}
