//! Clones that reuse the memory of their target.

/// Makes a struct clonable so that [`clone_from`](Clone::clone_from) uses the memory of its fields again. The derived one
/// frees that memory. A field that is left out does not compile.
macro_rules! cloned {
    ($name:ident { $($field:tt),* $(,)? }) => {
        impl Clone for $name {
            fn clone(&self) -> Self {
                Self { $($field: Clone::clone(&self.$field)),* }
            }

            fn clone_from(&mut self, other: &Self) {
                $(Clone::clone_from(&mut self.$field, &other.$field);)*
            }
        }
    };
}
pub(crate) use cloned;
