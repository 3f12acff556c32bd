//! Cell arithmetic: coordinates to cells, ranges of cells, and the walk along a thick segment.
//!
//! Everything here counts in cells (coordinate divided by cell size) and in f64, where an f32 coordinate of 1e6
//! still has a resolution of 2^-32. A cell has unsigned numbers with the coordinate origin in the middle of their
//! range; points beyond the range belong to the outermost cells. That keeps the map from coordinate to cell
//! monotonic, which is the only property that queries need.
use crate::stroke::COORDINATE_PAD;
use glam::{DVec2, Vec2Swizzles};

/// Cells on either side of the origin.
const HALF_RANGE: f64 = (1_u32 << 30) as f64;
/// The outermost cell. One more is still a valid number, so neighbors need no check.
pub(crate) const LAST: u32 = 1 << 31;
/// Ranges are widened by this part of a cell, which is more than all rounding in `cell_of` (2^-22).
const SLACK: f64 = 1.0 / 65536.0;

/// The cell at a coordinate.
#[inline]
pub(crate) fn cell_of(coordinate: f64) -> u32 {
    (coordinate.clamp(-HALF_RANGE, HALF_RANGE) + HALF_RANGE) as u32
}

/// First and last cell of a closed interval.
pub(crate) fn span(low: f64, high: f64) -> [u32; 2] {
    [cell_of(low - SLACK), cell_of(high + SLACK)]
}

/// A rectangle of cells, first and last included on both axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellRect {
    pub(crate) x: [u32; 2],
    pub(crate) y: [u32; 2],
}

impl CellRect {
    pub(crate) const ALL: Self = Self { x: [0, LAST], y: [0, LAST] };
    pub(crate) const EMPTY: Self = Self { x: [LAST, 0], y: [LAST, 0] };

    /// The cells that a closed box touches.
    pub(crate) fn around(min: DVec2, max: DVec2) -> Self {
        Self { x: span(min.x, max.x), y: span(min.y, max.y) }
    }

    pub(crate) fn intersection(self, other: Self) -> Self {
        Self { x: intersect(self.x, other.x), y: intersect(self.y, other.y) }
    }

    /// Every cell of `self`, moved to the nearest cell of `bounds`.
    pub(crate) fn clamp_to(self, bounds: Self) -> Self {
        Self { x: clamp(self.x, bounds.x), y: clamp(self.y, bounds.y) }
    }

    pub(crate) fn include(&mut self, x: u32, y: u32) {
        self.x = [self.x[0].min(x), self.x[1].max(x)];
        self.y = [self.y[0].min(y), self.y[1].max(y)];
    }

    pub(crate) fn contains(self, x: u32, y: u32) -> bool {
        (self.x[0]..=self.x[1]).contains(&x) && (self.y[0]..=self.y[1]).contains(&y)
    }

    pub(crate) fn width(self) -> u64 {
        count(self.x)
    }

    pub(crate) fn height(self) -> u64 {
        count(self.y)
    }

    pub(crate) fn area(self) -> u64 {
        self.width() * self.height()
    }
}

fn intersect(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}

fn clamp(a: [u32; 2], to: [u32; 2]) -> [u32; 2] {
    a.map(|cell| cell.max(to[0]).min(to[1]))
}

fn count(range: [u32; 2]) -> u64 {
    (u64::from(range[1]) + 1).saturating_sub(u64::from(range[0]))
}

/// The cells under a thick segment, strip by strip from its start to its end: one column of cells at a time
/// if it is rather flat, one row if it is rather steep.
///
/// Amanatides and Woo (1987) step from cell to cell, which serves a line without thickness. Here every strip
/// is found by itself: clip the core to the strip grown by the half thickness, take the interval that the
/// clipped piece covers on the other axis, grow that too. Nothing accumulates, no cell comes twice, and the
/// same walk rasterises strokes and carries casts.
#[derive(Debug)]
pub(crate) struct Walk {
    /// Start and travel, `x` along the major axis and `y` across.
    start: DVec2,
    travel: DVec2,
    half: f64,
    rows: bool,
    /// Bounds along the major axis and across.
    along: [u32; 2],
    across: [u32; 2],
    open: bool,
    /// The strips within the bounds, and how many of them are done.
    strips: [u32; 2],
    done: u32,
}

/// One step of a walk: cells of a row, `y = major`, or of a column, `x = major`.
#[derive(Debug)]
pub(crate) struct Strip {
    pub(crate) row: bool,
    pub(crate) major: u32,
    pub(crate) minor: [u32; 2],
}

impl Walk {
    /// The walk within `bounds`, `half` being half the thickness; all in cells. With `open` the outermost
    /// cells of `bounds` stand for everything beyond them as well.
    pub(crate) fn new(start: DVec2, travel: DVec2, half: f64, bounds: CellRect, open: bool) -> Self {
        let half = half + SLACK + start.abs().max_element() * COORDINATE_PAD;
        let rows = travel.y.abs() > travel.x.abs();
        let (start, travel) = if rows { (start.yx(), travel.yx()) } else { (start, travel) };
        let (along, across) = if rows { (bounds.y, bounds.x) } else { (bounds.x, bounds.y) };
        let end = start.x + travel.x;
        let reached = span(start.x.min(end) - half, start.x.max(end) + half);
        let strips = if open { clamp(reached, along) } else { intersect(reached, along) };
        Self { start, travel, half, rows, along, across, open, strips, done: 0 }
    }

    /// An upper estimate of the number of cells of the whole walk.
    pub(crate) fn estimate(&self) -> f64 {
        let across = count(self.across) as f64;
        // The core may leave an open strip anywhere across.
        let open = self.strips.into_iter().filter(|&major| self.open_below(major) || self.open_above(major));
        count(self.strips) as f64 * (3.0 + 4.0 * self.half).min(across) + open.count() as f64 * across
    }

    /// The next strip that the segment reaches at a fraction of its travel of at most `max`.
    pub(crate) fn next(&mut self, max: f64) -> Option<Strip> {
        while u64::from(self.done) < count(self.strips) {
            let forward = self.travel.x >= 0.0;
            let major = if forward { self.strips[0] + self.done } else { self.strips[1] - self.done };
            self.done += 1;
            let (first, last) = self.fractions(major);
            let (first, last) = (first.max(0.0), last.min(max));
            if first > max {
                return None;
            }
            if first > last {
                continue;
            }
            let a = self.start.y + self.travel.y * first;
            let b = self.start.y + self.travel.y * last;
            let reached = span(a.min(b) - self.half, a.max(b) + self.half);
            let minor = if self.open { clamp(reached, self.across) } else { intersect(reached, self.across) };
            if minor[0] <= minor[1] {
                return Some(Strip { row: self.rows, major, minor });
            }
        }
        None
    }

    /// The fractions of the travel between which the core is over the strip grown by the half thickness.
    fn fractions(&self, major: u32) -> (f64, f64) {
        if self.travel.x == 0.0 {
            return (0.0, f64::INFINITY);
        }
        let edge = f64::from(major) - HALF_RANGE;
        let low = if self.open_below(major) { f64::NEG_INFINITY } else { edge - self.half };
        let high = if self.open_above(major) { f64::INFINITY } else { edge + 1.0 + self.half };
        let (a, b) = ((low - self.start.x) / self.travel.x, (high - self.start.x) / self.travel.x);
        (a.min(b), a.max(b))
    }

    /// Whether the strip holds all below it: the outermost of all does in any case, see `cell_of`.
    fn open_below(&self, major: u32) -> bool {
        major == self.along[0] && (self.open || major == 0)
    }

    fn open_above(&self, major: u32) -> bool {
        major == self.along[1] && (self.open || major == LAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn cells(start: DVec2, travel: DVec2, half: f64) -> Vec<(i64, i64)> {
        let mut walk = Walk::new(start, travel, half, CellRect::ALL, true);
        let estimate = walk.estimate();
        let mut out = Vec::new();
        while let Some(Strip { row, major, minor }) = walk.next(1.0) {
            for other in minor[0]..=minor[1] {
                let (x, y) = if row { (other, major) } else { (major, other) };
                out.push((i64::from(x) - (1 << 30), i64::from(y) - (1 << 30)));
            }
        }
        assert!(out.len() as f64 <= estimate, "{} cells, estimated {estimate}", out.len());
        out
    }

    #[test]
    fn coordinates_map_to_cells() {
        let zero = 1 << 30;
        assert_eq!(cell_of(0.0), zero);
        assert_eq!(cell_of(-0.001), zero - 1);
        assert_eq!(cell_of(7.999), zero + 7);
        assert_eq!([cell_of(-1e300), cell_of(1e300)], [0, LAST]);
        assert_eq!(span(1.0, 1.5), [zero, zero + 1], "a closed interval touches the cell that ends at 1");
    }

    #[test]
    fn a_diagonal_covers_its_cells_only() {
        let line = cells(DVec2::new(0.5, 0.4), DVec2::new(99.0, 33.0), 0.0);
        // 100 columns, and 33 times the line passes into the next row within a column.
        assert!((100..=100 + 33 + 2).contains(&line.len()), "{} cells", line.len());
        assert_eq!((line[0], line[line.len() - 1]), ((0, 0), (99, 33)), "in order");
    }

    #[test]
    fn a_walk_covers_all_points_of_the_stroke() {
        let starts = [DVec2::new(0.3, -0.7), DVec2::new(1e6, -1e6)];
        for (start, k) in starts.into_iter().flat_map(|s| (0..64).map(move |k| (s, k))) {
            let angle = f64::from(k) * 0.098;
            let direction =
                DVec2::new(libm_free_cos(angle), libm_free_cos(angle - core::f64::consts::FRAC_PI_2));
            let (travel, half) = (direction * 7.3, 0.1 * f64::from(k % 17));
            let covered = cells(start, travel, half);
            let mut sorted = covered.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), covered.len(), "no cell twice");
            for i in 0..=100 {
                for side in [-1.0, -0.5, 0.0, 0.5, 1.0] {
                    let p = start + travel * (f64::from(i) / 100.0) + direction.perp() * (half * side);
                    let cell = (i64::from(cell_of(p.x)) - (1 << 30), i64::from(cell_of(p.y)) - (1 << 30));
                    assert!(sorted.binary_search(&cell).is_ok(), "{p} in direction {direction}");
                }
            }
        }
    }

    /// Parabolic stand-in for the cosine: the directions need not be exact, only all around.
    fn libm_free_cos(angle: f64) -> f64 {
        let turn = (angle / core::f64::consts::TAU).rem_euclid(1.0);
        let t = 1.0 - 4.0 * (turn - 0.5).abs();
        -t * (2.0 - t.abs())
    }

    #[test]
    fn open_borders_stand_for_what_is_beyond() {
        let zero = 1 << 30;
        let bounds = CellRect { x: [zero, zero + 3], y: [zero, zero + 3] };
        let (start, travel) = (DVec2::new(-50.0, 9.5), DVec2::new(10.0, 1.0));
        assert!(Walk::new(start, travel, 0.0, bounds, false).next(1.0).is_none(), "closed: out of bounds");
        let strip = Walk::new(start, travel, 0.0, bounds, true).next(1.0);
        assert!(
            matches!(strip, Some(Strip { row: false, major, minor }) if major == zero && minor == [zero + 3; 2]),
            "open: the corner cell"
        );
    }

    #[test]
    fn the_walk_stops_at_the_maximal_fraction() {
        let mut walk = Walk::new(DVec2::ZERO, DVec2::new(-10.0, 0.0), 0.0, CellRect::ALL, true);
        let mut strips = 0;
        while walk.next(0.35).is_some() {
            strips += 1;
        }
        // Cells 0, -1, -2, -3 and -4; the first lies on a border.
        assert_eq!(strips, 5);
    }
}
