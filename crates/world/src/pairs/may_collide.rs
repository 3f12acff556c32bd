//! Whether a ball and a collider are solid to each other.

use crate::bodies::ball::Balls;
use crate::geometry::collider::Core;

impl Balls {
    /// Whether a core is solid to a ball.
    #[inline]
    pub(crate) fn meets(&self, i: u32, core: &Core) -> bool {
        let info = &self.info[i as usize];
        info.filter.meets(core.filter) && !info.held && !self.are_apart(info.id, core.body)
    }
}
