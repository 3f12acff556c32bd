//! The acceleration that presses a pair together along its normal: contacts and links push either side towards the
//! other.

use glam::DVec2;
use smallvec::SmallVec;

use crate::bodies::Balls;
use crate::contacts::{Contact, Other, PairKey, StoredImpulses};
use crate::context::StepContext;
use crate::geometry::BodySet;
use crate::links::Links;
use crate::pairs::NeighborList;
use crate::solver::Contacts;

/// Contacts and links that push balls.
#[derive(Clone, Copy)]
pub(crate) struct Pushes<'a> {
    pub(crate) contacts: &'a Contacts,
    pub(crate) balls: &'a Balls,
    pub(crate) bodies: &'a BodySet,
    pub(crate) links: &'a Links,
    /// The balls that may touch each other, before the contacts of this substep are known.
    pub(crate) lists: Option<&'a [NeighborList]>,
    pub(crate) step: &'a StepContext,
    /// Length of the substep in which contacts outside batches got their impulses, seconds.
    pub(crate) last_h: f64,
}

impl Pushes<'_> {
    /// The impulses of a contact outside batches in the last substep.
    pub(crate) fn memory_of(&self, key: PairKey) -> Option<&StoredImpulses> {
        let stored = &self.contacts.stored;
        stored.binary_search_by_key(&key, |m| m.key).ok().map(|place| &stored[place])
    }

    /// Acceleration that contacts and links give a ball along a direction, length units per second squared. `pull` acts
    /// on the ball as well; the contact with `except` does not count.
    ///
    /// A push the other way does not count: a contact that holds a ball off another ends as the two part. In a
    /// weightless world no load lasts, and the acceleration is 0.
    pub(crate) fn on(&self, ball: u32, pull: DVec2, direction: DVec2, except: Other) -> f64 {
        let Self { contacts, balls, bodies, links, step, last_h, .. } = *self;
        let (row, h) = (&balls.rows[ball as usize], step.h);
        if row.im == 0.0 || !step.is_pulled() {
            return 0.0;
        }
        let mut pushes = SmallVec::<[(Other, f64); 8]>::new();
        let mut add = |other: Other, [push, drag]: [f32; 2], h: f64| {
            // Where a contact bears nothing, its normal need not be found.
            if other != except && push > 0.0 {
                let normal = self.normal_of(other, row.x);
                let impulse = normal * f64::from(push) + normal.perp() * f64::from(drag);
                pushes.push((other, impulse.dot(direction).max(0.0) / h));
            }
        };
        for (other, impulses) in contacts.batches.impulses_on(ball) {
            add(Other::ball(other), impulses, h);
        }
        match self.lists {
            Some(lists) => {
                contacts.each_remembered(ball, lists, |other, impulses| add(other, impulses, last_h));
            }
            None => contacts.each_alone(ball, |other, impulses| add(other, impulses, h)),
        }
        // The order of the search is no state, but shows in the last bit of the sum.
        pushes.sort_unstable_by_key(|(other, _)| *other);
        let pushed: f64 = pushes.iter().map(|(_, push)| push).sum();
        row.im * pushed + links.acceleration_of(ball, pull, direction, h, &balls.rows, &bodies.rows)
    }

    /// Direction from the other side of a contact to the ball.
    fn normal_of(&self, other: Other, at: DVec2) -> DVec2 {
        match (other.as_ball(), other.as_collider()) {
            (Some(ball), _) => {
                self.step.torus.nearest(at - self.balls.rows[ball as usize].x).normalize_or_zero()
            }
            (_, Some(k)) => {
                let collider = &self.bodies.colliders[k];
                let frame = self.bodies.body_of(collider).frame();
                let near = collider.survey(frame.to_local(at)).0;
                near.map_or(DVec2::ZERO, |near| frame.direction_to_world(near.normal))
            }
            _ => DVec2::ZERO,
        }
    }
}

impl Contacts {
    /// Visits the contacts of a ball in this substep outside batches, with their impulses along the normal and along
    /// the tangent. Normal impulses are without the push that parts an overlap, which is no load.
    fn each_alone(&self, ball: u32, mut visit: impl FnMut(Other, [f32; 2])) {
        for other in self.supports_of(ball) {
            let key = match other.as_ball() {
                Some(j) => PairKey::of_balls(ball, j),
                None => PairKey::new(ball, other),
            };
            if let Ok(place) = self.rows.binary_search_by_key(&key, Contact::key) {
                let row = &self.rows[place];
                visit(other, [row.before, row.tangent_impulse]);
            } else if let Some((batch, lane)) = other.as_collider().and_then(|k| self.walls.find(ball, k)) {
                visit(other, [batch.before.0[lane], batch.tangent_impulse.0[lane]]);
            }
        }
    }

    /// Visits the contacts of a ball in the last substep outside batches, with their impulses along the normal and along
    /// the tangent.
    fn each_remembered(&self, ball: u32, lists: &[NeighborList], mut visit: impl FnMut(Other, [f32; 2])) {
        if let Some(wall) = self.walls.wall_of(ball)
            && let Some((batch, lane)) = self.walls.find(ball, wall)
        {
            visit(Other::collider(wall), [batch.normal_impulse.0[lane], batch.tangent_impulse.0[lane]]);
        }
        let stored = self.stored.as_slice();
        if stored.is_empty() {
            return;
        }
        let mut visit_from = |first: PairKey| {
            let last = PairKey::new(ball + 1, first.other());
            let start = stored.partition_point(|m| m.key < first);
            for m in stored[start..].iter().take_while(|m| m.key < last) {
                visit(m.key.other(), [m.normal_impulse, m.tangent_impulse]);
            }
        };
        visit_from(PairKey::new(ball, Other::collider(0)));
        if !self.was_stored_with_ball(ball) {
            return;
        }
        visit_from(PairKey::new(ball, Other::ball(0)));
        // Of two balls the lower one names the contact.
        let lower = lists.get(ball as usize).map_or(&[][..], |list| list.balls.as_slice());
        for &j in lower.iter().filter(|&&j| j < ball) {
            let key = PairKey::new(j, Other::ball(ball));
            if let Ok(place) = stored.binary_search_by_key(&key, |m| m.key) {
                let m = &stored[place];
                visit(Other::ball(j), [m.normal_impulse, m.tangent_impulse]);
            }
        }
    }
}
