//! Dozing: a ball that rests takes the first substep of a step and stands for the others. It does the same in each of
//! them.
//!
//! For the rest of the step what touches it rests on it as on something that does not give way. Whatever strikes it, or comes to
//! touch it, rouses it first.

use alloc::vec::Vec;
use glam::DVec2;

use crate::contact::Contacts;
use crate::flight::Flights;
use crate::near::Near;
use crate::pair::{Contact, Memory};
use crate::row::BallRow;

/// Way in a step up to which a ball rests, in radii.
const RESTING: f64 = 3e-5;
/// Up to which it still does after the first substep.
const STIRRED: f64 = 1.2e-4;

/// Whether neither a ball nor its surface goes further than `most` radii in a step of `dt` seconds.
fn is_still(row: &BallRow, most: f64, dt: f64) -> bool {
    let (most, surface) = (most * row.r, row.w * row.r);
    (row.v.length_squared() + surface * surface) * dt * dt <= most * most
}

/// Which balls doze, and what they get back when they are roused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doze {
    /// Balls that rest, as all do that they touch; empty if none does.
    resting: Vec<bool>,
    still: Vec<bool>,
    /// Balls that stand, ascending, with the velocity that they have had.
    standing: Vec<(u32, DVec2)>,
    /// Whether balls were roused since contacts were last set aside.
    stirred: bool,
    /// Contacts of standing balls, packs left aside.
    aside: Vec<Contact>,
}

impl Contacts {
    /// Finds the balls that may doze in a step of `dt` seconds: those that rest and bear load, as all do that they
    /// touch; none if something moves them, or was changed since the last step. Depends on state alone.
    pub(crate) fn find_resting(&mut self, rows: &[BallRow], disturbed: bool, dt: f64) {
        let Doze { resting, still, .. } = &mut self.doze;
        resting.clear();
        if disturbed || !core::mem::replace(&mut self.at_rest, true) {
            return;
        }
        still.clear();
        still.resize(rows.len() + 1, false);
        for pack in self.packs.colors.iter().flat_map(|color| &color.packs) {
            for (lane, _) in pack.normal_impulse.0.iter().enumerate().filter(|(_, load)| **load > 0.0) {
                still[pack.a[lane] as usize] = true;
                still[pack.b[lane] as usize] = true;
            }
        }
        let sides = |m: &Memory| [Some(m.key.ball()), m.key.other().as_ball()];
        for m in self.memory.iter().filter(|m| m.normal_impulse > 0.0) {
            sides(m).into_iter().flatten().for_each(|i| still[i as usize] = true);
        }
        let mut any = false;
        for (still, row) in still.iter_mut().zip(rows).filter(|(still, _)| **still) {
            *still = is_still(row, RESTING, dt);
            any |= *still;
        }
        if !any {
            return;
        }
        resting.extend_from_slice(still);
        let mut touch = |a: u32, b: u32| {
            if !(still[a as usize] && still[b as usize]) {
                (resting[a as usize], resting[b as usize]) = (false, false);
            }
        };
        for color in &self.packs.colors {
            for n in 0..color.told.len() {
                let (a, b) = color.sides(n);
                touch(a, b);
            }
        }
        for m in &self.memory {
            if let [Some(i), Some(j)] = sides(m) {
                touch(i, j);
            }
        }
    }

    /// Lets all balls that may doze stand from time `now` on to the end of the step, `dt`, unless something struck them
    /// in the first substep.
    pub(crate) fn lie_down(
        &mut self,
        rows: &mut [BallRow],
        near: &mut Near,
        flights: &mut Flights,
        (now, dt): (f64, f64),
    ) {
        let Self { doze, packs, .. } = self;
        if doze.resting.is_empty() {
            return;
        }
        let mut short = core::mem::take(&mut flights.short);
        short.retain(|&i| {
            let row = &mut rows[i as usize];
            if !doze.resting[i as usize] || !is_still(row, STIRRED, dt) {
                return true;
            }
            doze.standing.push((i, row.v));
            (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
            (row.begin, row.end) = (now, dt);
            flights.stand(i);
            near.open.fly(i as usize, row, false);
            packs.set_standing(i as usize, true, row);
            false
        });
        flights.short = short;
        doze.standing.sort_unstable_by_key(|&(i, _)| i);
        doze.stirred = !doze.standing.is_empty();
    }

    /// Sets the contacts between balls that stand, and of these with cores, aside for the next substep; takes up again
    /// those of balls that were roused.
    pub(crate) fn set_aside(&mut self, flights: &Flights) {
        let Doze { standing, stirred, aside, .. } = &mut self.doze;
        if standing.is_empty() || !(*stirred || self.packs.is_mixed()) {
            return;
        }
        self.packs.set_aside(|i| flights.is_standing(i));
        if core::mem::take(stirred) {
            let idle = |c: &mut Contact| {
                flights.is_standing(c.b) && c.other().as_ball().is_none_or(|i| flights.is_standing(i))
            };
            let mut roused: Vec<_> = aside.extract_if(.., |c| !idle(c)).collect();
            aside.extend(self.rows.extract_if(.., idle));
            self.rows.append(&mut roused);
            self.rows.sort_unstable_by_key(Contact::key);
            self.store();
        }
    }

    /// Gives a ball that stands what it had.
    pub(crate) fn rouse(&mut self, ball: u32, row: &mut BallRow) {
        let standing = &self.doze.standing;
        if let Ok(n) = standing.binary_search_by_key(&ball, |&(i, _)| i) {
            row.v = standing[n].1;
            self.packs.set_standing(ball as usize, false, row);
            self.doze.stirred = true;
        }
    }

    /// Ends a step: all balls that still stand get up.
    pub(crate) fn get_up(&mut self, rows: &mut [BallRow], flights: &Flights) {
        if self.doze.standing.is_empty() {
            return;
        }
        for (i, v) in self.doze.standing.drain(..).filter(|&(i, _)| flights.is_standing(i)) {
            let row = &mut rows[i as usize];
            row.v = v;
            self.packs.set_standing(i as usize, false, row);
        }
        self.packs.take_up();
        self.rows.append(&mut self.doze.aside);
        self.rows.sort_unstable_by_key(Contact::key);
        self.store();
    }

    /// How many balls stand.
    pub(crate) fn standing(&self) -> usize {
        self.doze.standing.len()
    }
}
