//! Repetition by `use`: elements by id, and bounds on repetition.

use std::collections::BTreeMap;

use roxmltree::{Document, Node, NodeId};

use crate::error::{Error, brief};
use crate::limits::{MAX_BYTES, MAX_NODES};

/// Most bytes of attributes that are read, repeated ones included.
const MOST_BYTES: u64 = 4 * MAX_BYTES;

/// The elements of a drawing by id, with the results read so far.
pub(crate) struct Originals<'a> {
    by_id: BTreeMap<&'a str, Node<'a, 'a>>,
    /// Elements that are being repeated, from the outermost.
    open: Vec<NodeId>,
    elements: u32,
    bytes: u64,
}

impl<'a> Originals<'a> {
    /// The elements of a drawing by id. Of several with the same id the first one counts.
    pub(crate) fn of(document: &'a Document<'a>) -> Self {
        let mut by_id = BTreeMap::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                by_id.entry(id).or_insert(node);
            }
        }
        Self { by_id, open: Vec::new(), elements: 0, bytes: 0 }
    }

    /// Counts an element that is read, maybe once more.
    ///
    /// # Errors
    /// It is one too many, or its attributes are too long.
    pub(crate) fn count(&mut self, node: Node<'_, '_>) -> Result<(), Error> {
        self.elements += 1;
        self.bytes += node.attributes().map(|attribute| attribute.value().len() as u64).sum::<u64>();
        if self.elements > MAX_NODES {
            let what = "the number of elements, with all that `use` repeats,";
            return Err(Error::TooMuch { what, most: u64::from(MAX_NODES) });
        }
        if self.bytes > MOST_BYTES {
            let what = "the length of all attributes, with all that `use` repeats, in bytes,";
            return Err(Error::TooMuch { what, most: MOST_BYTES });
        }
        Ok(())
    }

    /// The element that a `use` repeats.
    ///
    /// # Errors
    /// There is no such element, or it holds this `use` itself: for a message.
    pub(crate) fn find(&self, node: Node<'a, 'a>) -> Result<Node<'a, 'a>, String> {
        const LINK: (&str, &str) = ("http://www.w3.org/1999/xlink", "href");
        let link = node.attribute("href").or_else(|| node.attribute(LINK));
        let link = link.ok_or("has no href, and is left out")?;
        let brief = brief(link);
        let id = link.trim().strip_prefix('#');
        let id = id.ok_or_else(|| format!("has href = {brief:?}, which must be # and an id: left out"))?;
        let found = self.by_id.get(id);
        let found =
            found.ok_or_else(|| format!("has href = {brief:?}, but no element has that id: left out"))?;
        if self.open.contains(&found.id()) || node.ancestors().any(|around| around == *found) {
            return Err(format!("has href = {brief:?}, which holds this element itself: left out"));
        }
        Ok(*found)
    }

    /// Begins to repeat an element, until [`close`](Self::close).
    pub(crate) fn open(&mut self, node: Node<'a, 'a>) {
        self.open.push(node.id());
    }

    pub(crate) fn close(&mut self) {
        self.open.pop();
    }
}
