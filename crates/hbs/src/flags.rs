//! Collision flags: who a thing is, and whom it meets.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use carom::Filter;

/// A set of collision flags, with Haxball's own bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u32);

/// The names that a file may use.
const NAMES: [(&str, Flags); 14] = [
    ("ball", Flags::BALL),
    ("red", Flags::RED),
    ("blue", Flags::BLUE),
    ("redKO", Flags::RED_KICK_OFF),
    ("blueKO", Flags::BLUE_KICK_OFF),
    ("wall", Flags::WALL),
    ("kick", Flags::KICK),
    ("score", Flags::SCORE),
    ("c0", Flags(1 << 28)),
    ("c1", Flags(1 << 29)),
    ("c2", Flags(1 << 30)),
    ("c3", Flags(1 << 31)),
    ("all", Flags::ALL),
    ("none", Flags::NONE),
];

impl Flags {
    /// Nothing: meets nothing.
    pub const NONE: Self = Self(0);
    /// The ball.
    pub const BALL: Self = Self(1);
    /// Players of the red team.
    pub const RED: Self = Self(1 << 1);
    /// Players of the blue team.
    pub const BLUE: Self = Self(1 << 2);
    /// The barrier for red players before a kick-off.
    pub const RED_KICK_OFF: Self = Self(1 << 3);
    /// The barrier for blue players before a kick-off.
    pub const BLUE_KICK_OFF: Self = Self(1 << 4);
    /// Vertexes, segments and planes, unless they say otherwise.
    pub const WALL: Self = Self(1 << 5);
    /// Things that players can kick.
    pub const KICK: Self = Self(1 << 6);
    /// Things that score when they cross a goal line.
    pub const SCORE: Self = Self(1 << 7);
    /// Ball, both teams, both barriers of a kick-off, and walls; not the rest.
    pub const ALL: Self = Self(0x3f);

    /// The flag of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, flags)| flags)
    }

    /// The flags one by one, with their names.
    pub(crate) fn singles() -> impl Iterator<Item = (&'static str, Self)> {
        NAMES.into_iter().filter(|(_, flags)| flags.0.count_ones() == 1)
    }

    /// The names of its flags.
    #[must_use]
    pub fn names(self) -> Vec<String> {
        Self::singles().filter(|(_, flag)| self.meets(*flag)).map(|(name, _)| name.to_owned()).collect()
    }

    /// Whether the two share a flag.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of these flags are in the other set.
    #[must_use]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The engine's filter for a thing in `group` that meets `mask`: the two have the same rule.
    #[must_use]
    pub const fn filter(group: Self, mask: Self) -> Filter {
        Filter::new(group.0, mask.0)
    }
}

impl BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Flags {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.names().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_the_six_of_the_game() {
        let six = ["ball", "red", "blue", "redKO", "blueKO", "wall"].map(|name| Flags::named(name).unwrap());
        assert_eq!(six.into_iter().fold(Flags::NONE, Flags::bitor), Flags::ALL);
        assert!(!Flags::ALL.meets(Flags::named("c0").unwrap()), "c0 is not among them");
        assert_eq!(Flags::named("goal"), None);
        assert_eq!((Flags::BALL | Flags::KICK).to_string(), "[ball, kick]");
    }
}
