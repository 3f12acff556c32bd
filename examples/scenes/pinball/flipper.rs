//! A flipper, and where a place is as its player sees it.

use carom::prelude::*;
use carom_pinball::FlipperSettings;

/// Which of the two flippers, or which side of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Left,
    Right,
}

/// One flipper.
#[derive(Debug)]
pub(super) struct Flipper {
    part: carom_pinball::Flipper,
    which: Which,
}

impl Flipper {
    pub(super) fn build(world: &mut World, which: Which, pivot: Vec2) -> Result<Self, Error> {
        let settings = match which {
            Which::Left => FlipperSettings::left(pivot),
            Which::Right => FlipperSettings::right(pivot),
        };
        Ok(Self { part: carom_pinball::Flipper::add(world, settings)?, which })
    }

    /// Presses its button or releases it, for the next step.
    pub(super) fn drive(&mut self, world: &mut World, pressed: bool, dt: f32) -> Result<(), Error> {
        self.part.update(world, pressed, dt)
    }

    /// Where a place is, seen from the flipper at rest: along it as a share of its length, and above it in
    /// metres.
    pub(super) fn seen(&self, place: Vec2) -> (f32, f32) {
        let FlipperSettings { pivot, rest, length, .. } = *self.part.settings();
        let (sin, cos) = libm::sincosf(rest);
        let along = vec2(cos, sin);
        let up = if self.which == Which::Left { along.perp() } else { -along.perp() };
        let d = place - pivot;
        (d.dot(along) / length, d.dot(up))
    }
}
