//! Outlines: the curves of an element, as lines and curves in its own units, and as paths of a scene.

use carom_biarc::{Cubic, Piece, fit};
use carom_scene::model::{Leg, Path, Point};
use glam::{DAffine2, DVec2, dvec2};
use svgtypes::{NumberListParser, PathParser, PathSegment, SimplePathSegment, SimplifyingPathParser};

use crate::numbers::MOST;

/// How far arcs may be from the curve that is drawn, metres.
pub const TOLERANCE: f64 = 1e-4;

/// An arc that comes no farther from its chord is a line, metres.
const FLATTEST: f64 = 1e-7;

/// A leg of a path must be longer, metres.
const SHORTEST: f32 = 1e-6;

fn distance(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// A line or a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Span {
    Line(DVec2, DVec2),
    Curve(Cubic),
}

impl Span {
    /// Where it starts and where it ends.
    pub(crate) const fn ends(&self) -> [DVec2; 2] {
        match *self {
            Self::Line(a, b) => [a, b],
            Self::Curve(cubic) => [cubic.points[0], cubic.points[3]],
        }
    }
}

/// A quarter of an ellipse, the first from +x to +y.
fn quarter(n: usize, center: DVec2, radii: DVec2) -> Span {
    // The usual length of the handles of a quarter of a circle.
    let k = 4.0 / 3.0 * (core::f64::consts::SQRT_2 - 1.0);
    let axis = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y];
    let [a, b] = [axis[n % 4], axis[(n + 1) % 4]].map(|v| v * radii);
    Span::Curve(Cubic::new([a, a + b * k, b + a * k, b].map(|v| center + v)))
}

/// The corners of a list of points up to the first mistake in it, and the fault, for a message.
pub(crate) fn points(text: &str) -> (Vec<DVec2>, Option<String>) {
    let mut numbers: Vec<f64> = Vec::new();
    let mut mistake = None;
    for number in NumberListParser::from(text) {
        let Ok(number) = number else {
            let before = numbers.len();
            mistake =
                Some(format!("has a mistake in its points after {before} numbers: the rest is left out"));
            break;
        };
        numbers.push(number);
    }
    if numbers.len() % 2 == 1 && mistake.is_none() {
        let count = numbers.len();
        mistake =
            Some(format!("has {count} numbers in its points, which must be pairs: the last is left out"));
    }
    (numbers.chunks_exact(2).map(|pair| dvec2(pair[0], pair[1])).collect(), mistake)
}

/// A place of the page in the scene.
fn place(to_scene: &DAffine2, at: DVec2) -> Point {
    let at = to_scene.transform_point2(at);
    Point(at.x as f32, at.y as f32)
}

/// Whether three points of a scene make an arc: far enough from a line to tell, on a circle of no more than 1e6 m.
fn is_bent(from: Point, through: Point, to: Point) -> bool {
    let [from, through, to] = [from, through, to].map(|p| dvec2(f64::from(p.0), f64::from(p.1)));
    let chord = to - from;
    let bow = libm::fabs(chord.normalize().perp_dot(through - from));
    bow > FLATTEST && bow > chord.length_squared() / 8e6
}

/// Whether a path's `d` has, up to its first mistake, a coordinate or length that is too large to be read.
pub(crate) fn reaches_too_far(data: &str) -> bool {
    PathParser::from(data).map_while(Result::ok).any(|segment| {
        let numbers = match segment {
            PathSegment::ClosePath { .. } => [0.0; 6],
            PathSegment::HorizontalLineTo { x, .. } => [x, 0.0, 0.0, 0.0, 0.0, 0.0],
            PathSegment::VerticalLineTo { y, .. } => [0.0, y, 0.0, 0.0, 0.0, 0.0],
            PathSegment::MoveTo { x, y, .. }
            | PathSegment::LineTo { x, y, .. }
            | PathSegment::SmoothQuadratic { x, y, .. } => [x, y, 0.0, 0.0, 0.0, 0.0],
            PathSegment::SmoothCurveTo { x2: a, y2: b, x, y, .. }
            | PathSegment::Quadratic { x1: a, y1: b, x, y, .. }
            | PathSegment::EllipticalArc { rx: a, ry: b, x, y, .. } => [a, b, x, y, 0.0, 0.0],
            PathSegment::CurveTo { x1, y1, x2, y2, x, y, .. } => [x1, y1, x2, y2, x, y],
        };
        numbers.iter().any(|number| !(number.abs() < MOST))
    })
}

/// One stroke of the pen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outline {
    pub(crate) spans: Vec<Span>,
    pub(crate) closed: bool,
}

impl Outline {
    /// Straight lines from corner to corner.
    pub(crate) fn corners(corners: &[DVec2], closed: bool) -> Self {
        let next = corners.iter().cycle().skip(1);
        let count = if closed { corners.len() } else { corners.len().saturating_sub(1) };
        let spans = corners.iter().zip(next).take(count).map(|(a, b)| Span::Line(*a, *b)).collect();
        Self { spans, closed }
    }

    /// An ellipse, as the four curves that drawing programs write.
    pub(crate) fn ellipse(center: DVec2, radii: DVec2) -> Self {
        Self { spans: (0..4).map(|n| quarter(n, center, radii)).collect(), closed: true }
    }

    /// A rectangle with round corners.
    pub(crate) fn rounded(min: DVec2, size: DVec2, radii: DVec2) -> Self {
        let radii = radii.min(0.5 * size);
        let (low, high) = (min + radii, min + size - radii);
        // The first quarter ends on the lower side: centres go round from the lower right.
        let centers = [high, dvec2(low.x, high.y), low, dvec2(high.x, low.y)];
        let mut spans: Vec<Span> = Vec::with_capacity(8);
        for (n, center) in centers.into_iter().enumerate() {
            let corner = quarter(n, center, radii);
            if let Some(last) = spans.last() {
                spans.push(Span::Line(last.ends()[1], corner.ends()[0]));
            }
            spans.push(corner);
        }
        if let (Some(first), Some(last)) = (spans.first(), spans.last()) {
            spans.push(Span::Line(last.ends()[1], first.ends()[0]));
        }
        spans.retain(|span| span.ends()[0] != span.ends()[1]);
        Self { spans, closed: true }
    }

    /// The strokes of a path's `d` up to the first mistake in it, and whether there is none.
    pub(crate) fn path(data: &str) -> (Vec<Self>, bool) {
        let mut outlines: Vec<Self> = Vec::new();
        let (mut start, mut at) = (DVec2::ZERO, DVec2::ZERO);
        let mut now = Self::default();
        for segment in SimplifyingPathParser::from(data) {
            let Ok(segment) = segment else {
                outlines.push(now);
                return (outlines, false);
            };
            match segment {
                SimplePathSegment::MoveTo { x, y } => {
                    outlines.push(core::mem::take(&mut now));
                    (start, at) = (dvec2(x, y), dvec2(x, y));
                }
                SimplePathSegment::LineTo { x, y } => {
                    now.spans.push(Span::Line(at, dvec2(x, y)));
                    at = dvec2(x, y);
                }
                SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                    let cubic = Cubic::new([at, dvec2(x1, y1), dvec2(x2, y2), dvec2(x, y)]);
                    now.spans.push(Span::Curve(cubic));
                    at = dvec2(x, y);
                }
                SimplePathSegment::Quadratic { x1, y1, x, y } => {
                    let (handle, to) = (dvec2(x1, y1), dvec2(x, y));
                    let cubic = Cubic::new([at, at.lerp(handle, 2.0 / 3.0), to.lerp(handle, 2.0 / 3.0), to]);
                    now.spans.push(Span::Curve(cubic));
                    at = to;
                }
                SimplePathSegment::ClosePath => {
                    if at.distance(start) > 1e-9 {
                        now.spans.push(Span::Line(at, start));
                    }
                    now.closed = true;
                    outlines.push(core::mem::take(&mut now));
                    at = start;
                }
            }
        }
        outlines.push(now);
        (outlines, true)
    }

    /// Whether all of it lies within a distance from the corner of the page, in the scene.
    pub(crate) fn is_within(&self, to_scene: &DAffine2, most: f64) -> bool {
        let near = |v: &DVec2| to_scene.transform_point2(*v).abs().max_element() <= most;
        self.spans.iter().all(|span| match span {
            Span::Line(a, b) => near(a) && near(b),
            Span::Curve(cubic) => cubic.points.iter().all(near),
        })
    }

    /// The path in the scene, with the number of its legs; none if nothing of it is left.
    pub(crate) fn to_path(&self, to_scene: &DAffine2) -> Option<Path> {
        let mut pieces: Vec<Piece> = Vec::new();
        for span in &self.spans {
            match span {
                Span::Line(a, b) => {
                    let [from, to] = [a, b].map(|v| to_scene.transform_point2(*v));
                    pieces.push(Piece::Line { from, to });
                }
                Span::Curve(cubic) => {
                    let cubic = Cubic::new(cubic.points.map(|v| to_scene.transform_point2(v)));
                    pieces.extend(fit(&|t| cubic.at(t), TOLERANCE).pieces);
                }
            }
        }
        let place = |v: DVec2| Point(v.x as f32, v.y as f32);
        let start = place(pieces.first()?.start());
        let mut at = start;
        let mut legs = Vec::with_capacity(pieces.len());
        for piece in &pieces {
            let to = place(piece.end());
            // A shorter leg is a slip, and far below the tolerance of arcs.
            if distance(to, at) > SHORTEST {
                legs.push(match *piece {
                    Piece::Arc { through, .. } if is_bent(at, place(through), to) => {
                        Leg::Arc { through: place(through), to }
                    }
                    _ => Leg::Line(to),
                });
                at = to;
            }
        }
        if self.closed
            && distance(at, start) <= SHORTEST
            && let Some(Leg::Line(to) | Leg::Arc { to, .. } | Leg::Tangent(to)) = legs.last_mut()
        {
            *to = start;
        }
        (!legs.is_empty()).then(|| Path { start, legs, closed: self.closed, ..Path::default() })
    }

    /// Corners of the area that it encloses, in the scene.
    pub(crate) fn area(&self, to_scene: &DAffine2) -> Vec<Point> {
        let steps = 8;
        let starts = self.spans.iter().flat_map(|span| match span {
            Span::Line(a, _) => vec![*a],
            Span::Curve(cubic) => (0..steps).map(|n| cubic.at(f64::from(n) / f64::from(steps)).0).collect(),
        });
        starts.map(|v| place(to_scene, v)).collect()
    }

    /// Points on its way from its start to its end, in the scene.
    pub(crate) fn points(&self, to_scene: &DAffine2) -> Vec<Point> {
        let mut points = self.area(to_scene);
        points.extend(self.spans.last().map(|span| place(to_scene, span.ends()[1])));
        points
    }
}
