//! What presses on linked balls while they fly their chords: contacts and what has just struck them.
//!
//! What links pull against a contact goes through all that hangs on them. Contact by contact and link by link in turns,
//! a heavy ball on a light chain takes a round for each multiple of the chain's weight. So it is measured how much each
//! contact gives way with all links at work, and the few contacts are solved together.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::sort::Sort;
use crate::bodies::ball::BallRow;
use crate::contacts::hit::Hit;
use crate::links::constants::{
    CONTACT_MEASUREMENTS, CONTACT_PROGRESS, CONTACT_SWEEP_TOLERANCE, CONTACT_SWEEPS, CONTACT_TURN_TOLERANCE,
    CONTACT_TURNS, MAX_ENERGY_GAIN, MAX_MEASURED_CONTACTS, MIN_CONTACT_ANSWER, PARTING_NOISE, PARTING_SHARE,
    PRESSED_CHORD_HALVINGS,
};
use crate::links::constraint::LinkBodies;
use crate::links::islands::Links;

/// A flight, to be given back.
#[derive(Clone, Copy, Debug)]
struct Flight {
    v: DVec2,
    a: DVec2,
    begin: f64,
    end: f64,
}

impl Flight {
    fn of(row: &BallRow) -> Self {
        let BallRow { v, a, begin, end, .. } = *row;
        Self { v, a, begin, end }
    }

    fn give(self, row: &mut BallRow) {
        (row.v, row.a, row.begin, row.end) = (self.v, self.a, self.begin, self.end);
    }
}

/// One contact.
#[derive(Clone, Copy, Debug)]
struct Press {
    hit: Hit,
    /// Speed at which the two may approach: they come to touch at the end of the flight.
    allowed: f64,
    /// Speed apart that it has been given, as if nothing were linked.
    given: f64,
}

/// Contacts of linked balls. Scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presses {
    list: Vec<Press>,
    /// Those that are solved now, and by how much they approach too fast.
    active: Vec<(usize, f64)>,
    flights: Vec<(u32, Flight)>,
    speeds: Vec<(u32, DVec2)>,
    bends: Vec<f64>,
    answers: Vec<f64>,
    more: Vec<f64>,
}

impl Presses {
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a contact, unless it is there; `allowed` is the speed at which the two may approach.
    pub(crate) fn add(&mut self, hit: &Hit, allowed: f64) {
        let known = |press: &Press| (press.hit.ball, press.hit.other) == (hit.ball, hit.other);
        if !self.list.iter().any(known) {
            self.list.push(Press { hit: *hit, allowed, given: 0.0 });
        }
    }

    /// The balls that it has to do with.
    pub(crate) fn balls(&self) -> impl Iterator<Item = u32> + '_ {
        self.list.iter().flat_map(|press| [Some(press.hit.ball), press.hit.other.as_ball()]).flatten()
    }

    /// Begins the chords of these groups so that none leads into what their balls touch, or the two would meet again in
    /// no time: what links pull against it slides along it. Chords are shorter where contacts and links don't come to
    /// an agreement: pushed on, links turn further than they would alone.
    pub(crate) fn begin(&mut self, groups: &[u32], time: f64, links: &mut Links, scene: &mut LinkBodies<'_>) {
        self.flights.clear();
        // The order in which a ball knows what it touches is scratch.
        self.list.order_by_key(|press| (press.hit.ball, press.hit.other));
        if !self.list.is_empty() {
            let members = groups.iter().flat_map(|&g| links.islands[g as usize].members.clone());
            let balls = members.map(|n| links.members[n]);
            self.flights.extend(balls.map(|i| (i, Flight::of(&scene.rows[i as usize]))));
            for press in &self.list {
                let balls = [Some(press.hit.ball), press.hit.other.as_ball()].into_iter().flatten();
                self.flights.extend(balls.map(|i| (i, Flight::of(&scene.rows[i as usize]))));
            }
        }
        let mut most = f64::INFINITY;
        for _ in 0..=PRESSED_CHORD_HALVINGS {
            for &g in groups {
                links.begin(g as usize, time, most, scene);
            }
            if self.list.is_empty()
                || self.list.len() <= MAX_MEASURED_CONTACTS && self.keep_apart(groups, links, scene)
            {
                return;
            }
            let lasts = |g: &u32| links.islands[*g as usize].until - time;
            most = 0.5 * groups.iter().map(lasts).fold(f64::INFINITY, f64::min);
            for &(i, flight) in &self.flights {
                flight.give(&mut scene.rows[i as usize]);
            }
            self.list.iter_mut().for_each(|press| press.given = 0.0);
            if self.list.len() > MAX_MEASURED_CONTACTS || most <= scene.shortest {
                break;
            }
        }
        for &g in groups {
            links.begin(g as usize, time, most, scene);
        }
        let before = self.energy(scene);
        self.take_turns(groups, links, scene);
        if self.gains(before, groups, links, scene) {
            // What links and contacts can't agree on is for the guard.
            for &(i, flight) in &self.flights {
                flight.give(&mut scene.rows[i as usize]);
            }
            for &g in groups {
                links.begin(g as usize, time, most, scene);
            }
        }
    }

    /// Whether contacts have raised the energy. Those that give way no faster than before take it away.
    fn gains(&self, before: f64, groups: &[u32], links: &Links, scene: &LinkBodies<'_>) -> bool {
        // What moves gives some.
        let drives = |press: &Press| press.hit.other.as_ball().is_none() && press.hit.surface != DVec2::ZERO;
        let lasts = groups.iter().map(|&g| links.islands[g as usize].until - links.islands[g as usize].from);
        let fall = self.fall(lasts.fold(0.0, f64::max), scene);
        // What is no number is no less.
        !(self.energy(scene) <= (1.0 + MAX_ENERGY_GAIN) * before + fall) && !self.list.iter().any(drives)
    }

    /// Kinetic energy of the flights that links and contacts have to do with; each ball once or twice.
    fn energy(&self, scene: &LinkBodies<'_>) -> f64 {
        let of = |i: u32| {
            let row = &scene.rows[i as usize];
            if row.im > 0.0 { row.drift().length_squared() / row.im } else { 0.0 }
        };
        self.flights.iter().map(|&(i, _)| of(i)).sum()
    }

    /// The same of what is at rest and falls for so long: contacts bear it.
    fn fall(&self, lasts: f64, scene: &LinkBodies<'_>) -> f64 {
        let rows = || self.flights.iter().map(|&(i, _)| &scene.rows[i as usize]).filter(|row| row.im > 0.0);
        let pull = rows().map(|row| row.a.length_squared()).fold(0.0, f64::max);
        rows().map(|row| pull * lasts * lasts / row.im).sum()
    }

    /// False if that can't be, at least on such long chords.
    fn keep_apart(&mut self, groups: &[u32], links: &mut Links, scene: &mut LinkBodies<'_>) -> bool {
        let (before, mut worst) = (self.energy(scene), f64::INFINITY);
        for round in 0..=CONTACT_MEASUREMENTS {
            let (mut left, mut approach) = (0.0_f64, false);
            self.active.clear();
            for (n, press) in self.list.iter().enumerate() {
                let (closing, speeds) = scene.closing(&press.hit);
                let excess = closing - press.allowed;
                left = left.max(excess);
                approach |= excess > PARTING_NOISE * speeds;
                self.active.push((n, excess + PARTING_SHARE * speeds));
            }
            if !approach {
                return !self.gains(before, groups, links, scene);
            }
            if round == CONTACT_MEASUREMENTS || left > CONTACT_PROGRESS * worst {
                return false;
            }
            worst = left;
            self.measure(groups, links, scene);
            self.solve();
            for (&(n, _), &more) in self.active.iter().zip(&self.more) {
                let press = &mut self.list[n];
                press.given += more;
                scene.part(&press.hit, more);
            }
            // All of them, also where one can't be brought to its length.
            let mut sound = true;
            for &g in groups {
                sound &= links.tighten(g as usize, scene);
            }
            if !sound {
                return false;
            }
        }
        false
    }

    /// Measures by how much each contact parts when another one, or itself, is pushed.
    fn measure(&mut self, groups: &[u32], links: &mut Links, scene: &mut LinkBodies<'_>) {
        let count = self.active.len();
        self.answers.clear();
        self.answers.resize(count * count, 0.0);
        let push = self.active.iter().fold(0.0, |most: f64, (_, excess)| most.max(excess.abs()));
        self.speeds.clear();
        self.speeds.extend(self.flights.iter().map(|&(i, _)| (i, scene.rows[i as usize].v)));
        self.bends.clear();
        for &g in groups {
            let ties = links.islands[g as usize].constraints.clone();
            self.bends.extend(links.constraints[ties].iter().map(|tie| tie.chord_impulse));
        }
        for column in 0..count {
            let before = |n: usize, scene: &LinkBodies<'_>| scene.closing(&self.list[n].hit).0;
            for (row, &(n, _)) in self.active.iter().enumerate() {
                self.answers[row * count + column] = before(n, scene);
            }
            scene.part(&self.list[self.active[column].0].hit, push);
            for &g in groups {
                links.tighten(g as usize, scene);
            }
            for (row, &(n, _)) in self.active.iter().enumerate() {
                let answer = &mut self.answers[row * count + column];
                *answer = (*answer - before(n, scene)) / push;
            }
            for &(i, v) in &self.speeds {
                scene.rows[i as usize].v = v;
            }
            let ties = groups.iter().flat_map(|&g| links.islands[g as usize].constraints.clone());
            for (n, bend) in ties.zip(&self.bends) {
                links.constraints[n].chord_impulse = *bend;
            }
        }
    }

    /// How much more each contact is to part: none approaches then, and none is held back.
    fn solve(&mut self) {
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
    }

    /// One contact after the other, and the links in between.
    fn take_turns(&self, groups: &[u32], links: &mut Links, scene: &mut LinkBodies<'_>) {
        for _ in 0..CONTACT_TURNS {
            let mut again = false;
            for press in &self.list {
                let (closing, speeds) = scene.closing(&press.hit);
                let excess = closing - press.allowed;
                if excess > CONTACT_TURN_TOLERANCE * speeds {
                    again = true;
                    scene.part(&press.hit, excess);
                }
            }
            if !again {
                break;
            }
            for &g in groups {
                links.tighten(g as usize, scene);
            }
        }
    }
}
