//! Size classes: which discs share a level of the grid.
use alloc::vec::Vec;

/// Four to the octave: the upper bits of an f32 count them, see `bin`.
const BINS: usize = 1 << 10;
/// Sizes within a factor of four share a level, as long as that gives at most `MAX_LEVELS`. A factor of two
/// was measured too: fewer tests, but twice the levels to ask, and slower for every mixture tried.
const BINS_PER_LEVEL: usize = 8;
/// Every disc asks every coarser level, so their number must be bounded; 1:100 needs four.
pub(crate) const MAX_LEVELS: usize = 16;

/// The division of the sizes that occur into levels.
///
/// The largest size opens the first level, which takes all sizes down to a quarter of it; the next largest opens
/// the second, and so on. Compared to fixed powers, this puts balls of nearly equal size into one
/// level wherever their size lies. If the sizes spread so far that more than `MAX_LEVELS` would arise, the
/// levels become wider.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    occupied: [u64; BINS / 64],
    /// By bin: its level, or `NONE` above the largest size. Empty as long as there are no levels.
    levels: Vec<u8>,
}

const NONE: u8 = u8::MAX;

/// Exponent and two bits of mantissa. The sign is never set.
fn bin(size: f32) -> usize {
    (size.to_bits() >> 21) as usize % BINS
}

impl Classes {
    pub(crate) fn clear(&mut self) {
        self.occupied = [0; BINS / 64];
        self.levels.clear();
    }

    #[inline]
    pub(crate) fn note(&mut self, size: f32) {
        let bin = bin(size);
        self.occupied[bin / 64] |= 1 << (bin % 64);
    }

    /// Divides the sizes noted into levels, coarsest first, and returns the number of levels.
    pub(crate) fn divide(&mut self) -> usize {
        let mut width = BINS_PER_LEVEL;
        while self.tops(width).count() > MAX_LEVELS {
            width *= 2;
        }
        let mut levels = core::mem::take(&mut self.levels);
        levels.clear();
        levels.resize(BINS, NONE);
        let mut count = 0_u8;
        for top in self.tops(width) {
            // Finer levels overwrite the lower part.
            levels[..=top].fill(count);
            count += 1;
        }
        self.levels = levels;
        usize::from(count)
    }

    /// The level of a size; `None` if it is above all sizes noted.
    #[inline]
    pub(crate) fn level_of(&self, size: f32) -> Option<usize> {
        self.levels.get(bin(size)).filter(|&&level| level != NONE).map(|&level| usize::from(level))
    }

    /// The highest bin of every level.
    fn tops(&self, width: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(self.highest_below(BINS), move |&top| {
            self.highest_below((top + 1).saturating_sub(width))
        })
    }

    fn highest_below(&self, end: usize) -> Option<usize> {
        let (word, bit) = (end / 64, end % 64);
        let partial = self.occupied.get(word).map_or(0, |w| w & ((1 << bit) - 1));
        if partial != 0 {
            return Some(word * 64 + 63 - partial.leading_zeros() as usize);
        }
        let word = self.occupied[..word].iter().rposition(|&w| w != 0)?;
        Some(word * 64 + 63 - self.occupied[word].leading_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(sizes: &[f32]) -> (usize, Classes) {
        let mut classes = Classes::default();
        sizes.iter().for_each(|&s| classes.note(s));
        (classes.divide(), classes)
    }

    #[test]
    fn nearly_equal_sizes_share_a_level() {
        // 0.9 to 1.1 straddles a power of two.
        let (count, classes) = divided(&[0.9, 1.1, 1.0]);
        assert_eq!(count, 1);
        assert_eq!(classes.level_of(0.9), Some(0));
        assert_eq!(classes.level_of(0.001), Some(0), "smaller fits as well");
        assert_eq!(classes.level_of(3.0), None, "larger does not");
    }

    #[test]
    fn levels_are_coarse_to_fine_and_bounded() {
        let (count, classes) = divided(&[1.0, 100.0]);
        assert_eq!((count, classes.level_of(100.0), classes.level_of(1.0)), (2, Some(0), Some(1)));
        assert_eq!(classes.level_of(30.0), Some(0), "between two levels the coarser one holds it");
        let all: Vec<f32> = (1..255_u32).map(|e| f32::from_bits(e << 23)).collect();
        let (count, classes) = divided(&all);
        assert!((2..=MAX_LEVELS).contains(&count), "{count} levels");
        assert!(all.windows(2).all(|w| classes.level_of(w[0]) >= classes.level_of(w[1])), "monotonic");
        assert_eq!(divided(&[]).0, 0);
    }
}
