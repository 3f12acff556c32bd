//! Contacts of balls with the faces of flat fixed walls, eight to a batch. Each ball touches one such wall, and is in
//! no other contact that is solved alone.
//!
//! Such a contact reads and writes the velocity of its ball alone, and no ball has two of them. Hence their order
//! changes no bit, and a contact has the same result here as in the general solver. A contact keeps its lane to its
//! end; data that substeps do not compute again are written once.

use alloc::vec::Vec;

use glam::{DVec2, Vec2};

use crate::base::{F8, LANES, cloned, columns, flag, room};
use crate::contacts::{Contact, Other, PairKey, StoredImpulses};

/// Where a ball is from the face of its wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacePlace {
    pub(crate) normal: DVec2,
    /// Distance of its centre from the surface, length units.
    pub(crate) distance: f64,
}

/// Eight contacts. An idle lane names the spare row behind the last ball, and all its numbers are zero.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WallBatch {
    pub(crate) balls: [u32; LANES],
    pub(crate) colliders: [u32; LANES],
    pub(crate) normal_x: F8,
    pub(crate) normal_y: F8,
    /// Gap, length units; negative is overlap.
    pub(crate) separation: F8,
    /// Radius of the ball: the scale of tolerances.
    pub(crate) scale: F8,
    /// Approach speed before gravity acted in this substep, and the approach speed above which the ball would
    /// bounce.
    pub(crate) approach: F8,
    pub(crate) slow: F8,
    pub(crate) normal_mass: F8,
    pub(crate) tangent_mass: F8,
    /// Inverse moment of inertia times the radius squared.
    pub(crate) spin: F8,
    pub(crate) friction: F8,
    pub(crate) normal_impulse: F8,
    pub(crate) tangent_impulse: F8,
    /// Impulses of the step's earlier substeps.
    pub(crate) earlier_normal: F8,
    pub(crate) earlier_tangent: F8,
    /// Normal impulse before the push of this substep.
    pub(crate) before: F8,
    /// Normal impulse of this substep that serves only to part an overlap.
    pub(crate) parted: F8,
    /// Mean normal impulse of the recent past: the load that the spring need not bear.
    pub(crate) load: F8,
    /// One where the ball touches nothing else, else zero.
    pub(crate) is_alone: F8,
    /// One where the contact takes part in all passes.
    pub(crate) repeats: F8,
    /// One where the contact still exists after the ball has moved: it is relaxed.
    pub(crate) lasts: F8,
    /// The highest restitution at any speed.
    pub(crate) restitution: [f64; LANES],
    /// Where the balls are now, if that is known already.
    pub(crate) face_places: [Option<FacePlace>; LANES],
}

columns! { WallBatch [20]
    normal_x normal_y separation scale approach slow normal_mass tangent_mass spin friction
    normal_impulse tangent_impulse earlier_normal earlier_tangent before parted load is_alone repeats lasts
}

impl WallBatch {
    pub(crate) fn idle(spare: u32) -> Self {
        Self { balls: [spare; LANES], ..Self::default() }
    }

    pub(crate) fn key(&self, lane: usize) -> PairKey {
        PairKey::new(self.balls[lane], Other::collider(self.colliders[lane]))
    }

    pub(crate) fn normal(&self, lane: usize) -> Vec2 {
        Vec2::new(self.normal_x.0[lane], self.normal_y.0[lane])
    }

    /// The same as a contact that is solved alone.
    fn contact(&self, lane: usize) -> Contact {
        let friction = self.friction.0[lane];
        Contact {
            b: self.balls[lane],
            other: Other::collider(self.colliders[lane]).0,
            normal: self.normal(lane),
            separation: self.separation.0[lane],
            radius_b: self.scale.0[lane],
            lever: 1.0,
            scale: self.scale.0[lane],
            approach: self.approach.0[lane],
            slow: self.slow.0[lane],
            normal_mass: self.normal_mass.0[lane],
            tangent_mass: self.tangent_mass.0[lane],
            spin_b: self.spin.0[lane],
            friction,
            static_friction: friction,
            normal_impulse: self.normal_impulse.0[lane],
            tangent_impulse: self.tangent_impulse.0[lane],
            earlier_normal: self.earlier_normal.0[lane],
            earlier_tangent: self.earlier_tangent.0[lane],
            before: self.before.0[lane],
            parted: self.parted.0[lane],
            load: self.load.0[lane],
            repeats: self.repeats.0[lane] > 0.0,
            lasts: self.lasts.0[lane] > 0.0,
            is_alone: self.is_alone.0[lane] > 0.0,
            // Only contacts with faces of flat fixed walls join a batch.
            is_flat: true,
            may_join_batch: true,
            restitution: self.restitution[lane],
            ..Contact::default()
        }
    }

    fn set(&mut self, lane: usize, c: &Contact) {
        (self.balls[lane], self.colliders[lane]) = (c.b, c.other().as_collider().unwrap_or_default());
        let values = [
            c.normal.x,
            c.normal.y,
            c.separation,
            c.scale,
            c.approach,
            c.slow,
            c.normal_mass,
            c.tangent_mass,
            c.spin_b,
            c.friction,
            c.normal_impulse,
            c.tangent_impulse,
            c.earlier_normal,
            c.earlier_tangent,
            c.before,
            c.parted,
            c.load,
            flag(c.is_alone),
            flag(c.repeats),
            flag(c.lasts),
        ];
        for (field, value) in self.fields().into_iter().zip(values) {
            field.0[lane] = value;
        }
        (self.restitution[lane], self.face_places[lane]) = (c.restitution, None);
    }
}

/// Where the contact of a ball lies.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Eight times the number of its batch, and its lane.
    n: u32,
    collider: u32,
}

impl Place {
    /// Of a ball that has no contact here.
    const NONE: Self = Self { n: u32::MAX, collider: u32::MAX };

    fn new(n: usize, contact: &Contact) -> Self {
        Self { n: n as u32, collider: contact.other().as_collider().unwrap_or_default() }
    }
}

/// All batches, dense: only the last may have idle lanes, at its end.
#[derive(Debug, Default)]
pub(crate) struct WallBatches {
    pub(crate) batches: Vec<WallBatch>,
    count: usize,
    /// One for each ball.
    place_of: Vec<Place>,
}

cloned!(WallBatches { batches, count, place_of });

impl WallBatches {
    /// No contacts, with room for those of a small game.
    pub(crate) fn with_room() -> Self {
        Self { batches: Vec::with_capacity(room::ENTRIES / LANES), ..Self::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn clear(&mut self) {
        self.batches.clear();
        self.place_of.clear();
        self.count = 0;
    }

    /// Makes room for a number of balls. If there are fewer than before, contacts of removed balls have been taken
    /// out.
    pub(crate) fn resize(&mut self, balls: usize) {
        if self.place_of.len() == balls {
            return;
        }
        self.place_of.resize(balls, Place::NONE);
        for lane in self.count..LANES * self.batches.len() {
            self.batches[lane / LANES].balls[lane % LANES] = balls as u32;
        }
    }

    /// The wall on which a ball has a contact here.
    #[inline]
    pub(crate) fn wall_of(&self, ball: u32) -> Option<u32> {
        self.place_of.get(ball as usize).map(|place| place.collider).filter(|&wall| wall != u32::MAX)
    }

    #[inline]
    pub(crate) fn has(&self, ball: u32, collider: u32) -> bool {
        self.place_of.get(ball as usize).is_some_and(|place| place.collider == collider)
    }

    /// Batch and lane of the contact of a ball with a wall.
    #[inline]
    pub(crate) fn find(&self, ball: u32, collider: u32) -> Option<(&WallBatch, usize)> {
        let place = self.place_of.get(ball as usize).filter(|place| place.collider == collider)?.n as usize;
        Some((&self.batches[place / LANES], place % LANES))
    }

    /// Adds to the impulses of the step's earlier substeps of the contact of a ball with a wall, if it is here.
    pub(crate) fn add_earlier(&mut self, ball: u32, collider: u32, [normal, tangent]: [f32; 2]) -> bool {
        let Some(place) = self.place_of.get(ball as usize).filter(|place| place.collider == collider) else {
            return false;
        };
        let (batch, lane) = (&mut self.batches[place.n as usize / LANES], place.n as usize % LANES);
        batch.earlier_normal.0[lane] += normal;
        batch.earlier_tangent.0[lane] += tangent;
        true
    }

    /// Forgets where balls are from their walls: they may have been moved.
    pub(crate) fn forget_places(&mut self) {
        self.batches.iter_mut().for_each(|batch| batch.face_places = [None; LANES]);
    }

    /// Batch and lane of every contact, ascending by ball.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (&WallBatch, usize)> {
        let all = if self.is_empty() { &[] } else { self.place_of.as_slice() };
        let places = all.iter().map(|place| place.n as usize).filter(|&place| place < self.count);
        places.map(|place| (&self.batches[place / LANES], place % LANES))
    }

    /// Batch and lane of every contact.
    pub(crate) fn lanes(&self) -> impl Iterator<Item = (&WallBatch, usize)> {
        (0..self.count).map(|n| (&self.batches[n / LANES], n % LANES))
    }

    /// Adds the contact of a ball that has none here.
    pub(crate) fn add(&mut self, contact: &Contact) {
        let lane = self.count % LANES;
        if lane == 0 {
            self.batches.push(WallBatch::idle(self.place_of.len() as u32));
        }
        if let Some(batch) = self.batches.last_mut() {
            batch.set(lane, contact);
            self.place_of[contact.b as usize] = Place::new(self.count, contact);
            self.count += 1;
        }
    }

    /// Takes out the contact at a place; the last takes its place.
    fn remove(&mut self, n: usize) {
        let last = self.count - 1;
        let (batch, lane) = (n / LANES, n % LANES);
        self.place_of[self.batches[batch].balls[lane] as usize] = Place::NONE;
        if n != last {
            let from = &self.batches[last / LANES];
            let (moved, place) = (from.contact(last % LANES), from.face_places[last % LANES]);
            self.batches[batch].set(lane, &moved);
            self.batches[batch].face_places[lane] = place;
            self.place_of[moved.b as usize] = Place::new(n, &moved);
        }
        let lane = last % LANES;
        if lane == 0 {
            self.batches.pop();
        } else if let Some(batch) = self.batches.last_mut() {
            let spare = self.place_of.len() as u32;
            for field in batch.fields() {
                field.0[lane] = 0.0;
            }
            batch.balls[lane] = spare;
        }
        self.count = last;
    }

    /// Takes out the contact of a ball, to be solved alone.
    pub(crate) fn take(&mut self, ball: u32) -> Option<Contact> {
        let place = self.place_of.get(ball as usize).filter(|place| place.n != u32::MAX)?.n as usize;
        let contact = self.batches[place / LANES].contact(place % LANES);
        self.remove(place);
        Some(contact)
    }

    /// Takes out contacts that match, and passes on their stored impulses.
    pub(crate) fn take_out(&mut self, goes: impl Fn(u32) -> bool, mut out: impl FnMut(StoredImpulses)) {
        for n in (0..self.count).rev() {
            let (batch, lane) = (&self.batches[n / LANES], n % LANES);
            if goes(batch.balls[lane]) {
                out(batch.contact(lane).memory());
                self.remove(n);
            }
        }
    }

    /// The stored impulses of all contacts, in any order.
    pub(crate) fn memory(&self) -> impl Iterator<Item = StoredImpulses> + '_ {
        self.lanes().map(|(batch, lane)| batch.contact(lane).memory())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field by its name, so that a new one must be added here, too.
    fn contact_with_a_face() -> Contact {
        Contact {
            b: 3,
            other: Other::collider(5).0,
            normal: Vec2::new(0.6, 0.8),
            separation: -0.01,
            initial_overlap: 0.0,
            rise: 0.0,
            is_round: false,
            surface: Vec2::ZERO,
            belt: 0.0,
            joint: None,
            arm: Vec2::ZERO,
            swings: false,
            radius_a: 0.0,
            radius_b: 0.25,
            lever: 1.0,
            scale: 0.25,
            approach: 0.1,
            slow: 0.2,
            // Read between balls only.
            sink: 0.0,
            normal_mass: 2.0,
            tangent_mass: 1.5,
            roll_mass: 0.0,
            spin_a: 0.0,
            spin_b: 1.25,
            friction: 0.3,
            static_friction: 0.3,
            rolling_resistance: 0.0,
            normal_impulse: 4.0,
            tangent_impulse: 0.5,
            roll_impulse: 0.0,
            earlier_normal: 6.0,
            earlier_tangent: 0.7,
            before: 3.5,
            parted: 0.05,
            load: 3.75,
            uneven: false,
            repeats: true,
            lasts: true,
            is_wedged: false,
            is_alone: true,
            is_flat: true,
            bulges: false,
            may_join_batch: true,
            restitution: 0.9,
        }
    }

    /// A contact that left its batch once counted as round from then on. A world from a snapshot measured it again, as flat,
    /// and its ball went another way.
    #[test]
    fn a_contact_leaves_its_batch_as_it_came() {
        let came = contact_with_a_face();
        let mut batches = WallBatches::default();
        batches.resize(8);
        // The last contact takes the place of the first.
        batches.add(&Contact { b: 1, ..came });
        batches.add(&came);
        batches.take(1);
        let left = batches.take(3);
        assert_eq!(format!("{left:?}"), format!("{:?}", Some(came)));
        assert!(batches.is_empty());
    }
}
