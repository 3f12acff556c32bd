//! Joints in the world: rigid ones as links.

use std::fmt;

use carom::glam::{DVec2, Vec2};
use carom::{Link, LinkEnd, World};

use crate::error::Error;
use crate::joint::{Joint, LONGEST};
use crate::warnings::Warnings;
use crate::world_disc::WorldDisc;

/// Shortest joint, pixels: one without length is a rope of this length.
const SHORTEST: f64 = 0.01;

impl Joint {
    /// Shortest and longest length as a link, pixels, for discs that are `apart` at the start and of which one at least
    /// `moves`; or why it is none.
    pub(crate) fn range(&self, apart: f64, moves: bool) -> Result<(f32, f32), &'static str> {
        if self.strength.is_some() {
            return Err("left out: springs are not carried over");
        }
        if !moves {
            return Err("left out: neither disc is moved by it");
        }
        let [least, most] = self.length.unwrap_or([apart; 2]);
        // A joint without length holds two discs on each other.
        let most = most.clamp(SHORTEST, LONGEST) as f32;
        Ok(((least as f32).min(most), most))
    }

    /// Links two discs, given with where the file has them. One of them at least must be moved by impulses.
    pub(crate) fn add_link(
        &self,
        world: &mut World,
        ends: [(&WorldDisc, DVec2); 2],
        place: fmt::Arguments<'_>,
        notes: &mut Warnings,
    ) -> Result<(), Error> {
        let [(a, from), (b, to)] = ends;
        let moves = a.body != b.body && (a.shape.is_none() || b.shape.is_none());
        let (least, most) = match self.range(from.distance(to), moves) {
            Ok(range) => range,
            Err(reason) => {
                notes.add(place, reason);
                return Ok(());
            }
        };
        let end = |disc: &WorldDisc| match disc.shape {
            Some(_) => LinkEnd::Body(disc.body, Vec2::ZERO),
            None => LinkEnd::Ball(disc.body),
        };
        world.add_link(Link::rope(end(a), end(b), most).limits(least, most))?;
        world.set_collision_exception(a.body, b.body, true)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use carom::{Config, World};

    use crate::{Pitch, Stadium};

    #[test]
    fn a_rigid_joint_is_a_link() {
        let text = r#"{ width: 200, height: 100,
            discs: [{ pos: [0, 0], invMass: 0 }, { pos: [30, 0] }, { pos: [60, 0] }, { pos: [0, 50], invMass: 0 }],
            joints: [{ d0: 1, d1: 2 }, { d0: 2, d1: 3, length: [0, 40] }, { d0: 1, d1: 4 }, { d0: 2, d1: 3, strength: 1 }] }"#;
        let stadium = Stadium::parse(text).expect("it reads");
        let mut world = World::new(Config::weightless()).expect("in range");
        let pitch = Pitch::new(&mut world, stadium).expect("it stands");
        let lengths: Vec<_> = world.links().map(|(_, link)| (link.min_length, link.max_length)).collect();
        assert_eq!(lengths.len(), 2, "{:?}, {}", lengths, pitch.warnings());
        assert_eq!(lengths[1], (0.0, 40.0));
        let listed = pitch.warnings().to_string();
        assert!(!listed.contains("joints[1]") && listed.contains("joints[3]"), "{listed}");
    }
}
