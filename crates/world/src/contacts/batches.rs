//! Resting contacts between balls, eight to a batch, in colours: no ball occurs twice in one colour, so the
//! contacts of a colour can be solved side by side.
//!
//! A contact keeps its place and its colour as long as it lasts. Colours are state: they set the order in
//! which contacts are solved. Where a contact lies within its colour is not, and changes no bit. Contacts of balls of
//! very different masses have colours of their own, which are solved last and more than once.

use alloc::vec::Vec;
use core::ops::Range;

use smallvec::SmallVec;

use crate::base::{F4, F8, LANES, cloned, columns};
use crate::bodies::{BallRow, Balls, Materials};
use crate::contacts::constants::{BLOCK_ROWS, COLORS, COLORS_AT_ONCE, EQUAL_COLORS};
use crate::contacts::{Contact, Other, PairKey, StoredImpulses, have_unequal_masses};

/// Eight contacts. Row `a` has the higher number; normals point from `a` to `b`. An idle lane names the
/// spare row behind the last ball on both sides, and all its numbers are zero.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Batch {
    pub(crate) a: [u32; LANES],
    pub(crate) b: [u32; LANES],
    pub(crate) normal_x: F8,
    pub(crate) normal_y: F8,
    /// Gap, length units; negative is overlap.
    pub(crate) separation: F8,
    /// Distance at which the two touch: the sum of the radii, less an overlap that the game has made.
    pub(crate) reach: F8,
    /// Distance of the centres over the reach, no unit: by which the arms of friction are shorter.
    pub(crate) lever: F8,
    /// Smaller radius: the scale of tolerances.
    pub(crate) scale: F8,
    pub(crate) friction: F8,
    pub(crate) restitution: F8,
    /// Inverse moment of inertia times radius squared times mass, the same for both balls.
    pub(crate) spin_ratio: F8,
    pub(crate) normal_impulse: F8,
    pub(crate) tangent_impulse: F8,
    /// Impulses of the step's earlier substeps.
    pub(crate) earlier_normal: F8,
    pub(crate) earlier_tangent: F8,
    /// Normal impulse before the push of this substep.
    pub(crate) before: F8,
    /// Mean normal impulse of the recent past: the load that the spring need not bear.
    pub(crate) load: F8,
}

impl Batch {
    fn idle(spare: u32) -> Self {
        Self { a: [spare; LANES], b: [spare; LANES], ..Self::default() }
    }

    pub(crate) fn key(&self, lane: usize) -> PairKey {
        PairKey::new(self.b[lane], Other::ball(self.a[lane]))
    }

    fn memory(&self, lane: usize, color: usize) -> StoredImpulses {
        StoredImpulses {
            key: self.key(lane),
            color: color as u8,
            reported: false,
            load: self.load.0[lane],
            normal_impulse: self.normal_impulse.0[lane],
            tangent_impulse: self.tangent_impulse.0[lane],
            roll_impulse: 0.0,
            earlier_normal: self.earlier_normal.0[lane],
            earlier_tangent: self.earlier_tangent.0[lane],
        }
    }

    fn lane(&mut self, n: usize) -> Lane {
        let fields = self.fields().map(|field| field.0[n]);
        Lane { a: self.a[n], b: self.b[n], fields, reported: false }
    }

    fn set(&mut self, n: usize, lane: &Lane) {
        (self.a[n], self.b[n]) = (lane.a, lane.b);
        for (field, value) in self.fields().into_iter().zip(lane.fields) {
            field.0[n] = value;
        }
    }
}

columns! { Batch [15]
    normal_x normal_y separation reach lever scale friction restitution spin_ratio
    normal_impulse tangent_impulse earlier_normal earlier_tangent before load
}

/// Which batch of which block and colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BatchPlace {
    pub(crate) block: u32,
    pub(crate) color: u8,
    pub(crate) index: u32,
}

impl BatchPlace {
    fn new(block: usize, color: usize, index: usize) -> Self {
        Self { block: block as u32, color: color as u8, index: index as u32 }
    }

    /// The number of a contact within its colour.
    fn number(self, lane: usize) -> usize {
        self.index as usize * LANES + lane
    }
}

/// The contacts of one colour, dense: only the last batch may have idle lanes, at its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Color {
    pub(crate) batches: Vec<Batch>,
    /// Whether the start of each contact was reported to the game.
    pub(crate) reported: Vec<bool>,
}

/// A contact that moves from one colour to another.
#[derive(Clone, Copy, Debug)]
struct Lane {
    a: u32,
    b: u32,
    fields: [f32; 15],
    reported: bool,
}

impl Lane {
    /// Gives ball `from` of a contact the row `to`.
    fn rename(&mut self, from: u32, to: u32) {
        let Self { a, b, fields: [normal_x, normal_y, ..], .. } = self;
        if *a == from {
            *a = to;
        } else {
            *b = to;
        }
        if *a < *b {
            // Seen from the other ball, normal and tangent change sign: their impulses stay.
            core::mem::swap(a, b);
            (*normal_x, *normal_y) = (-*normal_x, -*normal_y);
        }
    }
}

impl Color {
    fn with_room() -> Self {
        Self { batches: Vec::with_capacity(1), reported: Vec::with_capacity(LANES) }
    }

    /// Appends a contact. Idle lanes name the row `spare`.
    fn push(&mut self, lane: &Lane, spare: u32) {
        let n = self.reported.len() % LANES;
        if n == 0 {
            self.batches.push(Batch::idle(spare));
        }
        self.reported.push(lane.reported);
        if let Some(batch) = self.batches.last_mut() {
            batch.set(n, lane);
        }
    }

    /// Takes out a contact; the last takes its place.
    fn take(&mut self, n: usize, spare: u32) -> Option<Lane> {
        let last = self.reported.len().checked_sub(1)?;
        let reported = self.reported.swap_remove(n);
        let taken = Lane { reported, ..self.batches[n / LANES].lane(n % LANES) };
        if n != last {
            let moved = self.batches[last / LANES].lane(last % LANES);
            self.batches[n / LANES].set(n % LANES, &moved);
        }
        if last % LANES == 0 {
            self.batches.pop();
        } else {
            let idle = Lane { a: spare, b: spare, fields: [0.0; 15], reported: false };
            self.batches[last / LANES].set(last % LANES, &idle);
        }
        Some(taken)
    }
}

/// The contacts between the balls of one block of rows, or those between blocks, by colours: as many colours as have
/// been in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) colors: Vec<Color>,
}

/// The block in which the contact of two balls lies.
#[inline]
fn block_of(i: u32, j: u32) -> usize {
    let [i, j] = [i, j].map(|ball| ball as usize / BLOCK_ROWS);
    if i == j { i + 1 } else { 0 }
}

/// Colour of a contact, and its number within its block and colour.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    color: u32,
    number: u32,
}

impl Spot {
    fn place_in(self, block: usize) -> (BatchPlace, usize) {
        let number = self.number as usize;
        (BatchPlace::new(block, self.color as usize, number / LANES), number % LANES)
    }
}

/// The row behind the last ball, which idle lanes read: at rest.
pub(crate) const SPARE_ROW: F4 = F4([0.0, 0.0, 0.0, 1.0]);

/// All batches.
#[derive(Debug, Default)]
pub(crate) struct Batches {
    /// Velocity, speed of the surface by spin (spin times radius) and inverse mass of each ball, filled for
    /// those in contact; and a spare row behind them.
    pub(crate) rows: Vec<F4>,
    /// The contacts between blocks of rows, and then those within each block: side by side, these touch no row of
    /// each other's.
    pub(crate) blocks: Vec<Block>,
    /// Colours in use at each ball, one bit each.
    used: Vec<u32>,
    /// Balls that each ball is in contact with.
    partners: Vec<SmallVec<[u32; 6]>>,
    /// Where the contact with each of them lies.
    spots: Vec<SmallVec<[Spot; 6]>>,
    count: usize,
    /// Whether gaps and normals of all contacts are those of the places where the balls are now.
    pub(crate) are_measured: bool,
    /// Contacts that the game knew of and that have ended in this step.
    pub(crate) separated: Vec<PairKey>,
}

cloned!(Batches { rows, blocks, used, partners, spots, count, are_measured, separated });

impl Batches {
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The blocks, or none if there is no contact.
    pub(crate) fn in_use(&self) -> &[Block] {
        if self.is_empty() { &[] } else { &self.blocks }
    }

    /// The same, mutable.
    pub(crate) fn in_use_mut(&mut self) -> &mut [Block] {
        if self.is_empty() { &mut [] } else { &mut self.blocks }
    }

    pub(crate) fn colors(&self) -> impl Iterator<Item = &Color> {
        self.in_use().iter().flat_map(|block| &block.colors)
    }

    pub(crate) fn batch(&self, at: BatchPlace) -> &Batch {
        &self.blocks[at.block as usize].colors[usize::from(at.color)].batches[at.index as usize]
    }

    fn color_mut(&mut self, at: BatchPlace) -> &mut Color {
        &mut self.blocks[at.block as usize].colors[usize::from(at.color)]
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Reserves room for this number of balls, and for the spare row behind them.
    pub(crate) fn resize(&mut self, balls: usize) {
        if self.rows.len() == balls + 1 && self.used.len() == balls {
            return;
        }
        self.rows.resize(balls + 1, F4::default());
        self.rows[balls] = SPARE_ROW;
        self.used.resize(balls, 0);
        self.partners.resize_with(balls, SmallVec::new);
        self.spots.resize_with(balls, SmallVec::new);
        self.name_spare();
    }

    pub(crate) fn has(&self, i: u32, j: u32) -> bool {
        self.partners(i as usize).contains(&j)
    }

    /// The balls that a ball is in batched contact with.
    #[inline]
    pub(crate) fn partners(&self, ball: usize) -> &[u32] {
        self.partners.get(ball).map_or(&[], |list| list.as_slice())
    }

    /// Whether the ball is in any batched contact.
    #[inline]
    pub(crate) fn has_contact(&self, ball: usize) -> bool {
        self.used[ball] != 0
    }

    /// Whether the ball is in a batched contact with one of a very different mass.
    #[inline]
    pub(crate) fn has_unequal_contact(&self, ball: usize) -> bool {
        self.used[ball] >> EQUAL_COLORS != 0
    }

    /// Whether any batched contact is of very different masses.
    pub(crate) fn has_unequal(&self) -> bool {
        let mut unequal = self.in_use().iter().flat_map(|block| block.colors.iter().skip(EQUAL_COLORS));
        unequal.any(|color| !color.batches.is_empty())
    }

    /// Copies the velocities of a ball.
    #[inline]
    pub(crate) fn load_ball(&mut self, i: usize, row: &BallRow) {
        self.rows[i] = velocities(row);
    }

    /// Copies the velocities of a ball for the solver, if it is in a batched contact.
    #[inline]
    pub(crate) fn load_batched(&mut self, i: usize, row: &BallRow) {
        copy_if_batched(&mut self.rows[i], self.used[i], row);
    }

    /// The same, also for the balls that it is in batched contact with.
    pub(crate) fn load_batched_with_partners(&mut self, i: usize, rows: &[BallRow]) {
        self.load_batched(i, &rows[i]);
        for n in 0..self.partners[i].len() {
            let j = self.partners[i][n] as usize;
            self.load_batched(j, &rows[j]);
        }
    }

    /// The solved velocities of some balls, and whether each is in a batched contact.
    #[inline]
    pub(crate) fn solved(&self, balls: Range<usize>) -> impl Iterator<Item = (&F4, bool)> {
        self.rows[balls.clone()].iter().zip(self.used[balls].iter().map(|&colors| colors != 0))
    }

    /// The velocities of all balls, and the colours of the batched contacts that each is in, for [`copy_if_batched`].
    #[inline]
    pub(crate) fn velocities_and_colors(&mut self) -> (&mut [F4], &[u32]) {
        (&mut self.rows[..self.used.len()], &self.used)
    }

    /// Adds a new contact, in the first colour for its masses that neither ball has; false if there is none.
    pub(crate) fn create(&mut self, contact: &Contact, pairing: &Pairing) -> bool {
        let (a, b) = (contact.other, contact.b);
        let free = !(self.used[a as usize] | self.used[b as usize]);
        let (first, end) = if pairing.uneven { (EQUAL_COLORS, COLORS) } else { (0, EQUAL_COLORS) };
        let color = first + (free >> first).trailing_zeros() as usize;
        if color >= end {
            return false;
        }
        self.insert(color, contact, pairing, false);
        true
    }

    /// Adds a contact in a colour that neither ball has.
    fn insert(&mut self, color: usize, contact: &Contact, pairing: &Pairing, reported: bool) {
        let (a, b) = (contact.other, contact.b);
        self.used[a as usize] |= 1 << color;
        self.used[b as usize] |= 1 << color;
        for [ball, partner] in [[a, b], [b, a]] {
            self.partners[ball as usize].push(partner);
            self.spots[ball as usize].push(Spot::default());
        }
        self.count += 1;
        let fields = [
            contact.normal.x,
            contact.normal.y,
            contact.separation,
            pairing.reach,
            contact.lever,
            pairing.scale,
            pairing.friction,
            pairing.restitution,
            pairing.spin_ratio,
            contact.normal_impulse,
            contact.tangent_impulse,
            contact.earlier_normal,
            contact.earlier_tangent,
            contact.normal_impulse,
            contact.load,
        ];
        self.push(color, &Lane { a, b, fields, reported });
    }

    /// Lays a contact into the block of its balls.
    fn push(&mut self, color: usize, lane: &Lane) {
        let (block, spare) = (block_of(lane.a, lane.b), self.used.len() as u32);
        if self.blocks.len() <= block {
            self.blocks.resize_with(block + 1, Block::default);
        }
        let colors = &mut self.blocks[block].colors;
        if colors.len() <= color {
            colors.reserve_exact(COLORS - colors.len());
            colors.resize_with((color + COLORS_AT_ONCE).min(COLORS), Color::with_room);
        }
        colors[color].push(lane, spare);
        let number = colors[color].reported.len() - 1;
        self.note_spot(lane.a, lane.b, color, number);
    }

    fn note_spot(&mut self, a: u32, b: u32, color: usize, number: usize) {
        for [ball, partner] in [[a, b], [b, a]] {
            if let Some(n) = self.partners(ball as usize).iter().position(|known| *known == partner) {
                self.spots[ball as usize][n] = Spot { color: color as u32, number: number as u32 };
            }
        }
    }

    /// Takes out a contact; the last of its colour takes its place.
    fn take(&mut self, at: BatchPlace, lane: usize, spare: u32) -> Option<Lane> {
        let (color, number) = (self.color_mut(at), at.number(lane));
        let taken = color.take(number, spare)?;
        if number < color.reported.len() {
            let moved = &color.batches[number / LANES];
            let (a, b) = (moved.a[number % LANES], moved.b[number % LANES]);
            self.note_spot(a, b, at.color.into(), number);
        }
        Some(taken)
    }

    /// Drops a contact; the last of its colour takes its place.
    pub(crate) fn remove(&mut self, at: BatchPlace, lane: usize) {
        let (spare, color) = (self.used.len() as u32, at.color);
        let Some(Lane { a, b, reported, .. }) = self.take(at, lane, spare) else {
            return;
        };
        if reported {
            self.separated.push(PairKey::new(b, Other::ball(a)));
        }
        self.used[a as usize] &= !(1 << color);
        self.used[b as usize] &= !(1 << color);
        for [ball, partner] in [[a, b], [b, a]] {
            let list = &mut self.partners[ball as usize];
            if let Some(n) = list.iter().position(|known| *known == partner) {
                list.remove(n);
                self.spots[ball as usize].remove(n);
            }
        }
        self.count -= 1;
    }

    /// Drops the contacts for which `memory` returns stored impulses. It gets each contact's colour and number in it.
    fn remove_where(
        &mut self,
        memory: impl Fn(&mut Color, usize, usize) -> Option<StoredImpulses>,
        out: &mut Vec<StoredImpulses>,
    ) {
        for block in 0..self.blocks.len() {
            for color in 0..self.blocks[block].colors.len() {
                for n in (0..self.blocks[block].colors[color].reported.len()).rev() {
                    if let Some(memory) = memory(&mut self.blocks[block].colors[color], color, n) {
                        out.push(memory);
                        self.remove(BatchPlace::new(block, color, n / LANES), n % LANES);
                    }
                }
            }
        }
    }

    /// Takes out the contacts of balls that match, as their stored impulses. No end is reported to the game.
    pub(crate) fn take_out(&mut self, goes: impl Fn(u32) -> bool, out: &mut Vec<StoredImpulses>) {
        let memory = |list: &mut Color, color: usize, n: usize| {
            let (batch, lane) = (&list.batches[n / LANES], n % LANES);
            goes(batch.b[lane]).then(|| {
                let reported = core::mem::take(&mut list.reported[n]);
                StoredImpulses { reported, ..batch.memory(lane, color) }
            })
        };
        self.remove_where(memory, out);
    }

    /// The stored impulses of all contacts, in any order.
    pub(crate) fn memory(&self) -> impl Iterator<Item = StoredImpulses> + '_ {
        let colors = self.blocks.iter().flat_map(|block| block.colors.iter().enumerate());
        colors.flat_map(|(color, list)| {
            (0..list.reported.len()).map(move |n| StoredImpulses {
                reported: list.reported[n],
                ..list.batches[n / LANES].memory(n % LANES, color)
            })
        })
    }

    /// Where the contact of two balls lies: batch and lane.
    fn find(&self, i: u32, j: u32) -> Option<(BatchPlace, usize)> {
        let n = self.partners(i as usize).iter().position(|known| *known == j)?;
        Some(self.spots[i as usize][n].place_in(block_of(i, j)))
    }

    /// The balls that a ball is in batched contact with, and the impulses of each contact: along the normal before the
    /// push of this substep, and along the tangent.
    pub(crate) fn impulses_on(&self, ball: u32) -> impl Iterator<Item = (u32, [f32; 2])> + '_ {
        let partners = self.partners(ball as usize);
        let spots = self.spots.get(ball as usize).map_or(&[][..], |list| list.as_slice());
        partners.iter().zip(spots).map(move |(&partner, spot)| {
            let (at, lane) = spot.place_in(block_of(ball, partner));
            let batch = self.batch(at);
            (partner, [batch.before.0[lane], batch.tangent_impulse.0[lane]])
        })
    }

    /// The normal impulse of the contact of two balls, if there is one.
    pub(crate) fn impulse_between(&self, i: u32, j: u32) -> Option<f32> {
        let (at, lane) = self.find(i, j)?;
        Some(self.batch(at).normal_impulse.0[lane])
    }

    /// Adds to the impulses of the step's earlier substeps of the contact of two balls, if there is one.
    pub(crate) fn add_earlier(&mut self, i: u32, j: u32, [normal, tangent]: [f32; 2]) -> bool {
        let Some((at, lane)) = self.find(i, j) else {
            return false;
        };
        let batch = &mut self.color_mut(at).batches[at.index as usize];
        batch.earlier_normal.0[lane] += normal;
        batch.earlier_tangent.0[lane] += tangent;
        true
    }

    /// Sets the distance at which two balls in contact touch.
    pub(crate) fn set_reach(&mut self, i: u32, j: u32, reach: f64) {
        if let Some((at, lane)) = self.find(i, j) {
            self.color_mut(at).batches[at.index as usize].reach.0[lane] = reach as f32;
        }
    }

    pub(crate) fn forget_impulses(&mut self, ball: u32) {
        for n in 0..self.partners.get(ball as usize).map_or(0, SmallVec::len) {
            let partner = self.partners[ball as usize][n];
            if let Some((at, lane)) = self.find(ball, partner) {
                let batch = &mut self.color_mut(at).batches[at.index as usize];
                for field in [
                    &mut batch.normal_impulse,
                    &mut batch.tangent_impulse,
                    &mut batch.before,
                    &mut batch.load,
                ] {
                    field.0[lane] = 0.0;
                }
            }
        }
    }

    /// Forgets a ball's contacts because it is removed; `last`, the row that takes its place, moves to
    /// `row`.
    pub(crate) fn forget_ball(&mut self, row: u32, last: u32) {
        for partner in self.partners[row as usize].clone() {
            if let Some((at, lane)) = self.find(row, partner) {
                // The game knows it already.
                self.color_mut(at).reported[at.number(lane)] = false;
                self.remove(at, lane);
            }
        }
        let mut renamed = SmallVec::<[_; 6]>::new();
        if row != last {
            for partner in self.partners[last as usize].clone() {
                let taken = self
                    .find(last, partner)
                    .and_then(|(at, lane)| Some((at, self.take(at, lane, last + 1)?)));
                for ball in &mut self.partners[partner as usize] {
                    if *ball == last {
                        *ball = row;
                    }
                }
                if let Some((at, mut lane)) = taken {
                    lane.rename(last, row);
                    renamed.push((at.color, lane));
                }
            }
        }
        self.used.swap_remove(row as usize);
        self.partners.swap_remove(row as usize);
        self.spots.swap_remove(row as usize);
        for (color, lane) in &renamed {
            self.push(usize::from(*color), lane);
        }
        self.name_spare();
    }

    /// Lets idle lanes name the row behind the last ball.
    fn name_spare(&mut self) {
        let spare = self.used.len() as u32;
        for color in self.blocks.iter_mut().flat_map(|block| &mut block.colors) {
            let filled = color.reported.len() % LANES;
            if filled > 0
                && let Some(batch) = color.batches.last_mut()
            {
                batch.a[filled..].fill(spare);
                batch.b[filled..].fill(spare);
            }
        }
    }

    /// Computes the data of all contacts from their balls again. Contacts without a `pairing`, and those whose
    /// masses need another colour, are dropped and returned.
    pub(crate) fn renew_pairings(
        &mut self,
        pairing: impl Fn(u32, u32) -> Option<Pairing>,
    ) -> Vec<StoredImpulses> {
        let mut dropped = Vec::new();
        let memory = |list: &mut Color, color: usize, n: usize| {
            let (batch, lane) = (&mut list.batches[n / LANES], n % LANES);
            let new = pairing(batch.b[lane], batch.a[lane]);
            let Some(new) = new.filter(|new| new.uneven == is_uneven(color)) else {
                return Some(batch.memory(lane, color));
            };
            batch.reach.0[lane] = new.reach;
            batch.scale.0[lane] = new.scale;
            batch.friction.0[lane] = new.friction;
            batch.restitution.0[lane] = new.restitution;
            batch.spin_ratio.0[lane] = new.spin_ratio;
            None
        };
        self.remove_where(memory, &mut dropped);
        dropped
    }

    /// Adds remembered contacts. [`renew_pairings`](Self::renew_pairings) drops pairs that are no contacts any more
    /// because materials or filters have changed.
    pub(crate) fn recall(
        &mut self,
        list: impl IntoIterator<Item = StoredImpulses>,
        balls: usize,
        pairing: impl Fn(u32, u32) -> Option<Pairing>,
    ) {
        self.resize(balls);
        for m in list {
            let (i, j) = (m.key.ball(), m.key.other().0);
            let contact = Contact {
                b: i,
                other: j,
                normal_impulse: m.normal_impulse,
                tangent_impulse: m.tangent_impulse,
                earlier_normal: m.earlier_normal,
                earlier_tangent: m.earlier_tangent,
                load: m.load,
                ..Contact::default()
            };
            let pairing = pairing(i, j).unwrap_or_default();
            self.insert(usize::from(m.color), &contact, &pairing, m.reported);
        }
    }
}

/// Whether a colour is one of contacts of balls of very different masses.
#[inline]
pub(crate) fn is_uneven(color: usize) -> bool {
    color >= EQUAL_COLORS
}

/// The data of a batched contact that depend on its two balls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pairing {
    pub(crate) reach: f32,
    pub(crate) scale: f32,
    pub(crate) friction: f32,
    pub(crate) restitution: f32,
    pub(crate) spin_ratio: f32,
    /// Whether they are of very different masses.
    pub(crate) uneven: bool,
}

/// The data of a batched contact that depend on its two balls; `None` if they do not collide, or if the general
/// solver handles their contact.
pub(crate) fn pairing(i: u32, j: u32, balls: &Balls, materials: &Materials) -> Option<Pairing> {
    let (row, other) = (&balls.rows[i as usize], &balls.rows[j as usize]);
    let (info, with) = (&balls.info[i as usize], &balls.info[j as usize]);
    let meeting = materials.combine(info.material, with.material);
    let plain = meeting.rolling_resistance == 0.0
        && meeting.static_friction == meeting.friction
        && info.inertia_factor == with.inertia_factor;
    (plain && balls.may_collide(i, j)).then(|| Pairing {
        reach: (row.r + other.r) as f32,
        scale: row.r.min(other.r) as f32,
        friction: meeting.friction as f32,
        restitution: meeting.restitution as f32,
        spin_ratio: 1.0 / info.inertia_factor,
        uneven: have_unequal_masses(row.im, other.im),
    })
}

/// The velocities of a ball in single precision, for the solver.
#[inline]
fn velocities(row: &BallRow) -> F4 {
    F4([row.v.x as f32, row.v.y as f32, (row.w * row.r) as f32, row.im as f32])
}

/// Copies the velocities of a ball for the solver, if it is in a batched contact of some colour.
#[inline]
pub(crate) fn copy_if_batched(velocity: &mut F4, colors: u32, row: &BallRow) {
    if colors != 0 {
        *velocity = velocities(row);
    }
}
