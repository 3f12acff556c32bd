//! The state of a world: everything that decides its future, beside the settings. A snapshot holds it.
//!
//! Scratch within contacts, sensors and links is marked in their own files.

use alloc::vec::Vec;

use crate::base::{Arena, Rng, Shared, Sort, cloned};
use crate::bodies::{Balls, Materials, TableMotion};
use crate::contacts::{PairKey, PairSet};
use crate::events::{ContactPair, Ends};
use crate::floor::FloorZones;
use crate::geometry::BodySet;
use crate::id::{BodyId, FieldId, ShapeId};
use crate::links::Links;
use crate::model::{BodyKind, Field, ShapeRow};
use crate::observe::{Sensors, Watch};
use crate::sleep::Sleep;
use crate::solver::Contacts;

/// Where a body's row is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) kind: BodyKind,
    pub(crate) row: u32,
}

/// Balls that a game has put somewhere since the last step.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    /// A ball may be named twice, and may be gone. State.
    balls: Vec<BodyId>,
    /// Length of the list at which it is sorted, and each ball named once.
    longest: usize,
    /// Any ball may lie in a solid: one has come or was moved, or meets others than before, or the state was read.
    pub(crate) all: bool,
}

cloned!(Placed { balls, longest, all });

impl Placed {
    /// Records a ball that the game has placed. The list stays short though a game may place a ball often.
    pub(crate) fn record(&mut self, ball: BodyId) {
        const SHORT: usize = 1024;
        if self.balls.len() >= self.longest.max(SHORT) {
            self.order();
            self.longest = 2 * self.balls.len();
        }
        self.balls.push(ball);
    }

    /// Names each ball once, in the order of ids.
    pub(crate) fn order(&mut self) {
        self.balls.order();
        self.balls.dedup();
    }

    /// The rows of these balls.
    pub(crate) fn rows(&self, bodies: &Arena<BodyId, Place>) -> impl Iterator<Item = u32> {
        self.balls.iter().filter_map(|id| bodies.get(*id)).map(|place| place.row)
    }

    /// Whether any ball may have been placed.
    pub(crate) fn any(&self) -> bool {
        self.all || !self.balls.is_empty()
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        (self.all, self.longest) = (false, 0);
        self.balls.clear();
    }
}

/// Everything that decides the future, beside the settings.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) bodies: Shared<Arena<BodyId, Place>>,
    pub(crate) shapes: Shared<Arena<ShapeId, ShapeRow>>,
    pub(crate) balls: Balls,
    /// All bodies that are no balls.
    pub(crate) body_set: BodySet,
    /// Shapes that are filled, sensors left aside; follows from the shapes.
    pub(crate) filled: Shared<Vec<ShapeId>>,
    /// Balls that may lie in solids or on other balls.
    pub(crate) placed: Placed,
    pub(crate) sensors: Sensors,
    pub(crate) materials: Shared<Materials>,
    pub(crate) contacts: Contacts,
    pub(crate) sleep: Sleep,
    /// Contacts at the end of the last step, as the game knows them.
    pub(crate) touching: PairSet,
    pub(crate) ends: Ends,
    /// Length of the last substep, seconds: remembered impulses belong to it.
    pub(crate) last_h: f64,
    /// Passes with springs in the last substep.
    pub(crate) last_passes: u32,
    /// Length of the last step, seconds.
    pub(crate) last_dt: f64,
    pub(crate) table_motion: TableMotion,
    pub(crate) rng: Rng,
    pub(crate) fields: Shared<Arena<FieldId, Field>>,
    pub(crate) links: Links,
    pub(crate) watch: Watch,
    pub(crate) floor_zones: FloorZones,
}

cloned!(State {
    bodies,
    shapes,
    balls,
    body_set,
    filled,
    placed,
    sensors,
    materials,
    contacts,
    sleep,
    touching,
    ends,
    last_h,
    last_passes,
    last_dt,
    table_motion,
    rng,
    fields,
    links,
    watch,
    floor_zones
});

impl State {
    /// Nothing, with room for the contacts of a small game.
    pub(crate) fn new() -> Self {
        Self { contacts: Contacts::new(), touching: PairSet::with_room(), ..Self::default() }
    }

    /// Finds the balls that lie in solids, among the balls that were put somewhere since the last step.
    pub(crate) fn find_sunk(&mut self) {
        let Self { placed, filled, bodies, shapes, contacts, balls, body_set, .. } = self;
        if !placed.any() || filled.is_empty() {
            return;
        }
        for id in filled.iter() {
            let outline = &shapes[*id].colliders;
            if placed.all {
                contacts.sunk.add_balls(outline, 0..balls.rows.len() as u32, balls, body_set);
            } else {
                contacts.sunk.add_balls(outline, placed.rows(bodies), balls, body_set);
            }
        }
    }

    /// Wakes a ball, and all balls joined to it by contacts.
    pub(crate) fn wake(&mut self, row: usize) {
        let Self { sleep, contacts, balls, materials, .. } = self;
        sleep.wake(row as u32, None, contacts, balls, materials);
        contacts.recall_woken();
    }

    /// Wakes a ball that something may move, and lets it rest for the whole time before it sleeps.
    pub(crate) fn keep_awake(&mut self, row: u32) {
        self.wake(row as usize);
        self.sleep.restart_rest(row);
    }

    /// Wakes all balls, since something has changed that may move any of them.
    pub(crate) fn wake_all(&mut self) {
        let Self { sleep, contacts, balls, materials, .. } = self;
        sleep.wake_all(contacts, balls, materials);
    }

    /// Whether a set has a contact of the same ball with the same shape: a chain has many colliders.
    pub(crate) fn touches_shape(&self, set: &PairSet, key: PairKey) -> bool {
        let shape = |k: u32| self.body_set.colliders[k].shape;
        let of = |k: u32| set.colliders_of(key.ball()).any(|other| shape(other) == shape(k));
        key.other().as_collider().is_some_and(of)
    }

    /// The public face of a contact key.
    pub(crate) fn contact_pair(&self, key: PairKey) -> Option<ContactPair> {
        let body_b = self.balls.info.get(key.ball() as usize)?.id;
        let other = key.other();
        let (body_a, shape_a) = match other.as_collider() {
            Some(k) => {
                let collider = &self.body_set.colliders[k];
                (collider.body, Some(collider.shape))
            }
            None => (self.balls.info.get(other.0 as usize)?.id, None),
        };
        Some(ContactPair { body_a, shape_a, body_b })
    }
}
