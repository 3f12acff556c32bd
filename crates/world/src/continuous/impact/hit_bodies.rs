//! The balls and joints that hits change.

use crate::bodies::{BallRow, JointRow};
use crate::contacts::{Hit, hit};

/// The balls, hinges and sliders that hits give impulses to.
#[derive(Debug)]
pub(crate) struct HitBodies<'a> {
    pub(crate) rows: &'a mut [BallRow],
    pub(crate) joints: &'a mut [JointRow],
}

#[cfg(test)]
impl<'a> HitBodies<'a> {
    pub(crate) fn of(rows: &'a mut [BallRow]) -> Self {
        Self { rows, joints: &mut [] }
    }
}

impl HitBodies<'_> {
    /// See [`hit::relative`].
    #[inline(always)]
    pub(crate) fn relative(&self, hit: &Hit) -> (f64, f64) {
        hit::relative(hit, self.rows, self.joints)
    }

    /// See [`hit::apply`].
    #[inline(always)]
    pub(crate) fn apply(&mut self, hit: &Hit, normal: f64, tangent: f64) {
        hit::apply(hit, self.rows, self.joints, normal, tangent);
    }
}
