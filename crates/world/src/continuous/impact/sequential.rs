//! Elastic hits of one instant whose order makes no difference: one after the other.
//!
//! Equal balls on a line that meet at one instant exchange their speeds, in whichever order their pairs come.
//! Resolved together, each pair would just reverse its own speed, and three balls of speeds 2, 0 and -1 would part at
//! -1.33, 0.67 and 1.67. The motion of a billiard through a corner is defined if and only if all orders lead to the
//! same result. That is so where the walls meet at 180 degrees divided by a whole number (Chernov and Markarian,
//! "Chaotic Billiards", 2006). So both orders are tried, and where they differ, as in a break, the hits are left to
//! be resolved together.

use alloc::vec::Vec;
use glam::DVec2;

use crate::contacts::Hit;
use crate::continuous::impact::constants::{NO_APPROACH, SAME_RESULT, SEQUENTIAL_MAX_HITS};
use crate::continuous::impact::hit_bodies::HitBodies;
use crate::continuous::impact::saved_state::SavedState;

/// Velocities before and after, kept from one instant to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct SequentialSolver {
    saved: SavedState,
    after: Vec<DVec2>,
}

impl SequentialSolver {
    /// Resolves a cluster of hits one after the other. False, with nothing changed, if one of them is not elastic or
    /// rubs, or if the order makes a difference; `fastest` is the fastest approach.
    pub(crate) fn solve(&mut self, hits: &mut [Hit], bodies: &mut HitBodies<'_>, fastest: f64) -> bool {
        let none = NO_APPROACH * fastest;
        let mirrors = |hit: &Hit| {
            let (speed, _) = bodies.relative(hit);
            let plain = !hit.is_link && hit.joint.is_none() && hit.spin_friction == 0.0;
            plain && hit.restitution == 1.0 && (speed >= -none || (hit.rebound + speed).abs() <= none)
        };
        if hits.len() < 2 || hits.len() > SEQUENTIAL_MAX_HITS || !hits.iter().all(mirrors) {
            return false;
        }
        self.saved.save(hits, bodies);
        let settled = run(hits, bodies, none, false);
        self.after.clear();
        self.after.extend(self.saved.balls.iter().map(|&(i, ..)| bodies.rows[i as usize].v));
        self.saved.restore(hits, bodies);
        if !settled {
            return false;
        }
        let settled = run(hits, bodies, none, true);
        let after = self.saved.balls.iter().map(|&(i, ..)| bodies.rows[i as usize].v);
        let same = after.zip(&self.after).all(|(a, b)| (a - *b).length() <= SAME_RESULT * fastest);
        if !(settled && same) {
            self.saved.restore(hits, bodies);
            return false;
        }
        true
    }
}

/// Reverses the approach of one pair after the other until none approaches. False if a pair would rub, or if that
/// takes too long.
fn run(hits: &mut [Hit], bodies: &mut HitBodies<'_>, none: f64, backward: bool) -> bool {
    let count = hits.len();
    for _ in 0..2 * count + 2 {
        let mut settled = true;
        for n in 0..count {
            let hit = &mut hits[if backward { count - 1 - n } else { n }];
            let (speed, slip) = bodies.relative(hit);
            if speed >= -none {
                continue;
            }
            if hit.static_friction > 0.0 && slip.abs() > none {
                return false;
            }
            let push = -2.0 * speed * hit.normal_mass;
            hit.normal_impulse += push;
            bodies.apply(hit, push, 0.0);
            settled = false;
        }
        if settled {
            return true;
        }
    }
    false
}
