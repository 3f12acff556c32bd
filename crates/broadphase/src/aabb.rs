//! The axis-aligned box: bounds of shapes, and the area of a box query.
use glam::Vec2;

/// An axis-aligned box, closed: boxes that share only an edge or a corner overlap.
///
/// A box with `min` above `max` on either axis, or with a NaN in it, is empty: nothing overlaps it. The
/// bounds may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lower left corner, length units.
    pub min: Vec2,
    /// Upper right corner, length units.
    pub max: Vec2,
}

impl Aabb {
    /// The empty box: overlaps nothing, and its union with a box is that box.
    pub const EMPTY: Self = Self { min: Vec2::INFINITY, max: Vec2::NEG_INFINITY };

    /// The smallest box around the points; [`Aabb::EMPTY`] if there are none.
    #[must_use]
    pub fn from_points(points: impl IntoIterator<Item = Vec2>) -> Self {
        points.into_iter().fold(Self::EMPTY, |b, p| Self { min: b.min.min(p), max: b.max.max(p) })
    }

    /// The box grown by `margin` on every side; a negative margin shrinks it, if need be to nothing.
    #[must_use]
    pub fn inflate(self, margin: f32) -> Self {
        Self { min: self.min - Vec2::splat(margin), max: self.max + Vec2::splat(margin) }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the two boxes share a point.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        !self.is_empty()
            && !other.is_empty()
            && self.min.cmple(other.max).all()
            && other.min.cmple(self.max).all()
    }

    /// Whether the point lies in the box or on its border.
    #[must_use]
    pub fn contains(self, point: Vec2) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Whether the box holds no point at all.
    #[must_use]
    pub fn is_empty(self) -> bool {
        !self.min.cmple(self.max).all()
    }
}

impl From<(Vec2, Vec2)> for Aabb {
    /// From the lower left and the upper right corner.
    fn from((min, max): (Vec2, Vec2)) -> Self {
        Self { min, max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn closed_and_empty() {
        let unit = Aabb::from((Vec2::ZERO, Vec2::ONE));
        assert!(unit.overlaps(Aabb::from((Vec2::ONE, vec2(2.0, 2.0)))), "a shared corner counts");
        assert!(!unit.overlaps(Aabb::from((vec2(1.1, 0.0), vec2(2.0, 1.0)))), "apart in x");
        assert!(!unit.overlaps(Aabb::EMPTY), "the empty box overlaps nothing");
        assert!(!unit.overlaps(Aabb::from((Vec2::NAN, Vec2::ONE))), "NaN overlaps nothing");
        assert!(unit.inflate(-0.6).is_empty(), "shrunk to nothing");
        assert!(unit.contains(vec2(1.0, 0.5)), "the border belongs to the box");
        assert!(!unit.contains(vec2(1.0, -0.5)), "below");
    }

    #[test]
    fn grows_around_points() {
        let points = [vec2(1.0, -2.0), vec2(-3.0, 4.0), vec2(0.0, 0.0)];
        let around = Aabb::from_points(points);
        assert_eq!(around, Aabb::from((vec2(-3.0, -2.0), vec2(1.0, 4.0))));
        assert_eq!(around.inflate(1.0), Aabb::from((vec2(-4.0, -3.0), vec2(2.0, 5.0))));
        assert_eq!(Aabb::EMPTY.union(around), around);
    }
}
