//! Where a part is put: shifted, turned, perhaps mirrored.

use carom::glam::DVec2;
use carom::prelude::Vec2;

use crate::model::{Instance, Point};

/// A placement. The frame that changes nothing changes no bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    origin: DVec2,
    /// Radians.
    angle: f64,
    /// (cos, sin) of the angle.
    turn: DVec2,
    /// Whether x changes its sign first.
    pub(crate) mirror: bool,
}

impl Frame {
    pub(crate) const IDENTITY: Self = Self { origin: DVec2::ZERO, angle: 0.0, turn: DVec2::X, mirror: false };

    /// The frame of a part that is used within this frame; `angle` is that of the use in radians.
    pub(crate) fn within(&self, part: &Instance, angle: f32) -> Self {
        let angle = self.angle + self.sign() * f64::from(angle);
        let (sin, cos) = libm::sincos(angle);
        let turn = if angle == 0.0 { DVec2::X } else { DVec2::new(cos, sin) };
        Self { origin: self.place(part.position), angle, turn, mirror: self.mirror != part.mirror }
    }

    fn sign(&self) -> f64 {
        if self.mirror { -1.0 } else { 1.0 }
    }

    fn place(&self, p: Point) -> DVec2 {
        self.origin + self.turned(p)
    }

    fn turned(&self, p: Point) -> DVec2 {
        let p = DVec2::new(self.sign() * f64::from(p.0), f64::from(p.1));
        // Infinite values stay infinite, and are refused as such.
        if self.turn == DVec2::X { p } else { p.rotate(self.turn) }
    }

    /// A point in the parent's frame.
    pub(crate) fn point(&self, p: Point) -> Vec2 {
        self.place(p).as_vec2()
    }

    /// The image of a vector.
    pub(crate) fn vector(&self, v: Point) -> Vec2 {
        self.turned(v).as_vec2()
    }

    /// The image of an angle measured from the right, radians.
    pub(crate) fn angle(&self, angle: f32) -> f32 {
        (self.angle + self.sign() * f64::from(angle)) as f32
    }

    /// The image of a turn or a spin.
    pub(crate) fn turn(&self, by: f32) -> f32 {
        if self.mirror { -by } else { by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::prelude::vec2;

    #[test]
    fn a_mirrored_and_turned_part_is_where_it_should_be() {
        let part = Instance { position: Point(10.0, 0.0), mirror: true, ..Instance::default() };
        let frame = Frame::IDENTITY.within(&part, std::f32::consts::FRAC_PI_2);
        // (1, 2) is mirrored to (-1, 2), turned by a quarter to (-2, -1), and shifted.
        assert!((frame.point(Point(1.0, 2.0)) - vec2(8.0, -1.0)).length() < 1e-6, "{frame:?}");
        // Twice mirrored is as it was.
        let twice = frame.within(&Instance { mirror: true, ..Instance::default() }, 0.0);
        assert!(
            !twice.mirror && (twice.vector(Point(1.0, 0.0)) - vec2(0.0, 1.0)).length() < 1e-6,
            "{twice:?}"
        );
    }

    #[test]
    fn the_frame_that_changes_nothing_changes_no_bit() {
        for x in [0.1_f32, 1e-30, -3.3e7, 0.0] {
            assert_eq!(Frame::IDENTITY.point(Point(x, -x)), vec2(x, -x));
            assert_eq!(Frame::IDENTITY.angle(x).to_bits(), x.to_bits());
        }
    }
}
