//! The grid of moving discs: sorted by every rebuild.
//!
//! - `classes` divides the sizes that occur into levels,
//! - `level` lays out the cells of one level,
//! - `loose` keeps discs that moved since the rebuild,
//! - `pairs` and `queries` read.
mod classes;
mod level;
mod loose;
mod pairs;
mod queries;

use crate::disc::{Disc, Entry};
use alloc::vec::Vec;
use classes::{Classes, MAX_LEVELS};
use level::{Extent, Layout, Level};
use loose::Loose;

/// A uniform grid of moving discs, one level per size class.
///
/// [`rebuild`](Self::rebuild) sorts all discs by cell with a counting sort, in time proportional to their
/// number; [`update`](Self::update) moves one of them until the next rebuild.
///
/// - A disc lies in one cell: that of its centre, in the level of its size, whose cells are a hair wider than
///   the level's largest disc. So partners of the same level lie in neighboring cells.
/// - Pairs of different levels are found from the smaller disc, which tests the few cells of the coarser level
///   around it. With radii of 1:100 a small disc beside a thousand others costs as many cells as alone, and a large
///   disc costs nothing but the pairs that it is in.
/// - The cells of a level are addressed directly, row by row, if their bounding box holds at most about four
///   per disc. If not (a few discs far away, an unbounded world), rows start at hashed places of a table
///   with two to four buckets per disc: memory follows the number of discs, never the size of the world.
///
/// Discs that are no discs (see [`Disc`]) keep their id and overlap nothing.
#[derive(Clone, Debug, Default)]
pub struct BallGrid {
    /// As given, by id.
    discs: Vec<Disc>,
    classes: Classes,
    /// Coarsest first.
    levels: Vec<Level>,
    /// The discs of all levels, by bucket. A disc that left has an invalid entry.
    entries: Vec<Entry>,
    /// By bucket over all levels: its first entry. One more at the end.
    starts: Vec<u32>,
    loose: Loose,
    /// Moves since the sort that ended beyond the cells of a level or in none, see `attach`.
    strays: usize,
    /// Scratch of the sort: valid discs in the order of their ids, and their buckets.
    staged: Vec<Entry>,
    keys: Vec<u32>,
}

/// So that the number of buckets fits an u32.
const MAX_DISCS: usize = 1 << 28;

impl BallGrid {
    /// The empty grid.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of discs, invalid ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.discs.len()
    }

    /// Whether there are no discs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.discs.is_empty()
    }

    /// Replaces all discs; the index in the slice is the id. Linear time; buffers are used again, so that
    /// nothing is allocated once they are large enough. Discs beyond 2^28 are left out.
    pub fn rebuild(&mut self, discs: &[Disc]) {
        self.discs.clear();
        self.discs.extend_from_slice(&discs[..discs.len().min(MAX_DISCS)]);
        self.sort();
    }

    /// The disc as last given; `None` for an unknown id.
    #[must_use]
    pub fn disc(&self, id: u32) -> Option<Disc> {
        self.discs.get(id as usize).copied()
    }

    /// Moves one disc between rebuilds, which may also change its radius; an unknown id is ignored.
    ///
    /// Takes constant time plus the size of two cells; the first move after a rebuild prepares lists, and
    /// after moves of more than a quarter of the discs, or of as many as the square root of their number
    /// out of all cells, everything is sorted again.
    pub fn update(&mut self, id: u32, disc: Disc) {
        let Some(slot) = self.discs.get_mut(id as usize) else { return };
        let old = Entry::new(core::mem::replace(slot, disc), id);
        let new = Entry::new(disc, id);
        self.loose.prepare(self.buckets() + 1, self.discs.len());
        if let Some(bucket) = self.loose.detach(id) {
            if let Some(level) = self.levels.iter_mut().find(|level| level.buckets.contains(&bucket)) {
                level.loose -= 1;
            }
        } else if self.replace_in_cell(&old, new) {
            return;
        }
        self.attach(new);
        // Strays share few lists, so the square of their number must stay below the number of discs.
        let many_strays = self.strays > 32 + self.discs.len().isqrt();
        if many_strays || self.loose.nodes.len() > 64 + self.discs.len() / 4 {
            self.sort();
        }
    }

    /// Number of buckets in use: the measure of the grid's memory beside the discs themselves.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn sort(&mut self) {
        self.loose.clear();
        self.strays = 0;
        self.stage();
        self.lay_out();
        self.scatter();
    }

    /// Collects the valid discs and their size classes.
    fn stage(&mut self) {
        let Self { discs, classes, staged, .. } = self;
        classes.clear();
        staged.clear();
        staged.extend(discs.iter().zip(0..).filter_map(|(&disc, id)| {
            let entry = Entry::new(disc, id);
            let valid = entry.is_valid();
            if valid {
                classes.note(entry.reach);
            }
            valid.then_some(entry)
        }));
    }

    fn lay_out(&mut self) {
        let count = self.classes.divide();
        let mut extents = [Extent::EMPTY; MAX_LEVELS];
        if count == 1 {
            self.staged.iter().for_each(|e| extents[0].include(e));
        } else {
            for e in &self.staged {
                extents[self.classes.level_of(e.reach).unwrap_or(0)].include(e);
            }
        }
        self.levels.clear();
        let mut first = 0;
        for extent in &extents[..count] {
            let level = Level::new(extent, first);
            first = level.buckets.end;
            self.levels.push(level);
        }
        self.starts.clear();
        self.starts.resize(first + 1, 0);
    }

    /// The counting sort proper. Stable: within a bucket ids ascend.
    fn scatter(&mut self) {
        let Self { classes, levels, entries, starts, staged, keys, .. } = self;
        keys.clear();
        keys.extend(staged.iter().map(|e| {
            let level = match &levels[..] {
                [level] => level,
                levels => &levels[classes.level_of(e.reach).unwrap_or(0)],
            };
            let key = level.bucket(level.cell(e));
            starts[key] += 1;
            key as u32
        }));
        let mut end = 0;
        for start in starts.iter_mut() {
            end += *start;
            *start = end;
        }
        entries.resize(staged.len(), Entry { x: 0.0, y: 0.0, reach: f32::NAN, id: 0 });
        for (e, &key) in staged.iter().zip(&*keys).rev() {
            let place = &mut starts[key as usize];
            *place -= 1;
            entries[*place as usize] = *e;
        }
    }

    /// The finest level for discs of this size; `None` if it is too large for all of them, or no disc.
    fn level_for(&self, e: &Entry) -> Option<usize> {
        let finest = if e.is_valid() { self.classes.level_of(e.reach)? } else { return None };
        // Sizes of one class differ; the level's cells are made for the largest at the time of the sort.
        (0..=finest).rev().find(|&index| self.levels[index].fits(e))
    }

    /// Moves a sorted disc within its cell, if it stays there; if not, takes it out and returns false.
    fn replace_in_cell(&mut self, old: &Entry, new: Entry) -> bool {
        let Some(index) = self.level_for(old) else { return false };
        let level = &self.levels[index];
        let cell = level.cell(old);
        let stays = self.level_for(&new) == Some(index) && level.cell(&new) == cell;
        let bucket = level.bucket(cell);
        let run = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        let Some(entry) = self.entries[run].iter_mut().find(|e| e.id == old.id) else { return false };
        *entry = if stays { new } else { Entry { reach: f32::NAN, ..*old } };
        stays
    }

    /// Puts a disc that is in no cell into the list of its bucket. Discs too large for all levels, and invalid
    /// ones, share one more list.
    fn attach(&mut self, e: Entry) {
        let Some(index) = self.level_for(&e) else {
            self.strays += 1;
            return self.loose.attach(e, self.buckets());
        };
        let level = &mut self.levels[index];
        let cell = level.cell(&e);
        match level.layout {
            Layout::Hashed { .. } => level.bounds.include(cell.0, cell.1),
            Layout::Direct { .. } => self.strays += usize::from(!level.bounds.contains(cell.0, cell.1)),
        }
        level.loose += 1;
        self.loose.attach(e, level.bucket(cell));
    }
}
