//! Who touches whom.

use crate::save::saved;

/// Collision filter by category and mask.
///
/// Two of them meet if each one's mask contains a category of the other. The default is in category 1
/// and meets everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The categories that this belongs to, one bit each.
    pub category: u32,
    /// The categories that this meets.
    pub mask: u32,
}

saved!(Filter { category, mask });

impl Default for Filter {
    fn default() -> Self {
        Self { category: 1, mask: u32::MAX }
    }
}

impl Filter {
    /// Meets nothing.
    pub const NONE: Self = Self { category: 0, mask: 0 };

    /// Whether the two meet.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.mask & other.category != 0 && other.mask & self.category != 0
    }

    /// Whether whatever meets one of the two meets the other.
    pub(crate) fn meets_the_same(self, other: Self) -> bool {
        self == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_masks_must_agree() {
        let ball = Filter { category: 0b01, mask: 0b10 };
        let wall = Filter { category: 0b10, mask: 0b01 };
        assert!(ball.meets(wall) && wall.meets(ball), "each one's mask holds the other");
        let shy = Filter { category: 0b10, mask: 0b00 };
        assert!(!ball.meets(shy) && !shy.meets(ball), "one side is not enough");
        assert!(Filter::default().meets(Filter::default()), "the default meets itself");
    }
}
