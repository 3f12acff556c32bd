//! The room that a scene's balls must not leave.

use carom::prelude::{Vec2, vec2};

/// A polygon. Arcs are followed so closely that the error is far below a ball's radius, and the place of a
/// ball is its centre: one that is outside has gone through a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    corners: Vec<Vec2>,
}

impl Region {
    /// A region with these corners, in either direction.
    #[must_use]
    pub const fn polygon(corners: Vec<Vec2>) -> Self {
        Self { corners }
    }

    /// A box with sides along the axes.
    #[must_use]
    pub fn rectangle(min: Vec2, max: Vec2) -> Self {
        Self::polygon(vec![min, vec2(max.x, min.y), max, vec2(min.x, max.y)])
    }

    /// Its corners, in order.
    #[must_use]
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// Whether a point is inside, by the number of edges that a ray to the right crosses. A point that is not
    /// finite is not inside.
    #[must_use]
    pub fn contains(&self, p: Vec2) -> bool {
        let mut inside = false;
        let mut a = match self.corners.last() {
            Some(last) => *last,
            None => return false,
        };
        for &b in &self.corners {
            if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                inside = !inside;
            }
            a = b;
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hollow_is_outside() {
        let horseshoe = Region::polygon(vec![
            vec2(0.0, 0.0),
            vec2(3.0, 0.0),
            vec2(3.0, 2.0),
            vec2(2.0, 2.0),
            vec2(2.0, 1.0),
            vec2(1.0, 1.0),
            vec2(1.0, 2.0),
            vec2(0.0, 2.0),
        ]);
        assert!(horseshoe.contains(vec2(0.5, 1.5)), "left leg");
        assert!(horseshoe.contains(vec2(2.5, 1.5)), "right leg");
        assert!(!horseshoe.contains(vec2(1.5, 1.5)), "between the legs");
        assert!(!horseshoe.contains(vec2(-0.1, 0.5)) && !horseshoe.contains(vec2(3.1, 0.5)), "beside it");
        assert!(!horseshoe.contains(vec2(f32::NAN, 0.5)), "not a number");
    }
}
