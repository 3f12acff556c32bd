//! Context of the event loop: all moving objects, the surfaces that they may meet, and the time.

use crate::base::Rng;
use crate::bodies::{BallRow, Balls, BodyRow, Materials, Pulls};
use crate::contacts::{Hit, hit};
use crate::context::{StepContext, Substep};
use crate::continuous::impact::hit_bodies::HitBodies;
use crate::events::Events;
use crate::floor::FloorZones;
use crate::geometry::{BodySet, Collider};
use crate::links::Links;
use crate::observe::Sensors;
use crate::pairs::PairCache;
use crate::sleep::Sleep;
use crate::solver::Contacts;

pub(crate) struct EventContext<'a> {
    pub(crate) balls: &'a mut Balls,
    pub(crate) bodies: &'a mut BodySet,
    pub(crate) materials: &'a Materials,
    pub(crate) pairs: &'a mut PairCache,
    pub(crate) contacts: &'a mut Contacts,
    pub(crate) sleep: &'a mut Sleep,
    pub(crate) floor: &'a FloorZones,
    pub(crate) events: &'a mut Events,
    pub(crate) sensors: &'a mut Sensors,
    pub(crate) rng: &'a mut Rng,
    pub(crate) links: &'a mut Links,
    pub(crate) pulls: Pulls<'a>,
    pub(crate) step: &'a StepContext,
    pub(crate) sub: &'a Substep,
}

impl EventContext<'_> {
    /// A ball, a collider, and the body of the collider.
    #[inline]
    pub(crate) fn sides(&self, i: u32, k: u32) -> (&BallRow, &Collider, &BodyRow) {
        let collider = &self.bodies.colliders[k];
        (&self.balls.rows[i as usize], collider, self.bodies.body_of(collider))
    }

    /// The balls and joints that hits change.
    #[inline]
    pub(crate) fn hit_bodies(&mut self) -> HitBodies<'_> {
        HitBodies { rows: &mut self.balls.rows, joints: &mut self.bodies.joints }
    }

    /// The speed at which the sides of a hit approach each other.
    #[inline]
    pub(crate) fn approach_speed(&self, hit: &Hit) -> f64 {
        -hit::relative(hit, &self.balls.rows, &self.bodies.joints).0
    }
}
