//! How contacts that begin come to touch.

use glam::DVec2;
use smallvec::SmallVec;

use crate::base::Sort;
use crate::bodies::Balls;
use crate::contacts::constants::SOLVED_SPEED_NOISE;
use crate::contacts::{Batches, Contact, Landing, Other, WallBatches};
use crate::geometry::BodySet;
use crate::solver::constants::GRAZING_SPEED_SHARE;
use crate::solver::{Contacts, rebounds_too_slowly};

/// Whether two sides of these velocities come to touch at a speed that is more than rounding, and do not glide onto each
/// other.
pub(crate) fn is_felt(approach: f64, [one, other]: [DVec2; 2]) -> bool {
    let glide = GRAZING_SPEED_SHARE * (one - other).length();
    approach > glide.max(SOLVED_SPEED_NOISE * (one.length() + other.length()))
}

/// What balls touch in this substep.
#[derive(Clone, Copy)]
pub(crate) struct Held<'a> {
    pub(crate) batches: &'a Batches,
    pub(crate) walls: &'a WallBatches,
    pub(crate) supports: &'a [SmallVec<[Other; 4]>],
}

impl Held<'_> {
    /// What pulls a ball: nothing that touches more than this one, which holds it.
    fn pull(&self, ball: u32, except: Other, balls: &Balls) -> DVec2 {
        let touched = self.batches.partners(ball as usize).iter().map(|&other| Other::ball(other));
        let wall = self.walls.wall_of(ball).map(Other::collider);
        let mut all = touched.chain(wall).chain(self.supports[ball as usize].iter().copied());
        if all.any(|other| other != except) { DVec2::ZERO } else { balls.rows[ball as usize].a }
    }

    /// How the two sides of a contact that begins come to touch; `None` if they do not approach each other, overlap by
    /// more than they have come, or bounce when they come.
    ///
    /// On the way through the gap the pull between the two adds to the square of their speed. The gap of a contact
    /// that was found late is less than nothing, and takes from it.
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
            is_told: false,
        })
    }
}

impl Contacts {
    /// Adds what landed by a hit in this step and still touches, though no contact was made of it yet: the substep is over.
    pub(crate) fn touch_what_landed(&mut self, balls: &Balls, bodies: &BodySet, rest: f64) {
        let Self { landings, touching, batches, .. } = self;
        landings.order_by(|a, b| a.key.cmp(&b.key).then(a.time.total_cmp(&b.time)));
        for key in landings.iter().filter(|landing| landing.is_hit).map(|landing| landing.key) {
            let row = &balls.rows[key.ball() as usize];
            let (gap, scale, is_batched) = match key.other().as_collider() {
                Some(k) => {
                    let collider = &bodies.colliders[k];
                    let near = collider.nearest(bodies.body_of(collider).frame().to_local(row.x));
                    (near.map_or(f64::INFINITY, |near| near.distance - row.r), row.r, false)
                }
                None => {
                    let (i, other) = (key.other().0, &balls.rows[key.other().0 as usize]);
                    let gap = row.x.distance(other.x) - row.r - other.r;
                    (gap, row.r.min(other.r), batches.has(key.ball(), i))
                }
            };
            if gap <= rest * scale
                && !is_batched
                && let Err(place) = touching.binary_search(&key)
            {
                touching.insert(place, key);
            }
        }
    }
}
