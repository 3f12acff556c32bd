//! The contacts of a substep, with the impulses that they keep from one substep to the next.
//!
//! There are three kinds. Contacts between balls are in `batches`, by graph colours. Contacts with flat fixed walls
//! are in `walls`, in any order. All others are in `rows`, and are solved one by one.

use alloc::vec::Vec;
use glam::Vec2;
use smallvec::SmallVec;

use crate::base::{Sort, cloned, room};
use crate::bodies::{Balls, Materials};
use crate::contacts::{
    Batches, Contact, Hit, InitialOverlaps, JointSpeed, LOOSE, Landing, Other, PairKey, PairSet,
    StoredImpulses, WEDGED, WallBatches,
};
use crate::context::SubstepCount;
use crate::geometry::BodySet;
use crate::pairs::ColliderCandidates;
use crate::solver::constants::MAX_STORED_IMPULSE;
use crate::solver::{Round, Sunk, wall_kernels};

/// A ball that follows a surface which turns, or which is round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfaceFollowing {
    pub(crate) collider: u32,
    /// Speed along the normal that makes the chord, length units per second; zero on a round surface.
    pub(crate) rise: f64,
    /// When the chord begins and ends, seconds since the start of the step.
    pub(crate) start: f64,
    pub(crate) until: f64,
    pub(crate) round: Option<Round>,
}

/// The contacts of a substep and the memory of the last.
#[derive(Debug, Default)]
pub(crate) struct Contacts {
    /// Contacts between balls. They keep from substep to substep, and are state.
    pub(crate) batches: Batches,
    /// Contacts with flat walls, of balls without other contacts that are solved alone. They stay from substep to
    /// substep. Their stored impulses are state; their place here is not, and changes no bit.
    pub(crate) walls: WallBatches,
    /// All other contacts, collected again in each substep; ascending by key.
    pub(crate) rows: Vec<Contact>,
    /// Stored impulses of the contacts in `rows`; ascending by key. State.
    pub(crate) stored: Vec<StoredImpulses>,
    /// Contacts in `rows` and `walls` whose start was reported to the game, ascending. State.
    pub(crate) reported: PairSet,
    /// Stored impulses of the contacts of sleeping balls, ascending by key. State.
    pub(crate) asleep: Vec<StoredImpulses>,
    /// Stored impulses of loose contacts of balls that were woken in this substep.
    pub(crate) woken: Vec<StoredImpulses>,
    /// Balls that sleep and are touched by one that is awake.
    pub(crate) to_wake: Vec<u32>,
    /// Substeps that are taken for contacts that were set aside.
    pub(crate) substeps_of_contacts_set_aside: SubstepCount,
    /// Materials or filters have changed: the data in batches and wall batches are out of date.
    pub(crate) stale: bool,
    /// Speeds of hinges and sliders, for the solver.
    pub(crate) joint_speeds: Vec<JointSpeed>,
    /// Balls and the one-sided colliders that they pass from behind, ascending. State.
    pub(crate) passing: PairSet,
    /// Balls that the game has placed onto each other. State.
    pub(crate) initial_overlaps: InitialOverlaps,
    /// Balls that lie in solids.
    pub(crate) sunk: Sunk,
    /// Contacts of each ball in this substep, beside batches and wall batches. [`supports_of`](Self::supports_of)
    /// names the latter as well.
    pub(crate) supports: Vec<SmallVec<[Other; 4]>>,
    /// Surface that a ball follows in this substep.
    pub(crate) following: Vec<Option<SurfaceFollowing>>,
    /// Balls that have followed one in this substep, ascending: hinges and sliders answer to one after the other.
    pub(crate) followers: Vec<u32>,
    /// Balls that have landed on a hinge or slider in this substep, each with the impulse by which it bears them over
    /// a whole substep.
    pub(crate) landed: Vec<(PairKey, f64)>,
    /// Hits of this step that are no impacts to the game, with their normal and tangent impulses.
    pub(crate) blows: Vec<(PairKey, [f64; 2])>,
    /// Contacts that pass a share of their load to others in this substep.
    handed_over: Vec<([PairKey; 2], f32)>,
    /// Balls in contacts outside batches, in no order.
    pub(crate) balls_in_contact: Vec<u32>,
    pub(crate) is_in_contact: Vec<bool>,
    /// Balls with contacts in `stored` with other balls, ascending.
    touched: Vec<u32>,
    pub(crate) candidates: ColliderCandidates,
    /// Contacts of balls found outside batches in this substep, new or solved alone before; ascending by key.
    pub(crate) fresh: Vec<Contact>,
    pub(crate) fresh_per_part: Vec<Vec<Contact>>,
    /// Landings of this step.
    pub(crate) landings: Vec<Landing>,
    /// Contacts that may have begun or ended in this step.
    pub(crate) changes: Vec<(PairKey, bool)>,
    pub(crate) changes_per_part: Vec<Vec<(PairKey, bool)>>,
    /// Contacts that are solved alone or with walls, and touch at the end of the step.
    pub(crate) touching: Vec<PairKey>,
    /// The other buffer of the list of contacts that the game knows.
    pub(crate) touching_scratch: PairSet,
}

cloned!(Contacts {
    batches,
    walls,
    rows,
    stored,
    reported,
    asleep,
    woken,
    to_wake,
    substeps_of_contacts_set_aside,
    stale,
    joint_speeds,
    passing,
    initial_overlaps,
    sunk,
    supports,
    following,
    followers,
    landed,
    blows,
    handed_over,
    balls_in_contact,
    is_in_contact,
    touched,
    candidates,
    fresh,
    fresh_per_part,
    landings,
    changes,
    changes_per_part,
    touching,
    touching_scratch
});

impl Contacts {
    /// No contacts, with room for those of a small game.
    pub(crate) fn new() -> Self {
        Self {
            walls: WallBatches::with_room(),
            rows: room::list(),
            stored: room::list(),
            reported: PairSet::with_room(),
            followers: room::list(),
            landed: room::list(),
            blows: room::list(),
            handed_over: room::list(),
            touched: room::list(),
            candidates: ColliderCandidates::with_room(),
            fresh: room::list(),
            changes: room::list(),
            touching: room::list(),
            touching_scratch: PairSet::with_room(),
            ..Self::default()
        }
    }

    /// Begins a step in which nothing has landed yet.
    pub(crate) fn begin_landings(&mut self) {
        self.landings.clear();
        self.blows.clear();
        // A ball between a wall and another that presses it lands dozens of times in one instant.
        self.landings.reserve(2 * room::ENTRIES);
    }

    /// Whether nothing was in contact in the last substep but balls that sleep.
    pub(crate) fn is_idle(&self) -> bool {
        self.batches.is_empty() && self.walls.is_empty() && self.rows.is_empty() && self.stored.is_empty()
    }

    /// Sets the contacts of balls aside that have fallen asleep in a step of this many substeps: their loads are steady.
    pub(crate) fn fall_asleep(&mut self, sleeps: impl Fn(u32) -> bool, substeps: u32) {
        let Self { batches, walls, rows, stored, reported, asleep, .. } = self;
        let known = asleep.len();
        batches.take_out(&sleeps, asleep);
        walls.take_out(&sleeps, |m| asleep.push(StoredImpulses { reported: reported.has(m.key), ..m }));
        for m in stored.extract_if(.., |m| sleeps(m.key.ball())) {
            asleep.push(StoredImpulses { reported: reported.has(m.key), ..m });
        }
        reported.retain(|key| !sleeps(key.ball()));
        rows.retain(|c| !sleeps(c.b));
        asleep[known..].iter_mut().for_each(|m| m.steady_for((substeps - 1) as f32));
        asleep.order_by_key(|m| m.key);
    }

    /// Restores the contacts of balls that wake; contacts that are solved alone follow with the next
    /// [`store`](Self::store) or [`recall_woken`](Self::recall_woken). If they wake within a step, `slept` is the number
    /// of its substeps that have ended.
    pub(crate) fn wake(
        &mut self,
        wakes: impl Fn(u32) -> bool,
        slept: Option<u32>,
        balls: &Balls,
        materials: &Materials,
    ) {
        let Self { batches, reported, asleep, woken, initial_overlaps: overlaps, .. } = self;
        for mut m in asleep.extract_if(.., |m| wakes(m.key.ball())) {
            if let Some(count) = slept {
                m.steady_for(count as f32);
            }
            if !m.is_batched() {
                if m.reported {
                    reported.set(m.key, true);
                }
                woken.push(StoredImpulses { reported: false, ..m });
            } else {
                batches.recall([m], balls.rows.len(), |i, j| overlaps.pairing(i, j, balls, materials));
            }
        }
    }

    /// Restores the stored impulses of contacts that are solved alone, of balls that were woken.
    pub(crate) fn recall_woken(&mut self) {
        if !self.woken.is_empty() {
            self.stored.append(&mut self.woken);
            self.stored.order_by_key(|m| m.key);
        }
    }

    /// Scales the stored impulses of sleeping balls to substeps that are `scale` times as long, of which a step has this
    /// many.
    pub(crate) fn rescale_asleep(&mut self, scale: f32, substeps: u32) {
        for m in &mut self.asleep {
            m.scale(scale);
            m.load *= scale;
            m.steady_for((substeps - 1) as f32);
        }
    }

    #[inline]
    pub(crate) fn is_supported_by(&self, ball: u32, other: Other) -> bool {
        other.as_collider().is_some_and(|wall| self.walls.has(ball, wall))
            || self.supports[ball as usize].contains(&other)
            || other.as_ball().is_some_and(|other| self.batches.has(ball, other))
    }

    /// Whether a contact outside batches holds a ball off a fixed collider in this substep. Along a flat face the normal
    /// stays. All other surfaces hold a ball only if it touched them at the start, to within `touch`; and a hollow one only if
    /// the ball follows it.
    pub(crate) fn holds(&self, ball: u32, collider: u32, touch: f64) -> bool {
        let other = Other::collider(collider);
        if !self.supports[ball as usize].contains(&other) {
            return false;
        }
        let follows = || self.following[ball as usize].is_some_and(|path| path.collider == collider);
        let place = self.rows.binary_search_by_key(&PairKey::new(ball, other), Contact::key);
        place.is_ok_and(|place| {
            let row = &self.rows[place];
            row.is_flat || f64::from(row.separation) <= touch && (!row.is_round || row.bulges || follows())
        })
    }

    /// The wall that a ball touched when the substep began, if it touched nothing else.
    pub(crate) fn only_wall_of(&self, ball: u32) -> Option<Other> {
        only_wall(self.supports_of(ball), &self.batches, ball)
    }

    /// The normal of a contact of a ball with a wall.
    pub(crate) fn normal_of(&self, key: PairKey) -> Option<Vec2> {
        if let Ok(place) = self.rows.binary_search_by_key(&key, Contact::key) {
            return Some(self.rows[place].normal);
        }
        let (batch, lane) = self.walls.find(key.ball(), key.other().as_collider()?)?;
        Some(batch.normal(lane))
    }

    /// Contacts of a ball in this substep, without batches. To be called between the collection of contacts and
    /// [`store`](Self::store).
    pub(crate) fn supports_of(&self, ball: u32) -> impl Iterator<Item = Other> + '_ {
        let wall = self.walls.wall_of(ball).map(Other::collider);
        self.supports[ball as usize].iter().copied().chain(wall)
    }

    /// Whether a ball touches one thing and no more.
    pub(crate) fn touches_one(&self, ball: u32) -> bool {
        self.batches.partners(ball as usize).len() + self.supports_of(ball).count() == 1
    }

    /// Moves the contact of a ball with a flat wall out of its batch: it is solved alone from now on.
    pub(crate) fn solve_alone(&mut self, ball: u32) {
        if let Some(contact) = self.walls.take(ball) {
            let place = self.rows.partition_point(|c| c.key() < contact.key());
            self.rows.insert(place, contact);
        }
    }

    /// Moves all contacts with flat walls out of the batches: their data may be out of date.
    pub(crate) fn solve_all_alone(&mut self) {
        let Self { walls, stored, .. } = self;
        if walls.is_empty() {
            return;
        }
        stored.extend(walls.memory());
        stored.order_by_key(|m| m.key);
        walls.clear();
    }

    /// Finds the balls that others touched in the last substep, batches left aside.
    pub(crate) fn find_touched_balls(&mut self) {
        self.touched.clear();
        let pairs = self.stored.iter().filter_map(|m| Some([m.key.ball(), m.key.other().as_ball()?]));
        self.touched.extend(pairs.flatten());
        self.touched.order();
    }

    /// Whether another ball touched this one in the last substep; [`find_touched_balls`](Self::find_touched_balls)
    /// comes first.
    #[inline]
    pub(crate) fn was_touched_by_ball(&self, ball: usize) -> bool {
        self.batches.has_contact(ball) || self.was_stored_with_ball(ball as u32)
    }

    /// Whether another ball touched this one in the last substep, batches left aside.
    #[inline]
    pub(crate) fn was_stored_with_ball(&self, ball: u32) -> bool {
        self.touched.binary_search(&ball).is_ok()
    }

    /// Adds the overlaps that are new, for contacts as well.
    pub(crate) fn add_initial_overlaps(&mut self, balls: &Balls) {
        for overlap in &self.initial_overlaps.new {
            let (i, j) = (overlap.key.ball(), overlap.key.other().0);
            let reach = balls.rows[i as usize].r + balls.rows[j as usize].r;
            self.batches.set_reach(i, j, reach - overlap.depth);
        }
        self.initial_overlaps.add_new();
    }

    /// Adds the hits that are no impacts to the game to the impulses that their contacts have given in the step.
    pub(crate) fn add_blows(&mut self) {
        let Self { blows, batches, walls, stored, .. } = self;
        for (key, impulses) in blows.drain(..) {
            let impulses = impulses.map(|impulse| impulse as f32);
            let is_of_batch = match (key.other().as_ball(), key.other().as_collider()) {
                (Some(other), _) => batches.add_earlier(key.ball(), other, impulses),
                (_, Some(wall)) => walls.add_earlier(key.ball(), wall, impulses),
                _ => false,
            };
            if !is_of_batch && let Ok(place) = stored.binary_search_by_key(&key, |m| m.key) {
                stored[place].earlier_normal += impulses[0];
                stored[place].earlier_tangent += impulses[1];
            }
        }
    }

    /// Whether two balls have borne an impulse between them in the last substep.
    pub(crate) fn bears(&self, i: u32, j: u32) -> bool {
        let key = PairKey::of_balls(i, j);
        let stored = |list: &[StoredImpulses]| {
            let place = list.binary_search_by_key(&key, |m| m.key).ok()?;
            Some(list[place].normal_impulse)
        };
        let impulse = self.batches.impulse_between(i, j).or_else(|| stored(&self.stored));
        impulse.or_else(|| stored(&self.asleep)).is_some_and(|impulse| impulse > 0.0)
    }

    /// Whether a ball passes a one-sided collider, which does not touch it meanwhile.
    #[inline]
    pub(crate) fn is_passing(&self, ball: u32, collider: u32) -> bool {
        self.passing.has(PairKey::new(ball, Other::collider(collider)))
    }

    /// Whether a ball lies in the solid that a one-sided collider is a piece of: no ball arrives there.
    #[inline]
    pub(crate) fn is_sunk(&self, ball: u32, collider: u32, bodies: &BodySet) -> bool {
        !self.sunk.is_empty() && self.sunk.lies(ball, collider, bodies).is_some()
    }

    #[inline(always)]
    pub(crate) fn add_support(&mut self, ball: u32, other: Other) {
        self.note_ball_in_contact(ball);
        self.supports[ball as usize].push(other);
    }

    /// Notes that the two sides of a contact touch each other.
    #[inline]
    pub(crate) fn add_supports(&mut self, ball: u32, other: Other) {
        self.add_support(ball, other);
        if let Some(j) = other.as_ball() {
            self.add_support(j, Other::ball(ball));
        }
    }

    /// Ends the surface following of a ball: the event loop finds how its path continues.
    pub(crate) fn end_following(&mut self, ball: u32) {
        if let Some(following) = self.following[ball as usize].take() {
            self.supports[ball as usize].retain(|other| *other != Other::collider(following.collider));
        }
    }

    /// Notes a ball that has a contact outside the batches of balls.
    #[inline]
    pub(crate) fn note_ball_in_contact(&mut self, ball: u32) {
        if !self.is_in_contact[ball as usize] {
            self.is_in_contact[ball as usize] = true;
            self.balls_in_contact.push(ball);
        }
    }

    /// Lets a ball follow a surface. Out of line: few do.
    #[inline(never)]
    pub(crate) fn follow(&mut self, ball: u32, following: SurfaceFollowing) {
        self.note_ball_in_contact(ball);
        self.following[ball as usize] = Some(following);
        if let Err(place) = self.followers.binary_search(&ball) {
            self.followers.insert(place, ball);
        }
    }

    /// Lets a ball that has landed follow a surface. A hinge or slider bears it by a contact from that time on.
    pub(crate) fn land_and_follow(&mut self, hit: &Hit, following: SurfaceFollowing, h: f64) {
        self.follow(hit.ball, following);
        if hit.joint.is_some() {
            // The chord takes its rise at both ends.
            let share = h / (following.until - hit.time);
            let impulse = 2.0 * following.rise * hit.normal_mass * share;
            self.landed.push((PairKey::new(hit.ball, hit.other), impulse));
        }
    }

    /// Forgets the contacts that each substep collects again, and surface following.
    pub(crate) fn clear(&mut self, balls: usize) {
        for i in self.followers.drain(..) {
            if let Some(following) = self.following.get_mut(i as usize) {
                *following = None;
            }
        }
        for i in self.balls_in_contact.drain(..) {
            if let Some(supports) = self.supports.get_mut(i as usize) {
                supports.clear();
                self.is_in_contact[i as usize] = false;
            }
        }
        // Room of removed balls is kept for new ones.
        if self.supports.len() < balls {
            self.supports.resize_with(balls, SmallVec::new);
            self.following.resize(balls, None);
            self.is_in_contact.resize(balls, false);
        }
        self.walls.resize(balls);
        self.rows.clear();
        self.landed.clear();
        self.handed_over.clear();
    }

    /// Lets a ball that moved from one wall to another rest on the other, with this share of the load. Otherwise
    /// the first wall would bear it in the next substep too, and push it along the second.
    pub(crate) fn hand_over(&mut self, ball: u32, walls: [Other; 2], share: f32) {
        self.solve_alone(ball);
        self.supports[ball as usize].clear();
        self.handed_over.push((walls.map(|wall| PairKey::new(ball, wall)), share));
    }

    /// Drops everything that is not state, and lays out the batches again.
    pub(crate) fn forget_scratch(&mut self, balls: &Balls, materials: &Materials) {
        let asleep = core::mem::take(&mut self.asleep);
        let remembered = self.remembered();
        let (reported, passing) = (core::mem::take(&mut self.reported), core::mem::take(&mut self.passing));
        let (sunk, initial_overlaps) =
            (core::mem::take(&mut self.sunk), core::mem::take(&mut self.initial_overlaps));
        *self = Self { reported, passing, asleep, sunk, initial_overlaps, ..Self::default() };
        self.restore(&remembered, |_| false, balls, materials);
    }

    /// Forgets all contacts. The memory of lists stays.
    pub(crate) fn begin_again(&mut self) {
        self.batches = Batches::default();
        self.walls.clear();
        self.rows.clear();
        for list in [&mut self.stored, &mut self.asleep, &mut self.woken] {
            list.clear();
        }
        self.to_wake.clear();
        self.reported.clear();
        self.passing.clear();
        self.initial_overlaps.list.clear();
        self.sunk.clear();
        self.stale = false;
    }

    /// The stored impulses of all contacts, ascending by key.
    pub(crate) fn remembered(&self) -> Vec<StoredImpulses> {
        let alone = self.stored.iter().chain(&self.asleep).copied();
        let mut all: Vec<_> = self.batches.memory().chain(self.walls.memory()).chain(alone).collect();
        all.order_by_key(|m| m.key);
        all
    }

    /// Restores contacts from stored impulses, in a world without contacts of balls that are awake. `sleeps` says
    /// whether a ball sleeps.
    pub(crate) fn restore(
        &mut self,
        remembered: &[StoredImpulses],
        sleeps: impl Fn(u32) -> bool,
        balls: &Balls,
        materials: &Materials,
    ) {
        self.asleep.extend(remembered.iter().filter(|m| sleeps(m.key.ball())));
        let awake = || remembered.iter().filter(|m| !sleeps(m.key.ball()));
        self.stored.extend(awake().filter(|m| !m.is_batched()));
        let batched = awake().filter(|m| m.is_batched()).copied();
        let overlaps = &self.initial_overlaps;
        self.batches.recall(batched, balls.rows.len(), |i, j| overlaps.pairing(i, j, balls, materials));
    }

    /// Brings batches up to date after materials, filters or balls have changed. Contacts with walls are solved alone
    /// for a substep, which computes all their data again.
    pub(crate) fn renew_pairings(&mut self, balls: &Balls, materials: &Materials) {
        self.stale = false;
        self.solve_all_alone();
        self.batches.resize(balls.rows.len());
        let overlaps = &self.initial_overlaps;
        for m in self.batches.renew_pairings(|i, j| overlaps.pairing(i, j, balls, materials)) {
            if balls.may_collide(m.key.ball(), m.key.other().0) {
                self.stored.push(StoredImpulses { color: LOOSE, ..m });
            }
        }
        self.stored.order_by_key(|m| m.key);
    }

    /// The stored impulses of all contacts outside batches, without those of sleeping balls; in any order.
    pub(crate) fn memory(&self) -> impl Iterator<Item = StoredImpulses> + '_ {
        self.stored.iter().copied().chain(self.walls.memory())
    }

    /// Stores the impulses of this substep's contacts outside batches, and moves contacts with flat walls into
    /// batches. A body that was stopped because it crushes a ball would press as hard in the next substep, and
    /// impulses would grow from substep to substep. Therefore contacts of a crushed ball store no impulse.
    pub(crate) fn store(&mut self, bodies: &BodySet) {
        let Self { walls, rows, supports, following, .. } = self;
        let is_stalled = |k: u32| bodies.body_of(&bodies.colliders[k]).was_stalled;
        let crushing = rows.iter().filter(|c| c.other().as_collider().is_some_and(is_stalled));
        let crushed: SmallVec<[u32; 8]> = crushing.map(|c| c.b).collect();
        wall_kernels::forget_excesses(walls, &crushed);
        for c in rows.iter_mut().filter(|c| crushed.contains(&c.b)) {
            (c.load, c.normal_impulse, c.tangent_impulse, c.roll_impulse) = (0.0, 0.0, 0.0, 0.0);
        }
        rows.retain(|c| {
            let goes = c.may_join_batch
                && c.lasts
                && !c.is_wedged
                && c.normal_impulse <= MAX_STORED_IMPULSE
                && supports[c.b as usize].as_slice() == [c.other()]
                && following[c.b as usize].is_none();
            if goes {
                walls.add(c);
            }
            !goes
        });
        self.stored.clear();
        self.stored.extend(self.rows.iter().map(|c| {
            if !(c.normal_impulse <= MAX_STORED_IMPULSE) {
                // A contact can learn nothing from it.
                return StoredImpulses::of(c.key());
            }
            StoredImpulses { color: if c.is_wedged { WEDGED } else { LOOSE }, ..c.memory() }
        }));
        self.recall_woken();
        for &([from, to], share) in &self.handed_over {
            let place = |list: &[StoredImpulses], key| list.binary_search_by_key(&key, |m| m.key);
            let Ok(first) = place(&self.stored, from) else {
                continue;
            };
            let gift = self.stored[first].give(share);
            let second = place(&self.stored, to).unwrap_or_else(|second| {
                self.stored.insert(second, StoredImpulses::of(to));
                second
            });
            self.stored[second].receive(&gift);
        }
        for &(key, impulse) in &self.landed {
            let follows = self.following[key.ball() as usize]
                .is_some_and(|following| Other::collider(following.collider) == key.other());
            if let Err(place) = self.stored.binary_search_by_key(&key, |m| m.key)
                && follows
            {
                let normal_impulse = impulse as f32;
                self.stored.insert(place, StoredImpulses { normal_impulse, ..StoredImpulses::of(key) });
            }
        }
    }

    /// Clears the impulses of a ball's contacts, because the ball is moved: the old impulses of a wedge would shoot
    /// it away at its new place. All are awake.
    pub(crate) fn forget_impulses(&mut self, ball: u32) {
        self.solve_all_alone();
        self.batches.forget_impulses(ball);
        for m in self.stored.iter_mut().filter(|m| m.key.names(ball)) {
            *m = StoredImpulses::of(m.key);
        }
    }

    /// Forgets a ball's contacts because it is removed; `last`, the row that takes its place, moves to
    /// `row`. All are awake.
    pub(crate) fn forget_ball(&mut self, row: u32, last: u32) {
        self.solve_all_alone();
        // A ball that was added since the last step has no row there yet.
        self.batches.resize(last as usize + 1);
        self.batches.forget_ball(row, last);
        self.initial_overlaps.forget_ball(row, last);
        self.reported.forget_ball(row, last);
        self.passing.forget_ball(row, last);
        self.stored.retain(|m| !m.key.names(row));
        for m in &mut self.stored {
            let (key, swapped) = m.key.renamed(last, row);
            m.key = key;
            if swapped {
                // Seen from the other ball, normal and tangent change sign: their impulses stay.
                m.roll_impulse = -m.roll_impulse;
            }
        }
        self.stored.order_by_key(|m| m.key);
        // The next substep collects them again.
        self.rows.clear();
    }

    /// Forgets the contacts with a collider because it is removed or changed. All are awake.
    pub(crate) fn forget_collider(&mut self, collider: u32) {
        self.solve_all_alone();
        self.rows.clear();
        self.stored.retain(|m| m.key.other() != Other::collider(collider));
        self.reported.forget_collider(collider);
        self.passing.forget_collider(collider);
    }
}

/// The wall that a ball touches, if it touches nothing else.
#[inline]
pub(crate) fn only_wall(
    mut supports: impl Iterator<Item = Other>,
    batches: &Batches,
    ball: u32,
) -> Option<Other> {
    let (on, other) = (supports.next()?, supports.next());
    let is_only = other.is_none() && on.as_collider().is_some() && !batches.has_contact(ball as usize);
    is_only.then_some(on)
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, vec2};

    use crate::{Ball, Body, Config, Shape, World};

    /// A ball had been wedged, made lighter and teleported within the wedge. The old impulses of its contacts shot
    /// it away at 272 000 units/s.
    #[test]
    fn contacts_of_a_teleported_ball_forget_what_they_bore() {
        let mut world = World::new(Config::default()).expect("sound settings");
        let floor = world.add_body(Body::fixed()).expect("a body");
        world.add_shape(floor, Shape::half_plane(Vec2::ZERO, Vec2::Y).expect("a floor")).expect("it fits");
        let [low, _] = [0.5, 1.5].map(|y| world.add_ball(Ball::new(vec2(0.0, y), 0.5)).expect("a ball"));
        for _ in 0..30 {
            world.step(1.0 / 60.0);
        }
        let borne =
            |world: &World| world.state.contacts.remembered().iter().map(|m| m.normal_impulse).sum::<f32>();
        let before = borne(&world);
        assert!(before > 0.0, "both lie");
        let at = world.position(low).expect("it is there");
        world.teleport(low, at + vec2(0.003, 0.003)).expect("in range");
        assert_eq!(borne(&world), before, "to within a hundredth of a radius it is still there");
        world.teleport(low, at + vec2(0.01, 0.0)).expect("in range");
        assert_eq!(borne(&world), 0.0);
        assert_eq!(world.state.contacts.remembered().len(), 2, "they are contacts all the same");
    }
}
