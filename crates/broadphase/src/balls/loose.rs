//! Discs that left their sorted place between two rebuilds: one linked list per bucket.
use crate::disc::Entry;
use alloc::vec::Vec;
use core::ops::Range;

/// No node.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Invalid if the disc takes no part at present.
    pub(crate) entry: Entry,
    pub(crate) bucket: usize,
    next: u32,
}

/// All lists. A disc has one node from its first move to the next rebuild.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loose {
    pub(crate) nodes: Vec<Node>,
    /// By bucket; empty until the first move.
    heads: Vec<u32>,
    /// By id: its node.
    nodes_by_id: Vec<u32>,
}

impl Loose {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.heads.clear();
        self.nodes_by_id.clear();
    }

    /// Makes room for lists; does nothing if there is.
    pub(crate) fn prepare(&mut self, buckets: usize, ids: usize) {
        if self.heads.is_empty() {
            self.heads.resize(buckets, NONE);
            self.nodes_by_id.resize(ids, NONE);
        }
    }

    /// Takes the disc out of its list and returns its bucket; `None` if it has no node yet.
    pub(crate) fn detach(&mut self, id: u32) -> Option<usize> {
        let index = self.nodes_by_id[id as usize];
        let Node { bucket, next, .. } = *self.nodes.get(index as usize)?;
        let mut at = self.heads[bucket];
        if at == index {
            self.heads[bucket] = next;
            return Some(bucket);
        }
        while let Some(node) = self.nodes.get_mut(at as usize) {
            if node.next == index {
                node.next = next;
                break;
            }
            at = node.next;
        }
        Some(bucket)
    }

    /// Puts the disc, which is in no list, into the list of a bucket.
    pub(crate) fn attach(&mut self, entry: Entry, bucket: usize) {
        let slot = &mut self.nodes_by_id[entry.id as usize];
        let node = Node { entry, bucket, next: self.heads[bucket] };
        if let Some(old) = self.nodes.get_mut(*slot as usize) {
            *old = node;
        } else {
            *slot = self.nodes.len() as u32;
            self.nodes.push(node);
        }
        self.heads[bucket] = *slot;
    }

    /// The discs in the lists of some buckets.
    #[inline]
    pub(crate) fn lists(&self, buckets: Range<usize>) -> impl Iterator<Item = &Entry> {
        let heads = self.heads.get(buckets).unwrap_or_default();
        // Most are empty.
        heads.iter().filter(|&&head| head != NONE).flat_map(move |&head| {
            let mut at = head;
            core::iter::from_fn(move || {
                let node = self.nodes.get(at as usize)?;
                at = node.next;
                Some(&node.entry)
            })
        })
    }
}
