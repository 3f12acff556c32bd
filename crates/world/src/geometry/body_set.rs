//! All bodies that are no balls, with their joints and colliders.

use alloc::vec::Vec;

use crate::base::{Shared, Slab, cloned};
use crate::bodies::{Balls, BodyRow, JointRow};
use crate::geometry::Collider;

/// Fixed and kinematic bodies and those on joints: all supports and obstacles of a ball except other balls.
#[derive(Debug, Default)]
pub(crate) struct BodySet {
    pub(crate) rows: Vec<BodyRow>,
    /// Hinges and sliders; each names the row of its body.
    pub(crate) joints: Vec<JointRow>,
    pub(crate) colliders: Shared<Slab<Collider>>,
}

cloned!(BodySet { rows, joints, colliders });

impl BodySet {
    /// The body that a collider belongs to.
    #[inline]
    pub(crate) fn body_of(&self, collider: &Collider) -> &BodyRow {
        &self.rows[collider.body_row as usize]
    }

    /// The joint that a body is on.
    #[inline]
    pub(crate) fn joint_of(&self, body: &BodyRow) -> Option<&JointRow> {
        body.joint.map(|g| &self.joints[g as usize])
    }
}

impl Balls {
    /// Whether a collider is solid to a ball.
    #[inline]
    pub(crate) fn may_collide_with(&self, i: u32, collider: &Collider) -> bool {
        let info = &self.info[i as usize];
        info.filter.collides_with(collider.filter) && !info.held && !self.are_apart(info.id, collider.body)
    }
}
