//! The disc: the grid's data of a ball, and the overlap test of two.
use crate::aabb::Aabb;
use glam::Vec2;

/// Coordinates and radii up to this size take part; a larger number counts as infinite. It keeps every square in
/// the overlap test finite.
pub const LIMIT: f32 = 1e18;

/// Added to every radius, so that the square of the smallest reach is still a normal number.
const TINY: f32 = 1e-18;

/// Every radius is stretched by 8 units of rounding (2^-24 each). The test below loses at most four in the
/// squared distance and three in the squared sum of the radii; so two discs that truly touch are never
/// taken for separate.
const STRETCH: f32 = 1.0 + 1.0 / (1 << 21) as f32;

/// A disc, closed: discs that touch overlap.
///
/// A disc takes part if its centre is finite and its radius finite and not negative, both at most
/// [`LIMIT`]; any other disc overlaps nothing. Radius zero is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    /// Centre, length units.
    pub center: Vec2,
    /// Radius, length units.
    pub radius: f32,
}

impl Disc {
    /// The disc around `center`.
    #[must_use]
    pub const fn new(center: Vec2, radius: f32) -> Self {
        Self { center, radius }
    }

    /// Whether the two discs share a point. Rounding errs on the side of overlap, by less than a millionth
    /// of the sum of the radii.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        Entry::new(self, 0).overlaps(&Entry::new(other, 0))
    }

    /// The smallest box around the disc, up to rounding.
    #[must_use]
    pub fn bounds(self) -> Aabb {
        Aabb { min: self.center, max: self.center }.inflate(self.radius)
    }
}

/// A disc as it lies in a cell: its test needs nothing from elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The stretched radius. NaN stands for a disc that takes no part: it fails every comparison, so that
    /// no test has to ask.
    pub(crate) reach: f32,
    pub(crate) id: u32,
}

impl Entry {
    pub(crate) fn new(disc: Disc, id: u32) -> Self {
        let Disc { center, radius } = disc;
        let valid = center.abs().cmple(Vec2::splat(LIMIT)).all() && (0.0..=LIMIT).contains(&radius);
        let reach = if valid { radius * STRETCH + TINY } else { f32::NAN };
        Self { x: center.x, y: center.y, reach, id }
    }

    pub(crate) fn is_valid(&self) -> bool {
        !self.reach.is_nan()
    }

    #[inline]
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        let reach = self.reach + other.reach;
        dx * dx + dy * dy <= reach * reach
    }

    pub(crate) fn overlaps_box(&self, bounds: &Aabb) -> bool {
        let dx = (bounds.min.x - self.x).max(self.x - bounds.max.x).max(0.0);
        let dy = (bounds.min.y - self.y).max(self.y - bounds.max.y).max(0.0);
        dx * dx + dy * dy <= self.reach * self.reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn touching_discs_overlap() {
        let a = Disc::new(vec2(0.1, 0.0), 0.3);
        assert!(a.overlaps(Disc::new(vec2(0.9, 0.0), 0.5)), "0.1 + 0.3 + 0.5 = 0.9 touches");
        assert!(!a.overlaps(Disc::new(vec2(0.9001, 0.0), 0.5)), "a gap of 1e-4 separates");
        assert!(Disc::new(Vec2::ZERO, 0.0).overlaps(Disc::new(Vec2::ZERO, 0.0)), "equal points touch");
        assert!(!Disc::new(Vec2::ZERO, 0.0).overlaps(Disc::new(vec2(1e-15, 0.0), 0.0)), "unequal points");
    }

    #[test]
    fn touching_to_the_last_bit_of_f64() {
        // 3-4-5 triangles at all scales: the distance is the sum of the radii, exactly.
        for exponent in -40..40 {
            let s = f32::from_bits(((127 + exponent) as u32) << 23);
            for k in 1_u16..200 {
                let (a, b) = (f32::from(k) * s, f32::from(5 * 200 - k) * s);
                let d = Disc::new(Vec2::ZERO, a);
                let e = Disc::new(vec2(600.0 * s, -800.0 * s), b);
                assert!(d.overlaps(e), "radii {a} and {b} touch at {}", 1000.0 * s);
            }
        }
    }

    #[test]
    fn rounding_never_separates() {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        for _ in 0..20_000 {
            let (a, b) = (vec2(random(), random()), vec2(random(), random()));
            let distance = a.as_dvec2().distance(b.as_dvec2()) * (1.0 + 1e-15);
            let radius_a = random() * distance as f32 * 0.99;
            // The least f32 that closes the gap.
            let gap = distance - f64::from(radius_a);
            let rounded = gap as f32;
            let radius_b = if f64::from(rounded) < gap { rounded.next_up() } else { rounded };
            let (a, b) = (Disc::new(a, radius_a), Disc::new(b, radius_b));
            assert!(a.overlaps(b) && b.overlaps(a), "{a:?} touches {b:?}");
        }
    }

    #[test]
    fn unusable_discs_overlap_nothing() {
        let everywhere = Disc::new(Vec2::ZERO, LIMIT);
        for bad in [
            Disc::new(Vec2::ZERO, -1.0),
            Disc::new(Vec2::ZERO, f32::NAN),
            Disc::new(Vec2::ZERO, f32::INFINITY),
            Disc::new(vec2(f32::NAN, 0.0), 1.0),
            Disc::new(vec2(0.0, f32::NEG_INFINITY), 1.0),
            Disc::new(vec2(2e18, 0.0), 1e18),
        ] {
            assert!(!bad.overlaps(everywhere) && !bad.overlaps(bad), "{bad:?} takes no part");
        }
        assert!(everywhere.overlaps(Disc::new(vec2(LIMIT, 0.0), 0.0)), "the limit itself does");
    }
}
