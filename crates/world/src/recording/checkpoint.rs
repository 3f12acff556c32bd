//! Fingerprints of all balls and bodies at a moment.

use alloc::vec::Vec;

use crate::base::saved;

/// The numbers in a fingerprint of a ball or body, in this order.
pub(crate) const FIELDS: [&str; 6] =
    ["position.x", "position.y", "velocity.x", "velocity.y", "angular_velocity", "angle"];

/// Bits of a fingerprint that stand for one field: one change in a thousand goes unseen.
const BITS: u32 = 10;

/// Fingerprints of a world's state, small enough to be kept by the thousand: the hash of the whole, and eight bytes
/// for each ball and body. Two checkpoints tell which ball or body differs, and in which field.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::{Vec2, vec2};
/// use carom::{Ball, Config, World};
///
/// let mut world = World::new(Config::default())?;
/// let ball = world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
/// let before = world.checkpoint();
/// world.set_velocity(ball, vec2(1.0, 0.0))?;
/// let difference = before.difference(&world.checkpoint()).expect("a ball moves");
/// assert_eq!((difference.index, difference.field), (Some(0), "velocity.x"));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Checkpoint {
    /// [`World::state_hash`](crate::World::state_hash).
    pub hash: u64,
    /// Fingerprints of the balls, then of the bodies, in the order of the world's lists.
    pub bodies: Vec<u64>,
}

saved!(Checkpoint { hash, bodies });

/// The first thing in which two checkpoints differ.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Config, World};
///
/// let world = World::new(Config::default())?;
/// assert_eq!(world.checkpoint().difference(&world.clone().checkpoint()), None);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The place of the ball or body in [`Checkpoint::bodies`]; `None` if no single one differs.
    pub index: Option<usize>,
    /// The field that differs: `position.x`, `position.y`, `velocity.x`, `velocity.y`, `angular_velocity` or
    /// `angle`; without an index `count`, the number of balls and bodies, or `contacts`, the memory of contacts,
    /// joints and sensors.
    pub field: &'static str,
}

impl Checkpoint {
    /// The first difference to another checkpoint; `None` if there is none.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::Vec2;
    /// use carom::{Ball, Config, World};
    ///
    /// let mut world = World::new(Config::default())?;
    /// let before = world.checkpoint();
    /// world.add_ball(Ball::new(Vec2::ZERO, 0.1))?;
    /// assert_eq!(before.difference(&world.checkpoint()).map(|found| found.field), Some("count"));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        if self == other {
            return None;
        }
        if self.bodies.len() != other.bodies.len() {
            return Some(Difference { index: None, field: "count" });
        }
        let pairs = self.bodies.iter().zip(&other.bodies);
        let index = pairs.clone().position(|(a, b)| a != b);
        let field = index.and_then(|n| {
            let bits = self.bodies[n] ^ other.bodies[n];
            FIELDS.into_iter().enumerate().find(|(n, _)| bits >> (*n as u32 * BITS) & ((1 << BITS) - 1) != 0)
        });
        Some(Difference { index, field: field.map_or("contacts", |(_, name)| name) })
    }
}

/// The fingerprint of one ball or body from the numbers of its [`FIELDS`].
pub(crate) fn fingerprint(numbers: [f64; 6]) -> u64 {
    let part = |number: f64| {
        // The end of splitmix64 (Steele, Lea, Flood 2014): each bit of the number reaches each bit that is kept.
        let z = number.to_bits().wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) >> (u64::BITS - BITS)
    };
    numbers.into_iter().rev().fold(0, |word, number| word << BITS | part(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_field_is_named() {
        let numbers = [1.0_f64, -2.0, 0.5, 1e-9, 3.0, 0.0];
        for (n, name) in FIELDS.into_iter().enumerate() {
            let mut other = numbers;
            other[n] = f64::from_bits(other[n].to_bits() ^ 1);
            let checkpoint = |numbers| Checkpoint { hash: 0, bodies: alloc::vec![7, fingerprint(numbers)] };
            let found = checkpoint(numbers).difference(&checkpoint(other));
            assert_eq!(found, Some(Difference { index: Some(1), field: name }));
        }
    }

    #[test]
    fn what_no_single_body_shows_is_in_the_contacts() {
        let checkpoint = |hash| Checkpoint { hash, bodies: Vec::new() };
        assert_eq!(checkpoint(1).difference(&checkpoint(1)), None);
        assert_eq!(checkpoint(1).difference(&checkpoint(2)).map(|found| found.field), Some("contacts"));
    }
}
