//! The grid of static curves: built once, changed in place.
mod levels;
mod table;

use crate::aabb::Aabb;
use crate::cells::{CellRect, Strip, Walk};
use crate::disc::{Disc, Entry};
use crate::ray::Ray;
use crate::stroke::{COORDINATE_PAD, STRETCH, Stroke};
use alloc::vec::Vec;
use glam::DVec2;
use levels::{Level, Levels};
use smallvec::SmallVec;
use table::{Key, Table};

/// A uniform grid of static curves, each given as strokes that cover it.
///
/// A stroke occupies the cells that it crosses, not those of its bounding box. Occupied cells are kept in a hash
/// table, so neither position nor empty space costs memory. A stroke that would cover more than some 250 cells goes
/// to a level with cells 8, 64, ... times as wide; a query visits every level in use.
///
/// A curve that moves now and then is inserted again under its id: that takes time in the number of its
/// cells, not of all.
///
/// Queries report the curve if one of its strokes passes an exact test, hence independently of cells and of
/// history. Ids are small dense numbers: memory follows the largest.
#[derive(Clone, Debug, Default)]
pub struct CurveGrid {
    levels: Levels,
    table: Table,
    curves: Vec<Curve>,
    len: usize,
    /// Ids reported by every query, ascending.
    everywhere: Vec<u32>,
    strokes: Vec<Row>,
    /// Rows not in use.
    free: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
enum Curve {
    #[default]
    Absent,
    Everywhere,
    /// Rows of its strokes.
    Strokes(SmallVec<[u32; 4]>),
}

#[derive(Clone, Debug)]
struct Row {
    stroke: Stroke,
    /// Lowest and highest corner of the box around it.
    bounds: [DVec2; 2],
    id: u32,
    /// `FREE` if the row is not in use.
    level: u8,
}

const FREE: u8 = u8::MAX;

impl CurveGrid {
    /// The empty grid, whose cells follow the sizes of inserted curves.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The empty grid with finest cells of the given size in length units, rounded up to a power of two.
    /// Four to eight radii of the usual query is a good size. A size that is not positive and finite is as
    /// good as none, see [`new`](Self::new).
    #[must_use]
    pub fn with_cell(size: f32) -> Self {
        Self { levels: Levels::with_cell(size), ..Self::default() }
    }

    /// Number of curves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no curves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether there is a curve with this id.
    #[must_use]
    pub fn contains(&self, id: u32) -> bool {
        self.curves.get(id as usize).is_some_and(|curve| !matches!(curve, Curve::Absent))
    }

    /// Number of occupied cells: the measure of the grid's memory beside the strokes themselves.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.table.len()
    }

    /// Inserts a curve that the strokes cover, replacing the old one with this id. Invalid strokes (see [`Stroke`])
    /// are left out; a curve without strokes is contained and never reported.
    pub fn insert(&mut self, id: u32, cover: &[Stroke]) {
        self.remove(id);
        let mut rows = SmallVec::new();
        for &stroke in cover.iter().filter(|stroke| stroke.is_valid()) {
            let level = self.levels.add(stroke);
            let new = Row { stroke, bounds: stroke.exact_bounds(), id, level };
            let row = self.free.pop().unwrap_or(self.strokes.len() as u32);
            match self.strokes.get_mut(row as usize) {
                Some(place) => *place = new,
                None => self.strokes.push(new),
            }
            self.enter(row);
            rows.push(row);
        }
        self.put(id, Curve::Strokes(rows));
        if self.levels.is_due() {
            self.improve();
        }
    }

    /// Tells the grid the radius of the usual query, in length units: its cells will be four to eight times as wide, or
    /// wider where strokes are longer. A grid whose cells were given stays as it is, and so does one whose cells are
    /// off by less than a factor of four; else all strokes are inserted again. No query reports anything else. A radius
    /// that is not positive and finite is ignored.
    pub fn expect(&mut self, radius: f32) {
        self.levels.expect(radius);
        self.improve();
    }

    /// Whether [`expect`](Self::expect) of this radius would leave all cells as wide as they are.
    #[must_use]
    pub fn expects(&self, radius: f32) -> bool {
        self.levels.expects(radius)
    }

    /// Inserts an object without bounds, such as a half-plane, replacing the old one with this id. Every query
    /// reports it.
    pub fn insert_everywhere(&mut self, id: u32) {
        self.remove(id);
        let place = self.everywhere.partition_point(|&other| other < id);
        self.everywhere.insert(place, id);
        self.put(id, Curve::Everywhere);
    }

    /// Removes a curve; returns whether there was one.
    pub fn remove(&mut self, id: u32) -> bool {
        let Some(curve) = self.curves.get_mut(id as usize) else { return false };
        match core::mem::take(curve) {
            Curve::Absent => return false,
            Curve::Everywhere => self.everywhere.retain(|&other| other != id),
            Curve::Strokes(rows) => rows.iter().for_each(|&row| self.leave(row)),
        }
        self.len -= 1;
        true
    }

    /// Appends the ids of all curves that touch the disc (see [`Stroke::touches`]), ascending, each once.
    /// Curves that are everywhere belong to them, unless the disc is none (see [`Disc`]).
    pub fn overlapping(&self, disc: Disc, out: &mut Vec<u32>) {
        if Entry::new(disc, 0).is_valid() {
            let center = disc.center.as_dvec2();
            // Wider than the paddings of the stroke test together.
            let half =
                f64::from(disc.radius) * STRETCH * STRETCH + center.abs().max_element() * COORDINATE_PAD;
            self.query(center - half, center + half, |stroke| stroke.touches_valid(disc), out);
        }
    }

    /// Appends the ids of all curves that may touch the box (see [`Stroke::may_touch_box`]), ascending, each
    /// once. Curves that are everywhere belong to them, unless the box is empty.
    pub fn overlapping_box(&self, bounds: Aabb, out: &mut Vec<u32>) {
        if !bounds.is_empty() {
            let (min, max) = (bounds.min.as_dvec2(), bounds.max.as_dvec2());
            self.query(min, max, |stroke| stroke.may_touch_box(bounds), out);
        }
    }

    /// Calls `f(id, max_fraction)` for all curves that a disc of the given radius, moving from `origin` by `delta`,
    /// may meet at a fraction of its way of at most `max_fraction`, which is 1 at first. Each curve comes once:
    /// first the ones without bounds, then level by level and along the motion. Other curves in the same cells
    /// come too.
    ///
    /// The result of `f` has the meaning of [`BallGrid::cast`](crate::BallGrid::cast), and so has bad input.
    pub fn cast(
        &self,
        origin: glam::Vec2,
        delta: glam::Vec2,
        radius: f32,
        mut f: impl FnMut(u32, f32) -> f32,
    ) {
        let Some(mut ray) = Ray::new(origin, delta, radius) else { return };
        self.everywhere.iter().for_each(|&id| ray.show(id, &mut f));
        let mut seen: SmallVec<[u64; 16]> = SmallVec::from_elem(0, self.curves.len().div_ceil(64));
        let mut show = |row: u32, ray: &mut Ray| {
            let id = self.strokes[row as usize].id;
            let (word, bit) = (id as usize / 64, 1 << (id % 64));
            if seen[word] & bit == 0 {
                seen[word] |= bit;
                ray.show(id, &mut f);
            }
        };
        for (index, level) in self.levels.occupied() {
            let (start, travel, radius) = ray.in_cells(level.per_unit);
            let mut walk = Walk::new(start, travel, radius, level.bounds, false);
            if walk.estimate() > self.strokes.len() as f64 * 4.0 {
                self.rows_of(index).for_each(|row| show(row, &mut ray));
                continue;
            }
            while let Some(strip) = walk.next(ray.max()) {
                for key in keys(&strip, index) {
                    self.table.get(key).iter().for_each(|&row| show(row, &mut ray));
                }
            }
        }
    }

    /// Collects the curves with a stroke that passes `hit`, which must imply that it comes into the box.
    fn query(&self, min: DVec2, max: DVec2, hit: impl Fn(Stroke) -> bool, out: &mut Vec<u32>) {
        let begin = out.len();
        for (index, level) in self.levels.occupied() {
            let cells = cells_in(level, min, max);
            if cells.area() > self.strokes.len() as u64 {
                out.extend(self.rows_of(index));
            } else if cells.area() > 0 {
                for y in cells.y[0]..=cells.y[1] {
                    for x in cells.x[0]..=cells.x[1] {
                        out.extend_from_slice(self.table.get(Key { level: index, x, y }));
                    }
                }
            }
        }
        // Bounds tell most neighbors off before anything is sorted; of the rest, rows first, so that no
        // stroke is tested twice, then their ids.
        retain(out, begin, |row| {
            let [low, high] = self.strokes[row as usize].bounds;
            (row, (min.cmple(high) & low.cmple(max)).all())
        });
        sort_unique(out, begin);
        retain(out, begin, |row| {
            let Row { stroke, id, .. } = self.strokes[row as usize];
            (id, hit(stroke))
        });
        out.extend_from_slice(&self.everywhere);
        sort_unique(out, begin);
    }

    fn rows_of(&self, level: u8) -> impl Iterator<Item = u32> {
        (0..).zip(&self.strokes).filter(move |(_, row)| row.level == level).map(|(index, _)| index)
    }

    fn put(&mut self, id: u32, curve: Curve) {
        if self.curves.len() <= id as usize {
            self.curves.resize(id as usize + 1, Curve::Absent);
        }
        self.curves[id as usize] = curve;
        self.len += 1;
    }

    /// Enters a stroke into its cells.
    fn enter(&mut self, row: u32) {
        let Row { stroke, level, .. } = self.strokes[row as usize];
        let mut walk = self.levels.walk(stroke, level);
        while let Some(strip) = walk.next(1.0) {
            for key in keys(&strip, level) {
                self.levels.include(level, key.x, key.y);
                self.table.add(key, row);
            }
        }
    }

    /// Takes a stroke out of its cells and frees its row.
    fn leave(&mut self, row: u32) {
        let Row { stroke, level, .. } = self.strokes[row as usize];
        let mut walk = self.levels.walk(stroke, level);
        while let Some(strip) = walk.next(1.0) {
            keys(&strip, level).for_each(|key| self.table.remove(key, row));
        }
        self.levels.remove(stroke, level);
        self.strokes[row as usize].level = FREE;
        self.free.push(row);
    }

    /// Changes to cells of a better size, if there is one.
    fn improve(&mut self) {
        if !self.levels.improve() {
            return;
        }
        self.table.clear();
        for row in 0..self.strokes.len() as u32 {
            let Row { stroke, level, .. } = &mut self.strokes[row as usize];
            if *level != FREE {
                *level = self.levels.add(*stroke);
                self.enter(row);
            }
        }
        self.levels.settle();
    }
}

fn cells_in(level: &Level, min: DVec2, max: DVec2) -> CellRect {
    CellRect::around(min * level.per_unit, max * level.per_unit).intersection(level.bounds)
}

fn keys(strip: &Strip, level: u8) -> impl Iterator<Item = Key> + use<> {
    let Strip { row, major, minor } = *strip;
    (minor[0]..=minor[1]).map(move |minor| {
        let (x, y) = if row { (minor, major) } else { (major, minor) };
        Key { level, x, y }
    })
}

/// Keeps and replaces appended entries as `f` says; without a branch on its answer.
fn retain(out: &mut Vec<u32>, begin: usize, f: impl Fn(u32) -> (u32, bool)) {
    let mut end = begin;
    for at in begin..out.len() {
        let (value, keep) = f(out[at]);
        out[end] = value;
        end += usize::from(keep);
    }
    out.truncate(end);
}

/// Sorts the appended entries, and drops repetitions.
fn sort_unique(out: &mut Vec<u32>, begin: usize) {
    out[begin..].sort_unstable();
    let mut end = begin;
    for at in begin..out.len() {
        if end == begin || out[end - 1] != out[at] {
            out[end] = out[at];
            end += 1;
        }
    }
    out.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn a_disc_that_just_touches_is_found_across_cell_borders() {
        let mut grid = CurveGrid::with_cell(1.0);
        for (at, radius) in [(2.001, 4.0), (2.01, 9.0), (-0.999, 2.0), (1e4 + 0.01, 30.0)] {
            for (along, start) in [(vec2(1.0, 0.0), vec2(at, 0.5)), (vec2(0.0, 1.0), vec2(0.5, at))] {
                grid.insert(0, &[Stroke::new(start, start, 0.0)]);
                for side in [-1.0, 1.0] {
                    let probe = Disc::new(start + along * (side * radius), radius);
                    let mut out = Vec::new();
                    grid.overlapping(probe, &mut out);
                    assert_eq!(out, [0], "{probe:?} and {start}");
                }
            }
        }
    }

    #[test]
    fn replaces_and_removes() {
        let mut grid = CurveGrid::new();
        let stroke = |x: f32| [Stroke::new(vec2(x, 0.0), vec2(x, 1.0), 0.1)];
        let found = |grid: &CurveGrid, x: f32| {
            let mut out = Vec::new();
            grid.overlapping(Disc::new(vec2(x, 0.5), 0.2), &mut out);
            out
        };
        grid.insert(5, &stroke(0.0));
        grid.insert_everywhere(2);
        grid.insert(0, &stroke(0.0));
        assert_eq!((found(&grid, 0.0), grid.len()), (Vec::from([0, 2, 5]), 3));
        grid.insert(5, &stroke(3.0));
        assert_eq!((found(&grid, 0.0), found(&grid, 3.0)), (Vec::from([0, 2]), Vec::from([2, 5])));
        assert!(grid.remove(2) && !grid.remove(2), "removed once");
        grid.insert(0, &[]);
        assert_eq!((found(&grid, 0.0), grid.contains(0)), (Vec::new(), true));
        assert!(grid.remove(0) && grid.remove(5) && grid.is_empty(), "all gone");
        assert_eq!(grid.cells(), 0);
    }
}
