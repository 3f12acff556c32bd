//! Couplings of the hits of a cluster: hits that share a ball, a hinge or a slider.
//!
//! In a large cluster a hit shares its sides with few others. The coupling of two hits depends on positions and
//! masses, so it is computed once for all attempts to find the impulses.

use alloc::vec::Vec;

use crate::base::room;
use crate::contacts::Hit;
use crate::continuous::impact::hit_bodies::HitBodies;

/// How much an impulse at one hit changes the speeds at another: the normal one by a normal and by a tangent impulse,
/// then the slip.
pub(crate) type Coupling = [[f64; 2]; 2];

/// The couplings of a cluster, hit by hit.
#[derive(Clone, Debug)]
pub(crate) struct Couplings {
    /// Another hit, and its effect on the hit whose list this is.
    list: Vec<(usize, Coupling)>,
    /// Where the list of each hit ends.
    ends: Vec<usize>,
    keys: Vec<[u32; 2]>,
}

impl Default for Couplings {
    fn default() -> Self {
        Self { list: room::list(), ends: room::list(), keys: room::list() }
    }
}

impl Couplings {
    /// Finds the couplings of these hits, each with itself as well.
    pub(crate) fn find(&mut self, hits: &[Hit], bodies: &HitBodies<'_>) {
        let Self { list, ends, keys } = self;
        keys.clear();
        // A hit with no other ball names its own twice.
        keys.extend(hits.iter().map(|hit| [hit.ball, hit.other.as_ball().unwrap_or(hit.ball)]));
        list.clear();
        ends.clear();
        for (p, &[a, b]) in hits.iter().zip(&*keys) {
            for (n, (q, &[c, d])) in hits.iter().zip(&*keys).enumerate() {
                let is_joint = p.joint.is_some() && p.joint == q.joint;
                if a == c || a == d || b == c || b == d || is_joint {
                    list.push((n, coupling(p, q, bodies)));
                }
            }
            ends.push(list.len());
        }
    }

    /// The coupled hits of this one with their effects, in the order of the hits.
    pub(crate) fn of(&self, hit: usize) -> &[(usize, Coupling)] {
        let first = hit.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.list[first..self.ends[hit]]
    }
}

/// How much an impulse at `q` changes the speeds at `p`.
pub(crate) fn coupling(p: &Hit, q: &Hit, bodies: &HitBodies<'_>) -> Coupling {
    let sides = |hit: &Hit| [(Some(hit.ball), hit.moves[0], 1.0), (hit.other.as_ball(), hit.moves[1], -1.0)];
    let (mut gives, mut turns) = (0.0, 0.0);
    for (a, moves, sign) in sides(p) {
        for (b, _, other_sign) in sides(q) {
            if let Some(ball) = a.filter(|_| a == b) {
                let row = &bodies.rows[ball as usize];
                gives += sign * other_sign * moves * row.im;
                turns += moves * row.ii * row.r * row.r;
            }
        }
    }
    let along = gives * p.normal.dot(q.normal);
    let across = gives * p.normal.dot(q.normal.perp());
    let mut sum = [[along, across], [-across, along + turns]];
    if let Some(g) = p.joint.filter(|_| p.joint == q.joint) {
        let arms = |hit: &Hit| [hit.arm.dot(hit.normal), hit.arm.dot(hit.normal.perp())];
        for (row, at) in sum.iter_mut().zip(arms(p)) {
            for (x, by) in row.iter_mut().zip(arms(q)) {
                *x += bodies.joints[g as usize].inverse_inertia * at * by;
            }
        }
    }
    sum
}
