//! The colliders that stand still around a ball, and how much room there is to each.

use carom_narrowphase::double::Segment;
use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::base::curve::Curve;
use crate::base::simd::sqrt;
use crate::geometry::collider::Collider;
use crate::pairs::neighbor_list::SafeCircle;

/// What is known of one listed collider, rounded so that nothing is ever taken for farther than it is.
#[derive(Clone, Copy, Debug)]
struct DistanceBound {
    /// How far the ball may go from the middle of the circle before it can touch the collider.
    gap: f32,
    /// A straight collider, or what holds the collider, seen from the middle of the circle: the middle, direction and
    /// half the length of a segment, and how near to it the ball's centre can come before it can touch the collider;
    /// infinite for a collider without bounds. An arc up to half a circle is held by its chord.
    middle: Vec2,
    direction: Vec2,
    half: f32,
    extent: f32,
}

impl DistanceBound {
    /// Rounding of places and lengths in single precision, with room to spare.
    const ROUNDING: f64 = 1e-6;

    fn new(collider: &Collider, from: DVec2, radius: f64) -> Self {
        let (_, distance) = collider.survey(from);
        let gap = distance - radius - Self::ROUNDING * (distance.abs() + radius);
        let (middle, direction, half, size) = match &collider.curve {
            Curve::Point(center) => (*center, DVec2::ZERO, 0.0, 0.0),
            Curve::Segment(Segment { a, b, direction, length }) => {
                (0.5 * (a + b), *direction, 0.5 * length, 0.0)
            }
            Curve::Arc(arc) if arc.cos_half >= 0.0 => {
                let (a, b) = arc.ends();
                let chord = b - a;
                let length = chord.length();
                // As far as its middle stands off the chord.
                let rise = (1.0 - arc.cos_half) * arc.radius;
                (0.5 * (a + b), chord.normalize_or_zero(), 0.5 * length, rise)
            }
            Curve::Arc(arc) => (arc.center, DVec2::ZERO, 0.0, arc.radius),
            Curve::HalfPlane(half) => (half.point, DVec2::ZERO, 0.0, f64::INFINITY),
        };
        let middle = middle - from;
        let extent = size + collider.radius + radius;
        let extent = extent + Self::ROUNDING * (extent + half + middle.length());
        Self {
            gap: gap as f32,
            middle: middle.as_vec2(),
            direction: direction.as_vec2(),
            half: half as f32,
            extent: extent as f32,
        }
    }

    /// A gap that is not wider than the true one, for a ball at `at`; `None` if it is wider than `reach`.
    #[inline]
    fn gap_within(&self, at: Vec2, reach: f32) -> Option<f32> {
        /// More than rounding takes.
        const WIDER: f32 = 1.000_01;
        let (d, far) = (at - self.middle, self.extent + reach);
        let end = far + self.half;
        if d.length_squared() > WIDER * end * end {
            return None;
        }
        let along = d.dot(self.direction).max(-self.half).min(self.half);
        let square = (d - self.direction * along).length_squared();
        (square <= WIDER * far * far).then(|| sqrt(square) / WIDER - self.extent)
    }
}

/// The circle for which a ball's fixed colliders are listed. It is wider than the ball's own: what stands still
/// need not be looked up so often.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaticNeighbors {
    circle: SafeCircle,
    rooms: SmallVec<[DistanceBound; 6]>,
    /// The least of the gaps.
    least: f32,
}

impl StaticNeighbors {
    /// Whether what is listed is all that a ball may touch that stays within a circle.
    pub(crate) fn serve(&self, circle: &SafeCircle) -> bool {
        self.circle.margin > 0.0 && self.circle.contains(circle.origin, circle.margin)
    }

    /// Drops the list.
    pub(crate) fn forget(&mut self) {
        self.circle = SafeCircle::default();
    }

    /// Writes down the rooms of a ball of this radius to the colliders that were listed for a circle; keeps `room` for
    /// as many.
    pub(crate) fn survey<'a>(
        &mut self,
        circle: SafeCircle,
        radius: f64,
        room: usize,
        colliders: impl Iterator<Item = &'a Collider>,
    ) {
        self.circle = circle;
        self.rooms.clear();
        self.rooms.reserve(room);
        self.rooms.extend(colliders.map(|collider| DistanceBound::new(collider, circle.origin, radius)));
        self.least = self.rooms.iter().fold(f32::INFINITY, |least, room| least.min(room.gap));
    }

    /// The places in the list of the colliders that a ball at `at` may touch on a way of less than `reach`, and a gap
    /// that is not wider than the true one. Nothing is measured again.
    pub(crate) fn within(&self, at: DVec2, reach: f32) -> impl Iterator<Item = (usize, f32)> + '_ {
        let gone = at - self.circle.origin;
        let way = gone.length() as f32 * 1.000_001;
        let gone = gone.as_vec2();
        let rooms = if self.least < way + reach { self.rooms.as_slice() } else { &[] };
        rooms.iter().enumerate().filter(move |(_, room)| room.gap < way + reach).filter_map(
            move |(n, room)| {
                let gap = room.gap_within(gone, reach)?;
                Some((n, gap.max(room.gap - way)))
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use carom_narrowphase::double::{Arc, HalfPlane};

    use super::*;
    use crate::common::Dice;

    /// Every collider that a ball can touch on its way is found, and none is taken for farther than it is.
    #[test]
    fn rooms_err_on_the_near_side() {
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
