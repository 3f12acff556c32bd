//! Speeds and impulses of hits before a solver tries to resolve them. They restore the old state to the bit, even if
//! the solver made huge ones.

use alloc::vec::Vec;
use glam::DVec2;

use crate::base::room;
use crate::contacts::Hit;
use crate::continuous::impact::hit_bodies::HitBodies;

/// The old state. Its memory is kept from one instant to the next.
#[derive(Clone, Debug)]
pub(crate) struct SavedState {
    pub(crate) balls: Vec<(u32, DVec2, f64)>,
    joints: Vec<(u32, f64)>,
    impulses: Vec<[f64; 2]>,
}

impl Default for SavedState {
    fn default() -> Self {
        Self { balls: room::list(), joints: room::list(), impulses: room::list() }
    }
}

impl SavedState {
    pub(crate) fn save(&mut self, hits: &[Hit], bodies: &HitBodies<'_>) {
        self.balls.clear();
        self.joints.clear();
        self.impulses.clear();
        let speeds = |i: u32| (i, bodies.rows[i as usize].v, bodies.rows[i as usize].w);
        self.balls.extend(hits.iter().flat_map(Hit::balls).map(speeds));
        let struck = hits.iter().filter_map(|hit| hit.joint);
        self.joints.extend(struck.map(|g| (g, bodies.joints[g as usize].impact_velocity_change)));
        self.impulses.extend(hits.iter().map(|hit| [hit.normal_impulse, hit.tangent_impulse]));
    }

    /// Restores speeds and impulses. The hits must lie in the order in which they were saved.
    pub(crate) fn restore(&self, hits: &mut [Hit], bodies: &mut HitBodies<'_>) {
        self.restore_speeds(bodies);
        for (hit, &[normal, tangent]) in hits.iter_mut().zip(&self.impulses) {
            (hit.normal_impulse, hit.tangent_impulse) = (normal, tangent);
        }
    }

    /// Restores the speeds alone, for hits in any order.
    pub(crate) fn restore_speeds(&self, bodies: &mut HitBodies<'_>) {
        for &(i, v, w) in &self.balls {
            (bodies.rows[i as usize].v, bodies.rows[i as usize].w) = (v, w);
        }
        for &(g, change) in &self.joints {
            bodies.joints[g as usize].impact_velocity_change = change;
        }
    }
}
