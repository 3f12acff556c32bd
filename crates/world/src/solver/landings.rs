//! The landings of contacts that begin.

use glam::DVec2;

use crate::base::{Sort, Torus};
use crate::bodies::Balls;
use crate::contacts::constants::SOLVED_SPEED_NOISE;
use crate::contacts::{Contact, Landing, Other};
use crate::geometry::BodySet;
use crate::pairs::normal_and_gap;
use crate::solver::constants::GRAZING_SPEED_SHARE;
use crate::solver::{Contacts, rebounds_too_slowly};

/// Whether two sides of these velocities meet at a speed that is more than rounding, and do not glide onto each other.
pub(crate) fn is_felt(approach: f64, [one, other]: [DVec2; 2]) -> bool {
    let glide = GRAZING_SPEED_SHARE * (one - other).length();
    approach > glide.max(SOLVED_SPEED_NOISE * (one.length() + other.length()))
}

impl Contacts {
    /// The pull on a ball, length units per second squared; zero if another side than `except` touches and holds it.
    fn pull(&self, ball: u32, except: Other, balls: &Balls) -> DVec2 {
        let partners = self.batches.partners(ball as usize).iter().map(|&other| Other::ball(other));
        let is_held = partners.chain(self.supports_of(ball)).any(|other| other != except);
        if is_held { DVec2::ZERO } else { balls.rows[ball as usize].a }
    }

    /// The landing of a contact that begins; `None` if its sides do not approach each other, overlap by more than they
    /// have come, or bounce when they arrive.
    ///
    /// On the way through the gap the pull between the two adds to the square of their speed. The negative gap of a
    /// contact that was found late reduces it.
    pub(crate) fn landing(&self, contact: &Contact, balls: &Balls, bodies: &BodySet) -> Option<Landing> {
        let (row, other) = (&balls.rows[contact.b as usize], contact.other());
        let normal = contact.normal.as_dvec2();
        let mut pull = -self.pull(contact.b, other, balls).dot(normal);
        let mut side = DVec2::ZERO;
        if let Some(k) = other.as_collider() {
            let body = bodies.body_of(&bodies.colliders[k]);
            if body.is_mover() {
                let place = row.x - normal * row.r;
                pull += body.acceleration_along(place, normal);
                side = body.velocity_at(place, row.t);
            }
        } else {
            pull += self.pull(other.0, Other::ball(contact.b), balls).dot(normal);
            side = balls.rows[other.0 as usize].v;
        }
        let (now, gap) = (f64::from(contact.approach), f64::from(contact.separation));
        let approach = libm::sqrt((now * now + 2.0 * pull * gap).max(0.0));
        if !is_felt(now.min(approach), [row.v, side]) {
            return None;
        }
        let time = row.t + 2.0 * gap / (now + approach);
        let is_slow = || rebounds_too_slowly(approach, contact.restitution, f64::from(contact.slow));
        (time <= row.end || is_slow()).then(|| Landing {
            key: contact.key(),
            time,
            point: row.position_at(time) - normal * row.r,
            normal,
            approach,
            normal_impulse: f64::from(contact.normal_mass) * approach,
            tangent_impulse: 0.0,
            is_hit: false,
            reported: false,
        })
    }

    /// Adds the pairs of hits that landed in this step and still touch: the substep ended before a contact was made of
    /// them.
    pub(crate) fn add_landed_pairs(&mut self, balls: &Balls, bodies: &BodySet, rest: f64, torus: &Torus) {
        let Self { landings, touching, batches, .. } = self;
        landings.order_by(|a, b| a.key.cmp(&b.key).then(a.time.total_cmp(&b.time)));
        for key in landings.iter().filter(|landing| landing.is_hit).map(|landing| landing.key) {
            let (radius, other) = (balls.rows[key.ball() as usize].r, key.other().as_ball());
            let scale = other.map_or(radius, |i| radius.min(balls.rows[i as usize].r));
            let touches =
                normal_and_gap(key, &balls.rows, bodies, torus).is_some_and(|(_, gap)| gap <= rest * scale);
            if touches
                && !other.is_some_and(|i| batches.has(key.ball(), i))
                && let Err(place) = touching.binary_search(&key)
            {
                touching.insert(place, key);
            }
        }
    }
}
