//! A value that several owners share until one of them changes it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::base::{Fault, Saved, Source};

/// Reading is direct; the first change while others have it as well makes a copy (clone on write).
#[derive(Debug, Default)]
pub(crate) struct Shared<T>(Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Shared<T> {
    /// Whether two owners share one value, so that it is surely the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T: Saved> Saved for Shared<T> {
    fn save(&self, out: &mut Vec<u8>) {
        T::save(self, out);
    }

    fn load(from: &mut Source<'_>) -> Result<Self, Fault> {
        T::load(from).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_by_its_owner_alone() {
        let mut a = Shared::from(vec![1]);
        let b = a.clone();
        a.push(2);
        assert_eq!((a.as_slice(), b.as_slice()), (&[1, 2][..], &[1][..]));
    }
}
