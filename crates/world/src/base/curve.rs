//! The curve of a shape: a point, a segment, an arc or a half-plane. One match for each question.
//!
//! Code that follows a surface, or steps faster along straight walls, names its kinds of curve itself.

use alloc::vec::Vec;
use carom_narrowphase::double;
use carom_narrowphase::double::{Arc, Circle, Contact, Face, HalfPlane, Part, Segment};
use glam::DVec2;
use smallvec::SmallVec;

use crate::base::{Fault, Pose, Saved, Source, saved};

/// The curve itself, in the frame of its body (world coordinates for a fixed body).
///
/// Arcs are thin and solid from both sides here: radius and side are the collider's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Curve {
    Point(DVec2),
    Segment(Segment),
    Arc(Arc),
    HalfPlane(HalfPlane),
}

/// A capsule that holds a curve.
pub(crate) struct CurveCapsule {
    pub(crate) middle: DVec2,
    /// Unit direction of its axis; zero for a circle.
    pub(crate) direction: DVec2,
    /// Half the length of its axis.
    pub(crate) half: f64,
    /// Its radius; infinite for a half-plane.
    pub(crate) size: f64,
}

saved!(enum Curve, "no such curve" { Point(center) = 0, Segment(segment) = 1, Arc(arc) = 2, HalfPlane(half) = 3 });
saved!(Segment { a, b, direction, length });
saved!(HalfPlane { point, normal });

impl Saved for Arc {
    fn save(&self, out: &mut Vec<u8>) {
        // Thickness and face are the collider's.
        let Self { center, radius, start, end, middle, cos_half, half_thickness: _, face: _ } = *self;
        ([center, middle], ([start, end], [radius, cos_half])).save(out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        let ([center, middle], ([start, end], [radius, cos_half])) = Saved::load(from)?;
        let (half_thickness, face) = (0.0, Face::Both);
        Ok(Self { center, radius, start, end, middle, cos_half, half_thickness, face })
    }
}

impl Curve {
    /// A segment between two points; `None` if they are so near to each other that it has no direction.
    pub(crate) fn segment(a: DVec2, b: DVec2) -> Option<Self> {
        let d = b - a;
        let length = d.length();
        let is_long = length > 1e-9 * (1.0 + a.length());
        is_long.then(|| Self::Segment(Segment { a, b, direction: d / length, length }))
    }

    /// Whether its numbers are such as the curves of shapes have.
    pub(crate) fn is_sound(&self) -> bool {
        let unit = |v: DVec2| (v.length() - 1.0).abs() < 1e-6;
        match self {
            Self::Point(center) => center.is_finite(),
            Self::Segment(s) => {
                s.a.is_finite()
                    && s.b.is_finite()
                    && unit(s.direction)
                    && s.length > 0.0
                    && s.length.is_finite()
            }
            Self::Arc(arc) => {
                arc.center.is_finite()
                    && [arc.start, arc.middle, arc.end].into_iter().all(unit)
                    && arc.radius > 0.0
                    && arc.radius.is_finite()
                    && (-1.0..=1.0).contains(&arc.cos_half)
            }
            Self::HalfPlane(half) => half.point.is_finite() && unit(half.normal),
        }
    }

    /// The curves that become colliders: the two halves of an open arc, any other as it is. A ball in the mouth of a
    /// bowl that is narrower than itself touches both rims, and a collider has one nearest point.
    pub(crate) fn parts(self) -> SmallVec<[Self; 2]> {
        match self {
            Self::Arc(arc) if !arc.is_full() => [(arc.start, arc.middle), (arc.middle, arc.end)]
                .into_iter()
                .map(|(start, end)| {
                    let middle = (start + end).normalize();
                    Self::Arc(Arc { start, end, middle, cos_half: middle.dot(start), ..arc })
                })
                .collect(),
            _ => [self].into_iter().collect(),
        }
    }

    /// The whole of which this and the next curve are the [`parts`](Self::parts); `None` if they are not.
    pub(crate) fn joined(&self, next: &Self) -> Option<Self> {
        let (Self::Arc(first), Self::Arc(second)) = (self, next) else { return None };
        let is_one =
            first.center == second.center && first.radius == second.radius && first.end == second.start;
        let middle = first.end;
        is_one
            .then(|| Self::Arc(Arc { end: second.end, middle, cos_half: middle.dot(first.start), ..*first }))
    }

    /// The two end points, for the curves that have ends.
    pub(crate) fn ends(&self) -> Option<[DVec2; 2]> {
        match self {
            Self::Segment(segment) => Some([segment.a, segment.b]),
            Self::Arc(arc) => (!arc.is_full()).then(|| arc.ends().into()),
            Self::Point(_) | Self::HalfPlane(_) => None,
        }
    }

    /// Unit directions in which the curve leaves its two ends.
    pub(crate) fn leaving(&self) -> Option<[DVec2; 2]> {
        match self {
            Self::Segment(segment) => Some([segment.direction, -segment.direction]),
            Self::Arc(arc) => Some([arc.start.perp(), -arc.end.perp()]),
            Self::Point(_) | Self::HalfPlane(_) => None,
        }
    }

    /// An end, its position, and the direction in which the curve leaves it; `None` for the face.
    #[inline]
    pub(crate) fn end(&self, part: Part) -> Option<(DVec2, DVec2)> {
        match (part, self) {
            (Part::EndA, Self::Segment(segment)) => Some((segment.a, segment.direction)),
            (Part::EndB, Self::Segment(segment)) => Some((segment.b, -segment.direction)),
            (Part::EndA, Self::Arc(arc)) => Some((arc.ends().0, arc.start.perp())),
            (Part::EndB, Self::Arc(arc)) => Some((arc.ends().1, -arc.end.perp())),
            (Part::Face, _) | (_, Self::Point(_) | Self::HalfPlane(_)) => None,
        }
    }

    /// Whether it encloses an area by itself.
    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Arc(arc) => arc.is_full(),
            Self::HalfPlane(_) => true,
            Self::Point(_) | Self::Segment(_) => false,
        }
    }

    /// Area between the curve and its chord, or within a closed curve.
    pub(crate) fn bulge(&self) -> f64 {
        match self {
            Self::Arc(arc) if arc.is_full() => core::f64::consts::PI * arc.radius * arc.radius,
            Self::Arc(arc) => {
                let half = libm::acos(arc.cos_half.clamp(-1.0, 1.0));
                arc.radius * arc.radius * (half - 0.5 * libm::sin(2.0 * half))
            }
            Self::Point(_) | Self::Segment(_) | Self::HalfPlane(_) => 0.0,
        }
    }

    /// Whether a point lies in the [`bulge`](Self::bulge).
    pub(crate) fn bulges_round(&self, p: DVec2) -> bool {
        match self {
            Self::Arc(arc) => {
                (p - arc.center).length() < arc.radius
                    && self.ends().is_none_or(|[a, b]| (b - a).perp_dot(p - a) < 0.0)
            }
            Self::Point(_) | Self::Segment(_) | Self::HalfPlane(_) => false,
        }
    }

    /// Corners of a polyline that turns by `turn` radians at most in a corner, and the largest distance of the curve
    /// from it; `None` for a half-plane.
    pub(crate) fn polyline(&self, turn: f64) -> Option<(SmallVec<[DVec2; 4]>, f64)> {
        Some(match *self {
            Self::Point(c) => ([c, c].into_iter().collect(), 0.0),
            Self::Segment(Segment { a, b, .. }) => ([a, b].into_iter().collect(), 0.0),
            Self::Arc(Arc { center, radius, start, middle, cos_half, .. }) => {
                let half = libm::acos(cos_half.clamp(-1.0, 1.0));
                let pieces = libm::ceil(2.0 * half / turn).max(1.0);
                let step = 2.0 * half / pieces;
                let (sin, cos) = libm::sincos(step);
                let first = if cos_half <= -1.0 { -middle } else { start };
                let directions =
                    core::iter::successors(Some(first), |&at| Some(DVec2::new(cos, sin).rotate(at)));
                let corners =
                    directions.take(pieces as usize + 1).map(|direction| center + radius * direction);
                (corners.collect(), radius * (1.0 - libm::cos(0.5 * step)))
            }
            Self::HalfPlane(_) => return None,
        })
    }

    /// Unit tangent where the curve passes within `near` of a point, away from its ends.
    pub(crate) fn tangent(&self, at: DVec2, near: f64) -> Option<DVec2> {
        match *self {
            Self::Segment(Segment { a, direction, length, .. }) => {
                let d = at - a;
                let along = d.dot(direction);
                let passes = along > 0.0 && along < length && d.perp_dot(direction).abs() <= near;
                passes.then_some(direction)
            }
            Self::Arc(Arc { center, radius, middle, cos_half, .. }) => {
                let d = at - center;
                let rho = d.length();
                let passes = (rho - radius).abs() <= near && d.dot(middle) > cos_half * rho;
                passes.then(|| d.perp() / rho)
            }
            Self::Point(_) | Self::HalfPlane(_) => None,
        }
    }

    /// Where along the curve the point nearest to `p` lies, from -1 at its start to 1 at its end; 0 for curves
    /// without ends.
    pub(crate) fn along(&self, p: DVec2) -> f64 {
        let along = match self {
            Self::Segment(s) => 2.0 * (p - s.a).dot(s.direction) / s.length - 1.0,
            Self::Arc(arc) if !arc.is_full() => {
                let d = p - arc.center;
                let half = libm::acos(arc.cos_half.clamp(-1.0, 1.0));
                libm::atan2(arc.middle.perp_dot(d), arc.middle.dot(d)) / half
            }
            Self::Arc(_) | Self::Point(_) | Self::HalfPlane(_) => 0.0,
        };
        along.clamp(-1.0, 1.0)
    }

    /// Distance of a point from the centre about which the face bends; `None` for a straight face, and for a point.
    pub(crate) fn bend_radius(&self, p: DVec2) -> Option<f64> {
        match self {
            Self::Arc(arc) => Some((p - arc.center).length()),
            Self::Point(_) | Self::Segment(_) | Self::HalfPlane(_) => None,
        }
    }

    /// Whether the gap to a ball is not linear along straight motion.
    #[inline]
    pub(crate) fn is_curved(&self) -> bool {
        matches!(self, Self::Arc(_))
    }

    /// Whether it is a circle, or part of one.
    #[inline]
    pub(crate) fn is_round(&self) -> bool {
        matches!(self, Self::Arc(_) | Self::Point(_))
    }

    /// Whether a point lies on the hollow side.
    pub(crate) fn is_hollow_at(&self, p: DVec2) -> bool {
        matches!(self, Self::Arc(arc) if (p - arc.center).length_squared() < arc.radius * arc.radius)
    }

    /// The curve carried from its body's frame into the world.
    pub(crate) fn placed(self, pose: Pose) -> Self {
        let frame = double::Pose { position: pose.origin, rotation: pose.turn };
        match self {
            Self::Point(c) => Self::Point(frame.point(c)),
            Self::Segment(segment) => Self::Segment(segment.transformed(&frame)),
            Self::Arc(arc) => Self::Arc(arc.transformed(&frame)),
            Self::HalfPlane(half) => Self::HalfPlane(half.transformed(&frame)),
        }
    }

    /// The reverse of [`placed`](Self::placed).
    pub(crate) fn lifted(self, pose: Pose) -> Self {
        let back = DVec2::new(pose.turn.x, -pose.turn.y);
        self.placed(Pose { origin: DVec2::ZERO - back.rotate(pose.origin), turn: back })
    }

    /// Closest approach to a point, and the part that is closest; joints, sides and radius left aside.
    #[inline]
    pub(crate) fn contact(&self, p: DVec2) -> (Contact, Part) {
        let point = Circle::point(p);
        match self {
            Self::Point(c) => (Circle::point(*c).contact(&point), Part::Face),
            Self::Segment(segment) => segment.contact_parts(&point),
            Self::Arc(arc) => arc.contact_parts(&point),
            Self::HalfPlane(half) => (half.contact(&point), Part::Face),
        }
    }

    /// The corners of a box around it; infinite for a half-plane.
    #[inline]
    pub(crate) fn bounds(&self) -> (DVec2, DVec2) {
        match self {
            Self::Point(center) => (*center, *center),
            Self::Segment(segment) => segment.bounds(),
            Self::Arc(arc) => (arc.center - arc.radius, arc.center + arc.radius),
            Self::HalfPlane(_) => (DVec2::NEG_INFINITY, DVec2::INFINITY),
        }
    }

    /// The largest distance of its points from the origin of its frame.
    pub(crate) fn farthest(&self) -> f64 {
        match self {
            Self::Point(center) => center.length(),
            Self::Segment(segment) => segment.a.length().max(segment.b.length()),
            Self::Arc(arc) => arc.center.length() + arc.radius,
            Self::HalfPlane(_) => f64::INFINITY,
        }
    }

    /// Its length; infinite for curves without ends that can be short.
    pub(crate) fn length(&self) -> f64 {
        match *self {
            Self::Segment(Segment { length, .. }) => length,
            Self::Arc(Arc { radius, cos_half, .. }) => 2.0 * radius * libm::acos(cos_half.clamp(-1.0, 1.0)),
            Self::Point(_) | Self::HalfPlane(_) => f64::INFINITY,
        }
    }

    /// A capsule that holds it.
    #[inline]
    pub(crate) fn capsule(&self) -> CurveCapsule {
        let (middle, direction, half, size) = match self {
            Self::Point(center) => (*center, DVec2::ZERO, 0.0, 0.0),
            Self::Segment(Segment { a, b, direction, length }) => {
                (0.5 * (a + b), *direction, 0.5 * length, 0.0)
            }
            Self::Arc(arc) if arc.cos_half >= 0.0 => {
                let (a, b) = arc.ends();
                let chord = b - a;
                let length = chord.length();
                // As far as its middle stands off the chord.
                let rise = (1.0 - arc.cos_half) * arc.radius;
                (0.5 * (a + b), chord.normalize_or_zero(), 0.5 * length, rise)
            }
            Self::Arc(arc) => (arc.center, DVec2::ZERO, 0.0, arc.radius),
            Self::HalfPlane(half) => (half.point, DVec2::ZERO, 0.0, f64::INFINITY),
        };
        CurveCapsule { middle, direction, half, size }
    }

    /// Unit normal to the left at a point of the curve; zero for curves that have no left.
    pub(crate) fn left(&self, at: DVec2) -> DVec2 {
        match self {
            Self::Segment(segment) => segment.direction.perp(),
            Self::Arc(arc) => (arc.center - at).normalize_or_zero(),
            Self::Point(_) | Self::HalfPlane(_) => DVec2::ZERO,
        }
    }

    /// How high a point lies over the side that counts as left.
    #[inline]
    pub(crate) fn height(&self, p: DVec2) -> f64 {
        match self {
            Self::Segment(segment) => segment.signed_distance(p),
            Self::Arc(arc) => arc.radius - (p - arc.center).length(),
            Self::Point(_) | Self::HalfPlane(_) => 0.0,
        }
    }
}

/// A curve for serde, with all its numbers, so that it comes back bit for bit. It may run against its shape's direction.
#[cfg(feature = "serde")]
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum CurveData {
    Point {
        center: DVec2,
    },
    Segment {
        a: DVec2,
        b: DVec2,
    },
    /// Unit vectors from the centre to the start, the middle and the end, counter-clockwise.
    Arc {
        center: DVec2,
        radius: f64,
        start: DVec2,
        middle: DVec2,
        end: DVec2,
        cos_half: f64,
        reversed: bool,
    },
    HalfPlane {
        point: DVec2,
        normal: DVec2,
    },
}

#[cfg(feature = "serde")]
impl CurveData {
    pub(crate) fn new(curve: Curve, reversed: bool) -> Self {
        match curve {
            Curve::Point(center) => Self::Point { center },
            Curve::Segment(Segment { a, b, .. }) => Self::Segment { a, b },
            Curve::Arc(Arc { center, radius, start, middle, end, cos_half, .. }) => {
                Self::Arc { center, radius, start, middle, end, cos_half, reversed }
            }
            Curve::HalfPlane(HalfPlane { point, normal }) => Self::HalfPlane { point, normal },
        }
    }

    /// The curve, and whether it runs against the direction of its shape; `None` if its numbers make no curve.
    pub(crate) fn curve(self) -> Option<(Curve, bool)> {
        let (curve, reversed) = match self {
            Self::Point { center } => (Curve::Point(center), false),
            Self::Segment { a, b } => (Curve::segment(a, b)?, false),
            Self::Arc { center, radius, start, middle, end, cos_half, reversed } => {
                let (half_thickness, face) = (0.0, Face::Both);
                let arc = Arc { center, radius, start, end, middle, cos_half, half_thickness, face };
                (Curve::Arc(arc), reversed)
            }
            Self::HalfPlane { point, normal } => (Curve::HalfPlane(HalfPlane { point, normal }), false),
        };
        curve.is_sound().then_some((curve, reversed))
    }
}
