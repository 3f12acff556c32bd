//! Chains of lines and arcs as paths of a scene.

use carom_biarc::Piece;
use carom_scene::model::{Leg, Path, Point as Place};
use glam::{DVec2, dvec2};

use crate::units::LENGTH;

/// Shorter pieces are left out, metres: `f32` keeps places on a table to 6e-8 m.
const SHORTEST: f64 = 2e-6;
/// Arcs that leave their chord by less are drawn as lines, metres.
const FLATTEST: f64 = 2e-7;

/// The pieces of a table's curves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Curves {
    /// How many arcs.
    pub arcs: usize,
    /// How many straight lines.
    pub lines: usize,
    /// Largest distance from the table's curves, VP units.
    pub deviation: f64,
    /// Sharpest corner of walls and rubbers where the table's curve has none, radians, after places were rounded to `f32`.
    pub corner: f64,
}

/// Where the table lies in the scene: its lower left corner is the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) bottom: f64,
}

impl Frame {
    /// A place of the table, in metres, y up.
    pub(crate) fn place(&self, at: DVec2) -> Place {
        Place(((at.x - self.left) * LENGTH) as f32, ((self.bottom - at.y) * LENGTH) as f32)
    }
}

/// A piece, and whether the one before it goes over into it without a corner.
pub(crate) type Link = (Piece, bool);

fn exact(Place(x, y): Place) -> DVec2 {
    dvec2(f64::from(x), f64::from(y))
}

/// The arc through three places; a line where rounding has left no bow.
fn arc(from: Place, through: Place, to: Place) -> Leg {
    let chord = exact(to) - exact(from);
    let bow = libm::fabs(chord.perp_dot(exact(through) - exact(from))) / chord.length();
    if bow < FLATTEST { Leg::Line(to) } else { Leg::Arc { through, to } }
}

/// The directions in which a leg as it is written leaves and arrives.
fn directions(from: Place, leg: &Leg) -> [DVec2; 2] {
    match leg {
        Leg::Line(to) | Leg::Tangent(to) => [(exact(*to) - exact(from)).normalize_or_zero(); 2],
        Leg::Arc { through, to } => {
            let (from, through, to) = (exact(from), exact(*through), exact(*to));
            let chord = to - from;
            let bow = chord.perp_dot(through - from) / chord.length_squared().max(f64::MIN_POSITIVE);
            // The angle from the chord to the direction at the start, and back at the end.
            let angle = 2.0 * libm::atan(2.0 * bow);
            let chord = chord.normalize_or_zero();
            [angle, -angle].map(|angle| chord.rotate(dvec2(libm::cos(angle), libm::sin(angle))))
        }
    }
}

impl Curves {
    /// A path along pieces of which each begins where the one before it ends. None if nothing is left of them once
    /// places are rounded.
    pub(crate) fn path(&mut self, frame: Frame, links: &[Link], closed: bool) -> Option<Path> {
        let start = frame.place(links.first()?.0.start());
        let mut at = start;
        let mut legs = Vec::with_capacity(links.len());
        let mut before: Option<DVec2> = None;
        let mut first = None;
        for (n, (piece, smooth)) in links.iter().enumerate() {
            let last = closed && n + 1 == links.len();
            let to = if last { start } else { frame.place(piece.end()) };
            if exact(to).distance(exact(at)) < SHORTEST {
                // Too short to have a direction: the next piece begins at the last end.
                if let (true, Some(last)) = (last, legs.last_mut()) {
                    match last {
                        Leg::Line(end) | Leg::Tangent(end) | Leg::Arc { to: end, .. } => *end = to,
                    }
                }
                continue;
            }
            let leg = match *piece {
                Piece::Line { .. } => Leg::Line(to),
                Piece::Arc { through, .. } => arc(at, frame.place(through), to),
            };
            match leg {
                Leg::Line(_) | Leg::Tangent(_) => self.lines += 1,
                Leg::Arc { .. } => self.arcs += 1,
            }
            let [leaves, arrives] = directions(at, &leg);
            if let Some(before) = before.filter(|_| closed && *smooth) {
                self.turn(before, leaves);
            }
            first.get_or_insert((leaves, *smooth));
            before = Some(arrives);
            legs.push(leg);
            at = to;
        }
        if let (true, Some((leaves, true)), Some(before)) = (closed, first, before) {
            self.turn(before, leaves);
        }
        (!legs.is_empty()).then(|| Path { start, legs, closed, ..Path::default() })
    }

    fn turn(&mut self, before: DVec2, after: DVec2) {
        let angle = libm::fabs(libm::atan2(before.perp_dot(after), before.dot(after)));
        self.corner = self.corner.max(angle);
    }
}
