//! All bodies that are no balls, with their joints and colliders.

use alloc::vec::Vec;

use crate::base::shared::Shared;
use crate::base::slab::Slab;
use crate::bodies::body::BodyRow;
use crate::bodies::joint::JointRow;
use crate::geometry::collider::Collider;

/// Fixed and kinematic bodies and those on joints; what a ball may rest on or run into, other balls left aside.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodySet {
    pub(crate) rows: Vec<BodyRow>,
    /// Hinges and sliders; each names the row of its body.
    pub(crate) joints: Vec<JointRow>,
    pub(crate) colliders: Shared<Slab<Collider>>,
}

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
