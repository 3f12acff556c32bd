//! Sleeping: a ball that rests takes the first substep of a step and stands for the others. It does the same in each of
//! them.
//!
//! For the rest of the step what touches it rests on it as on something that does not give way. Whatever strikes it, or
//! comes to touch it, wakes it first.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::parallel::{self, Cut};
use crate::base::simd::LANES;
use crate::base::sort::Sort;
use crate::bodies::ball::BallRow;
use crate::bodies::trajectory::Trajectories;
use crate::contacts::constants::{DEEP_PENETRATION, DEEP_PENETRATION_UNEQUAL};
use crate::contacts::contact::Contact;
use crate::contacts::pair_key::PairKey;
use crate::contacts::softness::have_unequal_masses;
use crate::pairs::cache::PairCache;
use crate::sleep::constants::{MAX_AWAKE_BALLS, MAX_AWAKE_FRACTION, SLEEP_SPEED, WAKE_SPEED};
use crate::solver::contact_store::Contacts;

/// Whether neither a ball nor its surface is faster than the share `most` of a fall through its radius under `pull`.
fn is_still(row: &BallRow, most: f64, pull: f64) -> bool {
    let surface = row.w * row.r;
    row.v.length_squared() + surface * surface <= most * most * pull * row.r
}

/// The balls of a pair.
fn sides(key: PairKey) -> [Option<u32>; 2] {
    [Some(key.ball()), key.other().as_ball()]
}

/// The contacts that have begun to learn their load, and how deep they may lie. What rests on one that lies deeper is
/// lifted, which takes a second or two; among sleeping balls it would take eight times as long.
fn learning<'a>(contacts: &'a Contacts, rows: &'a [BallRow]) -> impl Iterator<Item = (PairKey, f64)> + 'a {
    let packs = contacts.packs.colors.iter().flat_map(|color| &color.batches);
    let packed = packs.flat_map(move |pack| {
        let learning = (0..LANES).filter(|&lane| pack.load.0[lane] > 0.0);
        learning.map(move |lane| {
            let inverse_mass = |row: u32| rows[row as usize].im;
            let uneven = have_unequal_masses(inverse_mass(pack.a[lane]), inverse_mass(pack.b[lane]));
            (
                pack.key(lane),
                if uneven { DEEP_PENETRATION_UNEQUAL } else { DEEP_PENETRATION } * pack.scale.0[lane],
            )
        })
    });
    let loose = contacts.stored.iter().filter(|m| m.load > 0.0).map(move |m| {
        let radius = |side: Option<u32>| side.map_or(f64::INFINITY, |i| rows[i as usize].r);
        let [a, b] = sides(m.key).map(radius);
        (m.key, DEEP_PENETRATION_UNEQUAL * a.min(b) as f32)
    });
    packed.chain(loose).map(|(key, deep)| (key, f64::from(deep)))
}

/// Which balls sleep, and what they get back when they wake.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sleep {
    /// Balls that rest, as all do that they touch; empty if none does.
    resting: Vec<bool>,
    /// Balls that rest, whatever they touch.
    still: Vec<bool>,
    /// Balls that stand, ascending, with the velocity that they have had.
    asleep: Vec<(u32, DVec2)>,
    /// Whether balls were woken since contacts were last set aside.
    disturbed: bool,
    /// Contacts of standing balls, packs left aside.
    aside: Vec<Contact>,
    /// The most that a ball is accelerated for long, length units per second squared.
    pull: f64,
}

impl Sleep {
    /// Finds the balls that may sleep in a step, accelerated by `pull`: those that rest and bear load, as all do that
    /// they touch; none if something moves them, was changed since the last step, or many are awake. Depends on state
    /// alone. `gap` tells the gap of a contact.
    pub(crate) fn find_resting(
        &mut self,
        contacts: &mut Contacts,
        rows: &[BallRow],
        gap: impl Fn(PairKey) -> f64,
        disturbed: bool,
        pull: f64,
    ) {
        self.pull = pull;
        let Self { resting, still, asleep: standing, aside, .. } = self;
        resting.clear();
        // Room for all, so that what comes to rest late allocates nothing.
        resting.reserve(rows.len() + 1);
        standing.reserve(rows.len());
        aside.reserve(contacts.rows.capacity());
        still.clear();
        still.reserve(rows.len() + 1);
        if disturbed || !core::mem::replace(&mut contacts.unchanged, true) {
            return;
        }
        still.resize(rows.len() + 1, false);
        for pack in contacts.packs.colors.iter().flat_map(|color| &color.batches) {
            for (lane, _) in pack.normal_impulse.0.iter().enumerate().filter(|(_, load)| **load > 0.0) {
                still[pack.a[lane] as usize] = true;
                still[pack.b[lane] as usize] = true;
            }
        }
        for m in contacts.stored.iter().filter(|m| m.normal_impulse > 0.0) {
            sides(m.key).into_iter().flatten().for_each(|i| still[i as usize] = true);
        }
        let (all, cut) = ((&mut still[..rows.len()], rows), Cut::rows(rows.len()));
        let [awake, at_rest] = parallel::fold(
            all,
            cut,
            |_, (still, rows)| {
                let mut count = [0, 0];
                for (still, row) in still.iter_mut().zip(rows).filter(|(still, _)| **still) {
                    *still = is_still(row, SLEEP_SPEED, pull);
                    count[usize::from(*still)] += 1;
                }
                count
            },
            |a, b| [a[0] + b[0], a[1] + b[1]],
        );
        if at_rest == 0 || awake > MAX_AWAKE_BALLS && awake as f64 > MAX_AWAKE_FRACTION * at_rest as f64 {
            return;
        }
        for (key, _) in learning(contacts, rows).filter(|(key, deep)| gap(*key) < -deep) {
            sides(key).into_iter().flatten().for_each(|i| still[i as usize] = false);
        }
        resting.extend_from_slice(still);
        let still = still.as_slice();
        parallel::each(&mut resting[..rows.len()], cut, |first, resting| {
            for (i, resting) in (first..).zip(resting).filter(|(_, resting)| **resting) {
                *resting = contacts.packs.partners(i).iter().all(|&j| still[j as usize]);
            }
        });
        for m in &contacts.stored {
            if let [Some(i), Some(j)] = sides(m.key)
                && !(still[i as usize] && still[j as usize])
            {
                (resting[i as usize], resting[j as usize]) = (false, false);
            }
        }
    }

    /// Lets all balls that may sleep stand from time `now` on to the end of the step, `dt`, unless something struck
    /// them in the first substep.
    pub(crate) fn fall_asleep(
        &mut self,
        rows: &mut [BallRow],
        contacts: &mut Contacts,
        near: &mut PairCache,
        flights: &mut Trajectories,
        now: f64,
        dt: f64,
    ) {
        if self.resting.is_empty() {
            return;
        }
        let mut short = core::mem::take(&mut flights.short);
        short.retain(|&i| {
            let row = &mut rows[i as usize];
            if !self.resting[i as usize] || !is_still(row, WAKE_SPEED, self.pull) {
                return true;
            }
            self.asleep.push((i, row.v));
            (row.v, row.a) = (DVec2::ZERO, DVec2::ZERO);
            (row.begin, row.end) = (now, dt);
            flights.fall_asleep(i);
            near.active.advance_proxy(i as usize, row, false);
            contacts.packs.set_asleep(i as usize, true, row);
            false
        });
        flights.short = short;
        self.asleep.order_by_key(|&(i, _)| i);
        self.disturbed = !self.asleep.is_empty();
    }

    /// Sets the contacts between balls that stand, and of these with colliders, aside for the next substep; takes up
    /// again those of balls that were woken.
    pub(crate) fn set_aside(&mut self, contacts: &mut Contacts, flights: &Trajectories) {
        let Contacts { packs, rows, .. } = contacts;
        if self.asleep.is_empty() || !(self.disturbed || packs.is_mixed()) {
            return;
        }
        packs.set_aside();
        if core::mem::take(&mut self.disturbed) {
            let idle = |c: &Contact| {
                flights.is_asleep(c.b) && c.other().as_ball().is_none_or(|i| flights.is_asleep(i))
            };
            let before = self.aside.len();
            self.aside.extend(rows.extract_if(.., |c| idle(c)));
            rows.extend(self.aside.extract_if(..before, |c| !idle(c)));
            rows.order_by_key(Contact::key);
            contacts.store();
        }
    }

    /// Ends a step: all balls that still stand get up.
    pub(crate) fn wake_all(&mut self, rows: &mut [BallRow], contacts: &mut Contacts, flights: &Trajectories) {
        if self.asleep.is_empty() {
            return;
        }
        for (i, v) in self.asleep.drain(..).filter(|&(i, _)| flights.is_asleep(i)) {
            let row = &mut rows[i as usize];
            row.v = v;
            contacts.packs.set_asleep(i as usize, false, row);
        }
        contacts.packs.take_up();
        contacts.rows.append(&mut self.aside);
        contacts.rows.order_by_key(Contact::key);
        contacts.store();
    }

    /// Gives a ball that stands back what it had.
    pub(crate) fn wake(&mut self, i: u32, row: &mut BallRow, contacts: &mut Contacts) {
        if let Ok(n) = self.asleep.binary_search_by_key(&i, |&(ball, _)| ball) {
            row.v = self.asleep[n].1;
            contacts.packs.set_asleep(i as usize, false, row);
            self.disturbed = true;
        }
    }

    /// How many balls stand.
    pub(crate) fn asleep(&self) -> usize {
        self.asleep.len()
    }
}
