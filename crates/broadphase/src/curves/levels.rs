//! Cell sizes of the curve grid, and which of them a stroke takes.
use crate::cells::{CellRect, Walk};
use crate::stroke::Stroke;
use alloc::vec::Vec;

/// A stroke that would cover more cells than this goes to a coarser level.
const MAX_CELLS: f64 = 256.0;
/// Nor may its coordinates count more cells than this; the range of cell numbers is 2^30.
const MAX_COORDINATE: f64 = (1 << 28) as f64;
/// Each level is 8 times coarser than the one before.
const STEP: i32 = 3;
/// Enough to go from the finest base to a size beyond all coordinates.
const MAX_LEVEL: usize = 42;
/// Base sizes are 2^-60 to 2^60.
const MAX_EXPONENT: i32 = 60;

/// One level: how many strokes it has, and the cells that they have covered so far.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    pub(crate) per_unit: f64,
    pub(crate) strokes: usize,
    pub(crate) bounds: CellRect,
}

/// All levels, finest first. A level without strokes costs a query nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Levels {
    /// The size of the finest cells, as a power of two.
    exponent: i32,
    /// Whether the size was given, and must stay.
    fixed: bool,
    levels: Vec<Level>,
    sizes: Sizes,
    /// Cells as wide as the usual query, as a power of two.
    queries: Option<i32>,
    /// Strokes added and removed since the size was chosen.
    changes: usize,
}

/// Sum and number of the logarithms of stroke sizes.
#[derive(Clone, Debug, Default)]
struct Sizes {
    sum: i64,
    count: i64,
}

impl Levels {
    /// Levels with finest cells of the given size, rounded up to a power of two, for good. A size that is
    /// not positive and finite is ignored.
    pub(crate) fn with_cell(size: f32) -> Self {
        let valid = size.is_finite() && size > 0.0;
        if valid {
            Self { exponent: exponent(size), fixed: true, ..Self::default() }
        } else {
            Self::default()
        }
    }

    /// The levels that have strokes, with their numbers.
    pub(crate) fn occupied(&self) -> impl Iterator<Item = (u8, &Level)> {
        (0..).zip(&self.levels).filter(|(_, level)| level.strokes > 0)
    }

    /// Chooses the level of a new stroke and counts it there.
    pub(crate) fn add(&mut self, stroke: Stroke) -> u8 {
        self.count(stroke, 1);
        let fits = |index: &usize| {
            let per_unit = power_of_two(-(self.exponent + STEP * *index as i32));
            let walk = walk(stroke, per_unit);
            let farthest = f64::from(stroke.a.abs().max(stroke.b.abs()).max_element()) * per_unit;
            walk.estimate() <= MAX_CELLS && farthest <= MAX_COORDINATE
        };
        let index = (0..MAX_LEVEL).find(fits).unwrap_or(MAX_LEVEL);
        while self.levels.len() <= index {
            let per_unit = power_of_two(-(self.exponent + STEP * self.levels.len() as i32));
            self.levels.push(Level { per_unit, strokes: 0, bounds: CellRect::EMPTY });
        }
        self.levels[index].strokes += 1;
        index as u8
    }

    pub(crate) fn remove(&mut self, stroke: Stroke, level: u8) {
        self.count(stroke, -1);
        if let Some(level) = self.levels.get_mut(usize::from(level)) {
            level.strokes -= 1;
            if level.strokes == 0 {
                level.bounds = CellRect::EMPTY;
            }
        }
    }

    /// The cells of a stroke in its level.
    pub(crate) fn walk(&self, stroke: Stroke, level: u8) -> Walk {
        walk(stroke, self.levels.get(usize::from(level)).map_or(1.0, |level| level.per_unit))
    }

    /// Notes that the level has something in the cell.
    pub(crate) fn include(&mut self, level: u8, x: u32, y: u32) {
        if let Some(level) = self.levels.get_mut(usize::from(level)) {
            level.bounds.include(x, y);
        }
    }

    /// The better cell size for such queries, if that in use is off by a factor of four or more.
    fn better(&self, queries: Option<i32>) -> Option<i32> {
        // Twice the typical size of a stroke: most strokes then cover two or three cells.
        let mean = self.sizes.sum.checked_div(self.sizes.count)?;
        let better = (mean as i32 + 1).clamp(-MAX_EXPONENT, MAX_EXPONENT);
        // Narrower than queries, they are only more to look up.
        let better = queries.map_or(better, |least| better.max(least));
        (!self.fixed && (better - self.exponent).abs() >= 2).then_some(better)
    }

    /// Whether the cell size is off by a factor of four or more. If so, takes the better size and forgets all strokes:
    /// they must be added again, followed by a call of `settle`.
    pub(crate) fn improve(&mut self) -> bool {
        let Some(better) = self.better(self.queries) else { return false };
        *self = Self { exponent: better, queries: self.queries, ..Self::default() };
        true
    }

    /// Whether enough has changed since the size was chosen that a rebuild pays.
    pub(crate) fn is_due(&self) -> bool {
        self.changes as i64 * 2 >= self.sizes.count
    }

    /// Notes the usual radius of queries; a radius that is not positive and finite is ignored.
    pub(crate) fn expect(&mut self, radius: f32) {
        self.queries = queries(radius).or(self.queries);
    }

    /// Whether cells are as wide as they should be for queries of this radius.
    pub(crate) fn expects(&self, radius: f32) -> bool {
        self.better(queries(radius).or(self.queries)).is_none()
    }

    /// Changes count from here.
    pub(crate) fn settle(&mut self) {
        self.changes = 0;
    }

    fn count(&mut self, stroke: Stroke, sign: i64) {
        self.changes += 1;
        let size = (stroke.b - stroke.a).abs().max_element() + 2.0 * stroke.radius;
        // Points have no size to adapt to.
        if size > 0.0 {
            self.sizes.sum += sign * i64::from(exponent(size));
            self.sizes.count += sign;
        }
    }
}

/// The exponent of cells for queries of a usual radius; `None` if it is not positive and finite.
fn queries(radius: f32) -> Option<i32> {
    (radius.is_finite() && radius > 0.0).then(|| (exponent(radius) + 2).min(MAX_EXPONENT))
}

fn walk(stroke: Stroke, per_unit: f64) -> Walk {
    let (a, b) = (stroke.a.as_dvec2(), stroke.b.as_dvec2());
    Walk::new(a * per_unit, (b - a) * per_unit, stroke.reach() * per_unit, CellRect::ALL, true)
}

/// The least power of two that is not below the size.
fn exponent(size: f32) -> i32 {
    let bits = size.to_bits();
    let floor = (bits >> 23) as i32 - 127;
    (floor + i32::from(bits << 9 != 0)).clamp(-MAX_EXPONENT, MAX_EXPONENT)
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, vec2};

    #[test]
    fn powers_of_two() {
        assert_eq!([exponent(1.0), exponent(1.1), exponent(0.25), exponent(0.0)], [0, 1, -2, -MAX_EXPONENT]);
        assert_eq!([power_of_two(3), power_of_two(-2)], [8.0, 0.25]);
    }

    #[test]
    fn long_strokes_take_coarse_levels() {
        let mut levels = Levels::with_cell(1.0);
        assert_eq!(levels.add(Stroke::new(Vec2::ZERO, vec2(40.0, 40.0), 0.0)), 0);
        // 8^5 = 32768: 1e6 is some 30 cells long there, 244 one level below, times three.
        assert_eq!(levels.add(Stroke::new(Vec2::ZERO, vec2(1e6, 1e6), 0.0)), 5);
        assert_eq!(levels.occupied().map(|(index, _)| index).collect::<Vec<_>>(), [0, 5]);
        let thin = Levels::with_cell(1e-30).add(Stroke::new(vec2(-1e18, 0.0), vec2(1e18, 0.0), 1e18));
        assert!(usize::from(thin) < MAX_LEVEL, "there is a level for the largest stroke: {thin}");
    }

    #[test]
    fn the_size_follows_the_strokes() {
        let mut levels = Levels::default();
        for k in 0..10_u8 {
            levels.add(Stroke::new(Vec2::splat(f32::from(k)), Vec2::splat(f32::from(k) + 0.01), 0.0));
        }
        assert!(levels.is_due() && levels.improve(), "cells of 1 are bad for strokes of 0.01");
        assert_eq!(levels.exponent, -5, "0.01 rounds up to 2^-6, doubled");
        for k in 0..10_u8 {
            levels.add(Stroke::new(Vec2::splat(f32::from(k)), Vec2::splat(f32::from(k) + 0.01), 0.0));
        }
        levels.settle();
        levels.add(Stroke::new(Vec2::ZERO, Vec2::splat(1e17), 0.0));
        assert!(!levels.is_due(), "one wall shifts the mean by five octaves, but is no reason to rebuild");
    }

    #[test]
    fn no_cells_are_finer_than_queries() {
        let mut levels = Levels::default();
        for k in 0..10_u8 {
            levels.add(Stroke::new(Vec2::splat(f32::from(k)), Vec2::splat(f32::from(k) + 0.01), 0.0));
        }
        levels.expect(3.0);
        assert!(levels.improve() && levels.exponent == 4, "four times 4: {}", levels.exponent);
        levels.expect(f32::NAN);
        assert!(!levels.improve(), "what was expected before is not forgotten: {:?}", levels.queries);
    }
}
