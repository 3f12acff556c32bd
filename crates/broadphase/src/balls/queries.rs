//! Queries by disc, box and ray.
use super::BallGrid;
use super::level::{Level, Share};
use crate::aabb::Aabb;
use crate::cells::{CellRect, Strip, Walk};
use crate::disc::{Disc, Entry};
use crate::ray::Ray;
use core::ops::Range;
use glam::Vec2;

impl BallGrid {
    /// Calls `f` once for every disc that overlaps `disc`.
    pub fn overlapping(&self, disc: Disc, mut f: impl FnMut(u32)) {
        let probe = Entry::new(disc, 0);
        if probe.is_valid() {
            self.visit(|level| level.cells_around(&probe), |e| probe.overlaps(e), |e| f(e.id));
        }
    }

    /// Calls `f` once for every disc that overlaps the box, which may be infinite.
    pub fn overlapping_box(&self, bounds: Aabb, mut f: impl FnMut(u32)) {
        if !bounds.is_empty() {
            self.visit(|level| level.cells_near(bounds, 0.0), |e| e.overlaps_box(&bounds), |e| f(e.id));
        }
    }

    /// Calls `f(id, max_fraction)` for the discs that a disc of the given radius, moving from `origin` by
    /// `delta`, meets at a fraction of its way of at most `max_fraction`, which is 1 at first. Each disc
    /// comes once, and within a size class roughly in the order in which the way reaches them.
    ///
    /// The result of `f` becomes the new `max_fraction` if it is less than the present one: return it unchanged to
    /// continue, the fraction of a hit to search only for earlier ones, a negative number to stop. Rounding errs on
    /// the side of a visit, by about a millionth of the radii. Input that is not finite, or a negative radius,
    /// meets nothing.
    pub fn cast(&self, origin: Vec2, delta: Vec2, radius: f32, mut f: impl FnMut(u32, f32) -> f32) {
        let Some(mut ray) = Ray::new(origin, delta, radius) else { return };
        for level in &self.levels {
            self.cast_level(level, &mut ray, &mut f);
        }
        for e in self.oversize() {
            ray.offer(e, &mut f);
        }
    }

    fn cast_level(&self, level: &Level, ray: &mut Ray, f: &mut impl FnMut(u32, f32) -> f32) {
        let (start, travel, radius) = ray.in_cells(level.per_unit);
        let mut walk = Walk::new(start, travel, radius + 0.5, level.bounds, level.loose > 0);
        if walk.estimate() > (level.sorted + level.loose) as f64 {
            for e in self.sorted_of(level).chain(self.loose_of(level)) {
                ray.offer(e, f);
            }
            return;
        }
        while let Some(Strip { row, major, minor }) = walk.next(ray.max()) {
            let cells =
                if row { CellRect { x: minor, y: [major; 2] } } else { CellRect { x: [major; 2], y: minor } };
            self.runs_in(level, cells, |run, share| {
                run.iter().filter(|e| share.owns(e)).for_each(|e| ray.offer(e, f));
            });
            if level.loose > 0 {
                self.lists_in(level, cells, |e, share| {
                    if share.owns(e) {
                        ray.offer(e, f);
                    }
                });
            }
        }
    }

    fn visit(
        &self,
        cells: impl Fn(&Level) -> CellRect,
        hit: impl Fn(&Entry) -> bool,
        mut found: impl FnMut(&Entry),
    ) {
        for level in &self.levels {
            let cells = cells(level);
            self.visit_sorted(level, cells, |run, share| {
                run.iter().filter(|e| hit(e) && share.owns(e)).for_each(&mut found);
            });
            self.visit_loose(level, cells, |e, share| {
                if hit(e) && share.owns(e) {
                    found(e);
                }
            });
        }
        self.oversize().filter(|e| hit(e)).for_each(found);
    }

    /// Calls `f` with runs of sorted discs that hold all discs of the cells, each once as its own share. If there are more cells than discs, all discs are one run.
    #[inline]
    pub(super) fn visit_sorted(
        &self,
        level: &Level,
        cells: CellRect,
        mut f: impl FnMut(&[Entry], Share<'_>),
    ) {
        if cells.area() > level.sorted as u64 {
            return f(self.run(level.buckets.clone()), Share::all());
        }
        if cells.area() > 0 {
            self.runs_in(level, cells, f);
        }
    }

    /// The same for the loose discs, one by one.
    pub(super) fn visit_loose(&self, level: &Level, cells: CellRect, mut f: impl FnMut(&Entry, Share<'_>)) {
        if level.loose == 0 || cells.area() == 0 {
            return;
        }
        if cells.area() > self.loose.nodes.len() as u64 {
            return self.loose_of(level).for_each(|e| f(e, Share::all()));
        }
        self.lists_in(level, cells, f);
    }

    /// The sorted discs in the cells, which must be some.
    #[inline]
    fn runs_in(&self, level: &Level, cells: CellRect, mut f: impl FnMut(&[Entry], Share<'_>)) {
        for y in cells.y[0]..=cells.y[1] {
            let share = Share::of_row(level, cells.x, y);
            let [buckets, wrapped] = level.row(cells.x, y);
            f(self.run(buckets), share);
            if !wrapped.is_empty() {
                f(self.run(wrapped), share);
            }
        }
    }

    /// The loose discs in the cells, which must be some.
    fn lists_in(&self, level: &Level, cells: CellRect, mut f: impl FnMut(&Entry, Share<'_>)) {
        for y in cells.y[0]..=cells.y[1] {
            let share = Share::of_row(level, cells.x, y);
            let [buckets, wrapped] = level.row(cells.x, y);
            self.loose.lists(buckets).for_each(|e| f(e, share));
            if !wrapped.is_empty() {
                self.loose.lists(wrapped).for_each(|e| f(e, share));
            }
        }
    }

    /// The places of the sorted discs in a range of buckets.
    #[inline]
    pub(super) fn places(&self, buckets: Range<usize>) -> Range<usize> {
        self.starts[buckets.start] as usize..self.starts[buckets.end] as usize
    }

    #[inline]
    pub(super) fn run(&self, buckets: Range<usize>) -> &[Entry] {
        &self.entries[self.places(buckets)]
    }

    pub(super) fn sorted_of(&self, level: &Level) -> impl Iterator<Item = &Entry> {
        self.run(level.buckets.clone()).iter()
    }

    fn loose_of(&self, level: &Level) -> impl Iterator<Item = &Entry> {
        let buckets = level.buckets.clone();
        self.loose.nodes.iter().filter(move |node| buckets.contains(&node.bucket)).map(|node| &node.entry)
    }

    /// Discs that fit no level.
    pub(super) fn oversize(&self) -> impl Iterator<Item = &Entry> {
        self.loose.lists(self.buckets()..self.buckets() + 1)
    }
}
