//! The table of occupied cells: open addressing, a fixed hash, no trace of removed entries.
use alloc::vec::Vec;
use core::mem;
use smallvec::SmallVec;

/// A cell of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) level: u8,
    pub(crate) x: u32,
    pub(crate) y: u32,
}

impl Key {
    /// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014, with the constants of Stafford's variant
    /// 13): every bit of the key reaches every bit of the hash.
    fn hash(self) -> usize {
        let h = ((u64::from(self.x) << 32) | u64::from(self.y)) ^ (u64::from(self.level) << 26);
        let h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (h ^ (h >> 31)) as usize
    }
}

/// A slot is vacant if its list is empty.
#[derive(Clone, Debug, Default)]
struct Slot {
    key: Key,
    items: SmallVec<[u32; 4]>,
}

/// Maps cells to short lists of items. Linear probing, at most half full, capacity a power of two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    len: usize,
}

impl Table {
    /// Number of occupied cells.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.items.clear());
        self.len = 0;
    }

    pub(crate) fn get(&self, key: Key) -> &[u32] {
        if self.slots.is_empty() { &[] } else { &self.slots[self.find(key)].items }
    }

    /// Adds an item to a cell.
    pub(crate) fn add(&mut self, key: Key, item: u32) {
        if (self.len + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let at = self.find(key);
        let slot = &mut self.slots[at];
        if slot.items.is_empty() {
            slot.key = key;
            self.len += 1;
        }
        slot.items.push(item);
    }

    /// Takes an item out of a cell; nothing if it is not there.
    pub(crate) fn remove(&mut self, key: Key, item: u32) {
        if self.slots.is_empty() {
            return;
        }
        let at = self.find(key);
        let items = &mut self.slots[at].items;
        let Some(position) = items.iter().position(|&i| i == item) else { return };
        items.swap_remove(position);
        if items.is_empty() {
            self.len -= 1;
            self.close_gap(at);
        }
    }

    /// The slot of the key, or the vacant one where it would go. The table must not be empty.
    fn find(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key.hash() & mask;
        while self.slots[at].key != key && !self.slots[at].items.is_empty() {
            at = (at + 1) & mask;
        }
        at
    }

    /// Moves slots back so that no probe ends early at a slot just vacated (Knuth, The Art of Computer
    /// Programming 3, section 6.4, algorithm R). Unlike marks for removed slots this leaves nothing to clean
    /// up, however far a shape wanders.
    fn close_gap(&mut self, mut gap: usize) {
        let mask = self.slots.len() - 1;
        let mut at = gap;
        loop {
            at = (at + 1) & mask;
            if self.slots[at].items.is_empty() {
                return;
            }
            let home = self.slots[at].key.hash() & mask;
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(gap) & mask {
                self.slots.swap(gap, at);
                gap = at;
            }
        }
    }

    fn grow(&mut self) {
        let capacity = (self.slots.len() * 2).max(64);
        let mut slots = Vec::new();
        slots.resize_with(capacity, Slot::default);
        for slot in mem::replace(&mut self.slots, slots) {
            if !slot.items.is_empty() {
                let at = self.find(slot.key);
                self.slots[at] = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;

    #[test]
    fn equals_an_ordered_map() {
        let mut table = Table::default();
        let mut model: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        let mut state = 1_u32;
        for step in 0..20_000_u32 {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            let (x, y, item) = (state >> 28, (state >> 24) & 15, (state >> 20) & 7);
            let key = Key { level: 3, x, y };
            let list = model.entry((x, y)).or_default();
            // Phases of growing and of shrinking.
            if (state >> 16) % 100 < if (step / 2000) % 2 == 0 { 60 } else { 30 } {
                if !list.contains(&item) {
                    table.add(key, item);
                    list.push(item);
                }
            } else {
                table.remove(key, item);
                list.retain(|&i| i != item);
            }
            if step % 500 == 0 {
                for (&(x, y), list) in &mut model {
                    let mut items = table.get(Key { level: 3, x, y }).to_vec();
                    items.sort_unstable();
                    list.sort_unstable();
                    assert_eq!(items, *list, "cell {x}, {y} after step {step}");
                }
                assert_eq!(table.len(), model.values().filter(|l| !l.is_empty()).count());
            }
        }
        assert!(table.get(Key { level: 2, x: 0, y: 0 }).is_empty(), "another level");
    }
}
