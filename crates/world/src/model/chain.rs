//! Paths of segments and arcs: outlines, lanes, rails.

use alloc::vec::Vec;
use carom_narrowphase::double::{Arc, Face};
use glam::{DVec2, Vec2};

use crate::base::{Curve, Sort, saved, turn};
use crate::error::Error;
use crate::limits;

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Leg {
    Line(Vec2),
    /// Through a point on the way, to an end.
    Through(Vec2, Vec2),
    /// To an end, tangent to the piece before.
    Tangent(Vec2),
    /// To an end, turning by an angle on the way.
    Bend(Vec2, f32),
}

/// A path of segments and arcs, drawn like with a pen. Joints are smooth: a ball that rolls along feels
/// none of them.
///
/// ```
/// # use carom_world as carom;
/// use carom::{Chain, Shape};
/// use carom::glam::vec2;
///
/// // A lane that runs up, turns left over half a circle and comes down again.
/// let lane = Chain::start(vec2(1.0, 0.0)).line_to(vec2(1.0, 2.0)).tangent_arc_to(vec2(-1.0, 2.0)).line_to(vec2(-1.0, 0.0));
/// let wall = Shape::chain(&lane)?;
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("polyline", "path", "outline"))]
pub struct Chain {
    start: Vec2,
    legs: Vec<Leg>,
    closed: bool,
}

impl Chain {
    /// Starts a chain at a point.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Chain, Shape};
    ///
    /// let ramp = Chain::start(vec2(0.0, 1.0)).line_to(vec2(1.0, 0.0)).tangent_arc_to(vec2(2.0, 0.0));
    /// let shape = Shape::chain(&ramp)?;
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn start(start: Vec2) -> Self {
        Self { start, legs: Vec::new(), closed: false }
    }

    /// A path through these points by straight segments.
    ///
    /// ```
    /// # use carom_world as carom;
    /// use carom::glam::vec2;
    /// use carom::{Chain, Shape};
    ///
    /// let box_of_walls = Chain::polyline(&[vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(0.0, 1.0)]).close();
    /// let walls = Shape::chain(&box_of_walls)?; // hollow: a ball stays inside or outside
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn polyline(points: &[Vec2]) -> Self {
        let mut points = points.iter().copied();
        let start = points.next().unwrap_or(Vec2::NAN);
        Self { start, legs: points.map(Leg::Line).collect(), closed: false }
    }

    /// A straight segment to `end`.
    #[must_use]
    pub fn line_to(mut self, end: Vec2) -> Self {
        self.legs.push(Leg::Line(end));
        self
    }

    /// The arc through `middle` to `end`.
    #[must_use]
    pub fn arc_to(mut self, middle: Vec2, end: Vec2) -> Self {
        self.legs.push(Leg::Through(middle, end));
        self
    }

    /// The arc to `end` that leaves in the direction in which the path arrives.
    #[must_use]
    pub fn tangent_arc_to(mut self, end: Vec2) -> Self {
        self.legs.push(Leg::Tangent(end));
        self
    }

    /// The arc to `end` that turns by `angle` radians, left if positive, by less than a full turn either way. Its
    /// end points are exact.
    #[must_use]
    pub fn arc_by_angle_to(mut self, end: Vec2, angle: f32) -> Self {
        self.legs.push(Leg::Bend(end, angle));
        self
    }

    /// A straight segment back to the start, if the pen is not there already.
    #[must_use]
    pub fn close(mut self) -> Self {
        self.closed = true;
        self
    }

    /// The curves of the path, each with whether its own direction is against the path's.
    pub(crate) fn curves(&self) -> Result<Vec<(Curve, bool)>, Error> {
        // A polyline of no point has no start either.
        if self.legs.is_empty() {
            let allowed = "at least one (a polyline has at least two points)";
            return Err(Error::WrongCount { field: "chain.legs", count: 0, allowed });
        }
        limits::coordinate("chain.start", self.start).map_err(|error| error.at_point(0))?;
        let start = self.start.as_dvec2();
        let mut curves = Vec::with_capacity(self.legs.len() + 1);
        let mut at = start;
        let mut heading: Option<DVec2> = None;
        for (n, leg) in self.legs.iter().enumerate() {
            let (curve, reversed) = leg.curve(at, heading).map_err(|error| error.at_point(n + 1))?;
            let [first, last] = curve.leaving().unwrap_or([DVec2::X, DVec2::X]);
            heading = Some(if reversed { -first } else { -last });
            at = leg.end().as_dvec2();
            curves.push((curve, reversed));
        }
        if self.closed && at != start {
            curves.push((segment(at, start).map_err(|error| error.at_point(0))?, false));
        }
        Ok(curves)
    }
}

impl Leg {
    fn end(self) -> Vec2 {
        match self {
            Self::Line(end) | Self::Through(_, end) | Self::Tangent(end) | Self::Bend(end, _) => end,
        }
    }

    /// The leg from `at`, where the path arrives in direction `heading`, and whether its curve runs against the path.
    fn curve(self, at: DVec2, heading: Option<DVec2>) -> Result<(Curve, bool), Error> {
        match self {
            Self::Line(end) => Ok((segment(at, checked("chain.line_to", end)?)?, false)),
            Self::Through(middle, end) => {
                let middle = checked("chain.arc_to", middle)?;
                arc_through(at, middle, checked("chain.arc_to", end)?)
            }
            Self::Tangent(end) => {
                let to = checked("chain.tangent_arc_to", end)?;
                let heading = heading.ok_or(Error::WrongCount {
                    field: "chain before tangent_arc_to",
                    count: 0,
                    allowed: "at least one leg, so that there is a direction to continue",
                })?;
                tangent(at, heading, to)
            }
            Self::Bend(end, angle) => bend(at, checked("chain.arc_by_angle_to", end)?, angle),
        }
    }
}

fn checked(field: &'static str, point: Vec2) -> Result<DVec2, Error> {
    limits::coordinate(field, point)?;
    Ok(point.as_dvec2())
}

pub(crate) fn segment(a: DVec2, b: DVec2) -> Result<Curve, Error> {
    Curve::segment(a, b).ok_or_else(|| Error::OutOfRange {
        field: "length of segment",
        value: (b - a).length(),
        allowed: "greater than zero (the end points must differ; for a point use a circle of radius 0)",
    })
}

/// Counter-clockwise arc from angle `start` over `sweep` radians (0, 2 pi].
pub(crate) fn arc(center: DVec2, radius: f64, start: f64, sweep: f64) -> Curve {
    let full = sweep >= core::f64::consts::TAU - 1e-6;
    Curve::Arc(Arc {
        center,
        radius,
        start: turn(start),
        middle: turn(start + 0.5 * sweep),
        end: turn(start + sweep),
        // A full circle has no ends, however its angles round.
        cos_half: if full { -1.0 } else { libm::cos(0.5 * sweep) },
        half_thickness: 0.0,
        face: Face::Both,
    })
}

/// The arc between two exact end points about `center`; `ccw` if it runs counter-clockwise from a to b.
fn arc_between(a: DVec2, b: DVec2, center: DVec2, radius: f64, ccw: bool) -> (Curve, bool) {
    let (from, to) = if ccw { (a, b) } else { (b, a) };
    let (start, end) = ((from - center) / radius, (to - center) / radius);
    let half = {
        let sweep = libm::atan2(start.perp_dot(end), start.dot(end));
        0.5 * if sweep <= 0.0 { sweep + core::f64::consts::TAU } else { sweep }
    };
    let middle = turn(half).rotate(start);
    let cos_half = libm::cos(half);
    let (half_thickness, face) = (0.0, Face::Both);
    (Curve::Arc(Arc { center, radius, start, end, middle, cos_half, half_thickness, face }), !ccw)
}

/// The arc from `a` through `m` to `b`: the circumscribed circle, by perpendicular bisectors.
fn arc_through(a: DVec2, m: DVec2, b: DVec2) -> Result<(Curve, bool), Error> {
    let (u, v) = (m - a, b - a);
    let twice_area = u.perp_dot(v);
    let scale = u.length() * v.length();
    if !(twice_area.abs() > 1e-9 * scale) {
        return Err(Error::OutOfRange {
            field: "bend of arc",
            value: twice_area,
            allowed: "not zero (the three points of an arc must differ and not lie on a line)",
        });
    }
    let to_center = (v * u.length_squared() - u * v.length_squared()).perp() / (-2.0 * twice_area);
    let radius = to_center.length();
    Ok(arc_between(a, b, a + to_center, radius, twice_area > 0.0))
}

/// The arc from `a` to `b` that leaves `a` in direction `heading`.
fn tangent(a: DVec2, heading: DVec2, b: DVec2) -> Result<(Curve, bool), Error> {
    let chord = b - a;
    let bend = heading.perp_dot(chord);
    if !(bend.abs() > 1e-9 * chord.length()) {
        return Err(Error::OutOfRange {
            field: "bend of tangent arc",
            value: bend,
            allowed: "not zero (the end must lie off the line on which the path arrives)",
        });
    }
    let signed_radius = chord.length_squared() / (2.0 * bend);
    let center = a + signed_radius * heading.perp();
    Ok(arc_between(a, b, center, signed_radius.abs(), bend > 0.0))
}

/// The arc from `a` to `b` that turns by `angle`: the centre sees the chord under that angle.
fn bend(a: DVec2, b: DVec2, angle: f32) -> Result<(Curve, bool), Error> {
    limits::within(
        "chain.arc_by_angle_to angle",
        angle.abs(),
        1e-4..=6.25,
        "from 1e-4 to 6.25 radians either way",
    )?;
    let chord = segment(a, b).map(|_| b - a)?;
    let (sin, cos) = libm::sincos(0.5 * f64::from(angle));
    let center = 0.5 * (a + b) + chord.perp() * (0.5 * cos / sin);
    Ok(arc_between(a, b, center, 0.5 * chord.length() / sin.abs(), angle > 0.0))
}

/// The ends of a curve in the order of its path.
fn ends(&(curve, reversed): &(Curve, bool)) -> Option<[DVec2; 2]> {
    let [a, b] = curve.ends()?;
    Some(if reversed { [b, a] } else { [a, b] })
}

/// Distance from the end of a path to its start; `None` for a path without ends.
pub(crate) fn gap(pieces: &[(Curve, bool)]) -> Option<f64> {
    let ([start, _], [_, end]) = (ends(pieces.first()?)?, ends(pieces.last()?)?);
    Some((end - start).length())
}

/// Whether curves, each with whether its own direction is against the path's, end where they start.
pub(crate) fn is_closed(pieces: &[(Curve, bool)]) -> bool {
    match pieces {
        [] => false,
        [(only, _)] => only.is_closed(),
        [first, .., last] => ends(first).zip(ends(last)).is_some_and(|([start, next], [_, end])| {
            let rounding = 4.0 * f64::from(f32::EPSILON) * start.abs().max_element();
            (end - start).length() <= 1e-5 * (next - start).length() + rounding
        }),
    }
}

/// The first piece of an outline that crosses a later one, by its number, if any does: straight pieces against straight
/// pieces. To touch is not to cross, and no crossing is shallower than the rounding of its coordinates.
pub(crate) fn crossing(pieces: &[(Curve, bool)]) -> Option<usize> {
    let sides = pieces.iter().enumerate().filter_map(|(n, (curve, _))| match curve {
        Curve::Segment(_) => curve.ends().map(|ends| (n, ends)),
        _ => None,
    });
    // From left to right: each side is compared with the sides that begin before its right end.
    let mut sides: Vec<_> = sides.collect();
    let left = |[a, b]: [DVec2; 2]| a.x.min(b.x);
    sides.order_by(|(n, a), (m, b)| left(*a).total_cmp(&left(*b)).then(n.cmp(m)));
    let mut first = None;
    for (i, &(n, a)) in sides.iter().enumerate() {
        let right = a[0].x.max(a[1].x);
        for &(m, b) in sides[i + 1..].iter().take_while(|(_, b)| left(*b) <= right) {
            if cross(a, b) {
                first = first.into_iter().chain([n, m]).min();
            }
        }
    }
    first
}

/// Whether each of two segments has its ends on both sides of the other.
fn cross(a: [DVec2; 2], b: [DVec2; 2]) -> bool {
    let parts = |[from, to]: [DVec2; 2], ends: [DVec2; 2]| {
        let along = (to - from).normalize_or_zero();
        let rounding = 4.0 * f64::from(f32::EPSILON) * from.abs().max(to.abs()).max_element();
        let [start, end] = ends.map(|end| along.perp_dot(end - from));
        start.min(end) < -rounding && start.max(end) > rounding
    };
    parts(a, b) && parts(b, a)
}

/// The area that a closed outline goes round, positive if counter-clockwise: the polygon of the chords (the shoelace
/// formula), and the segment of a circle between each arc and its chord.
pub(crate) fn area(pieces: &[(Curve, bool)]) -> f64 {
    let first = pieces.first().and_then(|(curve, _)| curve.ends()).map_or(DVec2::ZERO, |[a, _]| a);
    let of = |&(curve, reversed): &(Curve, bool)| {
        let bulge = curve.bulge();
        let chord = curve.ends().map_or(0.0, |[a, b]| 0.5 * (a - first).perp_dot(b - first));
        if reversed { -(bulge + chord) } else { bulge + chord }
    };
    pieces.iter().map(of).sum()
}

/// On which side of a curve a ball is stopped, seen along the curve's direction.
///
/// ```
/// # use carom_world as carom;
/// use carom::glam::vec2;
/// use carom::{Ball, Body, Config, Shape, Side, World};
///
/// // A line that stops balls which come from the left, seen from its first end to its second.
/// let mut world = World::new(Config::weightless())?;
/// let post = world.add_body(Body::fixed())?;
/// world.add_shape(post, Shape::segment(vec2(0.0, -1.0), vec2(0.0, 1.0))?.side(Side::Left))?;
/// let from_the_left = world.add_ball(Ball::new(vec2(-0.5, 0.0), 0.1).velocity(vec2(1.0, 0.0)))?;
/// let from_the_right = world.add_ball(Ball::new(vec2(0.5, 0.5), 0.1).velocity(vec2(-1.0, 0.0)))?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0);
/// }
/// assert!(world.velocity(from_the_left).is_some_and(|v| v.x < 0.0)); // bounced
/// assert!(world.velocity(from_the_right).is_some_and(|v| v.x == -1.0)); // went through
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// On both sides.
    #[default]
    Both,
    /// Only a ball on the left; from the right it passes. Inside of a counter-clockwise arc or outline.
    Left,
    /// Only a ball on the right; from the left it passes. Outside of a counter-clockwise arc or outline.
    Right,
}

saved!(enum Side, "no such kind of Side" { Both = 0, Left = 1, Right = 2 });

impl Side {
    /// Whether a ball at this height above the curve (left is positive) is on a solid side.
    #[inline]
    pub(crate) fn takes(self, height: f64) -> bool {
        match self {
            Self::Both => true,
            Self::Left => height >= 0.0,
            Self::Right => height <= 0.0,
        }
    }

    /// Its name, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Both => "Both",
            Self::Left => "Left",
            Self::Right => "Right",
        }
    }

    pub(crate) fn mirrored(self) -> Self {
        match self {
            Self::Both => Self::Both,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn three_points_give_their_circle() {
        let (curve, reversed) =
            arc_through(DVec2::new(1.0, 0.0), DVec2::new(0.0, 1.0), DVec2::new(-1.0, 0.0))
                .expect("a half circle");
        let Curve::Arc(Arc { center, radius, middle, cos_half, .. }) = curve else {
            panic!("expected an arc, got {curve:?}");
        };
        assert!(center.length() < 1e-12 && (radius - 1.0).abs() < 1e-12, "{center} {radius}");
        assert!((middle - DVec2::Y).length() < 1e-12 && cos_half.abs() < 1e-12, "{middle} {cos_half}");
        assert!(!reversed, "it runs counter-clockwise");
    }

    #[test]
    fn clockwise_arcs_are_reversed() {
        let (curve, reversed) =
            arc_through(DVec2::new(-1.0, 0.0), DVec2::new(0.0, 1.0), DVec2::new(1.0, 0.0))
                .expect("a half circle");
        assert!(reversed, "from left over the top to right is clockwise");
        let [a, b] = curve.ends().expect("an arc has ends");
        assert!((a - DVec2::X).length() < 1e-12 && (b + DVec2::X).length() < 1e-12, "{a} {b}");
    }

    #[test]
    fn a_tangent_arc_leaves_as_the_path_arrives() {
        let path = Chain::start(vec2(1.0, 0.0)).line_to(vec2(1.0, 2.0)).tangent_arc_to(vec2(-1.0, 2.0));
        let curves = path.curves().expect("a lane");
        let Curve::Arc(Arc { center, radius, .. }) = curves[1].0 else {
            panic!("expected an arc, got {:?}", curves[1]);
        };
        assert!((center - DVec2::new(0.0, 2.0)).length() < 1e-12, "{center}");
        assert!((radius - 1.0).abs() < 1e-12, "{radius}");
    }

    #[test]
    fn a_bend_turns_by_its_angle() {
        let (a, b) = (DVec2::new(1.0, 2.0), DVec2::new(4.0, -2.0));
        for angle in [0.01_f32, 0.5, 3.0, 3.2, 6.0] {
            for (angle, left) in [(angle, true), (-angle, false)] {
                let (curve, reversed) = bend(a, b, angle).expect("an arc");
                let Curve::Arc(Arc { cos_half, radius, center, middle, .. }) = curve else {
                    panic!("expected an arc, got {curve:?}");
                };
                let ends = curve.ends().expect("an arc has ends");
                let [from, to] = if reversed { [ends[1], ends[0]] } else { ends };
                assert!((from - a).length() < 1e-10 && (to - b).length() < 1e-10, "{from} {to}");
                assert!((cos_half - libm::cos(f64::from(angle) / 2.0)).abs() < 1e-9, "{angle} {cos_half}");
                // A way that turns left lies to the right of its chord.
                let middle = center + radius * middle;
                assert_eq!((b - a).perp_dot(middle - a) < 0.0, left, "{angle}");
                // The sagitta of a chord: half of it times the tangent of a quarter of the angle.
                let sagitta = (middle - 0.5 * (a + b)).length();
                let expected = 2.5 * libm::tan(f64::from(angle.abs()) / 4.0);
                assert!((sagitta / expected - 1.0).abs() < 1e-9, "{angle}: {sagitta} {expected}");
            }
        }
        for angle in [0.0, 6.3, -7.0, f32::NAN] {
            assert!(bend(a, b, angle).is_err(), "{angle}");
        }
        assert!(bend(a, a, 1.0).is_err(), "no chord");
    }

    #[test]
    fn bad_paths_are_refused() {
        let a = vec2(0.0, 0.0);
        assert!(Chain::start(a).curves().is_err(), "no leg");
        assert!(Chain::start(a).line_to(a).curves().is_err(), "zero length");
        assert!(Chain::start(a).line_to(vec2(f32::NAN, 0.0)).curves().is_err(), "not finite");
        assert!(Chain::start(a).arc_to(vec2(1.0, 0.0), vec2(2.0, 0.0)).curves().is_err(), "straight arc");
        assert!(Chain::start(a).tangent_arc_to(vec2(1.0, 0.0)).curves().is_err(), "nothing to continue");
        assert!(Chain::polyline(&[]).curves().is_err(), "empty polyline");
    }
}
