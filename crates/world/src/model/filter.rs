//! Collision filters: which pairs collide.

use crate::base::saved;

/// Collision filter by group, category and mask.
///
/// Two of the same group other than 0 meet if it is positive, and never if it is negative: balls of one player
/// that pass through each other, say. All others meet if each one's mask contains a category of the other. The
/// default is in group 0 and category 1 and meets everything. A single pair of bodies is kept apart by
/// [`World::set_collision_exception`](crate::World::set_collision_exception), which goes before all of this.
///
/// A ball or a shape may change its filter at any time, between steps: on a ramp, under a bridge. A pair that
/// overlaps at the change is parted gently.
///
/// ```
/// # use carom_world as carom;
/// use carom::Filter;
///
/// const BALL: u32 = 0b01;
/// const GHOST: u32 = 0b10;
/// let wall = Filter::default(); // meets everything
/// let ghost = Filter::new(GHOST, !BALL); // in the category of ghosts, meets all but balls
/// let ball = Filter::new(BALL, u32::MAX);
/// assert!(!ghost.collides_with(ball) && ball.collides_with(wall));
/// // Members of a negative group never meet each other.
/// assert!(!ball.group(-1).collides_with(ball.group(-1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[doc(alias("collision groups", "collision layers", "category bits"))]
pub struct Filter {
    /// The categories that this belongs to, one bit each.
    pub category: u32,
    /// The categories that this meets.
    pub mask: u32,
    /// Two of the same positive group always meet, two of the same negative group never; 0 is no group.
    pub group: i32,
}

saved!(Filter { category, mask, group });

impl Default for Filter {
    fn default() -> Self {
        Self { category: 1, mask: u32::MAX, group: 0 }
    }
}

impl Filter {
    /// Meets nothing.
    pub const NONE: Self = Self { category: 0, mask: 0, group: 0 };

    /// The filter of disabled bodies: they meet nothing, and sensors of centres ignore them too.
    pub(crate) const OFF: Self = Self { category: 0, mask: 0, group: i32::MIN };

    /// Whether its owner is disabled.
    pub(crate) fn is_off(self) -> bool {
        self == Self::OFF
    }

    /// In these categories, meets those, in no group.
    #[must_use]
    pub const fn new(category: u32, mask: u32) -> Self {
        Self { category, mask, group: 0 }
    }

    /// The same in a group.
    #[must_use]
    pub const fn group(mut self, group: i32) -> Self {
        self.group = group;
        self
    }

    /// Whether the two meet.
    #[inline]
    #[must_use]
    pub const fn collides_with(self, other: Self) -> bool {
        if self.group != 0 && self.group == other.group {
            return self.group > 0;
        }
        self.mask & other.category != 0 && other.mask & self.category != 0
    }
}
