//! The fixed colliders around a ball, and bounds on the gap to each.

use glam::{DVec2, Vec2, Vec4};
use smallvec::SmallVec;

use crate::base::{CurveCapsule, LONGER, SLACK_IN_DOUBLE, sqrt};
use crate::geometry::Collider;
use crate::pairs::SafeCircle;

/// Number of colliders tested at once.
const WIDTH: usize = 4;

/// Distances of four listed colliders, each number four times, rounded so that no collider counts as farther than
/// it is. Unused places are infinitely far.
#[derive(Clone, Copy, Debug)]
struct DistanceBounds {
    /// How far the ball may go from the middle of the circle before it can touch the collider.
    gap: Vec4,
    /// A straight collider, or a hull of the collider, seen from the middle of the circle. The hull is a segment:
    /// its middle, direction and half its length, and the least distance of a ball's centre without a touch. The
    /// length is infinite for a collider without bounds. The hull of an arc up to half a circle is its chord.
    middle: [Vec4; 2],
    direction: [Vec4; 2],
    half: Vec4,
    extent: Vec4,
}

impl DistanceBounds {
    const NONE: Self = Self {
        gap: Vec4::INFINITY,
        middle: [Vec4::ZERO; 2],
        direction: [Vec4::ZERO; 2],
        half: Vec4::ZERO,
        extent: Vec4::ZERO,
    };

    /// Notes a collider in a lane, seen from the middle of the circle of a ball, and returns its gap.
    fn set(&mut self, n: usize, collider: &Collider, from: DVec2, radius: f64) -> f32 {
        let distance = collider.distance(from).0 - collider.radius;
        let gap = distance - radius - SLACK_IN_DOUBLE * (distance.abs() + radius);
        let CurveCapsule { middle, direction, half, size } = collider.curve.capsule();
        let middle = middle - from;
        let extent = size + collider.radius + radius;
        let extent = extent + SLACK_IN_DOUBLE * (extent + half + middle.length());
        (self.gap[n], self.half[n], self.extent[n]) = (gap as f32, half as f32, extent as f32);
        (self.middle[0][n], self.middle[1][n]) = middle.as_vec2().into();
        (self.direction[0][n], self.direction[1][n]) = direction.as_vec2().into();
        self.gap[n]
    }

    /// A mask of the colliders within `reach` of a ball at `at`, `way` off the middle of the circle. Returns also the
    /// squares of the distances of its centre from the bare lines.
    #[inline]
    fn near(&self, at: Vec2, way: f32, reach: f32) -> (u32, Vec4) {
        let Self { gap, middle, direction, half, extent } = self;
        let open = gap.cmplt(Vec4::splat(way + reach));
        if !open.any() {
            return (0, Vec4::ZERO);
        }
        let [x, y] = [at.x - middle[0], at.y - middle[1]];
        let along = (x * direction[0] + y * direction[1]).min(*half).max(-*half);
        let [x, y] = [x - direction[0] * along, y - direction[1] * along];
        let (square, far) = (x * x + y * y, extent + reach);
        let near = square.cmple(far * far * LONGER) & open;
        (near.bitmask(), square)
    }
}

/// The colliders that a ball may touch during its flight: their places in the list, and gaps that are not wider
/// than the true ones.
#[derive(Clone, Debug)]
struct Near<'a> {
    bounds: &'a [DistanceBounds],
    /// Bounds that were tested last, and the ones among them that were not yet returned.
    now: usize,
    left: u32,
    squares: Vec4,
    at: Vec2,
    way: f32,
    reach: f32,
}

impl Iterator for Near<'_> {
    type Item = (usize, f32);

    #[inline]
    fn next(&mut self) -> Option<(usize, f32)> {
        while self.left == 0 {
            self.now = self.now.wrapping_add(1);
            let bounds = self.bounds.get(self.now)?;
            (self.left, self.squares) = bounds.near(self.at, self.way, self.reach);
        }
        let (n, bounds) = (self.left.trailing_zeros() as usize % WIDTH, &self.bounds[self.now]);
        self.left &= self.left - 1;
        let measured = sqrt(self.squares[n]) / LONGER - bounds.extent[n];
        Some((self.now * WIDTH + n, measured.max(bounds.gap[n] - self.way)))
    }
}

/// The circle for which a ball's fixed colliders are listed. It is wider than the ball's own, as static colliders
/// need listing less often.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaticNeighbors {
    circle: SafeCircle,
    distances: SmallVec<[DistanceBounds; 2]>,
    /// The least of the gaps.
    least: f32,
}

impl StaticNeighbors {
    /// Whether the list holds every collider that a ball within a circle may touch.
    pub(crate) fn serve(&self, circle: &SafeCircle) -> bool {
        self.circle.margin > 0.0 && self.circle.contains(circle.origin, circle.margin)
    }

    /// Moves the circle: all listed colliders look the same from there.
    pub(crate) fn move_by(&mut self, way: DVec2) {
        self.circle.origin += way;
    }

    /// Drops the list.
    pub(crate) fn forget(&mut self) {
        self.circle = SafeCircle::default();
    }

    /// Records the distances of a ball of this radius to the colliders that were listed for a circle; reserves memory
    /// for `room` colliders.
    pub(crate) fn survey<'a>(
        &mut self,
        circle: SafeCircle,
        radius: f64,
        room: usize,
        colliders: impl Iterator<Item = &'a Collider>,
    ) {
        self.circle = circle;
        self.distances.clear();
        self.distances.reserve(room.div_ceil(WIDTH));
        self.least = f32::INFINITY;
        for (n, collider) in colliders.enumerate() {
            if n % WIDTH == 0 {
                self.distances.push(DistanceBounds::NONE);
            }
            let gap = self.distances[n / WIDTH].set(n % WIDTH, collider, circle.origin, radius);
            self.least = self.least.min(gap);
        }
    }

    /// The colliders that a ball at `at` may touch on a way of less than `reach`: the place of each in the list, and
    /// a gap not wider than the true one. Nothing is measured again.
    pub(crate) fn within(&self, at: DVec2, reach: f32) -> impl Iterator<Item = (usize, f32)> + '_ {
        let gone = at - self.circle.origin;
        let way = gone.length() as f32 * LONGER;
        let bounds = if self.least < way + reach { self.distances.as_slice() } else { &[] };
        let (now, at) = (usize::MAX, gone.as_vec2());
        Near { bounds, now, left: 0, squares: Vec4::ZERO, at, way, reach }
    }
}

#[cfg(test)]
mod tests {
    use carom_narrowphase::double::{Arc, HalfPlane, Segment};

    use super::*;
    use crate::base::Curve;
    use crate::common::Dice;

    /// Every collider that a ball can touch during its flight is found, and none counts as farther than it is.
    #[test]
    fn distances_err_on_the_near_side() {
        let mut seeded = Dice(1);
        let mut dice = |scale: f64| seeded.uniform(-scale, scale);
        let (mut found, mut left_out) = (0, 0);
        for round in 0..4000 {
            // Also far from the origin, and among colliders far longer than the ball is wide.
            let offset = if round % 3 == 0 { DVec2::new(dice(1e6), dice(1e6)) } else { DVec2::ZERO };
            let size = if round % 5 == 0 { 1e3 } else { 3.0 };
            let mut point = |scale: f64| DVec2::new(dice(scale), dice(scale));
            let (a, b) = (offset + point(size), offset + point(size));
            let curve = match round % 4 {
                0 => Ok(Curve::Point(a)),
                1 => Arc::new(a, 0.1 + (b - a).length(), point(3.0).x, point(3.0).x).map(Curve::Arc),
                2 => HalfPlane::new(a, (b - a).normalize_or(DVec2::Y)).map(Curve::HalfPlane),
                _ => Segment::new(a, b).map(Curve::Segment),
            };
            let Ok(curve) = curve else {
                continue;
            };
            let collider = Collider::of(curve, 0.2 * f64::from(round % 2));
            let (radius, mut around) = (0.5, StaticNeighbors::default());
            around.survey(
                SafeCircle { origin: offset + point(2.0), margin: 4.0 },
                radius,
                1,
                [&collider].into_iter(),
            );
            for _ in 0..10 {
                let at = around.circle.origin + point(3.0);
                let reach = point(1.0).x.abs() as f32;
                let truth = collider.survey(at).1 - radius;
                match around.within(at, reach).next() {
                    Some((_, gap)) => {
                        found += 1;
                        assert!(f64::from(gap) <= truth + 1e-9, "{round}: {gap} for {truth}");
                    }
                    None => {
                        left_out += 1;
                        assert!(truth >= f64::from(reach), "{round}: {truth} within {reach}");
                    }
                }
            }
        }
        assert!(found > 1000 && left_out > 1000, "{found} found, {left_out} left out");
    }
}
