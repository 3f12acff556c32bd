//! Setters of descriptions: each takes a value, and returns the description with it.

/// Methods named as the fields that they set, constant or not.
macro_rules! setters {
    ([const] $($(#[$doc:meta])* $field:ident($value:ident: $type:ty);)+) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $field(mut self, $value: $type) -> Self {
            self.$field = $value;
            self
        }
    )+};
    ([] $($(#[$doc:meta])* $field:ident($value:ident: $type:ty);)+) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $value: $type) -> Self {
            self.$field = $value;
            self
        }
    )+};
}
pub(crate) use setters;
