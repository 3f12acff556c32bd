//! Core curves: what a ball touches is a point, a segment, an arc or a half-plane, inflated by a radius.
//!
//! One file holds the two questions the step asks of a core: how far is the ball, and when does it
//! arrive. Both know sides and joints, so that nothing above has to.

use carom_narrowphase::double::roots::{close_gap, enter_circle, leave_circle};
use glam::DVec2;
use smallvec::SmallVec;

use crate::body::ShapeId;
use crate::filter::Filter;
use crate::path::Side;
use crate::solid::Pose;

/// The curve itself, in the frame of its body (world coordinates for a fixed body).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Curve {
    Point(DVec2),
    Segment {
        a: DVec2,
        b: DVec2,
        direction: DVec2,
        length: f64,
    },
    /// Counter-clockwise from `start` to `end`; the three directions are unit vectors.
    Arc {
        center: DVec2,
        radius: f64,
        start: DVec2,
        middle: DVec2,
        end: DVec2,
        cos_half: f64,
    },
    /// Solid where `normal . p < offset`.
    HalfPlane {
        normal: DVec2,
        offset: f64,
    },
}

/// One end of a segment or an arc.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct End {
    /// Another core at the same joint answers for the joint's point.
    pub(crate) silent: bool,
    /// Directions in which neighbours leave the joint: a ball on that side is nearer to the neighbour.
    pub(crate) neighbours: SmallVec<[DVec2; 2]>,
}

impl End {
    /// Whether this end may touch a ball whose centre lies at `d` from it.
    #[inline]
    fn answers(&self, d: DVec2) -> bool {
        !self.silent && self.neighbours.iter().all(|&q| d.dot(q) <= 0.0)
    }
}

/// A core curve with its radius and all that a contact with it needs.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) curve: Curve,
    pub(crate) radius: f64,
    pub(crate) side: Side,
    pub(crate) ends: [End; 2],
    pub(crate) solid: u32,
    pub(crate) shape: ShapeId,
    pub(crate) material: u32,
    pub(crate) filter: Filter,
}

/// Where a core is, seen from a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// From the core to the point, unit.
    pub(crate) normal: DVec2,
    /// From the inflated core's surface to the point; negative inside.
    pub(crate) distance: f64,
}

impl Curve {
    /// The two end points, for the curves that have ends.
    pub(crate) fn ends(&self) -> Option<[DVec2; 2]> {
        match *self {
            Self::Segment { a, b, .. } => Some([a, b]),
            Self::Arc { center, radius, start, end, cos_half, .. } => {
                (cos_half > -1.0).then_some([center + radius * start, center + radius * end])
            }
            Self::Point(_) | Self::HalfPlane { .. } => None,
        }
    }

    /// Unit directions in which the curve leaves its two ends.
    pub(crate) fn leaving(&self) -> Option<[DVec2; 2]> {
        match *self {
            Self::Segment { direction, .. } => Some([direction, -direction]),
            Self::Arc { start, end, .. } => Some([start.perp(), -end.perp()]),
            Self::Point(_) | Self::HalfPlane { .. } => None,
        }
    }

    /// Whether the gap to a ball is not linear along straight motion.
    #[inline]
    pub(crate) fn is_curved(&self) -> bool {
        matches!(self, Self::Arc { .. })
    }
}

impl Curve {
    /// The curve carried from its body's frame into the world.
    pub(crate) fn placed(self, pose: Pose) -> Self {
        let turn = pose.turn;
        match self {
            Self::Point(c) => Self::Point(pose.to_world(c)),
            Self::Segment { a, b, direction, length } => Self::Segment {
                a: pose.to_world(a),
                b: pose.to_world(b),
                direction: turn.rotate(direction),
                length,
            },
            Self::Arc { center, radius, start, middle, end, cos_half } => Self::Arc {
                center: pose.to_world(center),
                radius,
                start: turn.rotate(start),
                middle: turn.rotate(middle),
                end: turn.rotate(end),
                cos_half,
            },
            Self::HalfPlane { normal, offset } => {
                let normal = turn.rotate(normal);
                Self::HalfPlane { normal, offset: offset + normal.dot(pose.origin) }
            }
        }
    }

    /// The reverse of [`placed`](Self::placed).
    pub(crate) fn lifted(self, pose: Pose) -> Self {
        let back = DVec2::new(pose.turn.x, -pose.turn.y);
        self.placed(Pose { origin: DVec2::ZERO - back.rotate(pose.origin), turn: back })
    }
}

impl Core {
    /// How far `p` is from this core, or `None` where another core or no one answers: behind a one-sided
    /// core and past a joint.
    #[inline]
    pub(crate) fn nearest(&self, p: DVec2) -> Option<Nearest> {
        match self.curve {
            Curve::Point(c) => Some(self.seen_from_point(p - c, DVec2::Y)),
            Curve::Segment { a, b, direction, length } => {
                let d = p - a;
                let along = d.dot(direction);
                let left = direction.perp();
                let height = left.dot(d);
                if !self.side.takes(height) {
                    return None;
                }
                if along < 0.0 {
                    return self.ends[0].answers(d).then(|| self.seen_from_point(d, left));
                }
                if along > length {
                    let d = p - b;
                    return self.ends[1].answers(d).then(|| self.seen_from_point(d, left));
                }
                let normal = if height >= 0.0 { left } else { -left };
                Some(Nearest { normal, distance: height.abs() - self.radius })
            }
            Curve::Arc { center, radius, start, middle, end, cos_half } => {
                let d = p - center;
                let rho = d.length();
                if !self.side.takes(radius - rho) {
                    return None;
                }
                if d.dot(middle) >= cos_half * rho {
                    let out = if rho > 0.0 { d / rho } else { middle };
                    return Some(if rho >= radius {
                        Nearest { normal: out, distance: rho - radius - self.radius }
                    } else {
                        Nearest { normal: -out, distance: radius - rho - self.radius }
                    });
                }
                let (da, db) = (d - radius * start, d - radius * end);
                if da.length_squared() <= db.length_squared() {
                    self.ends[0].answers(da).then(|| self.seen_from_point(da, start))
                } else {
                    self.ends[1].answers(db).then(|| self.seen_from_point(db, end))
                }
            }
            Curve::HalfPlane { normal, offset } => {
                Some(Nearest { normal, distance: normal.dot(p) - offset - self.radius })
            }
        }
    }

    #[inline]
    fn seen_from_point(&self, d: DVec2, fallback: DVec2) -> Nearest {
        let length = d.length();
        let normal = if length > 0.0 { d / length } else { fallback };
        Nearest { normal, distance: length - self.radius }
    }

    /// Earliest time `t >= 0` at which a point at `p`, moving by `u` per second, comes within `reach` of
    /// the inflated core. A point that starts within reach arrives at 0 if it approaches, else never.
    #[inline]
    pub(crate) fn arrival(&self, p: DVec2, u: DVec2, reach: f64) -> Option<f64> {
        let reach = reach + self.radius;
        match self.curve {
            Curve::Point(c) => enter_circle(p - c, u, reach),
            Curve::Segment { a, b, direction, length } => {
                let d = p - a;
                let left = direction.perp();
                let height = left.dot(d);
                if !self.side.takes(height) {
                    return None;
                }
                let rate = if height >= 0.0 { left.dot(u) } else { -left.dot(u) };
                let along = d.dot(direction);
                let speed = direction.dot(u);
                if let Some(t) = close_gap(height.abs() - reach, rate) {
                    let at = along + speed * t;
                    if (0.0..=length).contains(&at) {
                        return Some(t);
                    }
                }
                let first = self.end_arrival(0, d, u, reach, |at| at.dot(direction) < 0.0);
                let second = self.end_arrival(1, p - b, u, reach, |at| at.dot(direction) > 0.0);
                earliest(first, second)
            }
            Curve::Arc { center, radius, start, middle, end, cos_half } => {
                let d = p - center;
                let rho = d.length();
                if !self.side.takes(radius - rho) {
                    return None;
                }
                let in_span = |at: DVec2| at.dot(middle) >= cos_half * at.length();
                let face = if rho >= radius {
                    enter_circle(d, u, radius + reach).filter(|&t| in_span(d + u * t))
                } else {
                    None
                };
                let inner = radius - reach;
                // From outside, the concave face is reached only through the gap between the ends.
                let hollow = if inner > 0.0 && (rho < radius || d.dot(u) < 0.0) {
                    // A ball within reach that slides along or outwards meets the bend ahead of it.
                    let cross = d.perp_dot(u);
                    let stays_out = cross * cross >= u.length_squared() * inner * inner;
                    let through = if rho >= inner && rho < radius && (stays_out || d.dot(u) >= 0.0) {
                        Some(0.0)
                    } else {
                        leave_circle(d, u, inner)
                    };
                    let through = through.filter(|&t| in_span(d + u * t));
                    let enters = |edge: DVec2, inward: f64| {
                        side_entry(d, u, edge, inward).filter(|&t| {
                            let at = d + u * t;
                            let rho = edge.dot(at);
                            rho >= inner && rho <= radius && (stays_out || at.dot(u) >= 0.0)
                        })
                    };
                    let sideways = earliest(enters(start, 1.0), enters(end, -1.0));
                    earliest(through, sideways)
                } else {
                    None
                };
                let outside_span = |at: DVec2| {
                    let at = at + radius * start;
                    !in_span(at)
                };
                let first = self.end_arrival(0, d - radius * start, u, reach, outside_span);
                let outside_span = |at: DVec2| {
                    let at = at + radius * end;
                    !in_span(at)
                };
                let second = self.end_arrival(1, d - radius * end, u, reach, outside_span);
                earliest(earliest(face, hollow), earliest(first, second))
            }
            Curve::HalfPlane { normal, offset } => close_gap(normal.dot(p) - offset - reach, normal.dot(u)),
        }
    }

    #[inline]
    fn end_arrival(
        &self,
        which: usize,
        d: DVec2,
        u: DVec2,
        reach: f64,
        past_the_end: impl Fn(DVec2) -> bool,
    ) -> Option<f64> {
        let end = &self.ends[which];
        if end.silent {
            return None;
        }
        enter_circle(d, u, reach).filter(|&t| {
            let at = d + u * t;
            past_the_end(at) && end.answers(at)
        })
    }

    /// Like [`arrival`](Self::arrival) within `0..=limit`, for a core whose body turns: the point follows
    /// `path`, which returns its position and velocity in the body's frame.
    ///
    /// In that frame the point's acceleration is at most `acceleration` and its speed at most `speed`; an
    /// approach no faster than `noise` is none.
    /// The distance to a convex core is a convex function along a straight line, so it falls below
    /// `f + f' t - acceleration t^2 / 2` nowhere: the positive root of that parabola can't step over a
    /// touch, and near one it converges like Newton's method. On the hollow side of an arc the curve's
    /// own bending is added to the bound.
    pub(crate) fn turning_arrival(
        &self,
        path: impl Fn(f64) -> (DVec2, DVec2),
        (speed, acceleration, noise): (f64, f64, f64),
        reach: f64,
        limit: f64,
    ) -> Option<f64> {
        const STEPS: usize = 256;
        let tolerance = 1e-9 * reach;
        let mut t = 0.0;
        for _ in 0..STEPS {
            let (p, u) = path(t);
            let near = self.nearest_any(p)?;
            let gap = near.distance - reach;
            let rate = near.normal.dot(u);
            if gap <= tolerance && rate < -noise {
                return Some(t);
            }
            let (bend, longest) = match self.curve {
                Curve::Arc { center, .. } => {
                    let rho = (p - center).length().max(1e-12);
                    (2.0 * speed * speed / rho, 0.5 * rho / speed)
                }
                _ => (0.0, limit),
            };
            let bound = acceleration + bend;
            let gap = gap.max(tolerance);
            let root = libm::sqrt(rate * rate + 2.0 * bound * gap);
            let step = if rate < 0.0 { 2.0 * gap / (root - rate) } else { (rate + root) / bound };
            t += step.min(longest);
            if !(t <= limit) {
                return None;
            }
        }
        Some(t)
    }

    /// Distance to the whole curve, joints and sides left aside: continuous, as a root search needs it.
    fn nearest_any(&self, p: DVec2) -> Option<Nearest> {
        match self.curve {
            Curve::Segment { a, direction, length, .. } => {
                let along = (p - a).dot(direction).clamp(0.0, length);
                Some(self.seen_from_point(p - a - along * direction, direction.perp()))
            }
            Curve::Arc { center, radius, start, middle, end, cos_half } => {
                let d = p - center;
                let rho = d.length();
                if d.dot(middle) >= cos_half * rho {
                    let out = if rho > 0.0 { d / rho } else { middle };
                    let height = rho - radius;
                    let normal = if height >= 0.0 { out } else { -out };
                    return Some(Nearest { normal, distance: height.abs() - self.radius });
                }
                let (da, db) = (d - radius * start, d - radius * end);
                Some(if da.length_squared() <= db.length_squared() {
                    self.seen_from_point(da, start)
                } else {
                    self.seen_from_point(db, end)
                })
            }
            _ => self.nearest(p),
        }
    }
}

/// Time at which a point crosses from outside into the span of an arc, over the end in direction `edge`:
/// how a ball that rides along a path comes onto the next arc.
///
/// `inward` is 1 if the span lies counter-clockwise of the edge (a start) and -1 if clockwise (an end).
fn side_entry(d: DVec2, u: DVec2, edge: DVec2, inward: f64) -> Option<f64> {
    let (across, rate) = (inward * edge.perp_dot(d), inward * edge.perp_dot(u));
    (across < 0.0 && rate > 0.0).then(|| -across / rate)
}

#[inline]
fn earliest(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
