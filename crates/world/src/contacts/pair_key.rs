//! A ball and the other side of its contact, as one number that sorts.

use crate::base::saved;

/// The other side of a ball's contact: another ball or a collider, in one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Other(pub(crate) u32);

impl Other {
    const CORE: u32 = 1 << 31;

    #[inline]
    pub(crate) const fn ball(row: u32) -> Self {
        Self(row)
    }

    #[inline]
    pub(crate) const fn collider(index: u32) -> Self {
        Self(index | Self::CORE)
    }

    /// The other side if there is no ball and no collider: a point that a link is tied to. Counts as a collider.
    pub(crate) const fn nothing() -> Self {
        Self(u32::MAX)
    }

    #[inline]
    pub(crate) const fn as_ball(self) -> Option<u32> {
        if self.0 & Self::CORE == 0 { Some(self.0) } else { None }
    }

    #[inline]
    pub(crate) const fn as_collider(self) -> Option<u32> {
        if self.0 & Self::CORE != 0 { Some(self.0 & !Self::CORE) } else { None }
    }
}

/// A ball and the other side of its contact, in one number. Keys sort pairs of balls before pairs with colliders,
/// and each kind by rows: the order in which contacts are solved. Of two balls the lower row comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PairKey(u64);

impl PairKey {
    #[inline]
    pub(crate) const fn new(ball: u32, other: Other) -> Self {
        let kind = (other.0 >> 31) as u64;
        let other = (other.0 & !Other::CORE) as u64;
        Self(kind << 63 | (ball as u64) << 32 | other)
    }

    /// The key of two balls, in any order.
    #[inline]
    pub(crate) fn of_balls(i: u32, j: u32) -> Self {
        Self::new(i.min(j), Other::ball(i.max(j)))
    }

    #[inline]
    pub(crate) const fn ball(self) -> u32 {
        (self.0 >> 32) as u32 & !Other::CORE
    }

    #[inline]
    pub(crate) const fn other(self) -> Other {
        Other(self.0 as u32 | (self.0 >> 32) as u32 & Other::CORE)
    }

    /// Whether a ball is one of the two.
    pub(crate) fn names(self, ball: u32) -> bool {
        self.ball() == ball || self.other() == Other::ball(ball)
    }

    /// The same pair after ball `from` has moved to row `to`, and whether the two balls changed places.
    pub(crate) fn renamed(self, from: u32, to: u32) -> (Self, bool) {
        let rename = |row: u32| if row == from { to } else { row };
        let (ball, other) = (rename(self.ball()), self.other());
        if other.as_collider().is_some() {
            return (Self::new(ball, other), false);
        }
        let other = rename(other.0);
        (Self::of_balls(ball, other), other < ball)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

saved!(PairKey(u64));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_what_they_are_made_of() {
        for other in [Other::ball(9), Other::collider(3), Other::collider(0)] {
            let key = PairKey::new(7, other);
            assert_eq!((key.ball(), key.other()), (7, other));
        }
        assert!(PairKey::new(9, Other::ball(10)) < PairKey::new(0, Other::collider(0)), "balls come first");
        let (key, swapped) = PairKey::new(3, Other::ball(8)).renamed(8, 1);
        assert_eq!((key, swapped), (PairKey::new(1, Other::ball(3)), true));
        assert!(key.names(1) && key.names(3) && !key.names(8), "the renamed ball is found");
    }
}
