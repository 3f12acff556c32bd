//! One level of the ball grid: cells of one size and where their buckets are.
use crate::aabb::Aabb;
use crate::cells::{CellRect, cell_of};
use crate::disc::Entry;
use core::ops::Range;
use glam::{DVec2, Vec2};

/// Bounds of a level's discs before its cells are laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) count: usize,
    reach: f32,
    min: [f32; 2],
    max: [f32; 2],
    /// Sum of the biased binary exponents of the larger coordinates.
    exponents: u64,
}

impl Extent {
    pub(crate) const EMPTY: Self =
        Self { count: 0, reach: 0.0, min: [f32::INFINITY; 2], max: [f32::NEG_INFINITY; 2], exponents: 0 };

    /// Adds a valid disc. Plain comparisons suffice: `f32::max` also handles NaN, which a valid disc never has.
    /// `f32::max` also looks out for NaN, which it has none of.
    #[inline]
    pub(crate) fn include(&mut self, e: &Entry) {
        let less = |a: f32, b: f32| if a < b { a } else { b };
        let more = |a: f32, b: f32| if a > b { a } else { b };
        self.count += 1;
        self.reach = more(self.reach, e.reach);
        self.min = [less(self.min[0], e.x), less(self.min[1], e.y)];
        self.max = [more(self.max[0], e.x), more(self.max[1], e.y)];
        self.exponents += u64::from(more(e.x.abs(), e.y.abs()).to_bits() >> 23);
    }

    /// A typical coordinate, to a power of two: the mean of the logarithms, which a few discs far away
    /// hardly shift.
    fn typical_coordinate(&self) -> f32 {
        f32::from_bits(((self.exponents / self.count.max(1) as u64) as u32) << 23)
    }
}

/// How a cell finds its bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// Row by row, `stride` buckets to the row. The last bucket of each row and the last row stay empty, so
    /// that neighbors of border cells need no check.
    Direct { stride: u32 },
    /// Every row starts at a hashed bucket of a table of `mask + 1` buckets and runs on from there, around
    /// its end. Buckets are shared by cells of several rows.
    Hashed { mask: u32 },
}

#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Cells per length unit.
    pub(crate) per_unit: f64,
    /// The largest reach that fits: neighboring cells hold all partners of the same level.
    max_reach: f64,
    pub(crate) layout: Layout,
    /// The cells in use. Discs that move beyond, in a direct layout, count to the outermost ones.
    pub(crate) bounds: CellRect,
    /// This level's part of all buckets.
    pub(crate) buckets: Range<usize>,
    /// Discs sorted into the level, and discs that joined since.
    pub(crate) sorted: usize,
    pub(crate) loose: usize,
}

impl Level {
    /// Cells are a little wider than the largest disc, by more than any rounding in `Entry::overlaps` and
    /// `cell_of`.
    const ROOM: f64 = 1.0 + 1.0 / 16384.0;

    /// Points must not ask for cells of no size: cells are at least this part of a typical coordinate, which
    /// is 8 to 16 steps of f32 there.
    const FINEST: f64 = 1.0 / (1 << 20) as f64;

    /// Lays out the level, its buckets starting at `first`.
    pub(crate) fn new(extent: &Extent, first: usize) -> Self {
        let widest = 2.0 * f64::from(extent.reach) * Self::ROOM;
        let size = widest.max(f64::from(extent.typical_coordinate()) * Self::FINEST);
        let per_unit = 1.0 / size;
        let cell = |v: f32| cell_of(f64::from(v) * per_unit);
        let bounds = CellRect {
            x: [cell(extent.min[0]), cell(extent.max[0])],
            y: [cell(extent.min[1]), cell(extent.max[1])],
        };
        let stride = bounds.width() + 1;
        let direct = stride.saturating_mul(bounds.height() + 1);
        let (layout, buckets) = if direct <= 4 * extent.count as u64 + 64 {
            (Layout::Direct { stride: stride as u32 }, direct as usize)
        } else {
            let buckets = (2 * extent.count).next_power_of_two().max(64);
            (Layout::Hashed { mask: (buckets - 1) as u32 }, buckets)
        };
        Self {
            per_unit,
            max_reach: f64::from(extent.reach),
            layout,
            bounds,
            buckets: first..first + buckets,
            sorted: extent.count,
            loose: 0,
        }
    }

    pub(crate) fn fits(&self, e: &Entry) -> bool {
        f64::from(e.reach) <= self.max_reach
    }

    #[inline]
    pub(crate) fn cell(&self, e: &Entry) -> (u32, u32) {
        (cell_of(f64::from(e.x) * self.per_unit), cell_of(f64::from(e.y) * self.per_unit))
    }

    #[inline]
    pub(crate) fn bucket(&self, (x, y): (u32, u32)) -> usize {
        self.buckets.start
            + match self.layout {
                Layout::Direct { stride } => {
                    let CellRect { x: bx, y: by } = self.bounds;
                    let (column, row) = (x.max(bx[0]).min(bx[1]) - bx[0], y.max(by[0]).min(by[1]) - by[0]);
                    row as usize * stride as usize + column as usize
                }
                Layout::Hashed { mask } => (row_start(y, mask).wrapping_add(x) & mask) as usize,
            }
    }

    /// The buckets of the cells `x` of row `y`, in up to two pieces. Each bucket once.
    #[inline]
    pub(crate) fn row(&self, x: [u32; 2], y: u32) -> [Range<usize>; 2] {
        let first = self.bucket((x[0], y));
        let end = first + (x[1] - x[0]) as usize + 1;
        match self.layout {
            Layout::Direct { .. } => [first..end, 0..0],
            Layout::Hashed { .. } => {
                let all = self.buckets.clone();
                if end - first >= all.len() {
                    [all, 0..0]
                } else if end > all.end {
                    [first..all.end, all.start..all.start + (end - all.end)]
                } else {
                    [first..end, 0..0]
                }
            }
        }
    }

    /// The cells whose discs may overlap this one.
    #[inline]
    pub(crate) fn cells_around(&self, e: &Entry) -> CellRect {
        let center = Vec2::new(e.x, e.y);
        self.cells_near(Aabb { min: center, max: center }, f64::from(e.reach))
    }

    /// The cells whose discs may come within `reach` of the box.
    #[inline]
    pub(crate) fn cells_near(&self, bounds: Aabb, reach: f64) -> CellRect {
        let half = DVec2::splat(reach * Self::ROOM * self.per_unit + 0.5);
        let [min, max] = [bounds.min, bounds.max].map(|corner| corner.as_dvec2() * self.per_unit);
        let near = CellRect::around(min - half, max + half);
        match self.layout {
            Layout::Direct { .. } if self.loose > 0 => near.clamp_to(self.bounds),
            _ => near.intersection(self.bounds),
        }
    }
}

/// Tells which discs, of those found in the buckets of some cells, are there on account of these cells. Only
/// they count: a disc whose bucket serves several cells would count several times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share<'a> {
    /// `None` if every disc counts.
    level: Option<&'a Level>,
    x: [u32; 2],
    y: u32,
}

impl<'a> Share<'a> {
    pub(crate) fn all() -> Self {
        Self { level: None, x: [0; 2], y: 0 }
    }

    #[inline]
    pub(crate) fn of_row(level: &'a Level, x: [u32; 2], y: u32) -> Self {
        let shared = matches!(level.layout, Layout::Hashed { .. });
        Self { level: shared.then_some(level), x, y }
    }

    #[inline]
    pub(crate) fn owns(self, e: &Entry) -> bool {
        self.level.is_none_or(|level| {
            let (x, y) = level.cell(e);
            y == self.y && (self.x[0]..=self.x[1]).contains(&x)
        })
    }
}

/// Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4): successive rows start at
/// multiples of the golden ratio of the table, hence evenly spread, and a compact heap of discs hardly
/// shares buckets. Rows that differ by one start 0.38 of the table apart, by two 0.24.
#[inline]
fn row_start(y: u32, mask: u32) -> u32 {
    let fraction = u64::from(y.wrapping_mul(0x9E37_79B9));
    ((fraction * (u64::from(mask) + 1)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn rows_near_each_other_start_far_apart() {
        for mask in (6..24).map(|bits| (1_u32 << bits) - 1) {
            for y in (0..2_000_000_000).step_by(7_654_321) {
                for other in [y + 1, y + 2] {
                    let apart = row_start(y, mask).wrapping_sub(row_start(other, mask)) & mask;
                    let apart = apart.min(mask + 1 - apart);
                    assert!(apart > mask / 5, "rows {y} and {other} are {apart} of {mask} apart");
                }
            }
        }
    }

    #[test]
    fn a_row_around_the_end_of_the_table_has_each_bucket_once() {
        let mut extent = Extent::EMPTY;
        for x in [0.0, 1e6] {
            extent.include(&Entry { x, y: x, reach: 0.5, id: 0 });
        }
        let level = Level::new(&extent, 100);
        assert_eq!(level.buckets, 100..164, "a table at its least size");
        for (width, expected) in [(1, 1), (3, 3), (63, 63), (64, 64), (1000, 64)] {
            for x in 0..200 {
                let mut buckets: Vec<_> = level.row([x, x + width - 1], 77).into_iter().flatten().collect();
                assert_eq!(buckets.len(), expected, "{width} cells from {x}");
                buckets.sort_unstable();
                buckets.dedup();
                assert_eq!(buckets.len(), expected, "{width} cells from {x}, repeated");
                assert!(buckets.iter().all(|b| level.buckets.contains(b)), "{width} cells from {x}, outside");
            }
        }
    }
}
