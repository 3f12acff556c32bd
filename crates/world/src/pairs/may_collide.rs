//! Whether a ball and a collider are solid to each other.

use crate::bodies::ball::Balls;
use crate::geometry::collider::Collider;

impl Balls {
    /// Whether a core is solid to a ball.
    #[inline]
    pub(crate) fn may_collide_with(&self, i: u32, core: &Collider) -> bool {
        let info = &self.info[i as usize];
        info.filter.collides_with(core.filter) && !info.held && !self.are_apart(info.id, core.body)
    }
}
