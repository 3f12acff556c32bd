//! Frames in the plane: what the engine uses of a `Transform`.

use bevy_math::{Quat, Vec2};
use bevy_transform::components::Transform;

/// A place, a turn and one scale for both axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) position: Vec2,
    /// Radians, counter-clockwise.
    pub(crate) angle: f32,
    /// Positive.
    pub(crate) scale: f32,
}

impl Frame {
    pub(crate) const IDENTITY: Self = Self { position: Vec2::ZERO, angle: 0.0, scale: 1.0 };

    /// The part of a `Transform` in the plane. Where x and y differ in scale, x counts.
    pub(crate) fn of(transform: &Transform) -> Self {
        Self {
            position: transform.translation.truncate(),
            angle: angle(transform.rotation),
            scale: transform.scale.x.abs(),
        }
    }

    /// Whether a `Transform` says more than a frame can: unlike scales, a mirrored or vanishing one.
    pub(crate) fn is_short_of(transform: &Transform) -> bool {
        let scale = transform.scale;
        !(scale.x > 0.0 && (scale.x - scale.y).abs() <= 1e-5 * scale.x)
    }

    fn turn(self) -> Vec2 {
        if self.angle == 0.0 {
            return Vec2::X;
        }
        let (sin, cos) = libm::sincosf(self.angle);
        Vec2::new(cos, sin)
    }

    /// A point of this frame, seen from outside of it.
    pub(crate) fn point(self, point: Vec2) -> Vec2 {
        self.position + self.direction(point) * self.scale
    }

    /// A direction of this frame, seen from outside of it.
    pub(crate) fn direction(self, direction: Vec2) -> Vec2 {
        self.turn().rotate(direction)
    }

    /// A point from outside, seen from this frame.
    pub(crate) fn local_point(self, point: Vec2) -> Vec2 {
        let turn = self.turn();
        Vec2::new(turn.x, -turn.y).rotate(point - self.position) / self.scale
    }

    /// A frame within this one, seen from outside of it.
    pub(crate) fn then(self, inner: Self) -> Self {
        Self {
            position: self.point(inner.position),
            angle: self.angle + inner.angle,
            scale: self.scale * inner.scale,
        }
    }
}

/// The turn about z of a rotation, radians, between -pi and pi.
pub(crate) fn angle(rotation: Quat) -> f32 {
    if rotation.x == 0.0 && rotation.y == 0.0 {
        return if rotation.z == 0.0 { 0.0 } else { 2.0 * libm::atan2f(rotation.z, rotation.w) };
    }
    let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w);
    libm::atan2f(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
}

/// z and w of a rotation about z, with the same bits on every platform.
pub(crate) fn turn(angle: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(0.5 * angle);
    Vec2::new(sin, cos)
}

/// A rotation about z, by its z and w.
pub(crate) fn rotation(turn: Vec2) -> Quat {
    Quat::from_xyzw(0.0, 0.0, turn.x, turn.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::Vec3;

    #[test]
    fn a_frame_does_to_points_what_its_transform_does() {
        for n in 0..50 {
            let n = n as f32;
            let transform = Transform::from_xyz(0.3 * n, 2.0 - n, 7.0)
                .with_rotation(Quat::from_rotation_z(0.4 * n))
                .with_scale(Vec3::splat(0.5 + 0.1 * n));
            let (frame, point) = (Frame::of(&transform), Vec2::new(1.0 - 0.2 * n, 0.7));
            let there = frame.point(point);
            let reference = transform.transform_point(point.extend(0.0)).truncate();
            assert!((there - reference).length() < 1e-4, "{n}: {there} and {reference}");
            assert!((frame.local_point(there) - point).length() < 1e-4, "{n}: and back");
            let nested = Frame::of(&(transform * transform)).point(point);
            assert!((frame.then(frame).point(point) - nested).length() < 1e-2, "{n}: nested");
        }
    }

    #[test]
    fn angles_survive_their_rotation() {
        for n in -30..=30 {
            let n = 0.1 * n as f32;
            assert!((angle(rotation(turn(n))) - n).abs() < 1e-6, "{n}");
        }
    }
}
