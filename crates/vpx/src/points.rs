//! Drag points: the corners and smooth points that walls, rubbers, ramps and triggers are drawn with.

use carom_biarc::{Cubic, Fit, fit};
use glam::DVec2;

use crate::error::Error;
use crate::fields::Fields;
use crate::limits::MAX_POINTS;

/// How far a curve's arcs may be from it, VP units.
pub const TOLERANCE: f64 = 0.1;

/// A drag point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    /// Where, VP units, y down.
    pub(crate) at: DVec2,
    /// Height above that of its item, VP units.
    pub(crate) z: f64,
    /// Whether the curve goes through it without a corner.
    pub(crate) smooth: bool,
    /// Whether the span from here to the next point kicks.
    pub(crate) slingshot: bool,
}

/// A span from one drag point to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) curve: Cubic,
    /// The drag points at its ends, by number.
    pub(crate) ends: [usize; 2],
    pub(crate) slingshot: bool,
    /// Whether the span before it goes over into it without a corner.
    pub(crate) smooth: bool,
}

/// Reads the drag points of an item, and counts them against the bound of a table.
pub(crate) fn read(fields: &Fields<'_>, count: &mut usize) -> Result<Vec<Point>, Error> {
    let (name, list) = fields.list(&["drag_points", "dragpoints", "points"])?;
    *count += list.len();
    if *count > MAX_POINTS {
        return Err(Error::TooMuch { what: "the number of drag points".to_owned(), most: MAX_POINTS as u64 });
    }
    let mut points = Vec::with_capacity(list.len());
    for (n, value) in list.iter().enumerate() {
        let point = fields.entry(name, n, value)?;
        let at = if value.get("center").is_some() {
            point.point(&["center"])?
        } else {
            DVec2::new(point.number(&["x"], 0.0)?, point.number(&["y"], 0.0)?)
        };
        points.push(Point {
            at,
            z: point.number(&["z", "position_z"], 0.0)?,
            smooth: point.flag(&["smooth"], false)?,
            slingshot: point.flag(&["is_slingshot", "slingshot"], false)?,
        });
    }
    Ok(points)
}

/// The spans of a curve through drag points: Catmull-Rom, as the program draws it. Points that coincide with the one
/// before them are passed over.
pub(crate) fn spans(points: &[Point], closed: bool) -> Vec<Span> {
    let count = points.len();
    let mut spans = Vec::new();
    if count < 2 {
        return spans;
    }
    for i in 0..if closed { count } else { count - 1 } {
        let next = (i + 1) % count;
        let [from, to] = [points[i], points[next]];
        if from.at == to.at {
            continue;
        }
        // A corner is its own neighbor, which makes the curve leave it straight.
        let before = match (from.smooth, closed) {
            (false, _) => i,
            (true, true) => (i + count - 1) % count,
            (true, false) => i.saturating_sub(1),
        };
        let after = match (to.smooth, closed) {
            (false, _) => next,
            (true, true) => (next + 1) % count,
            (true, false) => (next + 1).min(count - 1),
        };
        spans.push(Span {
            curve: Cubic::catmull_rom([before, i, next, after].map(|n| points[n].at)),
            ends: [i, next],
            slingshot: from.slingshot,
            smooth: from.smooth && (closed || i > 0),
        });
    }
    spans
}

/// Corners of the area within a closed curve, a few for each span.
pub(crate) fn outline(spans: &[Span]) -> Vec<DVec2> {
    const STEPS: u32 = 4;
    let places = |span: &Span| {
        let curve = span.curve;
        (0..STEPS).map(move |n| curve.at(f64::from(n) / f64::from(STEPS)).0)
    };
    spans.iter().flat_map(places).collect()
}

/// Whether a place is within a polygon.
pub(crate) fn contains(outline: &[DVec2], place: DVec2) -> bool {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).fold(false, |odd, (a, b)| {
        let crosses =
            (a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x);
        odd != crosses
    })
}

impl Span {
    /// The arcs that follow it.
    pub(crate) fn fit(&self) -> Fit {
        fit(&|t| self.curve.at(t), TOLERANCE)
    }
}
