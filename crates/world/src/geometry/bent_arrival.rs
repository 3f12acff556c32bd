//! When a ball on a parabola arrives at a collider that stands still, in closed form.
//!
//! The lines through the ends of a segment or an arc, across it, cut the way into pieces. On each piece the nearest
//! part is the face, or one of the ends. The gap to a straight face is a quadratic in time, that to a point or a round
//! face the root of a quartic.

use carom_narrowphase::double::Part;
use carom_narrowphase::double::parabola::close_gap;

use crate::base::Curve;
use crate::geometry::collider::earliest;
use crate::geometry::{Collider, Way};

/// How often a ball may come within reach of an end that does not answer, on one piece of its way: a quartic has no
/// more roots.
const MAX_VISITS: usize = 2;

impl Collider {
    /// [`arrival`](Collider::arrival) under an acceleration.
    pub(super) fn bent_arrival(
        &self,
        way: &Way,
        reach: f64,
        limit: f64,
        is_covered: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        let sum = reach + self.radius;
        match &self.curve {
            Curve::Point(c) => return way.seen_from(*c).enters(sum, limit),
            Curve::HalfPlane(half) => {
                let gap = half.signed_distance(way.p) - sum;
                return close_gap(gap, half.normal.dot(way.u), half.normal.dot(way.a))
                    .filter(|&t| t <= limit);
            }
            Curve::Segment(_) | Curve::Arc(_) => {}
        }
        if self.distance(way.p).0 - sum > way.top_speed(limit) * limit {
            return None;
        }
        let mut from = 0.0;
        for until in self.borders(way, limit) {
            if until > from || limit == 0.0 {
                let piece = way.after(from);
                let arrival = match self.curve.contact(way.at(0.5 * (from + until))).1 {
                    Part::Face => self.arrival_at_face(&piece, sum, until - from),
                    Part::EndA | Part::EndB => {
                        let answers = |part: Part, t: f64| {
                            self.answers(part, piece.at(t)) && !is_covered(part, from + t)
                        };
                        let at = |part: Part| self.arrival_at_end(part, &piece, sum, until - from, answers);
                        earliest(at(Part::EndA), at(Part::EndB))
                    }
                };
                if let Some(wait) = arrival {
                    return Some(from + wait);
                }
            }
            from = until;
        }
        None
    }

    /// The times up to `limit` at which a point crosses the lines through the ends, ascending; `limit` itself last.
    fn borders(&self, way: &Way, limit: f64) -> [f64; 5] {
        let mut borders = [limit; 5];
        for (part, pair) in [Part::EndA, Part::EndB].into_iter().zip([0, 2]) {
            if let Some((_, at, inward)) = self.end_of(part) {
                borders[pair..pair + 2].copy_from_slice(&way.seen_from(at).crossings(inward, limit));
            }
        }
        borders.sort_unstable_by(f64::total_cmp);
        borders
    }

    /// When a point over the face comes within `sum` of it.
    fn arrival_at_face(&self, way: &Way, sum: f64, limit: f64) -> Option<f64> {
        match &self.curve {
            Curve::Segment(segment) => {
                let height = segment.signed_distance(way.p);
                let normal = segment.direction.perp() * if height < 0.0 { -1.0 } else { 1.0 };
                let arrival = close_gap(height.abs() - sum, normal.dot(way.u), normal.dot(way.a));
                arrival.filter(|&t| t <= limit)
            }
            // A hollow too small for the ball is met as soon as the ball moves outwards.
            Curve::Arc(arc) if self.curve.is_hollow_at(way.p) => {
                way.seen_from(arc.center).leaves((arc.radius - sum).max(0.0), limit)
            }
            Curve::Arc(arc) => way.seen_from(arc.center).enters(arc.radius + sum, limit),
            Curve::Point(_) | Curve::HalfPlane(_) => None,
        }
    }

    /// When a point comes within `sum` of an end that answers then.
    fn arrival_at_end(
        &self,
        part: Part,
        way: &Way,
        sum: f64,
        limit: f64,
        answers: impl Fn(Part, f64) -> bool,
    ) -> Option<f64> {
        let at = self.end_at(part)?;
        let mut from = 0.0;
        for _ in 0..MAX_VISITS {
            let way = way.after(from).seen_from(at);
            let arrival = from + way.enters(sum, limit - from)?;
            if answers(part, arrival) {
                return Some(arrival);
            }
            let inside = way.after(arrival - from);
            from = arrival + inside.leaves(sum, limit - arrival)?;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use carom_narrowphase::double::{Arc, Segment};
    use glam::DVec2;

    use super::*;
    use crate::common::Dice;

    /// Balls on parabolas arrive where small steps along the way find the first touch.
    #[test]
    fn arrivals_are_where_small_steps_find_them() {
        let mut dice = Dice(3);
        let (mut met, mut missed) = (0, 0);
        for n in 0..4000 {
            let mut draw = |most: f64| dice.uniform(-most, most);
            let curve = if n % 2 == 0 {
                Curve::Segment(Segment::new(DVec2::new(-1.0, 0.0), DVec2::new(1.0, draw(0.5))).unwrap())
            } else {
                Curve::Arc(Arc::new(DVec2::ZERO, 1.0, draw(3.0), 0.1 + draw(6.0).abs()).unwrap())
            };
            let (collider, reach) =
                (Collider::of(curve, 0.05 * draw(1.0).abs()), 0.02 + 0.5 * draw(1.0).abs());
            let way = Way {
                p: DVec2::new(draw(3.0), draw(3.0)),
                u: DVec2::new(draw(4.0), draw(4.0)),
                a: DVec2::new(draw(6.0), draw(6.0)),
            };
            let gap = |t: f64| collider.distance(way.at(t)).0 - collider.radius - reach;
            if gap(0.0) <= 0.0 {
                continue;
            }
            let found = collider.bent_arrival(&way, reach, 1.0, |_, _| false);
            let stepped = (1..=2000).map(|k| f64::from(k) / 2000.0).find(|&t| gap(t) <= 0.0);
            match (found, stepped) {
                (Some(found), Some(stepped)) => {
                    assert!(
                        (stepped - 1.0 / 2000.0..=stepped + 1e-12).contains(&found),
                        "{n}: {found} {stepped}"
                    );
                    met += 1;
                }
                // Small steps pass over a graze.
                (Some(found), None) => assert!(gap(found).abs() < 1e-9, "{n}"),
                (None, Some(stepped)) => panic!("{n}: missed at {stepped}"),
                (None, None) => missed += 1,
            }
        }
        assert!(met > 500 && missed > 500, "{met} {missed}");
    }
}
