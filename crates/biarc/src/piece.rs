//! A piece of a chain: a straight line or an arc.

use glam::DVec2;

/// A turn below this is drawn as a straight line, radians: its corners are smaller than the rounding of a
/// coordinate in `f32`.
const STRAIGHT: f64 = 1e-6;

/// A piece of a chain, from where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// A straight line.
    Line {
        /// Where it starts.
        from: DVec2,
        /// Where it ends.
        to: DVec2,
    },
    /// An arc.
    Arc {
        /// Where it starts.
        from: DVec2,
        /// Its middle.
        through: DVec2,
        /// Where it ends.
        to: DVec2,
        /// Half the angle by which it turns, radians, counter-clockwise if positive.
        half: f64,
    },
}

impl Piece {
    /// The arc that leaves `from` in a direction, a unit vector, and ends at `to`; a line if it turns by next to nothing.
    #[must_use]
    pub fn tangent(from: DVec2, direction: DVec2, to: DVec2) -> Self {
        let chord = to - from;
        let half = libm::atan2(direction.perp_dot(chord), direction.dot(chord));
        if libm::fabs(half) < STRAIGHT || chord == DVec2::ZERO {
            return Self::Line { from, to };
        }
        let through = from.midpoint(to) - chord.perp() * (0.5 * libm::tan(0.5 * half));
        if !through.is_finite() {
            return Self::Line { from, to };
        }
        Self::Arc { from, through, to, half }
    }

    /// Where it starts.
    #[must_use]
    pub const fn start(&self) -> DVec2 {
        match *self {
            Self::Line { from, .. } | Self::Arc { from, .. } => from,
        }
    }

    /// Where it ends.
    #[must_use]
    pub const fn end(&self) -> DVec2 {
        match *self {
            Self::Line { to, .. } | Self::Arc { to, .. } => to,
        }
    }

    /// The directions in which it leaves its start and arrives at its end, unit vectors.
    #[must_use]
    pub fn directions(&self) -> [DVec2; 2] {
        match *self {
            Self::Line { from, to } => [(to - from).normalize_or_zero(); 2],
            Self::Arc { from, to, half, .. } => {
                let chord = (to - from).normalize_or_zero();
                [-half, half].map(|angle| chord.rotate(DVec2::new(libm::cos(angle), libm::sin(angle))))
            }
        }
    }

    /// Radius of an arc; none of a line.
    #[must_use]
    pub fn radius(&self) -> Option<f64> {
        match *self {
            Self::Line { .. } => None,
            Self::Arc { from, to, half, .. } => Some(libm::fabs(0.5 * from.distance(to) / libm::sin(half))),
        }
    }

    /// Distance of a point from it.
    #[must_use]
    pub fn distance(&self, point: DVec2) -> f64 {
        match *self {
            Self::Line { from, to } => {
                let way = to - from;
                let share =
                    ((point - from).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
                point.distance(from + way * share)
            }
            Self::Arc { from, through, to, half } => {
                let radius = 0.5 * from.distance(to) / libm::sin(half);
                // The centre lies on the chord's left if it turns to the left.
                let chord = (to - from).normalize_or_zero();
                let center = through + chord.perp() * radius;
                let out = point - center;
                let middle = (through - center).normalize_or_zero();
                let within = out.dot(middle) >= out.length() * libm::cos(half);
                if within {
                    libm::fabs(out.length() - libm::fabs(radius))
                } else {
                    point.distance(from).min(point.distance(to))
                }
            }
        }
    }
}
