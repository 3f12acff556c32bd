//! Whether a ball and a collider are solid to each other.

use crate::bodies::ball::Balls;
use crate::geometry::collider::Collider;

impl Balls {
    /// Whether a collider is solid to a ball.
    #[inline]
    pub(crate) fn may_collide_with(&self, i: u32, collider: &Collider) -> bool {
        let info = &self.info[i as usize];
        info.filter.collides_with(collider.filter) && !info.held && !self.are_apart(info.id, collider.body)
    }
}
