//! Ends that stand no higher than a surface which a ball touches. A ball that slides from one wall onto another,
//! flush with it, must not hit the other's end.
//!
//! Walls of one body find a common joint in advance ([`seams`](crate::geometry::seams)). This is for all others:
//! walls of several bodies, of different thickness, of bodies that move. A contact may overlap by the slop. A ball
//! that has sunk so far into one wall would touch the end of the next wall before it is over that. The height of an
//! end over the surface tells it from a step: it is no more than the overlap that a resting contact keeps.

use glam::DVec2;

use crate::geometry::BodySet;
use crate::geometry::constants::NO_DISTANCE;
use crate::pairs::PairCache;
use crate::solver::Contacts;

/// All possible contacts of one ball.
pub(crate) struct Neighborhood<'a> {
    pub(crate) ball: u32,
    pub(crate) radius: f64,
    /// Largest height of an end that is flush, and largest gap of a surface that is touched, in radii.
    pub(crate) slop: f64,
    /// Time up to which it is known how joints and bodies that gain speed move: the end of the substep.
    pub(crate) until: f64,
    pub(crate) pairs: &'a PairCache,
    pub(crate) bodies: &'a BodySet,
    pub(crate) contacts: &'a Contacts,
}

impl Neighborhood<'_> {
    /// Whether collider `k` is nearest to the ball's centre `at` with an end that is flush with another surface which
    /// the ball touches, and which is nearer.
    pub(crate) fn is_nearest_end_flush(&self, k: u32, at: DVec2, time: f64) -> bool {
        let collider = &self.bodies.colliders[k];
        let place = self.bodies.body_of(collider).frame_at(time).to_local(at);
        collider.nearest_end(place).is_some_and(|end| self.is_end_flush(k, end, at, time))
    }

    /// Whether the end of collider `k` at `end`, in the frame of its body, is flush with another surface which a ball
    /// at `at` touches, and which is nearer. Of two ends at the same place one answers.
    pub(crate) fn is_end_flush(&self, k: u32, end: DVec2, at: DVec2, time: f64) -> bool {
        let collider = &self.bodies.colliders[k];
        let frame = self.bodies.body_of(collider).frame_at(time);
        let way = frame.to_local(at) - end;
        let (way, own) = (frame.direction_to_world(way), way.length() - collider.radius);
        let equal = NO_DISTANCE * self.radius;
        let fixed = self.pairs.colliders_within(self.ball, at, self.slop * self.radius).map(|(k, _)| k);
        fixed.chain(self.pairs.lists[self.ball as usize].movers.iter().copied()).any(|n| {
            if n == k {
                return false;
            }
            let other = &self.bodies.colliders[n];
            let body = self.bodies.body_of(other);
            if time > self.until && body.is_moving() && (body.joint.is_some() || body.is_accelerating()) {
                // Beyond the substep the motion of this body is not known.
                return false;
            }
            let frame = body.frame_at(time);
            let Some(near) = other.nearest(frame.to_local(at)) else {
                return false;
            };
            if near.distance > (1.0 + self.slop) * self.radius
                || near.distance > own + equal
                || other.is_one_sided() && self.contacts.is_passing(self.ball, n)
            {
                return false;
            }
            let normal = frame.direction_to_world(near.normal);
            let height = near.distance - normal.dot(way) + collider.radius;
            let nearer = near.distance < own - equal || n < k || !near.is_end;
            nearer && height <= self.slop * self.radius
        })
    }
}
