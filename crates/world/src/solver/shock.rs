//! How far a shock has come: balls that touch and approach each other, and those that they push.
//!
//! What falls on a heap is stopped in passes that add impulses and take next to none back. They are over the contacts
//! of balls that have just been moved, and over no others: a column that rests elsewhere would be shaken by them for
//! ever. In bins 8 m deep, 986 balls had 16 000 impacts a step, each time that one more ball landed on any of them.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::base::simd::LANES;
use crate::contacts::batches::Batch;

/// Approach of two balls that touch which is left to springs, as a share of what is slow.
pub(crate) const RESIDUAL: f32 = 0.25;

/// Approach or change of speed from which on a ball takes part in a shock, as a share of an approach that begins one.
/// Above: many small pushes are lost, and what they would have stopped arrives as impacts. Below: passes shake contacts
/// that rest, since most of them only add. Shown by `laws -- avalanche odd-pile`.
pub(crate) const MOVED: f32 = 0.0625;

/// The balls that passes have moved in this substep, and whether there is need for another pass.
///
/// A ball is in one contact of a colour, so that no two of them write about the same ball at a time.
#[derive(Debug, Default)]
pub(crate) struct Shock {
    /// For each ball the number of the last pass that moved it, from one on.
    moved: Vec<AtomicU8>,
    pass: u8,
    /// Whether an approach of more than [`RESIDUAL`] was stopped: others may approach now.
    is_on: AtomicBool,
}

impl Clone for Shock {
    /// Scratch: a copy of the world has its own soon enough.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Shock {
    /// Begins a substep with so many rows.
    pub(crate) fn begin(&mut self, rows: usize) {
        self.moved.iter_mut().for_each(|last| *last.get_mut() = 0);
        self.moved.resize_with(rows, AtomicU8::default);
        (self.pass, self.is_on) = (1, AtomicBool::new(false));
    }

    /// Begins the next pass, if there is need for one.
    pub(crate) fn next(&mut self) -> bool {
        let goes_on = core::mem::take(self.is_on.get_mut());
        self.pass += u8::from(goes_on);
        goes_on
    }

    /// Whether this pass or the last one has moved a ball.
    #[inline(always)]
    pub(crate) fn has_moved(&self, ball: u32) -> bool {
        self.moved[ball as usize].load(Ordering::Relaxed) + 1 >= self.pass
    }

    /// Notes that a pass has moved the balls of a contact; `stopped`, if they approached each other.
    #[inline(always)]
    pub(crate) fn note(&self, balls: [u32; 2], stopped: bool) {
        for ball in balls {
            self.moved[ball as usize].store(self.pass, Ordering::Relaxed);
        }
        if stopped {
            self.is_on.store(true, Ordering::Relaxed);
        }
    }

    /// The same for the contacts of a pack, with a bit for each; those that were stopped are among those that moved.
    #[inline(always)]
    pub(crate) fn note_pack(&self, pack: &Batch, moved: u8, stopped: u8) {
        for lane in (0..LANES).filter(|lane| moved >> lane & 1 != 0) {
            self.note([pack.a[lane], pack.b[lane]], stopped >> lane & 1 != 0);
        }
    }
}
